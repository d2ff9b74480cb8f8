"""The steps of a library chat, one function for each box of specification 004's diagram."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.runtime import Runtime

from core.llm.task import Task
from core.stores.library import Named
from core.systems.library_chat import tasks
from core.systems.library_chat.agents.analyst import calculate
from core.systems.library_chat.agents.facts import differences
from core.systems.library_chat.agents.librarian import Finding, genres_of, search
from core.systems.library_chat.agents.query_log import Ledger
from core.systems.library_chat.plan.question import Remembered, Understanding
from core.systems.library_chat.plan.small_talk import reply
from core.systems.library_chat.plan.understanding import LONGEST, read
from core.systems.library_chat.state import Context, State

_HEARD = 6  # messages that the supervisor hears of a conversation
_LOOKED_UP = 10  # names like some words
_LONGEST_MESSAGE = 500  # characters


def supervisor(state: State, runtime: Runtime[Context]) -> State:
    """Begin a turn: understand the question, with what the conversation was about, and choose who answers."""
    context = runtime.context
    ledger = Ledger(context.library, "supervisor")
    kept = state.get("remembered")
    remembered = Remembered.from_dict(kept) if kept else None
    genres = genres_of(ledger)
    known_years = ledger.ask(context.library.years)

    @lru_cache
    def lookup(words: str) -> Sequence[Named]:
        return ledger.ask(context.library.find_names, words, limit=_LOOKED_UP)

    def understand(question: str) -> Understanding:
        return read(question, genres, lookup, known_years, remembered, context.without)

    question = state["request"]
    understood = understand(question)
    routing = context.engine.ask(
        tasks.supervise,
        question=question,
        conversation=[_heard(message) for message in state.get("messages", [])[-_HEARD:]],
        cues=list(understood.cues),
    )
    alone = " ".join(routing.question.split())[:LONGEST]
    if alone and alone != " ".join(question.split())[:LONGEST]:
        question, understood = alone, understand(alone)
    agent = context.route or routing.agent
    nothing: State = {
        "results": [],
        "near_misses": [],
        "scores": [],
        "statistics": [],
        "draft": "" if agent != "none" else reply(understood),
        "drafted_by": [],
        "review": {},
        "response": "",
    }
    return {
        **nothing,
        "messages": [HumanMessage(state["request"])],
        "question": question,
        "without": list(context.without),
        "route": {
            "agent": agent,
            "cues": list(understood.cues),
            "reason": routing.reason,
            "chosen_by": "you" if context.route else context.engine.label,
        },
        "understanding": understood.to_dict(),
        "statements": ledger.statements,
    }


def librarian(state: State, runtime: Runtime[Context]) -> State:
    """Find books, and say which."""
    context = runtime.context
    ledger = Ledger(context.library, "librarian")
    understood = Understanding.from_dict(state["understanding"])
    found = search(understood, context, ledger)
    said = _present(tasks.present_books, state, context, found, found=found.results)
    return {
        "results": found.results,
        "near_misses": found.near_misses,
        "scores": found.scores,
        "statistics": found.statistics,
        "statements": [*state["statements"], *ledger.statements],
        "draft": said["text"],
        "drafted_by": [said],
        "remembered": _remember(understood, found),
    }


def analyst(state: State, runtime: Runtime[Context]) -> State:
    """Calculate figures, and say them; before the books, where both were asked."""
    context = runtime.context
    ledger = Ledger(context.library, "analyst")
    understood = Understanding.from_dict(state["understanding"])
    found = calculate(understood, context, ledger)
    said = _present(tasks.present_figures, state, context, found, figures=found.statistics)
    both = state["route"]["agent"] == "both"
    results = state["results"] or found.results
    found.results = results
    return {
        "results": results,
        "near_misses": state["near_misses"] or found.near_misses,
        "scores": state["scores"] or found.scores,
        "statistics": [*found.statistics, *state["statistics"]],
        "statements": [*state["statements"], *ledger.statements],
        "draft": "\n\n".join(text for text in (said["text"], state["draft"]) if text) if both else said["text"],
        "drafted_by": [*state["drafted_by"], said],
        "remembered": _remember(understood, found),
    }


def reviewer(state: State, runtime: Runtime[Context]) -> State:
    """Mend the wording. What changes a fact is rejected, and the draft stands."""
    draft = state["draft"]
    text = runtime.context.engine.write(tasks.review, question=state["question"], draft=draft).strip()
    changed = differences(draft, text, *_names(state)) if text != draft else []
    response = draft if changed else text
    return {
        "review": {"accepted": not changed, "differences": changed, "text": text},
        "response": response,
        "messages": [AIMessage(response)],
    }


def _present(task: Task[..., str], state: State, context: Context, finding: Finding, **given: Any) -> dict[str, Any]:
    """The words of an agent: a model's where they state the facts of the plain sentences, else these."""
    agent = "librarian" if task is tasks.present_books else "analyst"
    text = context.engine.ask(task, question=state["question"], draft=finding.text, **given).strip()
    titles, names = _names(
        {**state, "results": [*state["results"], *finding.results], "statistics": finding.statistics}
    )
    changed = differences(finding.text, text, titles, names) if text != finding.text else []
    return {
        "agent": agent,
        "accepted": not changed,
        "differences": changed,
        "rejected": text if changed else "",
        "text": finding.text if changed else text,
    }


def _names(state: State) -> tuple[list[str], list[str]]:
    """The titles, and the other names, that an answer may be made of."""
    filters = state["understanding"]["selection"]["filters"]
    books = [*state["results"], *state["near_misses"]]
    named = [
        *(name for book in books for name in (*book["authors"], *book["genres"])),
        *(row["name"] for row in state["statistics"]),
        *(name for key in ("genres", "authors", "without_genres", "without_authors") for name in filters[key]),
        *(name for one in state["understanding"]["unknown"] for name in (one["said"], *one["nearest"])),
        *(name for one in state["understanding"]["assumptions"] for name in (one["said"], one["read"])),
    ]
    return [book["book"] for book in books], named


def _remember(understood: Understanding, found: Finding) -> dict[str, Any]:
    """What the next question may point back to."""
    shown = tuple(result["id"] for result in found.results)
    one = understood.books[:1] if understood.wish.intent == "book" else shown[:1]
    return Remembered(understood, shown, one, tuple(found.people)).to_dict()


def _heard(message: Any) -> str:
    who = "Analyst" if isinstance(message, HumanMessage) else "Library"
    return f"{who}: {str(message.content)[:_LONGEST_MESSAGE]}"
