"""The steps of a library chat, one function for each box of specification 004's diagram."""

from __future__ import annotations

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.runtime import Runtime

from core.codec import from_state, to_state
from core.systems.library_chat import tasks
from core.systems.library_chat.agents.analyst import calculate
from core.systems.library_chat.agents.librarian import search
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.reading import read_in_catalogue
from core.systems.library_chat.agents.results import remembered_of
from core.systems.library_chat.plan.parts import LONGEST
from core.systems.library_chat.plan.question import Remembered, Understanding
from core.systems.library_chat.plan.small_talk import reply
from core.systems.library_chat.review.differences import differences
from core.systems.library_chat.review.drafts import draft_of, names_in_answer
from core.systems.library_chat.state import Context, Review, Route, State

_HEARD = 6  # messages that the supervisor hears of a conversation
_LONGEST_MESSAGE = 500  # characters


def supervisor(state: State, runtime: Runtime[Context]) -> State:
    """Begin a turn: understand the question, with what the conversation was about, and choose who answers."""
    context = runtime.context
    log = QueryLog(context.library, "supervisor")
    before = state.get("remembered")
    read = read_in_catalogue(log, from_state(Remembered, before) if before else None, context.without)
    question = state["request"]
    understood = read(question)
    routing = context.engine.ask(
        tasks.supervise,
        question=question,
        conversation=[_heard(message) for message in state.get("messages", [])[-_HEARD:]],
        cues=list(understood.cues),
    )
    alone = " ".join(routing.question.split())[:LONGEST]
    if alone and alone != " ".join(question.split())[:LONGEST]:
        question, understood = alone, read(alone)
    agent = context.route or routing.agent
    return {
        "messages": [HumanMessage(state["request"])],
        "question": question,
        "without": list(context.without),
        "route": Route(
            agent=agent,
            cues=list(understood.cues),
            reason=routing.reason,
            chosen_by="you" if context.route else context.engine.label,
        ),
        "understanding": to_state(understood),
        "results": [],
        "near_misses": [],
        "scores": [],
        "statistics": [],
        "statements": log.statements,
        "draft": "" if agent != "none" else reply(understood),
        "drafted_by": [],
        "review": Review(accepted=True, differences=[], text=""),
        "response": "",
    }


def librarian(state: State, runtime: Runtime[Context]) -> State:
    """Find books, and say which."""
    context = runtime.context
    log = QueryLog(context.library, "librarian")
    understood = from_state(Understanding, state["understanding"])
    found = search(understood, context, log)
    text = context.engine.ask(
        tasks.present_books, question=state["question"], draft=found.text, found=found.results
    )  # fmt: skip
    draft = draft_of("librarian", found, text, names_in_answer(understood, found.results, found.statistics))
    return {
        "results": found.results,
        "near_misses": found.near_misses,
        "scores": found.scores,
        "statistics": found.statistics,
        "statements": [*state["statements"], *log.statements],
        "draft": draft["text"],
        "drafted_by": [draft],
        "remembered": to_state(remembered_of(understood, found.results, found.people)),
    }


def analyst(state: State, runtime: Runtime[Context]) -> State:
    """Calculate figures, and say them; before the books, where both were asked."""
    context = runtime.context
    log = QueryLog(context.library, "analyst")
    understood = from_state(Understanding, state["understanding"])
    found = calculate(understood, context, log)
    text = context.engine.ask(
        tasks.present_figures, question=state["question"], draft=found.text, figures=found.statistics
    )  # fmt: skip
    books = [*state["results"], *found.results, *state["near_misses"]]
    draft = draft_of("analyst", found, text, names_in_answer(understood, books, found.statistics))
    results = state["results"] or found.results
    return {
        "results": results,
        "near_misses": state["near_misses"] or found.near_misses,
        "scores": state["scores"] or found.scores,
        "statistics": [*found.statistics, *state["statistics"]],
        "statements": [*state["statements"], *log.statements],
        "draft": "\n\n".join(part for part in (draft["text"], state["draft"]) if part),
        "drafted_by": [*state["drafted_by"], draft],
        "remembered": to_state(remembered_of(understood, results, found.people)),
    }


def reviewer(state: State, runtime: Runtime[Context]) -> State:
    """Mend the wording. What changes a fact is rejected, and the draft stands."""
    draft = state["draft"]
    text = runtime.context.engine.write(tasks.review, question=state["question"], draft=draft).strip()
    understood = from_state(Understanding, state["understanding"])
    names = names_in_answer(understood, [*state["results"], *state["near_misses"]], state["statistics"])
    changed = differences(draft, text, names) if text != draft else []
    response = draft if changed else text
    return {
        "review": Review(accepted=not changed, differences=changed, text=text),
        "response": response,
        "messages": [AIMessage(response)],
    }


def _heard(message: AnyMessage) -> str:
    who = "Analyst" if isinstance(message, HumanMessage) else "Library"
    return f"{who}: {str(message.content)[:_LONGEST_MESSAGE]}"
