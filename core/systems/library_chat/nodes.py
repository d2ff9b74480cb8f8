"""The steps of a library chat, one function for each box of specification 004's diagram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.codec import from_state, to_state
from core.errors import InputError
from core.stores.library import Selected
from core.stores.library_plan import Plan
from core.systems.library_chat import tasks
from core.systems.library_chat.agents.carrying_out import carry_out
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.results import Finding, book_of
from core.systems.library_chat.agents.wording import MOST_GIVEN, given_to_model, parted
from core.systems.library_chat.grammar.messages import read
from core.systems.library_chat.grammar.reading import IN_DOUBT, Parsed
from core.systems.library_chat.grammar.remembered import Remembered, remember
from core.systems.library_chat.grammar.vocabulary import vocabulary_of
from core.systems.library_chat.plan.clarification import Way, chosen, given_by, question_of, ways_that_differ
from core.systems.library_chat.plan.proposals import Proposal, described
from core.systems.library_chat.plan.understood import (
    LONGEST,
    Understood,
    answerable,
    as_followed,
    for_analyst,
    for_librarian,
    reading_of,
    reply,
    settled,
    understood_of,
)  # fmt: skip
from core.systems.library_chat.plan.weighing import Weighed, compared, in_words, weigh, with_choice
from core.systems.library_chat.review.drafts import draft_of, worded
from core.systems.library_chat.review.facts import facts_of
from core.systems.library_chat.state import Context, Review, Route, State

_HEARD = 6  # messages that the supervisor hears of a conversation
_LONGEST_MESSAGE = 500  # characters
_LONGEST_LINE = 200


def supervisor(state: State, runtime: Runtime[Context]) -> State:
    """Begin a turn: understand the question, with what the conversation was about, and choose who answers."""
    context = runtime.context
    log = QueryLog(context.library, "supervisor")
    columns = {column.name: column for column in vocabulary_of(context.library).columns}
    question = " ".join(state["request"].split())[:LONGEST]
    weighed = _weighed(question, state, context)
    understood = _understood(weighed.parsed, weighed.by_model, context)
    ways = _ways(weighed, context, log)
    parsed = settled(weighed.parsed, IN_DOUBT) if ways else weighed.parsed
    return {
        "messages": [HumanMessage(state["request"])],
        "question": question,
        "without": list(context.without),
        **_routed(question, understood, _conversation(state.get("messages", [])), context),
        "reading": to_state(reading_of(parsed, understood, columns, context.without)),
        "understood": to_state(understood),
        "ways": to_state(ways, list[Way]),
        "compared": compared(weighed, understood, log, context.engine.label, is_open=bool(ways)),
        "passing": 0,
        "results": [],
        "near_misses": [],
        "scores": [],
        "statistics": [],
        "statements": log.statements,
        "drafted_by": [],
        "review": Review(accepted=True, differences=[], text=""),
        "response": "",
    }


def clarification(state: State, runtime: Runtime[Context]) -> State:
    """Ask which reading is meant, and go on with that."""
    ways: list[Way] = from_state(list[Way], state["ways"])
    way = chosen(ways, interrupt(to_state(question_of(ways))))
    heard = _conversation(state["messages"][:-1])
    same = list(way.understood.cues) == state["route"]["cues"]
    return {
        **({} if same else _routed(state["question"], way.understood, heard, runtime.context)),
        "reading": to_state(way.reading),
        "understood": to_state(way.understood),
        "ways": [],
        "compared": with_choice(state["compared"], way.label, way.given),
    }


def _read(question: str, state: State, context: Context) -> Parsed:
    """Read a question with what was said before. Reading is pure: the same again gives the same."""
    names = vocabulary_of(context.library)

    def select(plan: Plan) -> Selected:
        try:
            return context.library.select(plan)
        except InputError:  # of a column that the catalogue lacks, nothing is known
            return Selected(0)

    parsed = read(question, names, _before(state), context.without, select)
    return answerable(parsed, {column.name: column for column in names.columns})


def _before(state: State) -> Remembered | None:
    before = state.get("remembered")
    return from_state(Remembered, before) if before else None


def _weighed(question: str, state: State, context: Context) -> Weighed:
    """Let the engine make the plan of the grammar's draft, and choose between the two."""
    names, before = vocabulary_of(context.library), _before(state)
    heard = _conversation(state.get("messages", []))
    if before is not None:
        heard.append(f"Asked last: {in_words(before.plan, before.over, {one.name: one for one in names.columns})}")

    def ask(draft: Proposal, unread: Sequence[str], complaint: str) -> Proposal:
        return context.engine.ask(
            tasks.understand,
            question=question,
            columns=described(names),
            conversation=heard,
            draft=draft,
            unread=list(unread),
            complaint=complaint,
        )

    parsed = _read(question, state, context)
    return weigh(ask, parsed, names, before, context.without, context.engine.label)


