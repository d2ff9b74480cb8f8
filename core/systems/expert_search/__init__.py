"""Expert search: "Who knows about X?" (specification 000)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.codec import from_state, to_state
from core.language.reading import for_programs
from core.refused import refused_ids
from core.systems import Resources, System
from core.systems.expert_search.graph import build_graph
from core.systems.expert_search.people.collections import PEOPLE, SAMPLE
from core.systems.expert_search.requirements.requirement import Requirements
from core.systems.expert_search.state import Context, State, is_of_earlier_version


def open_context(resources: Resources, collection: str = SAMPLE, **numbers: Any) -> Context:
    """Return what one search needs: who answers, the people of a collection, and the numbers set on the page."""
    refused = refused_ids(resources.folder, SYSTEM.name)
    return Context(resources.engine, PEOPLE.open(resources, collection), **{"without": refused, **numbers})


def answer(state: State) -> dict[str, object]:
    """Return how the request was read and what it asks for, the experts, best first, and who is left out, whether any
    of them is good enough, and the team with what it lacks in words. A run of an earlier version says what it said."""
    if is_of_earlier_version(state):
        return _earlier_answer(state)
    asked = from_state(Requirements, state["requirements"])
    return {
        "reading": for_programs(state["reading"]),
        "requirements": [{**to_state(one), "id": one.id, "label": one.label} for one in asked.wanted],
        "people": asked.people,
        "vague": asked.vague,
        "experts": state["final_experts"],
        "left_out": state["left_out"],
        "quality": state["quality_score"],
        "topic_qualities": state["topic_qualities"],
        "nothing_good": state["nothing_good"],
        "refined_queries": [query for topic in state["topics"] for query in topic["refined_queries"]],
        "team": state["team"],
        "gaps": state["gaps"],
    }


def _earlier_answer(state: Mapping[str, Any]) -> dict[str, object]:
    return {
        "reading": for_programs(state["reading"]),
        "experts": state["final_experts"],
        "quality": state["quality_score"],
        "nothing_good": state["nothing_good"],
        "refined_queries": state.get("refined_queries", []),
    }


SYSTEM = System(
    name="expert_search",
    title="Expert search",
    icon=":material/person_search:",
    about="Finds the people who know about something, in their profiles and in what they answered in projects, "
    "and shows how every score was made.",
    asks_for="Who or what are you looking for?",
    examples=(
        "Who knows about perovskite solar cells?",
        "coding free-text job titles for a labour force survey",
        "Someone who has dealt with ransomware in a hospital",
        "flood forecasting with little gauge data",
    ),
    build_graph=build_graph,
    open_context=open_context,
    answer=answer,
)
