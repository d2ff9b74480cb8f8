"""Earlier runs of a system: open one, name it, forget it, or put the one on the page aside."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from core.session import GraphSession
from core.stores.threads import Thread
from core.ui.buttons import act, guarded_act
from core.ui.resources import publish_thread
from core.ui.words import plain

OUTCOMES = {
    "running": "cut off",  # where nobody is at work on it any more
    "done": "answered",
    "asking": "question open",
    "stopped": "stopped",
    "failed": "failed",
}
_DOUBTED = "forget:asked"  # the run that is to be forgotten, when that is confirmed


def draw_earlier_runs(session: GraphSession) -> None:
    """Draw the runs of this system that are kept, in the sidebar."""
    entries = session.past(20)
    place = st.sidebar.container()  # always there: what moves on the page is drawn anew, and an open list would close
    if session.thread:
        act(
            "Start afresh", start_afresh, session, place=place,
            key=f"{session.system.name}:afresh", width="stretch", icon=":material/add_comment:",
        )  # fmt: skip
    with st.sidebar, st.expander("Earlier runs", expanded=False, icon=":material/history:"):
        if not entries:
            st.text("None yet.")
        for entry in entries:
            name, bin_ = st.columns([5, 1], vertical_alignment="center")
            here = entry.id == session.thread
            title = plain(entry.title[:60])
            act(
                f"**{title}**" if here else title, _open, session, entry,
                place=name, key=f"open:{entry.id}", type="tertiary", disabled=here,
            )  # fmt: skip
            name.caption(in_one_line(entry, session.is_at_work(entry)))
            act(
                ":material/delete:", _doubt, entry.id,
                place=bin_, key=f"forget:{entry.id}", type="tertiary", help="Forget this run",
            )  # fmt: skip
            if st.session_state.get(_DOUBTED) == entry.id:
                _confirm(session, entry)
        if session.thread and session.system.remembers:
            st.text_input(
                "Name of this conversation",
                next((entry.title for entry in entries if entry.id == session.thread), ""),
                key=f"{session.thread}:name",
                on_change=guarded_act,
                args=(_rename, session, f"{session.thread}:name"),
            )


def in_one_line(entry: Thread, at_work: bool) -> str:
    """Say when a run was last at work, who was lent to it, and how it ended."""
    outcome = "at work" if at_work else OUTCOMES.get(entry.outcome, "not finished" if entry.unfinished else "")
    return " · ".join(filter(None, (_local(entry.updated), plain(entry.engine), outcome)))


def _local(moment: str) -> str:
    """Give a moment in UTC as the clock of the analyst says it."""
    try:
        zone = ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):  # a browser may say anything
        zone = ZoneInfo("UTC")
    return f"{datetime.fromisoformat(moment).astimezone(zone):%-d %b %Y, %H:%M}"


def _open(session: GraphSession, entry: Thread) -> None:
    session.open(entry.id)
    st.session_state[f"{session.system.name}:request:next"] = session.request or entry.title
    publish_thread(session)


def _doubt(thread: str) -> None:
    st.session_state[_DOUBTED] = thread


def _confirm(session: GraphSession, entry: Thread) -> None:
    st.warning("Forget this run with its answer and its trace, for good?")
    with st.container(horizontal=True):
        act("Forget it", _forget, session, entry.id, key=f"forget:{entry.id}:yes")
        act("Keep it", _doubt, "", key=f"forget:{entry.id}:no")


def _forget(session: GraphSession, thread: str) -> None:
    session.forget(thread)
    st.session_state.pop(_DOUBTED, None)
    publish_thread(session)


def _rename(session: GraphSession, name: str) -> None:
    session.rename(st.session_state[name])


def start_afresh(session: GraphSession) -> None:
    """Put the run or the conversation on the page aside and ask something new; made for `act`."""
    session.leave()
    st.session_state[f"{session.system.name}:request:next"] = ""
    publish_thread(session)
