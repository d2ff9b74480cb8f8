"""Earlier runs of a system: open one, name it, forget it, or put the one on the page aside."""

from __future__ import annotations

import streamlit as st

from core.session import GraphSession
from core.stores.threads import Thread
from core.ui.buttons import act, guarded_act
from core.ui.resources import THREAD
from core.ui.words import plain


def draw_earlier_runs(session: GraphSession) -> None:
    """Draw the runs of this system that are kept, in the sidebar."""
    entries = session.past(20)
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
            act(
                ":material/delete:", _forget, session, entry.id,
                place=bin_, key=f"forget:{entry.id}", type="tertiary", help="Forget this run",
            )  # fmt: skip
        if session.thread and session.system.remembers:
            st.text_input(
                "Name of this conversation",
                next((entry.title for entry in entries if entry.id == session.thread), ""),
                key=f"{session.thread}:name",
                on_change=guarded_act,
                args=(_rename, session, f"{session.thread}:name"),
            )
        if session.thread:
            act("Start afresh", start_afresh, session, key=f"{session.system.name}:afresh", width="stretch")


def _open(session: GraphSession, entry: Thread) -> None:
    session.open(entry.id)
    st.session_state[f"{session.system.name}:request:next"] = entry.settings.get("request", entry.title)
    st.query_params[THREAD] = entry.id


def _forget(session: GraphSession, thread: str) -> None:
    here = thread == session.thread
    session.forget(thread)
    if here:
        st.query_params.pop(THREAD, None)


def _rename(session: GraphSession, name: str) -> None:
    session.rename(st.session_state[name])


def start_afresh(session: GraphSession) -> None:
    """Put the run or the conversation on the page aside and ask something new; made for `act`."""
    session.leave()
    st.session_state[f"{session.system.name}:request:next"] = ""
    st.query_params.pop(THREAD, None)
