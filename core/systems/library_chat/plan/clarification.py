"""Asking back: where the words of a question allow several plans that give different answers, the analyst chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.language.reading import Reading
from core.stores.library import Selected
from core.stores.library_plan import Plan
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.wording import topic_in_words
from core.systems.library_chat.plan.understood import Understood
from core.types import JSON, Choice, Question

FIELD = "reading"


_LOOKED_AT = 25  # books of two lists that are compared


@dataclass(frozen=True)
class Way:
    """One way to read a question, in an analyst's words, what it would give, all that it amounts to, and who reads it
    so where that parts the ways."""

    label: str
    given: str
    understood: Understood
    reading: Reading
    by: str = ""


def ways_that_differ(ways: Sequence[Way], log: QueryLog) -> list[Way]:
    """Return the ways that are called differently and give different answers. One: there is no doubt."""
    found: list[Way] = []
    answers: list[Selected] = []
    for way in ways:
        answer = _answer(way.understood.plan, log)
        if answer not in answers and way.label not in [other.label for other in found]:
            found.append(way)
            answers.append(answer)
    return found


def question_of(ways: Sequence[Way]) -> Question:
    """Put the ways into a form."""
    labels = [way.label for way in ways]
    given = [f"{way.given}, as {way.by} read it" if way.by else way.given for way in ways]
    return Question(
        "This can be read in several ways. Which one is meant?",
        [Choice(FIELD, "Read it as", labels, given, default=labels[0])],
    )


def chosen(ways: Sequence[Way], answer: Mapping[str, JSON]) -> Way:
    """Return the way that was chosen; of an answer that names none, the first."""
    return next((way for way in ways if way.label == answer.get(FIELD)), ways[0])


def given_by(plan: Plan, log: QueryLog) -> str:
    """Say how much a plan gives."""
    if near := topic_in_words(plan.about) if plan.about else f"“{plan.like}”" if plan.like else "":
        return f"those near {near} in meaning"
    if plan.path:
        return "a way between two authors"
    found = _answer(plan, log)
    if plan.by:
        return f"{found.groups_in_all:,} groups"
    if plan.measures and plan.measures[0].of != "count" and found.figures[0].value is not None:
        return f"{found.figures[0].value:,.1f} over {found.passing:,} books"
    is_cut = not plan.measures and plan.limit is not None and plan.limit < found.passing
    first = f"{plan.limit:,} of " if is_cut else ""
    return f"{first}{found.passing:,} book{'' if found.passing == 1 else 's'}"


def _answer(plan: Plan, log: QueryLog) -> Selected:
    """Look at the beginning of what a plan gives."""
    limit = _LOOKED_AT if plan.limit is None else min(plan.limit, _LOOKED_AT)
    return log.ask(log.library.select, plan if plan.measures else plan.model_copy(update={"limit": limit}))
