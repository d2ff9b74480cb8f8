"""When something is, or how long it takes: “on 4 December”, “before Easter”, “a *two-week* mission”, which no column
tells of people."""

from __future__ import annotations

import re
from calendar import day_name, month_abbr, month_name
from collections.abc import Iterator

from core.language.lexicon import alternatives
from core.language.terms import STOP_WORDS
from core.systems.expert_search.requirements.grammar.pieces import GROUPS

MONTHS = "|".join(name for names in (month_name, month_abbr) for name in names if name)
ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?:19|20)\d\d)?"
_DATE = (
    rf"(?:{ORDINAL}(?:\s+of)?\s+(?:{MONTHS})|(?:{MONTHS})\.?\s+{ORDINAL})(?![\w-]){_YEAR}"
    rf"|\d{{1,2}}[./]\d{{1,2}}[./](?:20)?\d\d(?!\w)"
)
_MONTH_OF = re.compile(rf"\b(?:{ORDINAL}\s+)?(?:{MONTHS})\.?(?=\s+(?:19|20)\d\d\b)", re.IGNORECASE)
_TASKS = alternatives(kind for name in ("task", "task end", "event", "stay") for kind in GROUPS[name])
_OF_TASK = re.compile(
    rf"(?<![\w-])(?:\d{{1,3}}|{alternatives(GROUPS['number'])})[\s-](?:days?|weeks?|months?)['’]?(?=\s+(?:long\s+)?(?:{_TASKS})\b)"
    rf"|\b(?:(?:in|during|for|by|from|until|of)\s+)?(?:(?:this|next|coming|early|late|mid)[\s-]+){{1,2}}"
    rf"(?:{alternatives(GROUPS['part of a year'])})\b",
    re.IGNORECASE,
)
_WEEKDAYS = "|".join(day_name)
_NAMED_MONTHS = "|".join(filter(None, month_name))
_FEASTS = alternatives(GROUPS["feast"])
_BOUNDS = r"(?:before|after|by|until|till|since|from|around|as of|not later than|no later than|starting)"
_NEARER = r"(?:(?:the|next|this|last|coming|early|mid|late|end of|the end of|beginning of|start of|middle of)[\s-]+)"
_FREE = (
    rf"(?:\b(?:(?:who|and|they|he|she|to|can|could|would|must|should|will|is|are|be|has|have)\s+){{0,4}}"
    rf"(?:{alternatives(GROUPS['free'] - {'from'})})\s+)?"
)
_PLAIN = re.compile(
    rf"{_FREE}\b(?:(?:{_BOUNDS}|on|for|in|between)\s+)?{_NEARER}{{0,2}}(?:(?:{_WEEKDAYS}),?\s+)?(?:{_DATE})"
    rf"|{_FREE}\b{_BOUNDS}\s+{_NEARER}{{0,2}}(?:{_NAMED_MONTHS}|{_FEASTS}|{_WEEKDAYS})(?![\w-]){_YEAR}"
    rf"|{_FREE}\b(?:in|next|last|coming)\s+{_NEARER}{{0,2}}(?:{_NAMED_MONTHS})(?![\w-])"
    rf"|{_FREE}\bthis\s+{_NEARER}{{0,2}}(?-i:{_NAMED_MONTHS})(?![\w-])"
    rf"|{_FREE}\b(?:on|over|at|this|next|last|coming)\s+{_NEARER}{{0,2}}(?:{_FEASTS}|(?:{_WEEKDAYS})s?)(?![\w-])"
    r"(?:\s+(?:mornings?|afternoons?|evenings?|nights?))?"
    rf"|{_FREE}\b(?:{_WEEKDAYS})s(?![\w-])",
    re.IGNORECASE,
)
_ON_FEAST = re.compile(rf"on\s+{_NEARER}{{0,2}}(?:{_FEASTS})", re.IGNORECASE)  # a topic: “a writer *on Christmas*”
_HEAD = re.compile(rf"\s+(?!(?:{alternatives(STOP_WORDS)}|please)\b)[^\W\d]")  # “the after-Easter *trade*”


def times_of_tasks(text: str) -> Iterator[tuple[int, int]]:
    """Find how long a task takes, “a *two-week* mission”, and when it is, “*this spring*”, “*on 4 December*”."""
    for time in _OF_TASK.finditer(text):
        if text[time.start()].isdigit() or "-" in time.group() or not _HEAD.match(text, time.end()):
            yield time.span()
    for time in _PLAIN.finditer(text):
        dated = any(letter.isdigit() for letter in time.group())
        named = re.search(r"\w+\W*\Z", time.group())
        capital = named is not None and named.group()[0].isupper()
        says_when = dated or not (_HEAD.match(text, time.end()) or _ON_FEAST.match(time.group()))
        if says_when and (dated or capital or text.islower()):
            yield time.span()


def names_month(text: str) -> bool:
    """Whether a month of a year is named, “1 February 2027”: when something is, and nothing that people know."""
    return _MONTH_OF.search(text) is not None


def without_months(text: str) -> str:
    """Return a text of the same length without the months of years: “since May 2024” is “since 2024”."""
    return _MONTH_OF.sub(lambda month: " " * len(month.group()), text)
