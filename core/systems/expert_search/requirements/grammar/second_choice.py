"""What a request would have instead, “Tagalog, else German”: read as “or”, which is all that can be asked of people."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.lexicon import alternatives
from core.systems.expert_search.requirements.grammar.pieces import GROUPS

EITHER = "either will do; which of them is rather wanted is not kept"
_BARE = GROUPS["or else"]
_SIGN = r"\s{0,3}(?:[,;]|\s[-–—])\s{0,3}"
_WITH_OR = alternatives(phrase for phrase in _BARE if phrase.startswith("or "))
_OR_ELSE = re.compile(
    rf"(?:{_SIGN}(?:(?:or|and|but)\s{{0,3}},?\s{{1,3}})?(?:{alternatives(_BARE)})"
    rf"|\s{{1,3}}or\s{{0,3}},?\s{{1,3}}(?:{alternatives(_BARE)})|\s{{1,3}}(?:{_WITH_OR}))\s{{0,3}},?\s{{1,3}}(?=\w)",
    re.IGNORECASE,
)
_IF_NONE = re.compile(
    rf"(?P<if>(?:{_SIGN})?\bif (?:not|no|there is no|you have no|you find no)\s+)(?P<first>\w[^,;.:\n]{{0,40}}?)"
    r"(?P<then>\s{0,3},?\s{1,3}then\s{1,3})(?=\w)",
    re.IGNORECASE,
)


def with_or(request: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return a request of the same length with “or” for what it would have instead, and where that stands."""
    places = list(_joints(request))
    for start, end in places:
        request = f"{request[:start]}{'or '.rjust(end - start)}{request[end:]}"
    return request, tuple(places)


def _joints(request: str) -> Iterator[tuple[int, int]]:
    for one in _IF_NONE.finditer(request):
        if one.start():
            yield one.span("if")
        yield one.span("then")
    for one in _OR_ELSE.finditer(_IF_NONE.sub(lambda one: " " * len(one.group()), request)):
        yield one.span()