def _understood(parsed: Parsed, by_model: bool, context: Context) -> Understood:
    columns = {column.name: column for column in vocabulary_of(context.library).columns}
    understood = understood_of(parsed, columns, context.without)
    return replace(understood, thread=parsed.thread) if by_model else understood


def _ways(weighed: Weighed, context: Context, log: QueryLog) -> list[Way]:
    """Return the ways to read a question that give different answers, where somebody can be asked to choose."""
    if get_config()["configurable"].get("__pregel_checkpointer") is None:
        return []
    columns = {column.name: column for column in vocabulary_of(context.library).columns}
    rules, ways = weighed.rules, []
    understood = _understood(rules, False, context)
    own = weighed.parsed.readings
    if weighed.doubtful:
        own = own or ((in_words(rules.plan, rules.over, columns), understood.plan),)
    for label, plan in own:
        read_so = understood.of(plan)
        reading = reading_of(settled(rules, label), read_so, columns, context.without)
        ways.append(Way(label, given_by(plan, log), read_so, reading, "the rules" if weighed.doubtful else ""))
    if weighed.doubtful and weighed.model is not None:
        read_so = _understood(weighed.model, True, context)
        label = in_words(weighed.model.plan, weighed.model.over, columns)
        reading = reading_of(weighed.model, read_so, columns, context.without)
        ways.append(Way(label, given_by(read_so.plan, log), read_so, reading, context.engine.label))
    differing = ways_that_differ(ways, log)
    return differing if len(differing) > 1 else []


def _routed(question: str, understood: Understood, conversation: list[str], context: Context) -> State:
    """Choose who answers; what needs no agent is answered at once."""
    routing = context.engine.ask(
        tasks.supervise,
        question=question,
        conversation=conversation,
        cues=list(understood.cues),
    )
    agent = context.route or routing.agent
    route = Route(
        agent=agent,
        cues=list(understood.cues),
        reason=routing.reason,
        chosen_by="you" if context.route else context.engine.label,
    )
    return {"route": route, "draft": "" if agent != "none" else reply(understood)}


def librarian(state: State, runtime: Runtime[Context]) -> State:
    """Find books, and say which."""
    context = runtime.context
    log = QueryLog(context.library, "librarian")
    understood = from_state(Understood, state["understood"])
    found = carry_out(for_librarian(understood.plan), understood, context, log)
    plain, listed = parted(found.text)
    books = [book_of(result) for result in found.results]
    known = [*found.results, *found.near_misses]
    facts = facts_of(plain, listed, state["question"], understood, known, found.statistics, found.passing)

    def words(*, objections: list[str]) -> str:
        given = given_to_model(books)
        return context.engine.ask(
            tasks.present_books, question=state["question"], draft=plain, found=given, objections=objections
        )

    draft = draft_of("librarian", found, facts, words)
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
    plain, listed = parted(found.text)
    first = [line.removeprefix("- ")[:_LONGEST_LINE] for line in listed.splitlines()[:MOST_GIVEN]]
    books = [*state["results"], *found.results, *state["near_misses"]]
    facts = facts_of(plain, listed, state["question"], understood, books, found.statistics, found.passing)

    def words(*, objections: list[str]) -> str:
        return context.engine.ask(
            tasks.present_figures, question=state["question"], draft=plain, figures=first, objections=objections
        )

    draft = draft_of("analyst", found, facts, words)
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
    parsed = replace(_read(state["question"], state, context), plan=understood.plan)
    if understood.thread is not None:
        parsed = as_followed(parsed, understood)
    remembered = remember(parsed, found.selected, _before(state))
    return {"remembered": to_state(remembered)} if remembered else {}


def reviewer(state: State, runtime: Runtime[Context]) -> State:
    """Mend the wording. What changes a fact is rejected, and the draft stands; a reply without facts always does."""
    draft, understood = state["draft"], from_state(Understood, state["understood"])
    plain, listed = parted(draft)
    text = plain
    if state[
        "drafted_by"
    ]:  # no agent computed a reply like “of those points to nothing”: it holds no words to new ones
        text = runtime.context.engine.write(tasks.review, question=state["question"], draft=plain).strip()
    books = [*state["results"], *state["near_misses"]]
    own = "\n".join([plain, *(one["plain"] for one in state["drafted_by"])])
    facts = facts_of(own, listed, state["question"], understood, books, state["statistics"], state["passing"])
    response, changed = worded(draft, text, facts)
    return {
        "review": Review(accepted=not changed, differences=changed, text=text),
        "response": response,
        "messages": [AIMessage(response)],
    }


def _conversation(messages: Sequence[AnyMessage]) -> list[str]:
    """Return what was said last, each time by whom."""
    heard = [
        ("Analyst" if isinstance(one, HumanMessage) else "Library", str(one.content)) for one in messages[-_HEARD:]
    ]
    return [f"{who}: {said[:_LONGEST_MESSAGE]}" for who, said in heard]
