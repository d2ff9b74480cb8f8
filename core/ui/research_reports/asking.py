"""What asking does when a report is there: a follow-up from the same evidence, or a new report."""

from __future__ import annotations

import streamlit as st

from core.session import GraphSession
from core.ui.resources import THREAD


def draw_next(session: GraphSession) -> None:
    """Say that a follow-up fetches nothing, and offer to begin anew."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            ":material/forum: What you ask now gets a section of its own from the same evidence; nothing is fetched."
        )
        st.button(
            "New report", icon=":material/note_add:", key="research_reports:new", on_click=_leave, args=(session,)
        )


def _leave(session: GraphSession) -> None:
    session.leave()
    st.session_state["research_reports:request:next"] = ""
    st.query_params.pop(THREAD, None)
