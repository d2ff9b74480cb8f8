"""A question taken apart, and a question understood: the values that its reading passes on."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from core.systems.library_chat.plan.bounds import Bound
from core.systems.library_chat.plan.entity_linking import Spot
from core.systems.library_chat.plan.genres import GenreWords
from core.systems.library_chat.plan.intents import Agent, Wish
from core.systems.library_chat.plan.selection import EVERYTHING, Selection


@dataclass
class Parts:
    """What stands in a question. `frame` is the question in small letters with a mark for each part (see `phrases`).

    `marks` gives the part of each mark, `negated` are those that the question does not want.
    """

    frame: str = ""
    marks: dict[str, Spot | GenreWords | Bound] = field(default_factory=dict)
    negated: set[str] = field(default_factory=set)
    topic: str = ""
    topic_decides: bool = False

    def named(self, kind: str) -> bool:
        """Whether something of this kind is named: "BOOK", "AUTHOR", "GENRE" …"""
        return any(mark.startswith(kind) for mark in self.marks)


@dataclass(frozen=True)
class Understanding:
    """What a question is taken to mean.

    `topic` is searched by meaning: with `topic_decides` only what is near it counts, otherwise it only orders.
    `books` are ids of the books meant, `people` the authors named; `unknown` are names that are not in the catalogue;
    `assumptions` are names that were read otherwise than they were written; `carried` says what came from before;
    `after` are ids of the books that were shown before, where a list goes on.
    """

    wish: Wish
    selection: Selection = EVERYTHING
    topic: str = ""
    topic_decides: bool = False
    books: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    unknown: tuple[dict[str, Any], ...] = ()
    assumptions: tuple[dict[str, Any], ...] = ()
    carried: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    agent: Agent = "none"
    cues: tuple[dict[str, str], ...] = ()

    def chips(self) -> list[dict[str, str]]:
        """The conditions as they are shown, each with the id by which it can be taken away."""
        topic = [{"id": "topic", "kind": "topic", "label": f"about “{self.topic}”"}] if self.topic_decides else []
        return [*self.selection.chips(), *topic]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for a checkpoint."""
        lists = {
            name: list(getattr(self, name)) for name in ("books", "people", "unknown", "assumptions", "carried", "cues")
        }
        return {
            "intent": self.wish.intent,
            "wish": asdict(self.wish),
            "selection": self.selection.to_dict(),
            "topic": self.topic,
            "topic_decides": self.topic_decides,
            "after": list(self.after),
            "agent": self.agent,
            "chips": self.chips(),
            **lists,
        }

    @classmethod
    def from_dict(cls, kept: dict[str, Any]) -> Understanding:
        """Read back what `to_dict` wrote."""
        lists = {name: tuple(kept[name]) for name in ("books", "people", "unknown", "assumptions", "carried", "cues")}
        return cls(
            wish=Wish(**kept["wish"]),
            selection=Selection.from_dict(kept["selection"]),
            topic=kept["topic"],
            topic_decides=kept["topic_decides"],
            after=tuple(kept.get("after", ())),
            agent=kept["agent"],
            **lists,
        )


@dataclass(frozen=True)
class Remembered:
    """What the conversation was about last: how the question was understood, what was shown, who and which book.

    `shown` are ids of books in their order; `books` those a "it" would mean; `people` those a "her" would mean.
    """

    understanding: Understanding
    shown: tuple[str, ...] = ()
    books: tuple[str, ...] = ()
    people: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for a checkpoint."""
        return {
            "understanding": self.understanding.to_dict(),
            "shown": list(self.shown),
            "books": list(self.books),
            "people": list(self.people),
        }

    @classmethod
    def from_dict(cls, kept: dict[str, Any]) -> Remembered:
        """Read back what `to_dict` wrote."""
        return cls(
            Understanding.from_dict(kept["understanding"]),
            tuple(kept["shown"]),
            tuple(kept["books"]),
            tuple(kept["people"]),
        )

    @property
    def selection(self) -> Selection:
        """The books that "those" would mean: all that passed where filters found them, else those that were shown."""
        before = self.understanding
        by_meaning = before.topic_decides or before.wish.intent not in ("list", "count", "pages", "extreme", "group")
        if by_meaning and self.shown:
            return EVERYTHING.with_filters(ids=self.shown)
        return before.selection
