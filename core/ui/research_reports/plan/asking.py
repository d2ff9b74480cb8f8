"""What asking does when a report is there: a follow-up from the same evidence, or a new report."""

from __future__ import annotations

import streamlit as st

from core.session import GraphSession
from core.ui.buttons import act
from core.ui.earlier_runs import start_afresh


def draw_next(session: GraphSession) -> None:
    """Say that a follow-up fetches nothing, and offer to begin anew."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            ":material/forum: What you ask now gets a section of its own from the same evidence; nothing is fetched."
        )
        act("New report", start_afresh, session, key="research_reports:new", icon=":material/note_add:")
