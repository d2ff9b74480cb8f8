"""Library chat on questions with expected words: how many are found, what is silently wrong, who answered, how fast.

A question is answered rightly when its answer holds every expected part and as many books were found as `rows` says. It
is silently wrong when it is not, and neither asks back nor names a word of the question that was not used.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph.state import CompiledStateGraph

from core.errors import InputError
from core.evaluate.expected_words import declines, missing_of, new_numbers, tells_readings
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.stores.library import Library
from core.systems.library_chat.catalogue.book_table import BOOKS, AcceptedBooks, check_books
from core.systems.library_chat.catalogue.catalogues import Store, lent_library, sample_books
from core.systems.library_chat.graph import build_graph
from core.systems.library_chat.state import Context
from core.tables import guess_columns, read_table
from core.types import JSON

AGENTS = ("librarian", "analyst", "both", "none")
UNANSWERABLE, ASK = "UNANSWERABLE", "ASK"
SMALL_TALK = ("chit-chat", "small talk")
_FOLLOW_UP = re.compile(r"followup:(.+):(\d+)")
_ROWS = re.compile(r"\d+(?:\|\d+)*")
_COLUMNS: dict[str, tuple[str, ...]] = {
    "question": (), "expected": (), "agent": (), "kind": (), "rows": (), "after": (),
}  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """A question with what its answer must hold; `conversation` is its own or a shared one.

    `expected` are parts that must all be there, each with its alternatives, "a|b"; "a >> b" in this order.
    `UNANSWERABLE` alone: the answer must decline, without a figure or a list. `ASK` first: it must ask back, or give
    the figures that follow (none follow: two of them, saying how the question may be read). `rows` are the numbers of
    books that may be found, any when empty. `after` is asked first, in the same conversation, in its order.
    """

    question: str
    expected: tuple[str, ...]
    agent: str
    kind: str
    conversation: str
    rows: tuple[int, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reply:
    """What a run left behind: what it said, how many books it found, how many it shows (those that are only near, too),
    how many figures, and what it is open about. `rows` are these books and figures, in their order.
    """

    response: str
    agent: str = "none"
    found: int = 0
    shown: int = 0
    figures: int = 0
    unused: tuple[str, ...] = ()
    asked_back: bool = False
    rows: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answered:
    """How a question was answered, with what was missing, in how many ms."""

    asked: Asked
    reply: Reply
    missing: tuple[str, ...]
    milliseconds: float

    @property
    def faults(self) -> list[str]:
        """What is wrong, in words; nothing when the answer is right."""
        asked, reply = self.asked, self.reply
        if asked.expected == (UNANSWERABLE,):
            return self._faults_of_unanswerable()
        if asked.expected[:1] == (ASK,):
            return [] if reply.asked_back or self._gives_both() else ["neither asked back nor gave both figures"]
        faults = [f"missing {'; '.join(self.missing)}"] if self.missing else []
        if asked.kind == "absent" and reply.found:
            faults.append(f"{reply.found} books found where there are none")
        if asked.kind in SMALL_TALK and not asked.expected and (reply.shown or reply.figures):
            faults.append("taken for a question to the catalogue")
        if asked.rows and reply.found not in asked.rows and not reply.asked_back:
            faults.append(f"{reply.found:,} books found, not {' or '.join(f'{number:,}' for number in asked.rows)}")
        return faults

    def _faults_of_unanswerable(self) -> list[str]:
        gives = self.reply.shown or self.reply.figures or new_numbers(self.reply.response, self.asked.question)
        open_about_it = declines(self.reply.response) or self.reply.unused
        faults = ["gave a figure or a list of what the catalogue cannot tell"] if gives else []
        return faults if open_about_it else [*faults, "did not decline"]

    def _gives_both(self) -> bool:
        if len(self.asked.expected) > 1:
            return not self.missing
        figures = new_numbers(self.reply.response, self.asked.question)
        return len(figures) > 1 and not self.reply.shown and tells_readings(self.reply.response)

    @property
    def passed(self) -> bool:
        """Whether the answer is right."""
        return not self.faults

    @property
    def silently_wrong(self) -> bool:
        """Whether the answer is wrong, and an analyst is not told what it leaves out."""
        return not (self.passed or self.reply.asked_back or self.reply.unused)


# --- asking -----------------------------------------------------------------------------------------------------------


def read_questions(path: Path) -> list[Asked]:
    """Read the questions of a CSV: `question`, `expected` with parts separated by ";", and, where they are wanted,
    `agent`, `kind`, `rows` and `after` (several are separated by "||").

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
        if values["rows"] and not _ROWS.fullmatch(values["rows"]):
            raise InputError(f"{path.name}, row {number}: rows is a number, or several as 5|7.")
        follows = _FOLLOW_UP.fullmatch(values["kind"].lower())
        asked.append(
            Asked(
                values["question"],
                tuple(word.strip() for word in values["expected"].split(";") if word.strip()),
                values["agent"].lower(),
                values["kind"].lower(),
                f"conversation {follows[1]}" if follows else f"row {number}",
                tuple(map(int, filter(None, values["rows"].split("|")))),
                tuple(filter(None, map(str.strip, values["after"].split("||")))),
            )
        )
    return asked


