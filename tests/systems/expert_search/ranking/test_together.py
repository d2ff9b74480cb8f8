"""One place for each person over several topics, wishes and filters: every score adds up, and moving anything ranks
again from what was found."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import to_state
from core.llm.engine import OfflineEngine
from core.systems.expert_search import nodes
from core.systems.expert_search.people.records import Expert, People, ProjectAnswer
from core.systems.expert_search.ranking.fusion import fuse_results, qualities_of
from core.systems.expert_search.ranking.refinement import variants
from core.systems.expert_search.ranking.search import person_score, topics_of
from core.systems.expert_search.ranking.standing import PERHAPS, Standing, Together, in_words
from core.systems.expert_search.ranking.together import combined, quality_of, standings
from core.systems.expert_search.requirements.cell import Cell, Coverage
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.state import Context
from tests.properties import examples
from tests.systems.expert_search.little_people import ANSWERS, EXPERTS, little_people, run

PEOPLE = little_people()
CONTEXT = Context(OfflineEngine(), PEOPLE, wish=1.0, threshold=0.0)
FILMS, SNOW = Requirement("topic", "perovskite films"), Requirement("topic", "snow on slopes")
EVERYBODY = Requirement("topic", "perovskite films coating cells; some snow, vacuum or bees")
KENYA, FRENCH = Requirement("place", "Kenya"), Requirement("language", "French", hard=False, weight=0.5)
MET, UNMET, UNKNOWN = Cell("met", 1.0), Cell("not met", 0.0), Cell("not known", 0.0)
TOGETHER: tuple[Together, ...] = get_args(Together)


def searched(asked: Requirements, context: Context = CONTEXT, **topic: Any) -> Any:
    """The state after the four searches; `topic` changes the first of what is searched for."""
    request = asked.topics[0].value
    topics = topics_of(request, asked)
    topics[0] |= topic  # type: ignore[typeddict-item]
    state: Any = {"request": request, "requirements": to_state(asked), "topics": topics}
    for search in ("profile_vector", "profile_keyword", "project_vector", "project_keyword"):
        state |= getattr(nodes, f"{search}_search")(state, SimpleNamespace(context=context))
    return state


def known(state: Any, topic: Requirement, knows: float = 0.9) -> Any:
    """The same where everybody is so likely to know about a topic."""
    told = {person: {"value": knows, "knows": knows, "document": person} for person in PEOPLE.experts}
    return {**state, "qualities": {topic.id: told}}


def met(asked: Requirements, **cells: dict[str, Cell]) -> Coverage:
    rows = {one.id: cells.get(one.value.split()[-1].lower(), {}) for one in asked.wanted}
    return Coverage(asked.wanted, rows)


def check(one: Standing) -> None:
    assert math.fsum(term.contribution for term in one.terms) == pytest.approx(one.score, abs=1e-9)
    for receipt in one.receipts.values():
        assert math.fsum(part.contribution for part in receipt.parts) == pytest.approx(receipt.score, abs=1e-9)


def order(places: list[Standing]) -> list[str]:
    return [one.id for one in places]


@pytest.mark.parametrize("together", TOGETHER)
@pytest.mark.parametrize("side", ["max", "mean"])
@pytest.mark.parametrize("weights", [(0.0, 0.0), (0.3, 0.2)])
def test_every_score_is_the_sum_of_its_terms_and_every_term_stands_on_its_receipt(
    together: Together, side: Any, weights: tuple[float, float]
) -> None:
    asked = Requirements((FILMS, SNOW, KENYA, FRENCH))
    recency, amount = weights
    context = replace(CONTEXT, together=together, side=side, recency=recency, amount=amount)
    places = standings(
        searched(asked), context, met(asked, kenya={"sun": MET}, french={"snow": MET, "sun": Cell("partly", 0.5)})
    )
    assert {one.id for one in places} >= {"sun", "snow"}
    for one in places:
        check(one)
        by_id = {term.id: term for term in one.terms}
        topics = [by_id[topic.id] for topic in (FILMS, SNOW)]
        for topic, term in zip((FILMS, SNOW), topics, strict=True):
            assert term.value == (one.receipts[topic.id].score if topic.id in one.receipts else 0.0)
        made = combined([term.value for term in topics], [1.0, 1.0], together)
        rest = 0.5 * by_id[FRENCH.id].value + sum(
            by_id[id].weight * by_id[id].value for id in by_id.keys() & {"recency", "amount"}
        )
        assert one.score == pytest.approx((2 * made + rest) / (2.5 + recency + amount), abs=1e-9)
        if together == "mean":
            assert one.score == pytest.approx(0.6 * one.vector + 0.4 * one.keyword, abs=1e-9)


def test_three_ways_to_make_one_score_of_several_topics() -> None:
    assert combined([0.8, 0.2], [1.0, 1.0], "mean") == pytest.approx(0.5)
    assert combined([0.8, 0.2], [1.0, 1.0], "product") == pytest.approx(0.4)
    assert combined([0.8, 0.2], [1.0, 1.0], "minimum") == pytest.approx(0.2)
    assert combined([0.8, 0.2], [3.0, 1.0], "mean") == pytest.approx(0.65)
    assert combined([0.8, 0.2], [3.0, 1.0], "product") == pytest.approx((0.8**3 * 0.2) ** 0.25)


@given(st.floats(0, 1), st.floats(0.1, 5), st.sampled_from(TOGETHER))
def test_one_topic_is_its_own_score_by_every_rule_to_the_last_digit(
    value: float, weight: float, rule: Together
) -> None:
    assert combined([value], [weight], rule) == value


def test_who_meets_every_filter_stands_first_then_who_may_then_who_does_not() -> None:
    asked = Requirements((EVERYBODY, KENYA))
    state = known(searched(asked), EVERYBODY)
    places = standings(state, CONTEXT, met(asked, kenya={"sun": UNMET, "snow": MET, "bee": MET}))
    assert [(one.id, one.fits, one.failing) for one in places if one.id in ("sun", "snow", "code")] == [
        ("snow", "all", ()), ("code", "as far as known", (KENYA.id,)), ("sun", "not all", (KENYA.id,)),
    ]  # fmt: skip
    assert [one.rank for one in places] == list(range(1, len(places) + 1))
    assert places[-1].id == "sun"
    assert places[-1].score > places[0].score, "left out though they know most about it"


def test_who_hardly_knows_the_topic_stands_behind_whoever_does_whatever_else_they_meet() -> None:
    """A wish that is met makes nobody an expert of what was asked for."""
    asked, strict = Requirements((FILMS, FRENCH)), replace(CONTEXT, threshold=0.5)
    state = {**searched(asked), "qualities": {FILMS.id: {}}}
    *others, knows = [one.id for one in standings(state, strict, met(asked))]
    state["qualities"][FILMS.id] = {knows: {"value": 0.9, "knows": 0.9, "document": knows}}
    places = standings(state, strict, met(asked, french=dict.fromkeys(others, MET)))
    assert others
    assert [(one.id, one.fits) for one in places] == [
        (knows, "all but wishes"),
        *((one.id, "topic in doubt") for one in places[1:]),
    ]


@pytest.mark.parametrize(
    ("knows", "fits", "said"),
    [
        (0.76, "all", "fits all"),
        (0.749, "likely", "likely fits, 0.74"),
        (0.5, "likely", "likely fits, 0.50"),
        (0.4999, "topic in doubt", "perhaps knows it, 0.49"),
        (0.0, "topic in doubt", "not known for it"),
    ],
)
def test_one_topic_alone_is_marked_too_and_nothing_but_its_score_ranks(knows: float, fits: str, said: str) -> None:
    asked = Requirements((EVERYBODY,))
    state = known(searched(asked), EVERYBODY)
    state["qualities"][EVERYBODY.id]["sun"]["knows"] = knows
    places = standings(state, CONTEXT)
    assert [one.score for one in places] == sorted((one.score for one in places), reverse=True)
    assert {one.group for one in places} == {0}
    sun = next(one for one in places if one.id == "sun")
    assert (sun.fits, in_words(sun)) == (fits, said)


def test_of_several_topics_the_one_in_doubt_is_named() -> None:
    asked = Requirements((EVERYBODY, FILMS))
    state = known(searched(asked), EVERYBODY)
    state["qualities"][FILMS.id] = {"sun": {"value": 0.02, "knows": 0.02, "document": "sun"}}
    sun = next(one for one in standings(state, CONTEXT) if one.id == "sun")
    assert in_words(sun) == f"not known for “{FILMS.value}”"


def test_a_topic_that_nobody_here_knows_puts_nobody_in_doubt_and_takes_no_part_in_the_order() -> None:
    strict, asked = replace(CONTEXT, threshold=0.5), Requirements((EVERYBODY, FILMS))
    state = known(searched(asked), EVERYBODY)
    state["qualities"] |= known(state, FILMS, 0.1)["qualities"]
    places = standings(state, strict)
    alone = standings(known(searched(Requirements((EVERYBODY,))), EVERYBODY), strict)
    scores = {one.id: one.score for one in alone}
    assert {one.fits for one in places} == {"all but unknown"}
    assert [one.score for one in places if one.id in scores] == [scores[id] for id in order(places) if id in scores]
    assert {term.contribution for one in places for term in one.terms if term.id == FILMS.id} == {0.0}
    assert quality_of(state, strict, places) == pytest.approx(0.5), "the gate counts it"
    of_two = standings({**state, "requirements": to_state(replace(asked, people=2))}, strict)
    assert {one.fits for one in of_two} == {"in part"}


@pytest.mark.parametrize(("french", "fits"), [(MET, "all"), (UNMET, "all but wishes"), (UNKNOWN, "all but wishes")])
def test_who_does_not_meet_a_wish_does_not_fit_all(french: Cell, fits: str) -> None:
    asked = Requirements((EVERYBODY, FRENCH))
    places = standings(known(searched(asked), EVERYBODY), CONTEXT, met(asked, french={"sun": french}))
    assert next(one.fits for one in places if one.id == "sun") == fits


@pytest.mark.parametrize("kenya", [UNMET, UNKNOWN, Cell("partly", 0.5)])
@pytest.mark.parametrize("snow", [0.9, 0.1])
def test_who_meets_a_part_of_what_a_team_needs_fits_in_part(kenya: Cell, snow: float) -> None:
    asked = Requirements((EVERYBODY, SNOW, replace(KENYA, people=1)), people=2)
    state = known(searched(asked), EVERYBODY)
    state["qualities"] |= known(state, SNOW, snow)["qualities"]
    for cell, fits in ((kenya, "in part"), (MET, "all" if snow > 0.5 else "in part")):
        places = standings(state, CONTEXT, met(asked, kenya={"sun": cell}))
        assert next(one.fits for one in places if one.id == "sun") == fits


def test_a_filter_that_is_switched_to_a_wish_adds_to_the_score_and_leaves_nobody_out() -> None:
    asked = Requirements((EVERYBODY, KENYA))
    state, cells = known(searched(asked), EVERYBODY), met(asked, kenya={"sun": UNMET, "snow": MET})
    wish = replace(CONTEXT, switched=frozenset({KENYA.id}))
    places = standings(state, wish, cells)
    by_id = {one.id: one for one in places}
    assert {one.fits for one in places} == {"all", "all but wishes"}
    assert (by_id["snow"].fits, by_id["sun"].fits) == ("all", "all but wishes")
    assert [term.id for term in by_id["snow"].terms] == [EVERYBODY.id, KENYA.id]
    assert by_id["snow"].score == pytest.approx((by_id["snow"].receipts[EVERYBODY.id].score + 1) / 2)
    assert order(standings(state, replace(CONTEXT, without=frozenset({KENYA.id})), cells))[0] == "sun"


def test_nobody_left_out_takes_a_place_among_the_candidates() -> None:
    asked = Requirements((EVERYBODY, KENYA))
    context = replace(CONTEXT, candidates=1, depth=1)
    cells = met(asked, kenya={"sun": UNMET, "code": UNMET, "bee": UNMET, "snow": MET})
    state = known(searched(asked, replace(CONTEXT, depth=100)), EVERYBODY)
    places = standings(state, context, cells)
    assert (places[0].id, places[0].fits) == ("snow", "all")


def test_an_excluded_topic_is_searched_for_and_counts_to_no_score() -> None:
    asked = Requirements((FILMS, replace(SNOW, excluded=True)))
    state = searched(asked)
    assert [topic["excluded"] for topic in state["topics"]] == [False, True]
    assert state["profile_keyword_results"][state["topics"][1]["id"]]["hits"]
    for one in standings(state, CONTEXT, met(asked)):
        assert [term.id for term in one.terms] == [FILMS.id]


def test_without_a_topic_nothing_is_searched_and_people_are_ranked_by_what_they_meet() -> None:
    asked = Requirements((KENYA, FRENCH))
    state = {"request": "", "requirements": to_state(asked), "topics": topics_of("in Kenya", asked)}
    assert state["topics"] == []
    cells = met(asked, kenya={"sun": MET, "snow": MET, "code": UNMET}, french={"snow": MET, "code": MET})
    places = standings(state, CONTEXT, cells)  # type: ignore[arg-type]
    assert [(one.id, one.fits) for one in places] == [("snow", "all"), ("sun", "all but wishes"), ("code", "not all")]
    assert places[0].score == 1.0
    assert quality_of(state, CONTEXT, places) == 1.0  # type: ignore[arg-type]
    for one in places:
        check(one)


def test_the_quality_is_that_of_the_best_person_who_fits_and_of_a_team_that_of_the_best_of_each_topic() -> None:
    asked = Requirements((FILMS, SNOW))
    state = searched(asked)
    qualities = [qualities_of(state, CONTEXT, topic) for topic in state["topics"]]
    best = [max(one.quality for one in of_topic.values()) for of_topic in qualities]
    context = replace(CONTEXT, together="minimum")
    alone = quality_of(state, context, standings(state, context))
    assert alone == max(
        min(of_topic[one].quality if one in of_topic else 0.0 for of_topic in qualities) for one in PEOPLE.experts
    )
    assert alone < min(best)
    state["requirements"] = to_state(replace(asked, people=2))
    assert quality_of(state, context, standings(state, context)) == min(best)


def test_a_variant_is_left_out_without_searching_again_as_if_it_had_not_been_searched_with() -> None:
    asked = Requirements((FILMS,))
    refined = {"refined_queries": ["snow slope", "bees"], "query_weights": [1.0, 0.9, 0.8], "trusted_queries": 2}
    state = searched(asked, **refined)
    snow, bees = variants(state["topics"][0])
    assert (snow.added, bees.added, snow.trusted, bees.trusted) == (("snow", "slope"), ("bees",), True, False)
    for gone, kept in (
        ({snow.id}, {"refined_queries": ["bees"], "query_weights": [1.0, 0.8], "trusted_queries": 1}),
        ({bees.id}, {"refined_queries": ["snow slope"], "query_weights": [1.0, 0.9], "trusted_queries": 2}),
        ({snow.id, bees.id}, {}),
    ):
        context, fresh = replace(CONTEXT, without=frozenset(gone)), searched(asked, **kept)
        assert fuse_results(state, context, state["topics"][0]) == fuse_results(fresh, CONTEXT, fresh["topics"][0])
        assert qualities_of(state, context, state["topics"][0]) == qualities_of(fresh, CONTEXT, fresh["topics"][0])


@pytest.mark.parametrize("rest", ["-03-01", "-03", ""], ids=["days", "months", "years alone"])
def test_the_date_and_the_number_of_documents_are_told_and_count_only_when_they_are_weighed(rest: str) -> None:
    answers = [replace(answer, date=f"201{number}{rest}") for number, answer in enumerate(ANSWERS)]
    people = little_people(EXPERTS, answers)
    context, asked = Context(OfflineEngine(), people), Requirements((FILMS,))
    state = searched(asked, context)
    plain, weighed = (
        {one.id: one for one in standings(state, replace(context, recency=recency))} for recency in (0.0, 1.0)
    )
    assert plain["sun"].newest == f"2013{rest}"
    assert plain["sun"].documents == 4
    assert [term.id for term in plain["sun"].terms] == [FILMS.id]
    assert weighed["sun"].terms[-1].value == pytest.approx(0.5 ** (2 / 5), abs=1e-3)


SAID = st.sampled_from(["Perovskite films fade.", "Snow on slopes drifts.", "Bees count films.", "Vacuum had stopped."])


@examples(40)
@given(st.lists(SAID, min_size=1, max_size=4), st.integers(1, 10), st.integers(0, 10), st.sampled_from(TOGETHER))
def test_more_candidates_and_more_variants_never_lower_anybody(
    variants: list[str], candidates: int, more: int, together: Together
) -> None:
    asked, context = Requirements((FILMS, SNOW)), replace(CONTEXT, candidates=candidates, together=together)

    def scores(context: Context, **topic: Any) -> dict[str, float]:
        return {one.id: one.score for one in standings(searched(asked, context, **topic), context)}

    before = scores(context)
    for after in (
        scores(replace(context, candidates=candidates + more)),
        scores(context, refined_queries=variants, query_weights=[1.0] * (1 + len(variants)))
        if candidates >= len(EXPERTS)
        else before,
    ):
        assert all(after[person] >= score - 1e-12 for person, score in before.items())


@examples(40)
@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=6), st.floats(0.01, 1))
def test_a_further_document_never_lowers_a_person_by_the_default_rule(scores: list[float], further: float) -> None:
    def score(scores: list[float]) -> float:
        found = np.array([[*scores, 0.0]])
        answers = [ProjectAnswer(f"a{n}", "one", answer="x") for n in range(len(scores) + 1)]
        people = little_people([Expert("one", "Ann")], answers)
        best = people.best_documents("project", found, 1)["one"]
        matches: Any = [{"score": float(found[0, place])} for _, place in best]
        return person_score({"id": "one", "documents": matches, "spare": []}, CONTEXT.combine)

    assert score([*scores, further]) >= score(scores)


@pytest.mark.parametrize("request_", ["knitting teachers", "quantum gravity", "knitting teachers in Europe", "lace"])
def test_where_nobody_likely_fits_the_likelier_stands_first_and_elsewhere_the_score_counts(
    sample: People, request_: str
) -> None:
    context = Context(OfflineEngine(), sample)
    ranked = [one for one in standings(run(sample, request_), context) if one.fits != "not all"]
    assert {one.fits for one in ranked} == {"topic in doubt"}
    assert [one.group for one in ranked] == sorted(one.group for one in ranked)
    perhaps, others = ([one for one in ranked if (one.group == PERHAPS) is is_so] for is_so in (True, False))
    assert [one.knows for one in perhaps] == sorted((one.knows for one in perhaps), reverse=True)
    assert [one.score for one in others] == sorted((one.score for one in others), reverse=True)
    sure = standings(run(sample, "perovskite solar cells"), context)
    assert [one.score for one in sure] == sorted((one.score for one in sure), reverse=True)
