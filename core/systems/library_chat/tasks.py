"""What a library chat asks a model, each with the rule that answers without one."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from core.llm.task import task
from core.systems.library_chat.plan.proposals import Described, Proposal
from core.systems.library_chat.plan.understood import Agent, Cue


class Routing(BaseModel):
    """Who is to answer."""

    agent: Literal["librarian", "analyst", "both", "none"] = Field(
        description="librarian finds books; analyst counts and calculates; both; none when it is about something else"
    )
    reason: str = Field(default="", description="why, in a few words")


@task(
    """Understand a question to a library catalogue: make the plan that answers it.

The question:
$question

The columns of the catalogue, each with what it holds and its most frequent values:
$columns

The conversation so far, oldest first, with what was asked of the catalogue last:
$conversation

The plan that written rules made of the question. Keep all of it that is right:
$draft

Words of the question that the rules could not use:
$unread

What was wrong with your last plan (nothing: this is the first):
$complaint

Rules: use the columns above alone, by their names; spell values as the catalogue does; every condition, figure, order
and number of the question belongs into the plan, and nothing that is not asked for. For each part of the plan that
differs from the draft, and for each word that the rules could not use and you can, say under uses which words of the
question it is made of, copied as they stand there. A word that means nothing to this catalogue stays out of the plan
and out of uses: it is then told to the person who asked. Pronouns mean what the conversation was about."""
)
def understand(
    question: str, columns: list[Described], conversation: list[str], draft: Proposal, unread: list[str], complaint: str
) -> Proposal:
    """Take the plan that the grammar made."""
    return draft


@task(
    """You supervise two agents of a library catalogue. Decide who answers the last question.

The conversation so far, oldest first:
$conversation

The last question:
$question

What was understood of it, each cue with the agent it speaks for:
$cues

librarian: finds books by title, author, genre, year, length or topic, and what is known of one book.
analyst: counts, averages, sums, rankings, the longest or newest, comparisons.
both: asks for a number and for the books.
none: greetings, thanks, and whatever is not about books of the catalogue."""
)
def supervise(question: str, conversation: list[str], cues: list[Cue]) -> Routing:
    """Follow the cues: the agent they speak for, both agents when they speak for both, none without any."""
    agents = {cue["agent"] for cue in cues}
    reason = "; ".join(f"“{cue['words']}” {cue['says']}" for cue in cues)
    if "both" in agents or {"librarian", "analyst"} <= agents:
        return Routing(agent="both", reason=reason)
    agent: Agent = "analyst" if "analyst" in agents else "librarian" if "librarian" in agents else "none"
    return Routing(agent=agent, reason=reason or "nothing in it speaks of books")


_FREE = """Rules: write as a friendly, well-read librarian, in one to three sentences, in your own words. A program that
knows the facts above and nothing else reads them, and refuses them where they say more, or something else:
- Every title, name, year, number and count stands in the facts above, exactly, and with the book it stands with:
  nothing rounded, no "more than", no "about", nothing calculated, and no number in a manner of speaking ("a weekend or
  two", "not quite a quarter").
- Of a book or a person say only what stands there, and no other role than author. No comparison and no ranking but
  those of the facts ("earlier", "longer", "most borrowed"), no "all", "both" or "only" that they do not have.
- If there is none, say so. Offer nothing that a catalogue cannot do.
- Do not list the books again: where there are several, a table with all of them stands below your words.

What was wrong in the words that you wrote before, which is why they were refused; empty the first time:
$objections"""


@task(
    """Answer the person who asked a library catalogue.

The question:
$question

The facts, as plain sentences, which your words replace:
$draft

The first of the books that were found (title | authors | year | length | genres):
$found

"""
    + _FREE
)
def present_books(question: str, found: list[str], draft: str, objections: list[str]) -> str:
    """Give the plain sentences as they are."""
    return draft


@task(
    """Answer the person who asked a library catalogue for figures.

The question:
$question

The facts, as plain sentences, which your words replace:
$draft

The first of the figures that were calculated:
$figures

"""
    + """Say the figure that was asked for.

"""
    + _FREE
)
def present_figures(question: str, figures: list[str], draft: str, objections: list[str]) -> str:
    """Give the plain sentences as they are."""
    return draft


@task(
    """Review an answer of a library catalogue before it is sent: grammar, format and tone, nothing else.

The question:
$question

The answer:
$draft

Rules: the answer comes from the catalogue and is right; do not check it against anything you know. Titles, names,
years, numbers, counts, yes and no are bound: change none, add none, and say nothing of a book or a person that the
answer does not say. No Markdown. Write only the final answer."""
)
def review(question: str, draft: str) -> str:
    """Leave the answer as it is, but for stray spaces and empty lines."""
    lines = [" ".join(line.split()) for line in draft.strip().splitlines()]
    return "\n".join(line for index, line in enumerate(lines) if line or (index and lines[index - 1]))