def evaluate_library_chat(
    questions: Sequence[Asked],
    settings: Settings,
    embedder: Embedder,
    catalogue: Path | None = None,
    store: Store | None = None,
) -> list[Answered]:
    """Ask every question offline over the sample or another catalogue, in a graph of its own that is removed again.

    `store` is the configured one when none is named. Raises `InputError` for Neo4j where none is configured.
    """
    if store == "neo4j" and not settings.neo4j_uri:
        raise InputError("No Neo4j is configured.", "Set NEO4J_URI, or ask the embedded store.")
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
    with lent_library(accepted.books, settings, embedder, store, columns=accepted.columns) as library:
        return ask_all(questions, library, embedder)


def ask_all(questions: Sequence[Asked], library: Library, embedder: Embedder) -> list[Answered]:
    """Ask every question of a library, those of one conversation in one thread.

    Where a question is asked back, it is left open: the next one begins anew.
    """
    graph, context = build_graph(InMemorySaver()), Context(OfflineEngine(), library, embedder)
    answered = []
    for asked in questions:
        config: RunnableConfig = {"configurable": {"thread_id": asked.conversation}, "recursion_limit": 60}
        for earlier in asked.after:
            graph.invoke({"request": earlier}, config, context=context)
        began = time.perf_counter()
        state = graph.invoke({"request": asked.question}, config, context=context)
        spent = (time.perf_counter() - began) * 1000
        reply = read_reply(state, open_questions(graph, config, state))
        figures = asked.expected[1:] if asked.expected[:1] == (ASK,) else asked.expected
        answered.append(Answered(asked, reply, missing_of(figures, reply.response), spent))
    return answered


# --- what a run left behind -------------------------------------------------------------------------------------------


def read_reply(state: Mapping[str, Any], open_questions: Sequence[Any] = ()) -> Reply:
    """Read the final state of a run. Of one that stopped to ask, what it had answered before does not count."""
    agent, unused = (state.get("route") or {}).get("agent", "none"), unused_words(state)
    if open_questions:
        return Reply("\n".join(map(str, open_questions)), agent, unused=unused, asked_back=True)
    books = [book["id"] for name in ("results", "near_misses") for book in state.get(name) or ()]
    figures = [f"{one['name']}: {one['value']:.6g} {one['measure']}" for one in state.get("statistics") or ()]
    return Reply(
        state.get("response", ""), agent, books_found(state), len(books), len(figures), unused, rows=(*books, *figures)
    )


def books_found(state: Mapping[str, Any]) -> int:
    """Tell how many books passed, as far as the state tells, else how many are shown; so many are shown, too, where
    the question asks for no more than that ("the five longest").
    """
    shown, passing = len(state.get("results") or ()), state.get("passing")
    plan = (state.get("understood") or {}).get("plan") or {}
    is_cut = plan.get("limit") is not None or plan.get("each") is not None
    return passing if isinstance(passing, int) and not (is_cut and shown) else shown


def unused_words(state: Mapping[str, Any]) -> tuple[str, ...]:
    """Tell which words of the question are named as not used; without a reading: the names that are not known."""
    if reading := state.get("reading"):
        return tuple(word["text"] for word in reading.get("words", ()) if word.get("fate") == "unused")
    return tuple(one["said"] for one in (state.get("understanding") or {}).get("unknown", ()))


def open_questions(graph: CompiledStateGraph[Any, Any], config: RunnableConfig, state: Mapping[str, Any]) -> list[Any]:
    """Return what a run stopped to ask the analyst."""
    stopped = state.get("__interrupt__") or graph.get_state(config).interrupts
    return [interrupt.value for interrupt in stopped]


