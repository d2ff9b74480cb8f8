"""The words of an agent: a model's where they state the facts of the plain sentences, else these."""

from __future__ import annotations

from collections.abc import Sequence

from core.systems.library_chat.agents.results import Figure, Finding, Result
from core.systems.library_chat.plan.intents import Agent
from core.systems.library_chat.plan.question import Understanding
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


def names_in_answer(understood: Understanding, books: Sequence[Result], statistics: Sequence[Figure]) -> Names:
    """Gather the titles, and the other names, that an answer over these books and figures may be made of."""
    filters = understood.selection.filters
    others = [
        *(name for book in books for name in (*book["authors"], *book["genres"])),
        *(figure["name"] for figure in statistics),
        *filters.genres,
        *filters.authors,
        *filters.without_genres,
        *filters.without_authors,
        *(name for unknown in understood.unknown for name in (unknown["said"], *unknown["nearest"])),
        *(name for assumed in understood.assumptions for name in (assumed["said"], assumed["read"])),
    ]
    return Names([book["book"] for book in books], others)
