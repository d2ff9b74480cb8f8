"""How many people a request asks for in all: “three experts”, “a cook and a baker, all two …”, “ideally five”."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.language.lexicon import alternatives
from core.language.numbers import number
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found

_OF_THEM = re.compile(r"\s*of (?:them|whom|these|those|the)\b", re.IGNORECASE)
_ALL_OF_THEM = re.compile(  # “a cook and a baker …, all three in French”
    r"\ball (?P<count>two|three|four|five|six|seven|eight|nine|ten|[2-9])(?: of (?:them|whom))?"
    r"(?=\s*(?:[,.;:)]|\Z)|\s+(?:in|with|from|should|must|shall|to|have|having|speak|speaking|fluent|based|able|need)\b)",
    re.IGNORECASE,
)
_ALONE = re.compile(  # “*Ideally five.*”
    rf"(?:(?:(?<=[.!?;:,(]\s)|(?<=[\n(])|\A)(?:(?:{alternatives(GROUPS['wish before'])}|about|say)\s+)+)"
    rf"(?P<count>{alternatives(word for word in GROUPS['number'] if word != 'one')}|[2-9]|[1-4]\d)"
    r"(?:\s+(?:in all|in total|altogether|of them))?(?=\s*(?:[.!?;,:)\n]|\Z))",
    re.IGNORECASE,
)
_CAPPED = re.compile(rf"\b(?:{alternatives(GROUPS['cap'])})\.?\s*\Z", re.IGNORECASE)
_APART = re.compile(r"[.,;:(]|\s[-–—]")


def head_count(text: str, found: Sequence[Found], listed: bool) -> tuple[int, list[tuple[int, int]]]:
    """Return how many people are wanted and where it is said: the first number of heads, with those joined to it."""
    total, spans = 0, []
    for one in found:
        if one.wanted.kind != "topic" or _OF_THEM.match(text, one.end):
            continue
        count, before = one.wanted.people, text[max(0, one.start - 12) : one.start].rstrip().lower()
        if (listed or total) and _CAPPED.search(text[max(0, one.start - 20) : one.start]):
            continue
        if not total and not (count == 1 and (before.endswith("at least") or _part_follows(text, one))):
            total, spans = count, [(one.start, one.end)]
        elif total and not _APART.search(text, spans[-1][1], one.start) and before.endswith(("and", "plus", "+")):
            total, spans = total + count, [*spans, (one.start, one.end)]
    said = None if total else _ALL_OF_THEM.search(text) or _ALONE.search(text)
    if said and not any(_is_right_before(text, one, said.start()) for one in found):
        total, spans = int(number(said["count"]) or 0), [said.span()]
    return total, spans


def _is_right_before(text: str, one: Found, place: int) -> bool:
    """Whether a count is one of languages or places that were just named: “Hausa, Igbo and Yoruba (*all three*)”."""
    return one.wanted.kind in ("language", "place") and one.end <= place and not text[one.end : place].strip(" ,(–—-")


def _part_follows(text: str, one: Found) -> bool:
    """Whether “one” is one of a team: something came before it."""
    head = text[max(0, one.start - 12) : one.start]
    return re.search(r"\w[^\w]*[,;.:(]\s*(?:and\s+)?$", head) is not None
