"""The common half of every page: ask, watch, answer, carry on, look back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import AppError, Busy
from core.session import GraphSession
from core.systems import C, S, System
from core.types import JSON, Step
from core.ui.buttons import act
from core.ui.diagram import draw_path
from core.ui.earlier_runs import draw_earlier_runs
from core.ui.forms import ask_back
from core.ui.resources import THREAD, publish_thread, show_error, tell_refused
from core.ui.tabs import draw_tabs
from core.ui.trace import draw_trace
from core.ui.turn import draw_question
from core.ui.words import count, duration, marked, plain, step_name

PATIENCE = 0.4  # seconds a page waits for a quick run before it draws one at work
POLL = 0.4  # seconds between two looks at a run at work


def converse(
    session: GraphSession,
    settings: Mapping[str, JSON] | None = None,
    examples: Callable[[], Sequence[str]] | None = None,
    check: Callable[[], object] | None = None,
) -> bool:
    """Draw the request form and whatever the run needs now; True when there is a finished answer to show.

    The form of a system that remembers is a chat's, at the foot of the page. `examples` gives what can be tried where
    nothing is asked yet; by default the system's own. `check` is called before anything is asked, and may refuse it.
    """
    refused = _start_if_asked(session, settings or {}, check)
    _wait_a_little(session)
    at_work = session.at_work  # asked once: the form's button must not stay disabled beside an answer
    question = None if at_work or session.thread is None else session.question
    stuck = not at_work and bool(session.failure or session.unfinished)
    asking, happening = _places(session)
    with asking:
        if session.system.remembers:
            _draw_examples(session, examples)
            _chat_form(session, at_work)
        else:
            _request_form(session, at_work, first=not (question or stuck))
            _draw_examples(session, examples)
        draw_earlier_runs(session)
        tell_refused(session)
        if refused:
            show_error(refused)
        _draw_not_asked(session, at_work)
    if session.thread is None:
        return False
    answered = not (at_work or stuck or question) and bool(session.state)
    with happening:
        if not (answered and session.system.remembers):  # a conversation repeats its questions itself
            draw_question(session.request)
        if at_work:
            _watch(session)
        elif stuck:
            _carry_on(session)
        if question:
            ask_back(session, question)
    return answered


def draw_head(system: System[S, C]) -> None:
    """Draw the title of a page, and what it is for until something is asked: then what came of it comes first."""
    st.title(system.title)
    about = st.empty()  # drawn or not, so that nothing below it moves and is seen twice while the page is drawn anew
    asked = f"{system.name}:request:ask" in st.session_state or THREAD in st.query_params
    if not asked and "thread" not in st.session_state.get(f"session:{system.name}", {}):
        about.markdown(system.about)


def _places(session: GraphSession) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return where it is asked, and where is seen what happens: a conversation grows above its form."""
    above, below = st.container(), st.container()
    return (below, above) if session.system.remembers else (above, below)


def draw_run(session: GraphSession, turn: int | None = None) -> None:
    """Draw how the answer, or one turn of a conversation, came about: the path through the graph, and every step."""
    steps = session.steps if turn is None else session.steps_of(turn)
    draw_tabs(
        {
            "Path through the graph": lambda: draw_path(session.graph, steps),
            "Trace": lambda: draw_trace(steps, session.system.name),
        },
        f"{session.system.name}:run-tabs",
    )


def in_short(session: GraphSession, turn: int | None = None) -> str:
    """Give one line on the run, or on one turn of a conversation: who answered, how many steps, how long."""
    steps = session.steps if turn is None else session.steps_of(turn)
    who = list(dict.fromkeys(asked.engine for step in steps for asked in step.asked))
    who = who or ["Worked out here, no model asked"]
    tokens = sum(asked.tokens_in + asked.tokens_out for step in steps for asked in step.asked)
    parts = [plain(", ".join(who)), count(len(steps), "step"), duration(_seconds(steps))]
    return " · ".join([*parts, count(tokens, "token")] if tokens else parts)


