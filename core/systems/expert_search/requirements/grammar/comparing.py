"""What of two matters somebody knows better, “more experience with ropes *than with kilns*”: nobody is judged by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.language.lexicon import alternatives
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.pieces import GROUPS

COMPARED = "which of two matters somebody knows better is not judged"
_BY = r"(?:in|with|on|at|about|of|as)"
_KNOWS = GROUPS["frame"] | {"experienced"}
_THAN = re.compile(
    rf"\s(?P<what>th[ae]n\s+(?:{_BY}\s+)?\w[^,.:;!?()\n]*?)"
    rf"(?=\s+(?:who|that)\b|\s+(?:and|but)\s+(?:who|{alternatives(GROUPS['finite'] | GROUPS['speaks'])})\b"
    r"|[,.:;!?()\n]|\Z)",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"(?:(?P<before>[\w'’-]+)\s+)?(?P<more>(?:(?:much|far|rather|a lot)\s+)?\b(?:more|less|[a-z]{2,}er))"
    rf"(?P<knows>(?:\s+(?:{alternatives(_KNOWS)}))*)\s+{_BY}\s+(?=\w)",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[,.:;!?()\n]")


def compared(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Find where somebody's knowledge of one matter is held against that of another: the words for how much more, and
    “than” with the other. What is `taken`, years and names, is compared otherwise."""
    begins = 0
    for than in _THAN.finditer(text):
        start, end = than.span("what")
        begins = max([begins, *(sign.end() for sign in _ENDS.finditer(text, begins, start))])
        more = next((one for one in _MORE.finditer(text, begins, start) if _is_of_somebody(one)), None)
        if more and not any(one < end and start < other for one, other in taken):
            yield more.span("more")
            yield start, end
            begins = end


def _is_of_somebody(more: re.Match[str]) -> bool:
    """Whether people know, or do, more of something, and no matter is more: not “it *rains more* in spring than …”."""
    before = (more["before"] or "who").lower()
    somebody = is_role(before) or before in ("is", "are", "been", "be")
    if is_role(more["more"].split()[-1].lower()):  # “someone *stronger* in …”, and no lawyer in it
        return somebody
    return somebody or bool(more["knows"]) or before in _KNOWS | GROUPS["small"] | GROUPS["lead"]
