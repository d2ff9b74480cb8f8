"""The steps of an expert search, one function for each box of its diagram: specification 000's, and before them what
the request asks for, after them the people who could do it together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from langgraph.config import get_config
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.codec import from_state, to_state
from core.language.reading import Reading
from core.language.terms import without_asking
from core.retrieval.fusion import Receipt
from core.systems.expert_search import tasks
from core.systems.expert_search.people.records import Corpus, Side
from core.systems.expert_search.ranking.fusion import qualities_of
from core.systems.expert_search.ranking.met import cell_of, coverage_now, groups_to_find, requirements_now, topics_now
from core.systems.expert_search.ranking.quality import Qualities
from core.systems.expert_search.ranking.refinement import (
    VARIANTS,
    evidence_words,
    reread,
    unknown_words,
    usable,
    variant_id,
    words_to_mend,
)
from core.systems.expert_search.ranking.search import search, topics_of
from core.systems.expert_search.ranking.together import fused, judged, standings
from core.systems.expert_search.requirements.cell import Coverage
from core.systems.expert_search.requirements.nearest import comes_nearest
from core.systems.expert_search.requirements.requirement import Requirements
from core.systems.expert_search.requirements.understanding import understand as read_request
from core.systems.expert_search.requirements.vague import clarified, question_for
from core.systems.expert_search.state import Context, FinalExpert, PlaceState, Quality, Results, State, Topic
from core.systems.expert_search.teams.gaps import gaps_in_words
from core.systems.expert_search.teams.search import form_team as find_team
from core.types import Answer, Question

KEPT = 50  # receipts of a topic that a state keeps; all of them are made from the results again


def initial_state(state: State, runtime: Runtime[Context]) -> State:
    """Begin: the request on one line without the words that only ask, nothing understood, found or refined yet."""
    return {
        "query": without_asking(" ".join(state["request"].split())),
        "clarified": "",
        "topics": [],
        "iteration": 0,
        "profile_vector_results": {},
        "profile_keyword_results": {},
        "project_vector_results": {},
        "project_keyword_results": {},
        "fused_results": {},
        "qualities": {},
        "topic_qualities": {},
        "quality_score": 0.0,
        "should_refine": False,
        "before_refinement": None,
        "standings": [],
        "final_experts": [],
        "left_out": [],
        "nothing_good": False,
        "team": None,
        "gaps": [],
    }


def understand(state: State, runtime: Runtime[Context]) -> State:
    """Read what the request asks for, and what becomes of each of its words."""
    return _understood(state["request"], runtime.context)


def clarify(state: State, runtime: Runtime[Context]) -> State:
    """Wait for an answer when the request is vague and somebody is there to be asked; then read it with the answer."""
    requirements = from_state(Requirements, state["requirements"])
    waits = get_config()["configurable"].get("__pregel_checkpointer") is not None
    asks = requirements.vague and waits
    question = question_for(requirements, runtime.context.people, state["request"]) if asks else None
    if question is None:
        return {}
    answer: Answer = interrupt(to_state(question, Question))
    request = clarified(state["request"], answer, requirements)
    return {"clarified": request, **_understood(request, runtime.context)}


def profile_vector_search(state: State, runtime: Runtime[Context]) -> State:
    """Search the profiles by meaning."""
    return {"profile_vector_results": _search(state, runtime.context, "profile", "vector")}


def profile_keyword_search(state: State, runtime: Runtime[Context]) -> State:
    """Search the profiles by words (BM25)."""
    return {"profile_keyword_results": _search(state, runtime.context, "profile", "keyword")}


def project_vector_search(state: State, runtime: Runtime[Context]) -> State:
    """Search the project answers by meaning."""
    return {"project_vector_results": _search(state, runtime.context, "project", "vector")}


def project_keyword_search(state: State, runtime: Runtime[Context]) -> State:
    """Search the project answers by words (BM25)."""
    return {"project_keyword_results": _search(state, runtime.context, "project", "keyword")}


def rerank(state: State, runtime: Runtime[Context]) -> State:
    """Fuse the four lists of each topic, make of the topics one place for each person, and measure how good the best
    one is on an absolute scale."""
    context, topics = runtime.context, topics_now(state, runtime.context)
    found: State = {**state, "qualities": {}}
    found["qualities"] = {topic["id"]: _kept(qualities_of(found, context, topic)) for topic in state["topics"]}
    places = standings(found, context)
    good = judged(found, context, places)
    return {
        "qualities": found["qualities"],
        "fused_results": {topic["id"]: to_state(fused(places, topic["id"])[:KEPT], list[Receipt]) for topic in topics},
        "topic_qualities": good["topic_qualities"],
        "quality_score": good["quality_score"],
        "standings": [
            {"id": one.id, "rank": one.rank, "score": one.score, "fits": one.fits, "failing": list(one.failing)}
            for one in places
        ],
    }


def check_refine(state: State, runtime: Runtime[Context]) -> State:
    """Judge by the quality gate: good enough, or refine the topics that are not, at most once."""
    context = runtime.context
    poor = state["quality_score"] < context.threshold and bool(_poor_topics(state, context))
    more = state["iteration"] < context.max_refinements and poor
    vague = bool(requirements_now(state, context).vague)
    return {"should_refine": more, "nothing_good": vague or state["quality_score"] < context.threshold}


def refine(state: State, runtime: Runtime[Context]) -> State:
    """Write variants of the query of each poor topic from its best evidence so far, and remember how things stood."""
    context, poor = runtime.context, _poor_topics(state, runtime.context)
    reading, topics = from_state(Reading, state["reading"]), {topic["id"]: topic for topic in state["topics"]}
    for id in poor:
        alike = unknown_words(topics[id]["query"], context)
        topics[id] = _refined(state, context, topics[id], alike)
        reading = reread(reading, topics[id], alike, context.without)
    return {
        "reading": to_state(reading),
        "topics": list(topics.values()),
        "iteration": state["iteration"] + 1,
        "before_refinement": {
            "ranked": [place["id"] for place in state["standings"] if place["fits"] != "not all"],
            "topic_qualities": state["topic_qualities"],
            "quality_score": state["quality_score"],
        },
    }


def select_final(state: State, runtime: Runtime[Context]) -> State:
    """Keep the first few, and the first few of those who are left out."""
    context, places = runtime.context, state["standings"]
    met = coverage_now(state, context)
    ranked = [place for place in places if place["fits"] != "not all"][: context.keep]
    left_out = [place for place in places if place["fits"] == "not all"][: context.keep]
    return {
        "final_experts": [_named(place, met, context) for place in ranked],
        "left_out": [_named(place, met, context) for place in left_out],
    }


def form_team(state: State, runtime: Runtime[Context]) -> State:
    """Find the people who together meet most, and say what they lack."""
    context, people = runtime.context, runtime.context.people
    asked, met = requirements_now(state, context), coverage_now(state, context)
    team = find_team(met, asked, {place["id"]: place["score"] for place in state["standings"]})
    gaps = gaps_in_words(team, met, people.names, partial(comes_nearest, people), people.homes)
    return {
        "team": to_state(team),
        "gaps": [{"requirement": gap.requirement.id, "sentence": gap.sentence} for gap in gaps],
    }


def _understood(request: str, context: Context) -> State:
    requirements, reading = read_request(request, context)
    return {
        "reading": to_state(reading),
        "requirements": to_state(requirements),
        "topics": topics_of(request, requirements),
    }


def _search(state: State, context: Context, corpus: Corpus, side: Side) -> dict[str, Results]:
    groups = groups_to_find(state, context)
    return {topic["id"]: search(topic, context, corpus, side, groups) for topic in state["topics"]}


def _poor_topics(state: State, context: Context) -> list[str]:
    return [id for id, quality in state["topic_qualities"].items() if quality < context.threshold]


def _refined(state: State, context: Context, topic: Topic, alike: Mapping[str, Sequence[str]]) -> Topic:
    """Return a topic with variants of its query."""
    query = topic["query"]
    written = context.engine.ask(
        tasks.refine_query,
        request=query,
        unknown_words=words_to_mend(alike, context),
        evidence_words=evidence_words(state, context, topic),
    )
    refused = {query for query in (*written.rewordings, *written.expansions) if variant_id(query) in context.without}
    rewordings = usable(written.rewordings, {query, *refused})
    expansions = usable(written.expansions, {query, *refused, *rewordings})
    refined = [*rewordings, *expansions][:VARIANTS]
    return {
        **topic,
        "refined_queries": refined,
        "query_weights": [1.0, *(context.people.likeness(query, variant) for variant in refined)],
        "trusted_queries": 1 + min(len(rewordings), VARIANTS),
    }


def _named(place: PlaceState, met: Coverage, context: Context) -> FinalExpert:
    expert = context.people.experts[place["id"]]
    meets = {one.id: to_state(cell_of(met, one, expert.id)) for one in met.requirements}
    return {
        "id": expert.id,
        "name": expert.name,
        "headline": expert.headline,
        "score": place["score"],
        "fits": place["fits"],
        "failing": place["failing"],
        "meets": meets,
    }


def _kept(qualities: Qualities) -> dict[str, Quality]:
    return {
        person: {"value": one.quality, "knows": one.knows, "document": one.document}
        for person, one in qualities.items()
    }
