"""What somebody should do with what they know: “who can *explain* tides *in plain words to sailors*”, “to *advise a
school on* kitchens”. Neither the deed, nor whom it is for, nor its manner is a topic."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.lexicon import alternatives
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.pieces import GROUPS

DEED = "tells what they should do with what they know, and no topic"
_MAY = r"(?:can|could|will|would|should|may|might|to|able to|willing to)\s+(?:also\s+|really\s+)?"
_WHO = rf"(?:(?<=\bwho\s)|(?<=\bthat\s)|\b(?={_MAY}))(?P<may>{_MAY})?"
_ABOUT = r"(?:about|on|regarding|concerning|how\s+to)"
_BREAKS = r"(?:and|or|who|that|which|what|why|when|where|whether|if|how|in|of|at|from|about|on|with)\b"
_WHOM = rf"(?:(?:to|with|for)\s+)?(?:(?!{_BREAKS})[\w'’-]+\s+){{1,4}}?"
_EXPLAINS = re.compile(
    rf"{_WHO}(?:{alternatives(GROUPS['explains'])})\s+(?:(?:{_WHOM})?{_ABOUT}\s+)?(?=\w)", re.IGNORECASE
)
_ADVISES = re.compile(
    rf"{_WHO}(?:{alternatives(GROUPS['advises'])})\s+(?:{_WHOM})?(?:{_ABOUT}|with|in(?=\s+(?-i:[a-z])))\s+"
    r"(?:(?:making|getting|using)\s+)?(?=\w)",
    re.IGNORECASE,
)
_TALKS = re.compile(
    rf"{_WHO}(?:{alternatives(GROUPS['talks'])})\s+(?:(?:to|with|for)\s+(?:{_WHOM}))?{_ABOUT}\s+(?=\w)", re.IGNORECASE
)
_TO_WHOM = re.compile(
    r"\s(?:to|for)\s+(?:[\w'’-]+\s+){0,2}(?P<who>[\w'’-]+)(?=\s*(?:[,;.:!?\n]|$|\b(?:who|and|but)\b))"
)
_MANNER = re.compile(
    rf"\bin\s+(?:an?\s+)?(?:very\s+)?(?:{alternatives(GROUPS['plain'])})\s+(?:words|language|terms|english|way)\b",
    re.IGNORECASE,
)
_EXPERIENCE = re.compile(
    rf"(?:\b(?:{alternatives(GROUPS['wish before'])})\s+)?"
    r"\b(?:with|having|has)\s+(?:(?:some|much|real|good|a lot of)\s+)?"
    r"(?:practical|hands[- ]on|first[- ]hand|real[- ]life)"
    r"\s+experience\b(?!\s+(?:in|of|with|on|at|as|from)\b)",
    re.IGNORECASE,
)


def deeds(text: str) -> Iterator[tuple[int, int]]:
    """Give where a request tells what people should do with what they know, and for whom, around the topic of it."""
    found = sorted({one.span() for each in (_EXPLAINS, _ADVISES, _TALKS) for one in each.finditer(text)})
    end = 0
    for start, stop in found:
        if start < end:
            continue
        end = len(text[:stop].rstrip())
        yield start, end
        whom = _TO_WHOM.search(text, stop)
        if whom and not re.search(r"[,;.:!?\n]", text[stop : whom.start()]) and _are_people(whom["who"].lower()):
            yield whom.start() + 1, whom.end()
            end = whom.end()


def untold(text: str) -> Iterator[tuple[int, int]]:
    """Give where a request asks for what no text or column tells: how somebody talks, that they have practice."""
    for pattern in (_MANNER, _EXPERIENCE):
        yield from (one.span() for one in pattern.finditer(text))


def _are_people(word: str) -> bool:
    return is_role(word) or not GROUPS["person"].isdisjoint((word, word.removesuffix("s"))) or word in _AUDIENCE


_AUDIENCE = GROUPS["kind of employer"] | GROUPS["audience"]
