"""What becomes of every word of a question: a limit of the search, searched for, found in the papers, or of no use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from core.codec import to_state
from core.language.conditions import Condition, conditions
from core.language.periods import Period, periods
from core.language.reading import Chip, Reading, Word, content_words, read_words
from core.language.spelling import letters_between
from core.language.terms import analyse
from core.language.tokens import comparable, words
from core.systems.research_reports.plan.question_reading import asking_words
from core.systems.research_reports.state import Constraints, Plan, State
from core.types import JSON

YEARS = "years"
NOT_SEARCHED = "in no query"
NOT_FOUND = "searched for, and in none of the papers found"
TAKEN_AWAY = "taken away by you"


def absent_id(thing: str) -> str:
    """Return the id of the limit that papers with something are left out."""
    return f"absent:{thing}"


def within(constraints: Constraints, without: Collection[str]) -> Constraints:
    """Return the limits of a question but for those that were taken away."""
    absent = [thing for thing in constraints["absent"] if absent_id(thing) not in without]
    if YEARS in without:
        return {**constraints, "since": None, "until": None, "absent": absent}
    return {**constraints, "absent": absent}


def reading_of(state: State, plan: Plan, without: Collection[str]) -> dict[str, JSON]:
    """Return the reading of a request, ready for the state: by the plan, what was searched so far, what was found.

    A follow-up is looked for in the evidence that is there, and limits nothing. `without` are limits taken away.
    """
    request, papers = state["request"], state["papers"].values()
    found = set(analyse(" ".join(f"{paper['title']} {paper['abstract']}" for paper in papers)))
    follow_up = request != state["question"]
    asked = [one["words"] for one in plan["sub_questions"] if one["follow_up"] == follow_up]
    if follow_up:
        return _written(_read(request, asked[-1:], found, []))
    queries = [query for queries in state["tool_queries"].values() for query in queries]
    before = [line["words"] for line in state["tool_log"]]
    named = state["constraints"]
    reading = _read(request, [*asked, *queries, *before], found, list(_limits(request, plan, named)))
    removed = [Chip(YEARS, _years(named))] if YEARS in without and (named["since"] or named["until"]) else []
    removed += [Chip(absent_id(thing), f"without {thing}") for thing in named["absent"] if absent_id(thing) in without]
    return _written(replace(reading, chips=tuple(_chips(plan)), removed=tuple(removed)))


def _written(reading: Reading) -> dict[str, JSON]:
    kept: dict[str, JSON] = to_state(reading)
    return kept


def _read(request: str, queries: Sequence[str], found: Collection[str], limits: Sequence[Word]) -> Reading:
    bounded = [one for one in conditions(request) if one.bounded and not _is_among(one, limits)]
    asked = list(dict.fromkeys(filter(None, queries)))
    return read_words(request, [*limits, *_mentioned(request, asked, found)], bounded, plan=list[JSON](asked))


def _limits(request: str, plan: Plan, named: Constraints) -> Iterator[Word]:
    """Give the words of the question that limit the search, and those that would if they were not taken away."""
    for period in periods(request):
        here = Word(request[period.start : period.end], period.start, period.end, "unused", TAKEN_AWAY, YEARS)
        if _keeps(plan, period):
            yield replace(here, fate="used", as_="limits the years of publication")
        elif _keeps(named, period):
            yield here
    for thing in named["absent"]:
        if match := _wish(thing).search(request):
            here = Word(match.group(), *match.span(), "unused", TAKEN_AWAY, absent_id(thing))
            kept = thing in plan["absent"]
            yield replace(here, fate="used", as_="leaves out papers that have it") if kept else here


def _keeps(limits: Plan | Constraints, period: Period) -> bool:
    """Whether the years of a search are those of a period; what reaches to this year may stand open."""
    since, until = limits["since"], limits["until"]
    [(low, high), *others] = period.spans
    to_now = until is None and high is not None and high >= datetime.now(UTC).year
    return not others and (since, until) != (None, None) and low == since and (high == until or to_now)


def _wish(thing: str) -> re.Pattern[str]:
    words = r"[-\s]+".join(map(re.escape, re.split(r"[-\s]+", thing)))
    return re.compile(rf"(?:without|free (?:of|from))\s+(?:\w+\s+)?{words}|{words}[-‐‑–]free\b", re.IGNORECASE)


def _is_among(condition: Condition, limits: Sequence[Word]) -> bool:
    return any(word.start < condition.end and condition.start < word.end for word in limits)


def _mentioned(request: str, queries: Sequence[str], found: Collection[str]) -> Iterator[Word]:
    asked = dict.fromkeys(word for query in queries for word in words(query))
    terms = set(analyse(" ".join(asked)))
    framing = asking_words(request)
    for word in content_words(request):
        if any(start <= word.start < end for start, end in framing):
            yield replace(word, fate="used", as_="says what kind of report is asked for")
            continue
        stems = set(analyse(comparable(word.text)))
        other = next((other for other in asked if letters_between(comparable(word.text), other)), "")
        if not stems <= terms and other:
            yield replace(word, fate="assumed", as_=f"read as “{other}”")
        elif not stems <= terms:
            yield replace(word, as_=NOT_SEARCHED)
        elif found and not stems.issubset(found):
            yield replace(word, as_=NOT_FOUND)
        else:
            yield replace(word, fate="used", as_="found in the papers" if found else "searched for")


def _chips(plan: Plan) -> Iterator[Chip]:
    if plan["since"] or plan["until"]:
        yield Chip(YEARS, _years(plan))
    for thing in plan["absent"]:
        yield Chip(absent_id(thing), f"without {thing}")


def _years(limits: Plan | Constraints) -> str:
    since, until = limits["since"], limits["until"]
    if since and until:
        return f"published {since} to {until}"
    return f"published from {since}" if since else f"published until {until}"
