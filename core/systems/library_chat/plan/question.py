"""A question understood, and what a conversation remembers of it: plain values that the codec can keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AliasChoices, Field
from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from core.systems.library_chat.plan.intents import Agent, Intent
from core.systems.library_chat.plan.selection import EVERYTHING, Chip, Selection


class Cue(TypedDict):
    """Words of a question, what they say, and the agent they speak for."""

    words: str
    says: str
    agent: Agent


class UnknownName(TypedDict):
    """A name that the catalogue does not have, and the nearest that it has."""

    said: str
    kind: Literal["author", "title", "genre"]
    nearest: list[str]


class Assumption(TypedDict):
    """A name that was read otherwise than it was written: by how many letters, and whether the whole name was said."""

    id: str
    said: str
    read: str
    kind: Literal["book", "author", "genre"]
    letters: int
    whole: bool


@dataclass(frozen=True)
class Understanding:
    """What a question is taken to mean.

    `topic` is searched by meaning: with `topic_decides` only what is near it counts, otherwise it only orders.
    `books` are ids of the books meant, `people` the authors named; `unknown` are names that are not in the catalogue;
    `assumptions` are names that were read otherwise than they were written; `carried` says what came from before;
    `after` are ids of the books that were shown before, where a list goes on.
    """

    intent: Annotated[Intent, Field(validation_alias=AliasChoices("wish", "intent"))]
    selection: Selection = EVERYTHING
    topic: str = ""
    topic_decides: bool = False
    books: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    unknown: tuple[UnknownName, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    carried: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    agent: Agent = "none"
    cues: tuple[Cue, ...] = ()

    def chips(self) -> list[Chip]:
        """Give the conditions as they are shown, each with the id by which it can be taken away."""
        topic = [Chip(id="topic", kind="topic", label=f"about “{self.topic}”")] if self.topic_decides else []
        return [*self.selection.chips(), *topic]


@dataclass(frozen=True)
class Remembered:
    """What the conversation was about last: how the question was understood, what was shown, who and which book.

    `shown` are ids of books in their order; `books` those a "it" would mean; `people` those a "her" would mean.
    """

    understanding: Understanding
    shown: tuple[str, ...] = ()
    books: tuple[str, ...] = ()
    people: tuple[str, ...] = ()

    @property
    def selection(self) -> Selection:
        """The books that "those" would mean: all that passed where filters found them, else those that were shown."""
        before = self.understanding
        by_meaning = before.topic_decides or before.intent.name not in ("list", "count", "pages", "extreme", "group")
        if by_meaning and self.shown:
            return EVERYTHING.with_filters(ids=self.shown)
        return before.selection
