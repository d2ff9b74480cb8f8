"""Library chat on questions with expected words: how many are found, how many pass, who answered, how fast."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver

from core.errors import InputError
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.stores.library import Library
from core.systems.library_chat.catalogue.book_table import BOOKS, AcceptedBooks, check_books
from core.systems.library_chat.catalogue.catalogues import lent_library, sample_books
from core.systems.library_chat.graph import build_graph
from core.systems.library_chat.state import Context
from core.tables import guess_columns, read_table

AGENTS = ("librarian", "analyst", "both", "none")
_FOLLOW_UP = re.compile(r"followup:(.+):(\d+)")
_COLUMNS: dict[str, tuple[str, ...]] = {"question": (), "expected": (), "agent": (), "kind": ()}


@dataclass(frozen=True)
class Asked:
    """A question with the words that its answer must hold; `conversation` is its own or a shared one."""

    question: str
    expected: tuple[str, ...]
    agent: str
    kind: str
    conversation: str


@dataclass(frozen=True)
class Answered:
    """How a question was answered: what was missing, who answered, whether anything was found, in how many ms."""

    asked: Asked
    response: str
    missing: tuple[str, ...]
    agent: str
    found: int
    milliseconds: float

    @property
    def passed(self) -> bool:
        """Whether every expected word is there; of what the catalogue does not have, no book may be found."""
        return not self.missing and not (self.asked.kind == "absent" and self.found)


def read_questions(path: Path) -> list[Asked]:
    """Read the questions of a CSV: `question`, `expected` separated by ";", optionally `agent` and `kind`.

    Raises `InputError` for a file that is missing or wrong.
    """
    try:
        table = read_table(path.read_bytes(), path.name)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error
    columns = guess_columns(list(table.columns), _COLUMNS)
    if not columns["question"] or not columns["expected"]:
        raise InputError(f"{path.name} needs the columns question and expected.")
    asked = []
    for number, row in table.iterrows():
        values = {name: str(row[column]).strip() if column else "" for name, column in columns.items()}
        if not values["question"]:
            raise InputError(f"{path.name}, row {number}: the question is empty.")
        if values["agent"] and values["agent"].lower() not in AGENTS:
            raise InputError(f"{path.name}, row {number}: the agent is one of {', '.join(AGENTS)}.")
        follows = _FOLLOW_UP.fullmatch(values["kind"].lower())
        expected = tuple(word.strip() for word in values["expected"].split(";") if word.strip())
        asked.append(
            Asked(
                values["question"], expected, values["agent"].lower(), values["kind"].lower(),
                f"conversation {follows[1]}" if follows else f"row {number}",
            )
        )  # fmt: skip
    return asked


def evaluate_library_chat(
    questions: Sequence[Asked], settings: Settings, embedder: Embedder, catalogue: Path | None = None
) -> list[Answered]:
    """Ask every question offline over the sample or another catalogue, in a graph of its own that is removed again."""
    accepted = AcceptedBooks(sample_books())
    if catalogue:
        try:
            table = read_table(catalogue.read_bytes(), catalogue.name)
        except OSError as error:
            raise InputError(f"{catalogue} cannot be read: {error.strerror}.") from error
        columns = guess_columns(list(table.columns), BOOKS.words)
        if not columns["title"]:
            raise InputError(f"{catalogue.name} has no column of titles.")
        accepted, _ = check_books(table, columns)
    embedder.warm_up()
    with lent_library(accepted.books, settings, embedder, columns=accepted.columns) as library:
        return ask_all(questions, library, embedder)


def ask_all(questions: Sequence[Asked], library: Library, embedder: Embedder) -> list[Answered]:
    """Ask every question of a library, those of one conversation in one thread."""
    graph, context = build_graph(InMemorySaver()), Context(OfflineEngine(), library, embedder)
    answered = []
    for asked in questions:
        config: RunnableConfig = {"configurable": {"thread_id": asked.conversation}, "recursion_limit": 60}
        began = time.perf_counter()
        state = graph.invoke({"request": asked.question}, config, context=context)
        spent = (time.perf_counter() - began) * 1000
        said = _plain(state["response"])
        missing = tuple(word for word in asked.expected if _plain(word) not in said)
        found = len(state["results"])
        answered.append(Answered(asked, state["response"], missing, state["route"]["agent"], found, spent))
    return answered


def figures(answered: Sequence[Answered]) -> dict[str, float | None]:
    """Count the figures that the command prints; `routing` is None where no row names an agent."""
    words = sum(len(one.asked.expected) for one in answered)
    routed = [one.agent == one.asked.agent for one in answered if one.asked.agent]
    return {
        "n": len(answered),
        "expected_found": 1 - sum(len(one.missing) for one in answered) / words if words else 1.0,
        "passed": sum(one.passed for one in answered) / len(answered) if answered else 0.0,
        "routing": sum(routed) / len(routed) if routed else None,
        "ms_p50": median(one.milliseconds for one in answered) if answered else 0.0,
    }


def describe(answered: Sequence[Answered], measured: Mapping[str, float | None]) -> list[str]:
    """Say the figures in a few lines, and every question that failed with what it lacked."""
    lines = [
        f"{name:15} {value:.3f}" if isinstance(value, float) else f"{name:15} {value}"
        for name, value in measured.items()
    ]
    for one in answered:
        if not one.passed:
            why = (
                f"missing {'; '.join(one.missing)}" if one.missing else f"{one.found} books found where there are none"
            )
            lines.append(f"FAILED  {one.asked.question}: {why}")
        if one.asked.agent and one.agent != one.asked.agent:
            lines.append(f"ROUTED  {one.asked.question}: to {one.agent}, not to {one.asked.agent}")
    return lines


def _plain(text: str) -> str:
    """Text as it is compared: small letters, single spaces, no commas inside numbers, one kind of apostrophe."""
    return " ".join(re.sub(r"(?<=\d),(?=\d{3})", "", text.replace("’", "'")).casefold().split())
