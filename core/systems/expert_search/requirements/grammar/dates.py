"""Years on the calendar in a request: since when somebody is in the job, and when somebody was last active."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from core.language.lexicon import alternatives
from core.language.numbers import number
from core.language.periods import periods
from core.language.terms import STOP_WORDS
from core.systems.expert_search.requirements.grammar.amounts import OF_EXPERIENCE
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found
from core.systems.expert_search.requirements.grammar.times import names_month, without_months
from core.systems.expert_search.requirements.requirement import Requirement

LAST, EVER = "last answered", "answered"
"""Values of a requirement of activity: by the newest answer alone, or by any."""

_ACTIVE = re.compile(
    rf"(?:\b(?P<last>{alternatives(GROUPS['latest'])})\s+)?\b(?:(?:{alternatives(GROUPS['gives'])})\s+(?:an?|any|some)\s+)?"
    rf"(?:{alternatives(GROUPS['active'])})(?:\s+(?:{alternatives(GROUPS['anything'])}))?\s+\Z",
    re.IGNORECASE,
)
_ACTIVE_ON = re.compile(  # “*answered questions about* heat pumps in 2025 or later”
    rf"\b(?:(?:who|has|have|had)\s+){{0,3}}(?:{alternatives(GROUPS['active'])})\s+(?:(?:{alternatives(GROUPS['anything'])})\s+)?"
    r"(?P<on>about|on|regarding|concerning)\s+(?=\w)",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(r"[.,;:!?()\n]")
_WORKING = re.compile(rf"\b(?:{alternatives(GROUPS['at work'])})\s+\Z", re.IGNORECASE)
_SINCE = re.compile(r"\bsince\s+(?:(?:at\s+least|about|around)\s+)?(?P<year>(?:19|20)\d\d)\b(?!-)", re.IGNORECASE)
_THIS_YEAR = re.compile(  # “this year (2026)”, “in the past three years”
    rf"(?:(?:in|within|during|over)\s+)?(?:(?:this|the\s+current)(?=\s+year\b)|(?:the\s+)?(?:last|past|previous)"
    rf"(?:\s+(?P<count>\d{{1,2}}|{alternatives(GROUPS['number'])}))?)\s+years?\b(?:\s*\(\d{{4}}\))?",
    re.IGNORECASE,
)
_HEAD = re.compile(rf"\s+(?!(?:{alternatives(STOP_WORDS)})\b)\w")  # “the after 2008 *reforms*”
_REACH_BACK = 40  # characters before a year in which its verb stands


def dates(text: str, collection: Collection) -> Iterator[Found]:
    """Find years in the job and dates of activity; where nobody has a date, and of any other time that is bounded, so
    that it can be told: column “”."""
    taken: set[int] = set()
    for since in _SINCE.finditer(text):
        working = _WORKING.search(text[max(0, since.start() - _REACH_BACK) : since.start()])
        if (tail := OF_EXPERIENCE.match(text, since.end())) or working:
            start = since.start() - (len(working.group()) if working else 0)
            taken.update(range(start, since.end()))
            years = datetime.now(UTC).year - int(since["year"])
            yield Found(start, tail.end() if tail else since.end(), Requirement("years", "", low=years))
    dated = bool(collection.people.newest_date)
    for found in (*activity(text), *(period for period, _ in activity_on(text))):
        if taken.isdisjoint(range(found.start, found.end)):
            taken.update(range(found.start, found.end))
            yield found if dated else Found(found.start, found.end, Requirement("column", ""))
    for period in periods(text):
        bounded = None in period.spans[0] and len(period.spans) == 1
        if bounded and taken.isdisjoint(range(period.start, period.end)) and not _HEAD.match(text, period.end):
            yield Found(period.start, period.end, Requirement("column", ""))


def activity(text: str) -> Iterator[Found]:
    """Find when somebody was active: “last answered after 2023”, “active since May 2024”, of which the year counts."""
    for period in periods(without_months(text)):
        if len(period.spans) == 1 and (cue := _ACTIVE.search(text[max(0, period.start - _REACH_BACK) : period.start])):
            low, high = period.spans[0]
            wanted = Requirement("activity", LAST if cue["last"] else EVER, low=low, high=high)
            month = names_month(text[period.start : period.end])
            assumed = "of which only the year counts" if month else ""
            yield Found(period.start - len(cue.group()), period.end, wanted, assumed)
    for said in _THIS_YEAR.finditer(text):
        if cue := _ACTIVE.search(text[max(0, said.start() - _REACH_BACK) : said.start()]):
            first, last = _years_back(said)
            wanted = Requirement("activity", LAST if cue["last"] else EVER, low=first, high=last)
            yield Found(said.start() - len(cue.group()), said.end(), wanted)


def activity_on(text: str) -> Iterator[tuple[Found, tuple[int, int]]]:
    """Find when somebody was active where words for the topic stand between, and where the verb is said."""
    told = list(periods(without_months(text)))
    for verb in _ACTIVE_ON.finditer(text):
        for period in told:
            apart = _CLAUSE_ENDS.search(text, verb.end(), max(verb.end(), period.start))
            if verb.end() < period.start and not apart and len(period.spans) == 1:
                low, high = period.spans[0]
                yield Found(period.start, period.end, Requirement("activity", EVER, low=low, high=high)), verb.span()
                break


def _years_back(said: re.Match[str]) -> tuple[float, float | None]:
    """Return the years of “this year”, “last year” or “the past three years”, which reach to this one."""
    now, words = datetime.now(UTC).year, said.group().lower().split()
    if said["count"]:
        return now - float(number(said["count"]) or 0), None
    return (now, now) if {"this", "current"}.intersection(words) else (now - 1, now - 1)