def _seconds(steps: list[Step]) -> float:
    """Count seconds of work: the steps of one superstep ran side by side; waiting for the analyst does not count."""
    longest: dict[int, float] = {}
    for step in steps:
        longest[step.superstep] = max(longest.get(step.superstep, 0.0), step.seconds or 0.0)
    return sum(longest.values())


def _wait_a_little(session: GraphSession) -> None:
    """Give a quick run the chance to end before the page is drawn."""
    if session.run:
        session.run.wait(PATIENCE)
        session.wait(0)


def _start_if_asked(
    session: GraphSession, settings: Mapping[str, JSON], check: Callable[[], object] | None
) -> AppError | None:
    """Start what the form or an example asked for, before anything is drawn; the error that refused it."""
    key = f"{session.system.name}:request"
    of = f"{key}:of"  # the run whose request stands in the box: browser Back, or an address, can bring another one
    if f"{key}:next" in st.session_state:
        _fill_box(session.system.name, st.session_state[f"{key}:next"])
        del st.session_state[f"{key}:next"]
    elif _box(session.system.name) not in st.session_state or st.session_state.get(of) != session.thread:
        _fill_box(session.system.name, session.request)
    st.session_state[of] = session.thread
    asked = st.session_state.pop(f"{key}:ask", None)  # the script may be ended up to here, and then not before it ran
    if asked is None:
        return None
    try:
        if check:
            check()
        session.start(asked, settings)
    except AppError as error:
        if isinstance(error, Busy):
            st.session_state[f"{key}:not-asked"] = (session.thread, asked)
        return error
    st.session_state.pop(f"{key}:not-asked", None)
    st.session_state[of] = session.thread
    publish_thread(session)
    return None


def _box(system: str) -> str:
    """Give the key of the box for requests that is on the page now."""
    fresh = st.session_state.get(f"{system}:request:fresh", 0)
    return f"{system}:request" if not fresh else f"{fresh}:{system}:request"


def _fill_box(system: str, words: str) -> None:
    """Write into the box; a new one takes its place where words that were never sent may stand in it.

    The browser keeps such words, whatever the script says about the value of the same box.
    """
    if st.session_state.get(_box(system), words) != words:
        st.session_state[f"{system}:request:fresh"] = st.session_state.get(f"{system}:request:fresh", 0) + 1
    st.session_state[_box(system)] = words


def refill_box(system: str) -> None:
    """Have the request written into the box anew when it is drawn next: it was off the page, and the browser would draw
    it empty."""
    st.session_state.pop(_box(system), None)


def _request_form(session: GraphSession, at_work: bool, first: bool) -> None:
    """Draw the form; `first`: asking is the first thing to do on this page, and its button looks so."""
    system = session.system
    key, box = f"{system.name}:request", _box(system.name)
    with st.form(f"{key}:form", border=False):
        words, button = st.columns([5, 1], vertical_alignment="bottom")
        words.text_input(system.asks_for, key=box)
        button.form_submit_button(
            "Search",
            type="primary" if first else "secondary",
            width="stretch",
            disabled=at_work,
            key=f"{key}:search",
            on_click=_take,
            args=(system.name, box),
        )


def _chat_form(session: GraphSession, at_work: bool) -> None:
    name, key = session.system.name, f"{session.system.name}:request:chat"
    st.chat_input(session.system.asks_for, key=key, disabled=at_work, on_submit=_take, args=(name, key))


def _draw_not_asked(session: GraphSession, at_work: bool) -> None:
    """Draw what was typed into a chat whose box is empty again, and came too late: somebody else asked first."""
    name = session.system.name
    thread, words = st.session_state.get(f"{name}:request:not-asked", (None, ""))
    if words and thread == session.thread and session.system.remembers:
        st.markdown(f"**Not asked yet:** {plain(words)}")
        act("Ask it now", ask_for, name, words, key=f"{name}:request:not-asked:ask", disabled=at_work)


