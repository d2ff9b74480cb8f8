"""NCO classification: the code and the evidence, one good question, or a whole file of jobs."""

from dataclasses import replace

import streamlit as st

from core.codec import from_state
from core.language.reading import Reading
from core.systems.nco_classification import SYSTEM, open_context
from core.systems.nco_classification.codebook.decided import before_any_answer, chosen_in_words
from core.systems.nco_classification.decision.evidence_words import known_part
from core.systems.nco_classification.decision.reliability import reliability
from core.systems.nco_classification.decision.runner_up import rivals
from core.systems.nco_classification.decision.shares import shares_of
from core.systems.nco_classification.index.occupations import Candidate
from core.ui.controls import control_line
from core.ui.in_the_browser import bring_below_into_sight
from core.ui.manual import draw_manual
from core.ui.nco_classification.codebook.codebook import draw_codebook
from core.ui.nco_classification.codebook.taking import draw_chosen_in_codebook, draw_taking, own_code_of, wanted_code
from core.ui.nco_classification.decision.answers import draw_other_answers
from core.ui.nco_classification.decision.confidence import draw_confidence
from core.ui.nco_classification.decision.guarantees import draw_guarantees
from core.ui.nco_classification.decision.result import (
    draw_evidence,
    draw_of_the_run,
    draw_outcome,
    draw_reading,
    draw_rivals,
    draw_siblings,
    relevant,
)
from core.ui.nco_classification.decision.settings import choose_numbers, numbers_in_words
from core.ui.nco_classification.index.hierarchy import draw_hierarchy
from core.ui.nco_classification.index.official import choose_index
from core.ui.nco_classification.office.rules import draw_office
from core.ui.nco_classification.survey.surveys import CODEBOOK, MANY, OFFICE, choose_view, draw_surveys
from core.ui.panel import converse, draw_head, draw_run, in_short
from core.ui.reading import draw_reading_of
from core.ui.resources import open_session, resources
from core.ui.tabs import draw_tabs
from core.ui.turn import answer_place
from core.ui.words import plain

draw_head(SYSTEM)
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
controls = control_line("How sure a code has to be, and how many digits are wanted")
searched = choose_index(controls)
numbers = choose_numbers(controls, with_model=not resources().engine.offline)
controls.tell(searched, *numbers_in_words(numbers))
with st.spinner("Opening the classification …"):
    context = replace(open_context(resources()), **numbers)
session = open_session(SYSTEM, context)
answered = converse(session)
if not answered and session.question is None:
    st.stop()

state, known = session.state, context.classification
response, own = state["analyzer_response"], own_code_of(session)
every = from_state(list[Candidate], state["candidates"])
candidates = relevant(state)
shown = {entry["code"][:4] for entry in response["codes"]}
first = [candidate for candidate in candidates if candidate.family in shown]
pair = rivals(response, every)
pair = pair if pair and all(one in candidates for one in pair) else None
ranges = reliability(response["confidence"].get("kind", "title"))

wanted = wanted_code()
if wanted or session.question is None:  # a question stands in its form, above
    bring_below_into_sight(f"{session.thread}:{len(state['answers'])}:{wanted}")
draw_chosen_in_codebook(session, state, known)
draw_reading_of(session, state)
with answer_place():
    draw_outcome(state, known, in_short(session), own)
draw_taking(session, state, candidates, known)


def draw_result() -> None:
    """Draw how the words were read, and what speaks for the families of the code and against the second."""
    draw_of_the_run(own)
    searched = context.searched.read(state["queries"][-1]).english
    draw_reading(state, known_part(searched, from_state(Reading, state["reading"])) if "reading" in state else searched)
    beside = [*first, *(one for one in pair or () if one not in first)] or candidates[:2]
    if not (beside or response.get("outside")):  # of nobody at work nothing is missing
        st.markdown("No code follows from these words alone. What the search came upon stands under *How it ran*.")
    for column, candidate in zip(st.columns(max(2, len(beside))), beside, strict=False):
        with column:
            draw_evidence(candidate, known)
    if pair:
        draw_rivals(*pair, known, response.get("why_it_lost", ""))
    for column, candidate in zip(st.columns(2), pair or beside, strict=False):
        with column:
            draw_siblings(candidate, known, state["words"])


def draw_sureness() -> None:
    """Draw the confidence, when there was something to be confident of."""
    draw_of_the_run(own)
    if response["confidence"]["basis"] == "chosen":
        st.markdown(plain(chosen_in_words(state)))
        return
    considered = response["confidence"] if candidates else None
    needed, of = response.get("threshold", context.threshold), response.get("needed_for", "such a text")
    draw_confidence(
        considered, ranges, needed, of, key="nco_classification:reliability",
        before=before_any_answer(state), answered=bool(state["answers"]),
    )  # fmt: skip


def draw_place() -> None:
    """Draw where the candidates lie, each with its part of the one probability that is told everywhere."""
    draw_of_the_run(own)
    shares = shares_of(response, every)
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
        "Why this code" if response["codes"] and not own else "What was found": draw_result,
        "How sure it is": draw_sureness,
        "Where it lies": draw_place,
        "Answer differently": lambda: draw_other_answers(session),
        "How it ran": draw_making,
        "How is this made?": lambda: draw_manual("nco_classification"),
    },
    "nco_classification:tabs",
)
