"""The words of an agent: a model's where they state the facts of the plain sentences, else these."""

from __future__ import annotations

from collections.abc import Sequence

from core.systems.library_chat.agents.results import Figure, Finding, Result
from core.systems.library_chat.plan.understood import Agent, Understood
from core.systems.library_chat.review.differences import differences
from core.systems.library_chat.review.statements import Names
from core.systems.library_chat.state import Draft


def draft_of(agent: Agent, finding: Finding, text: str, names: Names) -> Draft:
    """Take the words that an agent found for its finding, or refuse them for the facts that they change."""
    worded = text.strip()
    changed = differences(finding.text, worded, names) if worded != finding.text else []
    return Draft(
        agent=agent,
        accepted=not changed,
        differences=changed,
        rejected=worded if changed else "",
        text=finding.text if changed else worded,
    )


def names_in_answer(understood: Understood, books: Sequence[Result], statistics: Sequence[Figure]) -> Names:
    """Gather the titles, and the other names, that an answer over these books and figures may be made of."""
    values = [
        value
        for clause in understood.plan.where
        for one in clause.any_of
        for test in one.all_of
        for value in test.values
    ]
    others = [
        *(name for book in books for name in (*book["authors"], *book["genres"])),
        *(name for figure in statistics for name in (figure["name"], *figure["name"].split(" · "))),
        *values,
        *(name for unknown in understood.unknown for name in (unknown.said, *unknown.nearest)),
    ]
    return Names([book["book"] for book in books], others)
