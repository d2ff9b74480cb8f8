"""Whether the words deny the very work of the family that fits them best: “Welder: not welding, only grinds”.

What is denied is set aside before a search, so that a title may answer whose own work it is not any more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.systems.nco_classification.decision.confidence import look_at_words, measure_confidence
from core.systems.nco_classification.index.occupations import Candidate, OccupationIndex
from core.systems.nco_classification.words.content import DENIED, content

_DENIES = "What is said not to be the work is what the likeliest family does."
_SURE = 0.5  # probability from which on what is denied tells a family
_NEGATORS = re.compile(
    r"\b(?:no longer|not|never|no|does|do|did|is|am|are|(?:do|does|did|is|are)n['’]?t|except|excluding|other than"
    r"|any ?more|myself|himself|herself|nah[ie]+n?|नहीं|नही)\b",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(r"no\s+(?!longer)|without\b", re.IGNORECASE)  # “no ladies' items”: a thing, not the work
_HAVE = re.compile(r"\b(?:have|has|had|who)\s*$", re.IGNORECASE)  # “people who have not paid”


def denied_by(text: str, candidates: Sequence[Candidate], index: OccupationIndex) -> str:
    """Say that the words deny the work of the first of these candidates; "" where they do not, or not clearly."""
    asides = [one for one in content(text).aside if one.why == DENIED] if candidates else []
    denied = [
        text[one.start : one.end]
        for one in asides
        if not _OF_OTHERS.match(text[one.start :]) and not _HAVE.search(text[: one.start])
    ]
    told = (_NEGATORS.sub(" ", said).strip(" ,;:.()") for said in denied)
    return _DENIES if any(_tells(said, candidates[0].family, index) for said in told) else ""


def _tells(said: str, family: str, index: OccupationIndex) -> bool:
    found = index.search(said, 2)
    if not found or found[0].family != family:
        return False
    return measure_confidence(found, look_at_words(said, index.query_normalizer)).probability >= _SURE
