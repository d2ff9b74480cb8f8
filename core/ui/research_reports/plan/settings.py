"""How the next report is made: whether the plan waits for the analyst, and the numbers of the filter."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.systems.research_reports.state import Context
from core.ui.address import adopt, publish

THRESHOLD, ALPHA = "research_reports:threshold", "research_reports:alpha"
_DO_NOT_ASK, _SENTENCES = "research_reports:do_not_ask", "research_reports:sentences"
_MOST_SENTENCES = 12


def choose_settings() -> dict[str, Any]:
    """The settings as fields of the system's `Context`, kept in the address; the filter's stand with the passages."""
    adopt(THRESHOLD, "threshold", Context.threshold, lambda value: 0 <= value <= 1)
    adopt(ALPHA, "alpha", Context.alpha, lambda value: 0 <= value <= 1)
    adopt(_DO_NOT_ASK, "do_not_ask", False, lambda value: True)
    adopt(_SENTENCES, "sentences", Context.sentences, lambda value: 1 <= value <= _MOST_SENTENCES)
    with st.expander("Settings of the next report", icon=":material/tune:"):
        left, right = st.columns(2)
        left.toggle(
            "Don't ask me for the plan",
            key=_DO_NOT_ASK,
            persist_state="session",
            help="The run starts at once with the plan as it was made",
        )
        right.slider("Sentences of a section, at most", 1, _MOST_SENTENCES, key=_SENTENCES, persist_state="session")
        st.markdown("The threshold and the weight of meaning are set where the passages are shown.")
    threshold, alpha = st.session_state[THRESHOLD], st.session_state[ALPHA]
    do_not_ask, sentences = st.session_state[_DO_NOT_ASK], st.session_state[_SENTENCES]
    publish(
        threshold=(threshold, Context.threshold),
        alpha=(alpha, Context.alpha),
        do_not_ask=(do_not_ask, False),
        sentences=(sentences, Context.sentences),
    )
    return {"ask_plan": not do_not_ask, "threshold": threshold, "alpha": alpha, "sentences": sentences}
