"""How the next report is asked for: whether the plan waits, the numbers of the filter, a follow-up or a new report."""

from __future__ import annotations

from typing import TypedDict

import streamlit as st

from core.session import GraphSession
from core.systems.research_reports.state import Context, State
from core.ui.address import adopt, publish
from core.ui.buttons import act
from core.ui.controls import Controls
from core.ui.earlier_runs import start_afresh

THRESHOLD, ALPHA = "research_reports:threshold", "research_reports:alpha"
_DO_NOT_ASK, _SENTENCES = "research_reports:do_not_ask", "research_reports:sentences"
_MOST_SENTENCES = 12


class Numbers(TypedDict):
    """What the analyst sets, under the names of the system's `Context`."""

    ask_plan: bool
    threshold: float
    alpha: float
    sentences: int


def choose_settings(controls: Controls) -> Numbers:
    """Return the settings as fields of the system's `Context`, kept in the address; the filter's stand with the
    passages."""
    adopt(THRESHOLD, "threshold", Context.threshold, lambda value: 0 <= value <= 1)
    adopt(ALPHA, "alpha", Context.alpha, lambda value: 0 <= value <= 1)
    adopt(_DO_NOT_ASK, "do_not_ask", False, lambda value: True)
    adopt(_SENTENCES, "sentences", Context.sentences, lambda value: 1 <= value <= _MOST_SENTENCES)
    with controls.fold:
        st.toggle(
            "Don't ask me for the plan",
            key=_DO_NOT_ASK,
            persist_state="session",
            help="The run starts at once with the plan as it was made",
        )
        st.slider("Sentences of a section, at most", 1, _MOST_SENTENCES, key=_SENTENCES, persist_state="session")
        st.markdown("The threshold and meaning against words are set where the passages are shown.")
    threshold, alpha = st.session_state[THRESHOLD], st.session_state[ALPHA]
    do_not_ask, sentences = st.session_state[_DO_NOT_ASK], st.session_state[_SENTENCES]
    controls.tell(
        "Starts at once with its own plan" if do_not_ask else "Shows its plan first",
        f"{sentences} sentences a section, at most",
        *([f"threshold **{threshold:g}**"] if threshold != Context.threshold else []),
        *([f"meaning against words **{alpha:g}**"] if alpha != Context.alpha else []),
    )
    publish(
        threshold=(threshold, Context.threshold),
        alpha=(alpha, Context.alpha),
        do_not_ask=(do_not_ask, False),
        sentences=(sentences, Context.sentences),
    )
    return {"ask_plan": not do_not_ask, "threshold": threshold, "alpha": alpha, "sentences": sentences}


def draw_next(session: GraphSession[State, Context], state: State) -> None:
    """Say that a follow-up fetches nothing, and offer to begin anew; without a report the next question does."""
    if state["report"]["status"] == "no evidence":
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            ":material/forum: What you ask now gets a section of its own from the same evidence; nothing is fetched."
        )
        act("New report", start_afresh, session, key="research_reports:new", icon=":material/note_add:")
