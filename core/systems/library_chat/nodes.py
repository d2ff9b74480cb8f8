"""The steps of a library chat, one function for each box of specification 004's diagram."""

from __future__ import annotations

from dataclasses import replace

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.codec import from_state, to_state
from core.systems.library_chat import tasks
from core.systems.library_chat.agents.carrying_out import carry_out
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.results import Finding
from core.systems.library_chat.grammar.messages import read
from core.systems.library_chat.grammar.reading import Parsed
from core.systems.library_chat.grammar.remembered import Remembered, remember
from core.systems.library_chat.grammar.vocabulary import vocabulary_of
from core.systems.library_chat.plan.clarification import chosen, question_of, ways_that_differ
from core.systems.library_chat.plan.understood import (
    LONGEST,
    Understood,
    for_analyst,
    for_librarian,
    reading_of,
    reply,
    understood_of,
)  # fmt: skip
from core.systems.library_chat.review.differences import differences
from core.systems.library_chat.review.drafts import draft_of, names_in_answer
from core.systems.library_chat.state import Context, Review, Route, State

_HEARD = 6  # messages that the supervisor hears of a conversation
_LONGEST_MESSAGE = 500  # characters


def supervisor(state: State, runtime: Runtime[Context]) -> State:
    """Begin a turn: understand the question, with what the conversation was about, and choose who answers."""
    context = runtime.context
    log = QueryLog(context.library, "supervisor")
    names = vocabulary_of(context.library)
    columns = {column.name: column for column in names.columns}
    question = " ".join(state["request"].split())[:LONGEST]
    parsed = _read(question, state, context)
    understood = understood_of(parsed, columns, context.without)
    routing = context.engine.ask(
        tasks.supervise,
        question=question,
        conversation=[_heard(message) for message in state.get("messages", [])[-_HEARD:]],
        cues=list(understood.cues),
    )
    alone = " ".join(routing.question.split())[:LONGEST]
    if alone and alone != question:
        parsed = _read(alone, state, context)
        understood = understood_of(parsed, columns, context.without)
        question = alone
    understood = _made_clear(parsed, understood, log)
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
        "reading": to_state(reading_of(parsed, understood, columns, context.without)),
        "understood": to_state(understood),
        "passing": 0,
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


def _read(question: str, state: State, context: Context) -> Parsed:
    """Read a question with what was said before. Reading is pure: the same again gives the same."""
    before = state.get("remembered")
    remembered = from_state(Remembered, before) if before else None
    names = vocabulary_of(context.library)
    return read(question, names, remembered, context.without, context.library.select)


def _made_clear(parsed: Parsed, understood: Understood, log: QueryLog) -> Understood:
    """Ask back where the words allow several plans that give different answers, and somebody can answer."""
    if not parsed.readings or get_config()["configurable"].get("__pregel_checkpointer") is None:
        return understood
    ways, given = ways_that_differ(parsed.readings, log)
    if len(ways) < 2:
        return understood
    return understood.of(chosen(ways, interrupt(to_state(question_of(ways, given)))))


def librarian(state: State, runtime: Runtime[Context]) -> State:
    """Find books, and say which."""
    context = runtime.context
    log = QueryLog(context.library, "librarian")
    understood = from_state(Understood, state["understood"])
    found = carry_out(for_librarian(understood.plan), understood, context, log)
    text = context.engine.ask(
        tasks.present_books, question=state["question"], draft=found.text, found=found.results
    )  # fmt: skip
    draft = draft_of("librarian", found, text, names_in_answer(understood, found.results, found.statistics))
    return {
        "passing": found.passing,
        "results": found.results,
        "near_misses": found.near_misses,
        "scores": found.scores,
        "statistics": found.statistics,
        "statements": [*state["statements"], *log.statements],
        "draft": draft["text"],
        "drafted_by": [draft],
        **({} if state["route"]["agent"] == "both" else _remembered(state, context, understood, found)),
    }


def analyst(state: State, runtime: Runtime[Context]) -> State:
    """Calculate figures, and say them; before the books, where both were asked."""
    context = runtime.context
    log = QueryLog(context.library, "analyst")
    understood = from_state(Understood, state["understood"])
    found = carry_out(for_analyst(understood.plan), understood, context, log)
    text = context.engine.ask(
        tasks.present_figures, question=state["question"], draft=found.text, figures=found.statistics
    )  # fmt: skip
    books = [*state["results"], *found.results, *state["near_misses"]]
    draft = draft_of("analyst", found, text, names_in_answer(understood, books, found.statistics))
    found.results = state["results"] or found.results
    return {
        "passing": found.passing or state["passing"],
        "results": found.results,
        "near_misses": state["near_misses"] or found.near_misses,
        "scores": state["scores"] or found.scores,
        "statistics": [*found.statistics, *state["statistics"]],
        "statements": [*state["statements"], *log.statements],
        "draft": "\n\n".join(part for part in (draft["text"], state["draft"]) if part),
        "drafted_by": [*state["drafted_by"], draft],
        **_remembered(state, context, understood, found),
    }


def _remembered(state: State, context: Context, understood: Understood, found: Finding) -> State:
    """Note what was asked and shown, for the next question to point at; what was before stays where nothing was."""
    before = state.get("remembered")
    parsed = replace(_read(state["question"], state, context), plan=understood.plan)
    remembered = remember(parsed, found.selected, from_state(Remembered, before) if before else None)
    return {"remembered": to_state(remembered)} if remembered else {}


def reviewer(state: State, runtime: Runtime[Context]) -> State:
    """Mend the wording. What changes a fact is rejected, and the draft stands."""
    draft = state["draft"]
    text = runtime.context.engine.write(tasks.review, question=state["question"], draft=draft).strip()
    understood = from_state(Understood, state["understood"])
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
