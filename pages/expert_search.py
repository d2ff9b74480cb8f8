"""Expert search: the people, the reasons, and what moves them."""

import streamlit as st

from core.systems.expert_search import SYSTEM, open_context
from core.systems.expert_search.ranking.fusion import fuse_results
from core.systems.expert_search.state import SOURCES
from core.ui.downloads import draw_downloads
from core.ui.expert_search.people.own_data import choose_collection, still_there
from core.ui.expert_search.ranking.experts import downloads, draw_person, draw_verdict
from core.ui.expert_search.ranking.refinement import draw_refinement
from core.ui.expert_search.ranking.sensitivity import draw_alpha, draw_why_not, explain_absence
from core.ui.expert_search.ranking.settings import choose_numbers
from core.ui.panel import converse, draw_run, in_short
from core.ui.reading import draw_reading_of
from core.ui.resources import open_session, resources
from core.ui.scores import draw_parts, score_table
from core.ui.tabs import draw_manual, draw_tabs

st.title(SYSTEM.title)
st.markdown(SYSTEM.about)
asking, settings = st.container(), st.container()

with settings:
    collection = choose_collection()
    numbers = choose_numbers()
context = open_context(resources(), collection, **numbers)
session = open_session(SYSTEM, context)
with asking:
    answered = converse(session, {"collection": collection, **numbers}, check=still_there)
if not answered:
    st.stop()

state, people = session.state, context.people
if not {expert["id"] for expert in state["final_experts"]} <= set(people.experts):
    st.warning("This run was made on another collection of experts. Choose that collection above, or search again.")
    st.stop()

topic = state["topics"][0]
receipts = fuse_results(state, context, topic)
before = {place["id"]: place["rank"] for place in state["standings"]}
names = {person: expert.name for person, expert in people.experts.items()}
described = {person: (expert.name, expert.headline) for person, expert in people.experts.items()}
first = receipts[: context.keep]

with settings:
    draw_reading_of(session, state)
    draw_verdict(state, context.threshold, in_short(session))


def draw_experts() -> None:
    """The table, what every score is made of, and one person."""
    picked = score_table(first, described, SOURCES, before, key="expert_search:table")
    draw_downloads(downloads(receipts, people, state, context), key="expert_search")
    draw_parts(first, names, SOURCES, key="expert_search:parts")
    if first:
        shown = next((receipt for receipt in first if receipt.id == picked), first[0])
        draw_person(state, context, shown, chosen=picked is not None)


def draw_weights() -> None:
    """What α does, and why somebody is not among the first."""
    draw_alpha(receipts, names, context.alpha, context.keep, key="expert_search:alpha-chart")
    outside = set(names) - {receipt.id for receipt in first}
    draw_why_not(explain_absence(state, context, topic), outside, names, SOURCES, key="expert_search:why-not")


draw_tabs(
    {
        "Experts": draw_experts,
        "What α does": draw_weights,
        "Refinement": lambda: draw_refinement(state, names, context.threshold),
        "How it ran": lambda: draw_run(session),
        "How is this made?": lambda: draw_manual("expert_search"),
    },
    "expert_search:tabs",
)
