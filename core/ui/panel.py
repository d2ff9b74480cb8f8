"""The common half of every page: ask, watch, answer, carry on, look back."""

from __future__ import annotations

import streamlit as st
from langchain_core.messages import convert_to_messages

from core.errors import AppError
from core.session import GraphSession
from core.types import State, Step
from core.ui.buttons import pressed
from core.ui.diagram import draw_path
from core.ui.forms import ask_back
from core.ui.resources import THREAD, show_error
from core.ui.trace import draw_trace
from core.ui.words import count, duration, plain, step_name

PATIENCE = 0.4  # seconds a page waits for a quick run before it draws one at work
POLL = 0.4  # seconds between two looks at a run at work


def converse(session: GraphSession, settings: State | None = None) -> bool:
    """Draw the request form and whatever the run needs now; True when there is a finished answer to show.

    The form of a system that remembers is a chat's, at the foot of the page.
    """
    refused = _start_if_asked(session, settings or {})
    _wait_a_little(session)
    at_work = session.running  # asked once: the form's button must not stay disabled beside an answer
    question = None if at_work or session.thread is None else session.question
    stuck = not at_work and bool(session.failure or session.unfinished)
    if session.system.remembers:
        _chat_form(session, at_work)
    else:
        _request_form(session, at_work, first=not (question or stuck))
    _past(session)
    if refused:
        show_error(refused)
    if session.thread is None:
        return False
    if at_work:
        _watch(session)
        return False
    if stuck:
        _carry_on(session)
    if question:
        ask_back(session, question)
        return False
    return not stuck and bool(session.state)


def draw_run(session: GraphSession, turn: int | None = None) -> None:
    """How the answer came about: the path through the graph, and every step of it; of one turn of a conversation."""
    steps = session.steps if turn is None else session.steps_of(turn)
    path, trace = st.tabs(["Path through the graph", "Trace"], key=f"{session.system.name}:run-tabs", on_change="rerun")
    if path.open:
        with path:
            draw_path(session.graph, steps)
    if trace.open:
        with trace:
            draw_trace(steps, session.system.name)


def draw_conversation(session: GraphSession) -> tuple[int, State]:
    """What was said so far, and the turn that the page shows in full with its state: the latest, or one that is picked.

    The state of a system that remembers holds `messages`: LangChain's, or dicts of role and content.
    """
    messages = convert_to_messages(session.state["messages"])
    places = [place for place, message in enumerate(messages) if message.type == "human"]
    turn = latest = session.requests
    first = latest - len(places) + 1  # a system may keep only the last of many turns in its memory
    said = {first + number: messages[place].text for number, place in enumerate(places)}
    if len(said) > 1:
        with st.expander(f"Earlier in this conversation: {count(len(said) - 1, 'question')}", icon=":material/forum:"):
            for message in messages[: places[-1]]:
                st.chat_message(message.type).markdown(plain(message.text))
        turn = st.selectbox(
            "Which question to look at",
            list(said),
            len(said) - 1,
            format_func=lambda number: f"{number}. {said[number]}",
            key=f"{session.system.name}:{session.thread}:{latest}:turn",
        )
    st.chat_message("user").markdown(plain(said[turn]))
    return turn, session.state if turn == latest else session.turns[turn - 1].values


def in_short(session: GraphSession, turn: int | None = None) -> str:
    """One line on the run, or on one turn of a conversation: who answered, how many steps, how long."""
    steps = session.steps if turn is None else session.steps_of(turn)
    who = list(dict.fromkeys(asked.engine for step in steps for asked in step.asked)) or ["No model was asked"]
    tokens = sum(asked.tokens_in + asked.tokens_out for step in steps for asked in step.asked)
    parts = [", ".join(who), count(len(steps), "step"), duration(_seconds(steps))]
    return " · ".join([*parts, count(tokens, "token")] if tokens else parts)


def _seconds(steps: list[Step]) -> float:
    """Seconds of work: the steps of one superstep ran side by side, and waiting for the analyst does not count."""
    longest: dict[int, float] = {}
    for step in steps:
        longest[step.superstep] = max(longest.get(step.superstep, 0.0), step.seconds or 0.0)
    return sum(longest.values())


def _wait_a_little(session: GraphSession) -> None:
    """Give a quick run the chance to end before the page is drawn."""
    if session.run:
        session.run.wait(PATIENCE)
        session.wait(0)


def _start_if_asked(session: GraphSession, settings: State) -> AppError | None:
    """Start what the form or an example asked for, before anything is drawn; the error that refused it."""
    key = f"{session.system.name}:request"
    if f"{key}:next" in st.session_state:
        st.session_state[key] = st.session_state.pop(f"{key}:next")
    elif key not in st.session_state:
        st.session_state[key] = session.settings.get("request", "")
    if not st.session_state.pop(f"{key}:ask", False):
        return None
    try:
        session.start(st.session_state[key], settings)
    except AppError as error:
        return error
    st.query_params[THREAD] = str(session.thread)
    return None


