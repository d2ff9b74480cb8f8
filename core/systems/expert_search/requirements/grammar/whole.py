"""What is asked of several people together, and of none alone: “between them they must cover Spanish”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.lexicon import alternatives
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found
from core.systems.expert_search.requirements.requirement import Requirement

DIFFERS = "how far the people of a team differ from each other is not weighed"
_WHAT = rf"(?:{alternatives(GROUPS['differs'])})"
_UNLIKE = rf"(?:{alternatives(GROUPS['different'])})"
_COUNT = rf"(?:\d{{1,2}}|{alternatives(GROUPS['number'])})"
_SOME = (
    rf"(?:(?:at least|no fewer than|not fewer than|no less than|min(?:imum)?\.?(?: of)?|a minimum of)\s+)?{_COUNT}\s+"
)
_DIFFERING = re.compile(
    r"\b(?:(?:all|each|every one)\s+)?(?:(?:coming|being|working|living)\s+)?"
    r"(?:(?:from|in|of|at|with|representing)\s+)?"
    rf"(?:{_SOME}|an?\s+|as many\s+)?{_UNLIKE}\s+{_WHAT}(?!\w)"
    rf"|\b(?:from|representing)\s+{_SOME}{_WHAT}(?!\w)"
    rf"|\bno (?:two|more than \w+)(?: of (?:them|whom))?\s+(?:from|of|at|in)\s+the same\s+{_WHAT}(?!\w)",
    re.IGNORECASE,
)


def differing(text: str) -> Iterator[Found]:
    """Find where people shall differ from each other, “from three different countries”: column “”, nobody has it."""
    for one in _DIFFERING.finditer(text):
        yield Found(one.start(), one.end(), Requirement("column", DIFFERS))
