"""What is to be absent: read in a request (“lead-free”, “without labels”), and looked for in a text.

A text *has* a thing when it speaks of it and nowhere says that it does without; it is *without* the thing when it says
so at least once (“lead-free”, “replaces lead”, “in the place of lead”); else it is *silent*. An element of chemistry is
also found in formulas: a text on CsPbI3 has lead.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from core.language.lexicon import alternatives, word_groups, word_map
from core.language.terms import STOP_WORDS

Stance: TypeAlias = Literal["has", "without", "silent"]

_GROUPS = word_groups("absence")
_SYMBOLS = word_map("elements", "symbol")
_LONGEST = 3  # words of what is to be absent
_HYPHEN = r"[-‐‑–]"
_THING_FREE = re.compile(rf"\b([^\W\d_]{{2,}}){_HYPHEN}free\b", re.IGNORECASE)
_FREE_OF = re.compile(r"\b(?:without|free (?:of|from))\s+((?:[\w‐‑-]+\s*)+)", re.IGNORECASE)
_BEFORE = rf"(?:\b(?:{alternatives(_GROUPS['before'])})(?:\W+[\w-]+){{0,3}}\W+)"
_AFTER = rf"(?:\s*{_HYPHEN}\s*|\s+)free\b"


def absent_in(request: str) -> list[str]:
    """Return what a request wants to be absent, in its own words and in lower case, each once."""
    things = [match.group(1).lower() for match in _THING_FREE.finditer(request)]
    things = [thing for thing in things if thing not in _GROUPS["names something else"]]
    things += [_phrase(match.group(1)) for match in _FREE_OF.finditer(request)]
    return list(dict.fromkeys(filter(None, things)))


def _phrase(following: str) -> str:
    """Return the first words of what follows “without”, up to the next stop word; articles before it do not count."""
    words = following.lower().split()
    while words and words[0] in STOP_WORDS:
        words.pop(0)
    length = next((number for number, word in enumerate(words) if word in STOP_WORDS), len(words))
    return " ".join(words[: min(length, _LONGEST)])


@lru_cache(maxsize=4096)
def stance(text: str, thing: str) -> Stance:
    """Whether a text has a thing, is without it, or says nothing of it."""
    mention, denial = _patterns(thing)
    if denial.search(text):
        return "without"
    return "has" if mention.search(text) else "silent"


@cache
def _patterns(thing: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return a mention of the thing, and one that says it is absent. Before “to” it is none: “lead to” is a verb."""
    singular = re.sub(r"(?<=[a-z]{3})s$", "", thing.lower())
    words = r"[-\s]+".join(map(re.escape, re.split(r"[-\s]+", singular)))
    spelled = rf"(?i:\b{words}s?\b)(?!\s+to\b)"
    symbol = _SYMBOLS.get(thing.lower(), "")
    # A symbol stands in a formula: beside a figure or another capital letter.
    formula = rf"|\b(?=\w*\d|\w*[A-Z]\w*[A-Z])\w*{symbol}(?![a-z])\w*" if symbol else ""
    mention = f"(?:{spelled}{formula})"
    return re.compile(mention), re.compile(f"(?i:{_BEFORE}){mention}|{mention}(?i:{_AFTER})")