def _request_form(session: GraphSession, at_work: bool, first: bool) -> None:
    """`first`: asking is the first thing to do on this page, and its button looks so."""
    system = session.system
    key = f"{system.name}:request"
    with st.form(f"{key}:form", border=False):
        words, button = st.columns([5, 1], vertical_alignment="bottom")
        words.text_input(system.asks_for, key=key)
        button.form_submit_button(
            "Search",
            type="primary" if first else "secondary",
            width="stretch",
            disabled=at_work,
            key=f"{key}:search",
            on_click=_take_request,
            args=(key,),
        )
    _examples(session)


def _chat_form(session: GraphSession, at_work: bool) -> None:
    key = f"{session.system.name}:request"
    _examples(session)
    st.chat_input(session.system.asks_for, key=f"{key}:chat", disabled=at_work, on_submit=_take_message, args=(key,))


def _examples(session: GraphSession) -> None:
    key = f"{session.system.name}:request"
    if session.thread is None:
        st.pills(
            "Try one of these", session.system.examples, key=f"{key}:example", on_change=_take_example, args=(key,)
        )


def _take_message(key: str) -> None:
    st.session_state[f"{key}:next"] = st.session_state[f"{key}:chat"]
    st.session_state[f"{key}:ask"] = True


def _take_request(key: str) -> None:
    st.session_state[f"{key}:ask"] = True


def _take_example(key: str) -> None:
    if example := st.session_state.get(f"{key}:example"):
        st.session_state[f"{key}:next"] = example
        st.session_state[f"{key}:ask"] = True
        st.session_state[f"{key}:example"] = None


def _watch(session: GraphSession) -> None:
    """The run at work, looked at again and again until it ends; then the whole page is drawn anew."""

    @st.fragment(run_every=POLL)
    def look() -> None:
        run = session.run
        if run is None or not run.running:
            st.rerun()
        with st.container(border=True):
            line, button = st.columns([5, 1], vertical_alignment="center")
            line.markdown(":shimmer[Stopping before the next step …]" if run.stopping else ":shimmer[At work …]")
            if pressed(
                "Stop",
                place=button,
                key=f"{session.system.name}:stop",
                disabled=run.stopping,
                width="stretch",
                icon=":material/stop_circle:",
            ):
                run.stop()
            for step in list(run.steps):
                icon = ":material/check:" if step.seconds is not None else ":material/pending:"
                st.markdown(f"{icon} {step_name(step.node)} · {duration(step.seconds)}")
            for text in list(run.text.values()):
                st.markdown(plain(text))

    look()


def _carry_on(session: GraphSession) -> None:
    failure = session.failure
    if failure:
        where = f" It happened in the step “{step_name(failure.node)}”." if failure.node else ""
        st.error(failure.message + where, icon=":material/error:")
        if failure.advice:
            st.markdown(failure.advice)
    elif session.run and session.run.status == "stopped":
        st.info("You stopped this run. What it had done so far is kept.", icon=":material/pause_circle:")
    else:
        st.warning(
            "This run was cut off, for example because the server was restarted. What it had done so far is kept.",
            icon=":material/history:",
        )
    again, offline, _ = st.columns([1, 1, 3])
    label = "Try again" if failure else "Carry on"
    if pressed(label, place=again, type="primary", width="stretch", key=f"{session.system.name}:carry-on"):
        _go_on(session, offline=False)
    if not session.context.engine.offline and pressed(
        "Carry on offline",
        place=offline,
        width="stretch",
        help="By the written rules, without the model",
        key=f"{session.system.name}:offline",
    ):
        _go_on(session, offline=True)
    if failure and failure.detail:
        with st.expander("Details for a report"):
            st.code(failure.detail, language=None, wrap_lines=True)


def _go_on(session: GraphSession, offline: bool) -> None:
    try:
        session.carry_on(offline)
    except AppError as error:
        show_error(error)
        return
    st.rerun()


def _past(session: GraphSession) -> None:
    """Earlier runs of this system, in the sidebar: open one, or forget it."""
    entries = session.past(20)
    with st.sidebar, st.expander("Earlier runs", expanded=False, icon=":material/history:"):
        if not entries:
            st.text("None yet.")
        for entry in entries:
            name, bin_ = st.columns([5, 1], vertical_alignment="center")
            here = entry.id == session.thread
            title = plain(entry.title[:60])
            if pressed(
                f"**{title}**" if here else title, place=name, key=f"open:{entry.id}", type="tertiary", disabled=here
            ):
                session.open(entry.id)
                st.session_state[f"{session.system.name}:request:next"] = entry.settings.get("request", entry.title)
                st.query_params[THREAD] = entry.id
                st.rerun()
            if pressed(
                ":material/delete:", place=bin_, key=f"forget:{entry.id}", type="tertiary", help="Forget this run"
            ):
                session.forget(entry.id)
                if here:
                    del st.query_params[THREAD]
                st.rerun()
        if session.thread and session.system.remembers:
            st.text_input(
                "Name of this conversation",
                next((entry.title for entry in entries if entry.id == session.thread), ""),
                key=f"{session.thread}:name",
                on_change=lambda: session.rename(st.session_state[f"{session.thread}:name"]),
            )
        if session.thread and pressed("Start afresh", width="stretch", key=f"{session.system.name}:afresh"):
            session.leave()
            st.session_state[f"{session.system.name}:request:next"] = ""
            del st.query_params[THREAD]
            st.rerun()
