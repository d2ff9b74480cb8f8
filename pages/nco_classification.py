"""NCO classification: the code and the evidence, one good question, or a whole file of jobs."""

from dataclasses import replace

import streamlit as st

from core.codec import from_state
from core.systems.nco_classification import SYSTEM, open_context
from core.systems.nco_classification.decision.reliability import reliability
from core.systems.nco_classification.decision.shares import shares_of
from core.systems.nco_classification.index.occupations import Candidate
from core.ui.nco_classification.codebook.codebook import draw_codebook
from core.ui.nco_classification.codebook.taking import draw_taking, own_code_of
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
from core.ui.nco_classification.decision.settings import choose_numbers
from core.ui.nco_classification.index.hierarchy import draw_hierarchy
from core.ui.nco_classification.index.official import choose_index
from core.ui.nco_classification.office.rules import draw_office
from core.ui.nco_classification.survey.surveys import CODEBOOK, MANY, OFFICE, choose_view, draw_surveys
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
if view == CODEBOOK:
    draw_codebook()
    st.stop()
if view == OFFICE:
    draw_office()
    st.stop()
asking, settings = st.container(), st.container()

with settings:
    choose_index()
    numbers = choose_numbers()
with st.spinner("Opening the classification …"):
    context = replace(open_context(resources()), **numbers)
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
ranges = reliability(response["confidence"].get("kind", "title"))
draw_outcome(response, known, ranges, in_short(session), own_code_of(session))
draw_taking(session, state, candidates, known)


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
    needed = response.get("threshold", context.threshold)
    draw_confidence(considered, ranges, needed, key="nco_classification:reliability")


def draw_place() -> None:
    """Draw where the candidates lie, each with its part of the one probability that is told everywhere."""
    shares = shares_of(response, from_state(list[Candidate], state["candidates"]))
    meant = {candidate.family for candidate in candidates}
    chosen = response["confidence"]["basis"] == "chosen"
    shown = {family: share for family, share in shares.items() if chosen or family in meant}
    draw_hierarchy(shown, known, key="nco_classification:rings", chosen=chosen)


def draw_making() -> None:
    """Draw what every run guarantees, and how this one went."""
    draw_guarantees(state, known)
    draw_run(session)


draw_tabs(
    {
        "Why this code" if response["codes"] else "What was found": draw_result,
        "How sure it is": draw_sureness,
        "Where it lies": draw_place,
        "Answer differently": lambda: draw_other_answers(session),
        "How it ran": draw_making,
        "How is this made?": lambda: draw_manual("nco_classification"),
    },
    "nco_classification:tabs",
)