def _draw_examples(session: GraphSession, examples: Callable[[], Sequence[str]] | None) -> None:
    """Draw them while nothing is asked; only then are they made."""
    if session.thread is not None:
        return
    name, key = session.system.name, f"{session.system.name}:request:example"
    if offered := examples() if examples else session.system.examples:
        st.pills("Try one of these", offered, key=key, format_func=plain, on_change=_take_example, args=(name, key))


def ask_for(system: str, request: str) -> None:
    """Ask this of a system when its page is drawn next, as if it had been typed; made for `act`."""
    st.session_state[f"{system}:request:ask"] = request
    st.session_state[f"{system}:request:next"] = request


def _take(system: str, widget: str) -> None:
    """Ask what was typed into a widget, or picked in it."""
    if (request := st.session_state[widget]) is not None:
        ask_for(system, request)


def _take_example(system: str, pills: str) -> None:
    """Ask what was picked, once: a browser that is behind sends it again while the run is at work already."""
    if "thread" not in st.session_state.get(f"session:{system}", {}):
        _take(system, pills)
    st.session_state[pills] = None


def _watch(session: GraphSession) -> None:
    """Draw the run at work, looked at again and again until it ends; then the whole page is drawn anew.

    A run that another server works on is drawn by what is kept of it.
    """

    @st.fragment(run_every=POLL)
    def look() -> None:
        session.wait(0)
        if not session.at_work:
            st.rerun()
        run = session.run if session.running else None
        with st.container(border=True):
            line, button = st.columns([5, 1], vertical_alignment="center")
            line.markdown(_what_it_does(session))
            act(
                "Stop", session.stop, place=button, key=f"{session.system.name}:stop",
                disabled=session.stopping, width="stretch", icon=":material/stop_circle:",
            )  # fmt: skip
            for step in list(run.steps) if run else session.steps_of(session.requests):
                icon = ":material/check:" if step.seconds is not None else ":material/pending:"
                st.markdown(f"{icon} {step_name(step.node)} · {duration(step.seconds)}")
            written = list(run.text.values()) if run else []
            if written:
                st.markdown(":orange-badge[:material/hourglass_top: Being written, not checked yet]")
            for text in written:
                st.markdown(marked(text, []))  # with its line breaks

    look()


def _what_it_does(session: GraphSession) -> str:
    if session.stopping:
        return ":shimmer[Stopping before the next step …]"
    if session.elsewhere:
        return ":shimmer[At work elsewhere: another server works on it. What it has done shows here as it is kept …]"
    return ":shimmer[At work …]"


def _carry_on(session: GraphSession) -> None:
    failure = session.failure
    if failure:
        where = f" It happened in the step “{step_name(failure.node)}”." if failure.node else ""
        st.error(plain(failure.message) + where, icon=":material/error:")
        if failure.advice:
            st.markdown(plain(failure.advice))
    elif session.run and session.run.status == "stopped":
        st.info("You stopped this run. What it had done so far is kept.", icon=":material/pause_circle:")
    else:
        st.warning(
            "This run was cut off, for example because the server was restarted. What it had done so far is kept.",
            icon=":material/history:",
        )
    again, offline, _ = st.columns([1, 1, 3])
    act(
        "Try again" if failure else "Carry on", _go_on, session, False,
        place=again, key=f"{session.system.name}:carry-on", type="primary", width="stretch",
    )  # fmt: skip
    if not session.context.engine.offline:
        act(
            "Carry on offline", _go_on, session, True,
            place=offline, key=f"{session.system.name}:offline", width="stretch",
            help="By the written rules, without the model",
        )  # fmt: skip
    if failure and failure.detail:
        with st.expander("Details for a report"):
            st.code(failure.detail, language=None, wrap_lines=True)


def _go_on(session: GraphSession, offline: bool) -> None:
    catch_up(session)
    session.carry_on(offline)


def catch_up(session: GraphSession) -> None:
    """See what another tab did with a run since this page was drawn, before a button goes on with it.

    Raises `Busy` while it is at work.
    """
    session.wait(0)
    if session.at_work:
        raise Busy("This run is at work already.", "Wait for it, or stop it first.")
