"""Scripted models that are asked to understand a question, and a conversation over a few books with one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from core.codec import from_state
from core.language.reading import Reading
from core.llm.task import Task
from core.stores.library import Book
from core.stores.library_plan import Plan
from core.systems.library_chat import SYSTEM
from core.systems.library_chat.plan.proposals import Proposal, Use
from core.systems.library_chat.plan.weighing import Compared
from core.systems.library_chat.state import Context
from tests.systems.library_chat.little_library import LittleLibrary
from tests.word_embedder import WordEmbedder

BOOKS = (
    Book("1", "The Green Door", ("Ada Pine",), ("Mystery",), 1999, 210, ("gardens",)),
    Book("2", "Green Rivers", ("Ada Pine", "Bo Reed"), ("Mystery", "Romance"), 2005, 320, ("rivers",)),
    Book("3", "A Quiet Orbit", ("Cy Dole",), ("Romance",), 2015, 180, ("satellites",)),
    Book("4", "Numbers", ("Cy Dole",), ("Science",), 2021, None, ("numbers",)),
    Book("5", "Over the Hill", ("Zoë Brontë",), ("Mystery",), 2003, 400, ("hills",)),
    Book("6", "Under the Hill", ("Bo Reed",), ("Science",), 1987, 150, ("hills",)),
)
MODEL = "Scripted model"


class Understanding:
    """A model that makes the plans it was told to make, one after the other, the last again and again."""

    label = MODEL
    offline = False

    def __init__(self, *proposals: Proposal | Callable[[Proposal], Proposal]) -> None:
        self.proposals = proposals
        self.asked: list[dict[str, Any]] = []

    def ask(self, task: Task[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        if task.name != "understand":
            return task.rule(*args, **kwargs)
        made = self.proposals[min(len(self.asked), len(self.proposals) - 1)]
        self.asked.append(kwargs)
        return made(kwargs["draft"]) if callable(made) else made

    write = ask


def proposal(plan: Plan, *uses: tuple[str, str] | tuple[str, str, int], over: str = "") -> Proposal:
    """A plan, and which words each part is said to be made of."""
    return Proposal(
        plan=plan,
        over=over,
        uses=[Use(words=use[0], part=use[1], place=use[2] if len(use) > 2 else 0) for use in uses],  # type: ignore[arg-type]
    )


class Chat:
    """A conversation; `ask` gives the last state, which may wait for an answer."""

    def __init__(self, engine: Any, books: Sequence[Book] = BOOKS, library: Any = None) -> None:
        self.graph = SYSTEM.build_graph(InMemorySaver())
        lent = library or LittleLibrary(books)
        self.context = Context(engine, lent, WordEmbedder())  # type: ignore[arg-type]
        self.config: Any = {"configurable": {"thread_id": "t"}, "recursion_limit": 60}

    def ask(self, question: str, **changes: Any) -> dict[str, Any]:
        return self._run({"request": question}, **changes)

    def answer(self, **given: str) -> dict[str, Any]:
        return self._run(Command(resume=given))

    def _run(self, entry: Any, **changes: Any) -> dict[str, Any]:
        state: dict[str, Any] = self.graph.invoke(entry, self.config, context=replace(self.context, **changes))
        return state


def alone(engine: Any, question: str) -> dict[str, Any]:
    """Ask where nobody can be asked back: without a checkpointer."""
    lent = Context(engine, LittleLibrary(BOOKS), WordEmbedder())  # type: ignore[arg-type]
    state: dict[str, Any] = SYSTEM.build_graph(None).invoke(
        {"request": question}, {"recursion_limit": 60}, context=lent
    )
    return state


def reading_in(state: dict[str, Any]) -> Reading:
    return from_state(Reading, state["reading"])


def row_of(state: dict[str, Any], by: str) -> Compared:
    """What the page says of one reading."""
    row: Compared = next(row for row in state["compared"] if row["by"] == by)
    return row


def options_in(state: dict[str, Any]) -> dict[str, str]:
    """The readings that were put to the analyst, with what each gives; none where nothing was asked."""
    asked = state.get("__interrupt__", ())
    if not asked:
        return {}
    [field] = asked[0].value["fields"]
    return dict(zip(field["options"], field["details"], strict=True))
