"""Asking back: where the words of a question allow several plans that give different answers, the analyst chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.stores.library import Selected
from core.stores.library_plan import Plan
from core.systems.library_chat.agents.query_log import QueryLog
from core.types import JSON, Choice, Question

FIELD = "reading"


@dataclass(frozen=True)
class Way:
    """One way to read a question, in an analyst's words, and its plan."""

    label: str
    plan: Plan


def ways_that_differ(readings: Sequence[tuple[str, Plan]], log: QueryLog) -> tuple[list[Way], list[str]]:
    """Return the readings that give different answers, and what each would give, in words. One: there is no doubt."""
    ways: list[Way] = []
    given: list[str] = []
    for label, plan in readings:
        words = _given(plan, log.ask(log.library.select, plan))
        if words not in given:
            ways.append(Way(label, plan))
            given.append(words)
    return ways, given


def question_of(ways: Sequence[Way], given: Sequence[str]) -> Question:
    """Put the readings into a form."""
    return Question(
        "This can be read in several ways. Which one is meant?",
        [Choice(FIELD, "Read it as", [way.label for way in ways], list(given), default=ways[0].label)],
    )


def chosen(ways: Sequence[Way], answer: Mapping[str, JSON]) -> Plan:
    """Return the plan of the reading that was chosen; of an answer that names none, the first."""
    return next((way.plan for way in ways if way.label == answer.get(FIELD)), ways[0].plan)


def _given(plan: Plan, found: Selected) -> str:
    if plan.by:
        return f"{found.groups_in_all:,} groups"
    if plan.measures and plan.measures[0].of != "count" and found.figures[0].value is not None:
        return f"{found.figures[0].value:,.1f} over {found.passing:,} books"
    return f"{found.passing:,} book{'' if found.passing == 1 else 's'}"
