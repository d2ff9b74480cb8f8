"""Expert search: the people, the reasons, and what moves them."""

from functools import partial

import streamlit as st

from core.systems.expert_search import SYSTEM, open_context
from core.systems.expert_search.ranking.met import coverage_now, requirements_now, topics_now, who_lacks_something
from core.systems.expert_search.ranking.together import judged, standings
from core.systems.expert_search.ranking.verdict import judge
from core.systems.expert_search.requirements.nearest import comes_nearest
from core.systems.expert_search.state import is_of_earlier_version
from core.ui.controls import control_line
from core.ui.downloads import draw_downloads
from core.ui.expert_search.people.choosing import choose_facets
from core.ui.expert_search.people.own_data import choose_collection, still_there
from core.ui.expert_search.ranking.experts import (
    downloads,
    draw_earlier,
    draw_left_out,
    draw_sought,
    draw_verdict,
    found_in_words,
)
from core.ui.expert_search.ranking.gate import draw_gate
from core.ui.expert_search.ranking.moves import Moves, draw_moved_weights, draw_named, switch_beside, with_weights
from core.ui.expert_search.ranking.person import (
    draw_comparison,
    draw_dismissed,
    draw_person,
    not_known,
    unmet_wishes,
    unsaid_of,
)
from core.ui.expert_search.ranking.refinement import draw_refinement
from core.ui.expert_search.ranking.sensitivity import draw_weights
from core.ui.expert_search.ranking.settings import choose_numbers, numbers_in_words
from core.ui.expert_search.ranking.table import draw_searches, people_table
from core.ui.expert_search.teams.team import draw_team
from core.ui.in_the_browser import bring_below_into_sight, bring_into_sight
from core.ui.manual import draw_manual
from core.ui.panel import converse, draw_head, draw_run, in_short
from core.ui.reading import draw_reading_of
from core.ui.resources import open_session, resources
from core.ui.tabs import draw_tabs, open_tab
from core.ui.turn import answer_place
from core.ui.words import plain

draw_head(SYSTEM)
controls = control_line(
    "Whose people are searched, and how they are ranked; ranks change at once, without a new search"
)
collection, called = choose_collection(controls)
numbers = choose_numbers(controls.fold)
controls.tell(f"**{plain(called)}**", *numbers_in_words(numbers))
context = open_context(resources(), collection, **numbers)
session = open_session(SYSTEM, context)
answered = converse(session, {"collection": collection, **numbers}, check=still_there)
state, people = session.state, context.people
if not session.at_work and is_of_earlier_version(state):
    draw_earlier(session, state, {"collection": collection, **numbers})
    st.stop()
if not answered:
    st.stop()
if not {expert["id"] for expert in (*state["final_experts"], *state["left_out"])} <= set(people.experts):
    st.warning("This run was made on another collection of experts. Choose that collection above, or search again.")
    st.stop()

moves = Moves(session.thread)
context = moves.apply(context)
with controls.fold:
    state = with_weights(state, context, moves)
moves.publish()
asked, met = requirements_now(state, context), coverage_now(state, context)
places = standings(state, context, met)
state = judged(state, context, places)
ranked = [place for place in places if place.fits != "not all"]
left_out = who_lacks_something(asked, met, people.experts)
topics = topics_now(state, context)
names = people.names
said = {one.id: one.label for one in asked.wanted}
unsaid = unsaid_of((place.id for place in ranked if place.group == 0), met)
shown_first = {place.id for place in ranked[: context.keep]}
labels = {topic["id"]: said.get(topic["id"], topic["query"]) for topic in topics}

with st.container(gap="xsmall"):
    draw_sought(asked)
    draw_reading_of(session, state, beside=switch_beside(moves, {one.id: one for one in asked.wanted}, met))
    draw_named(asked.wanted, met, names)
    draw_dismissed(state["topics"], moves)
    draw_moved_weights(moves.weights, asked.wanted)
with answer_place():
    best = ranked[0] if ranked and asked.people == 1 else None
    notes = (unsaid.get(best.id, ""), unmet_wishes(best.id, met)) if best else ()
    verdict = judge(state, asked, places, names, met, context.threshold)
    draw_verdict(verdict, in_short(session), best, notes, partial(open_tab, "Team", "expert_search:tabs"))
bring_into_sight(f"{session.thread}:{session.requests}", who="answer")


def draw_experts() -> None:
    """The table, who was left out, and one person in full; or only the nearest, where nobody meets all."""
    if not ranked:
        draw_left_out(places, people, asked, met, expanded=True)
        if places:
            draw_downloads(downloads(places, places[: context.keep], state, context, labels), key="expert_search")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        counted = st.container(width="content")
        with st.popover("Show only some", type="tertiary", icon=":material/filter_list:"):
            found = [people.experts[place.id] for place in ranked]
            among = set(choose_facets(found, f"expert_search:facets:{session.thread}"))
    shown = [place for place in ranked if place.id in among][: context.keep]
    counted.markdown(found_in_words(shown, [place for place in ranked if place.id in among]))
    if shown:
        first = shown[0].id
        person = moves.person({place.id for place in places}, first)
        moves.publish_person(person, first)
        people_table(
            shown,
            people.experts,
            person,
            moves.choose,
            before={place["id"]: place["rank"] for place in state["standings"] if place["fits"] != "not all"},
            notes={
                place.id: (unsaid.get(place.id, ""), not_known(place, asked, met), unmet_wishes(place.id, met))
                for place in shown
            },
        )
        if st.toggle("What each of the four searches gave", key="expert_search:searches"):
            draw_searches(shown, names, labels)
        draw_left_out(places, people, asked, met)
        draw_downloads(downloads(places, shown, state, context, labels), key="expert_search")
        if person != first:
            bring_below_into_sight(f"{session.thread}:{person}")
        draw_person(state, context, next(place for place in places if place.id == person), met, moves)
        return
    draw_left_out(places, people, asked, met)


def draw_gate_and_refinement() -> None:
    """Whether anything is good enough, and what was done where it was not."""
    draw_gate(state["quality_score"], state["topic_qualities"], labels, context.threshold)
    draw_refinement(state, names)


def draw_together() -> None:
    """The people who together meet most of it."""
    scores = {place.id: place.score for place in places}
    nearest = partial(comes_nearest, people)
    draw_team(state["request"], met, asked, scores, names, nearest, people.homes, "expert_search:team")


draw_tabs(
    {
        "Experts": draw_experts,
        "Compare": lambda: draw_comparison(ranked[: context.keep], context, met),
        "Team": draw_together,
        "Meaning against words": lambda: draw_weights(state, context, topics, names, left_out, shown_first),
        "Good enough?": draw_gate_and_refinement,
        "How it ran": lambda: draw_run(session),
        "How is this made?": lambda: draw_manual("expert_search"),
    },
    "expert_search:tabs",
)
