"""NCO classification: the code and the evidence, one good question, or a whole file of jobs."""

import streamlit as st

from core.systems.nco_classification import SYSTEM, open_context
from core.systems.nco_classification.decision.reliability import reliability
from core.ui.nco_classification.decision.answers import draw_other_answers
from core.ui.nco_classification.decision.confidence import draw_confidence
from core.ui.nco_classification.decision.guarantees import draw_guarantees
from core.ui.nco_classification.decision.result import (
    draw_evidence,
    draw_outcome,
    draw_reading,
    draw_rivals,
    draw_siblings,
    relevant,
)
from core.ui.nco_classification.index.hierarchy import draw_hierarchy
from core.ui.nco_classification.index.official import choose_index
from core.ui.nco_classification.office.rules import draw_office
from core.ui.nco_classification.survey.surveys import MANY, OFFICE, choose_view, draw_surveys
from core.ui.panel import converse, draw_run, in_short
from core.ui.reading import draw_reading_of
from core.ui.resources import open_session, resources
from core.ui.tabs import draw_manual, draw_tabs

st.title(SYSTEM.title)
st.markdown(SYSTEM.about)
view = choose_view()
if view == MANY:
    draw_surveys()
    st.stop()
if view == OFFICE:
    draw_office()
    st.stop()
asking, settings = st.container(), st.container()

with settings:
    choose_index()
with st.spinner("Opening the classification …"):
    context = open_context(resources())
session = open_session(SYSTEM, context)
with asking:
    answered = converse(session)
if not answered and session.question is None:
    st.stop()

state, known = session.state, context.classification
response = state["analyzer_response"]
candidates = relevant(state)
shown = {entry["code"][:4] for entry in response["codes"]} or {candidate.family for candidate in candidates[:1]}
first = [candidate for candidate in candidates if candidate.family in shown]
rest = [candidate for candidate in candidates if candidate.family not in shown]

draw_reading_of(session, state)
draw_outcome(response, known, reliability(), in_short(session))


def draw_result() -> None:
    """Draw how the words were read, and what speaks for the first two families and against the second."""
    draw_reading(state, context.searched.read(state["queries"][-1]).english)
    beside = [*first, *rest][:2]
    if not beside:
        st.markdown("Nothing was found that these words can mean. What the search came upon stands in the trace.")
    for column, candidate in zip(st.columns(2), beside, strict=False):
        with column:
            draw_evidence(candidate, known)
    if first and rest:
        draw_rivals(first[0], rest[0], known, response.get("why_it_lost", ""))
    for column, candidate in zip(st.columns(2), beside, strict=False):
        with column:
            draw_siblings(candidate, known, key=f"nco_classification:{candidate.family}")


def draw_sureness() -> None:
    """Draw the confidence, when there was something to be confident of."""
    considered = response["confidence"] if candidates else None
    draw_confidence(considered, reliability(), context.threshold, key="nco_classification:reliability")


def draw_making() -> None:
    """Draw what every run guarantees, and how this one went."""
    draw_guarantees(state, known)
    draw_run(session)


draw_tabs(
    {
        "Why this code" if response["codes"] else "What was found": draw_result,
        "How sure it is": draw_sureness,
        "Where it lies": lambda: draw_hierarchy(candidates, known, key="nco_classification:rings"),
        "Answer differently": lambda: draw_other_answers(session),
        "How it ran": draw_making,
        "How is this made?": lambda: draw_manual("nco_classification"),
    },
    "nco_classification:tabs",
)