# --- both stores ------------------------------------------------------------------------------------------------------


def differences(ours: Sequence[Answered], theirs: Sequence[Answered]) -> list[str]:
    """Say for each question that two stores answer otherwise what differs; both were asked the same questions."""
    lines = []
    for one, other in zip(ours, theirs, strict=True):
        mine, yours = vars(one.reply), vars(other.reply)
        differs = [f"{name} {mine[name]!r} and {yours[name]!r}" for name in mine if mine[name] != yours[name]]
        lines += [f"DIFFERS  {one.asked.question}: {'; '.join(differs)}"] if differs else []
    return lines


# --- figures ----------------------------------------------------------------------------------------------------------


def figures(answered: Sequence[Answered]) -> dict[str, float | None]:
    """Count the figures that the command prints; `routing` is None where no row names an agent."""
    words = sum(len(one.asked.expected) for one in answered)
    routed = [one.reply.agent == one.asked.agent for one in answered if one.asked.agent]
    return {
        "n": len(answered),
        "expected_found": 1 - sum(len(one.missing) for one in answered) / words if words else 1.0,
        "passed": _share([one.passed for one in answered]),
        "silently_wrong": _share([one.silently_wrong for one in answered]),
        "asked_back": _share([one.reply.asked_back for one in answered]),
        "routing": _share(routed) if routed else None,
        "ms_p50": median(one.milliseconds for one in answered) if answered else 0.0,
    }


def figures_of_kinds(answered: Sequence[Answered]) -> dict[str, dict[str, int]]:
    """Count, for each kind of question, how many are right, silently wrong and asked back; follow-ups are one kind."""
    kinds: dict[str, list[Answered]] = {}
    for one in answered:
        kinds.setdefault(one.asked.kind.partition(":")[0], []).append(one)
    return {
        kind: {
            "n": len(ones),
            "right": sum(one.passed for one in ones),
            "silently_wrong": sum(one.silently_wrong for one in ones),
            "asked_back": sum(one.reply.asked_back for one in ones),
        }
        for kind, ones in sorted(kinds.items())
    }


def rows_of(answered: Sequence[Answered]) -> list[dict[str, JSON]]:
    """Put down every question as plain values, with its answer and what is wrong with it."""
    return [
        {
            "question": one.asked.question,
            "kind": one.asked.kind,
            "after": " || ".join(one.asked.after),
            "expected": ";".join(one.asked.expected),
            "response": one.reply.response,
            "right": one.passed,
            "silently_wrong": one.silently_wrong,
            "asked_back": one.reply.asked_back,
            "faults": list(one.faults),
            "unused": list(one.reply.unused),
            "found": one.reply.found,
            "rows": list(one.reply.rows),
            "agent": one.reply.agent,
            "ms": round(one.milliseconds, 1),
        }
        for one in answered
    ]


def describe(answered: Sequence[Answered], measured: Mapping[str, float | None]) -> list[str]:
    """Say the figures in a few lines, each kind of question in one, and every failure, what is silently wrong first."""
    lines = [
        f"{name:15} {value:.3f}" if isinstance(value, float) else f"{name:15} {value}"
        for name, value in measured.items()
    ]
    kinds = figures_of_kinds(answered)
    if len(kinds) > 1:
        width = max(map(len, kinds))
        lines += ["", f"{'kind':{width}}     n  right  silently wrong  asked back"]
        lines += [
            f"{kind or '-':{width}}  {one['n']:4}  {one['right']:5}  {one['silently_wrong']:14}  {one['asked_back']:10}"
            for kind, one in kinds.items()
        ]
    silent = [one for one in answered if one.silently_wrong]
    told = [one for one in answered if not one.passed and not one.silently_wrong]
    for head, ones in (("SILENTLY WRONG", silent), ("FAILED", told)):
        lines += ["", *(f"{head}  {one.asked.question}: {_why(one)}" for one in ones)] if ones else []
    for one in answered:
        if one.asked.agent and one.reply.agent != one.asked.agent:
            lines.append(f"ROUTED  {one.asked.question}: to {one.reply.agent}, not to {one.asked.agent}")
    return lines


def _why(one: Answered) -> str:
    unused = f" (not used: {', '.join(one.reply.unused)})" if one.reply.unused else ""
    return "; ".join(one.faults) + unused + (" (asked back)" if one.reply.asked_back else "")


def _share(true: Sequence[bool]) -> float:
    return sum(true) / len(true) if true else 0.0
