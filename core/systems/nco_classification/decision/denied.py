"""What the words say is not the work: “Welder: not welding, only grinds”, “does not teach, keeps the fee register”.

It is set aside before a search. It speaks against the families that do nothing else, as an answer of a form would; and
where the family that fits best is one that does it, that is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.language.tokens import words
from core.systems.nco_classification.decision.confidence import look_at_words, measure_confidence
from core.systems.nco_classification.index.occupations import Candidate, OccupationIndex
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer
from core.systems.nco_classification.questions.attributes import load_attributes
from core.systems.nco_classification.questions.told import told_by
from core.systems.nco_classification.state import Answer
from core.systems.nco_classification.words.content import DENIED, content

_DENIES = "What is said not to be the work is what the likeliest family does."
_SURE = 0.5  # probability from which on what is denied tells a family
_NEGATORS = re.compile(
    r"\b(?:no longer|not|never|no|does|do|did|is|am|are|(?:do|does|did|is|are)n['’]?t|except|excluding|other than"
    r"|any ?more|myself|himself|herself|nah[ie]+n?|नहीं|नही)\b",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(r"no\s+(?!longer)|without\b", re.IGNORECASE)  # “no ladies' items”: a thing, not the work
_BY_ITSELF = re.compile(  # and not “does not sell on credit”, “does not teach after six”
    r"\s*(?:$|[,;:.।()]|(?:but|only|just|in|at|now|any ?more|lekin|magar|bas|sirf|लेकिन|बस|सिर्फ)(?!\w))", re.IGNORECASE
)
_IS_IT_NOT = 2  # answers to whether some work is the own one
_WORK = ("activity", "role")
_HAVE = re.compile(r"\b(?:have|has|had|who)\s*$", re.IGNORECASE)  # “people who have not paid”


def denied_by(text: str, candidates: Sequence[Candidate], index: OccupationIndex) -> str:
    """Say that the words deny the work of the first of these candidates; "" where they do not, or not clearly."""
    denied = (said for said, thing, _ in _denied(text) if not thing) if candidates else ()
    return _DENIES if any(_tells(said, candidates[0].family, index) for said in denied) else ""


def denials(text: str, normalizer: QueryNormalizer) -> list[Answer]:
    """Turn what words say is not the work into answers of a form: that it is any other work, and not this.

    What is told beside it all the same is not denied: “does not teach maths, teaches drawing”.
    """
    does = told_by(content(text).query, normalizer, normalizer.read(content(text).query))
    found = []
    for said, thing, end in _denied(text):
        told = told_by(said, normalizer, normalizer.read(said))
        for name in _WORK if _BY_ITSELF.match(text, end) and not (thing and len(words(said)) > 1) else ():
            if denied := told.get(name, frozenset()) - does.get(name, frozenset()):
                others = ";".join(value for value in load_attributes().all[name].values if value not in denied)
                answer = Answer(question="", said=said, code="", job="", words="", checkpoint="")
                found.append(Answer({**answer, "attribute": name, "value": others, "offered": _IS_IT_NOT}))
    return found


def _denied(text: str) -> Iterator[tuple[str, bool, int]]:
    """Give what is denied without the words that deny it, whether it may be a thing and no work, and where it ends."""
    for one in content(text).aside:
        if one.why == DENIED and not _HAVE.search(text[: one.start]):
            said = _NEGATORS.sub(" ", text[one.start : one.end]).strip(" ,;:.()")
            yield said, _OF_OTHERS.match(text, one.start) is not None, one.end


def _tells(said: str, family: str, index: OccupationIndex) -> bool:
    found = index.search(said, 2)
    if not found or found[0].family != family:
        return False
    return measure_confidence(found, look_at_words(said, index.query_normalizer)).probability >= _SURE
