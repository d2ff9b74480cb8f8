"""Four lists become one: the specification's worked table, sides that are absent, the absolute quality."""

from __future__ import annotations

from typing import get_args

import pytest

from core.llm.engine import OfflineEngine
from core.retrieval.fusion import Method, Normalisation
from core.systems.expert_search.ranking.fusion import fuse_results, qualities_of
from core.systems.expert_search.ranking.search import person_score
from core.systems.expert_search.state import Context, Hit, Match, Results, State, Topic
from tests.systems.expert_search.little_people import little_people

MEAN = Context(OfflineEngine(), little_people(), side="mean", combine="best")
METHODS, NORMALISATIONS = get_args(Method), get_args(Normalisation)


TOPIC: Topic = {
    "id": "topic", "query": "machine learning expert", "excluded": False,
    "refined_queries": [], "query_weights": [1.0], "trusted_queries": 1,
}  # fmt: skip


def match(document: str, score: float, trusted: float | None = None) -> Match:
    trusted = score if trusted is None else trusted
    return {"document": document, "score": score, "query": 0, "trusted": trusted, "scores": [score]}


def hits(**scores: float) -> Results:
    found: list[Hit] = [
        {"id": id.strip("_"), "documents": [match(f"d{id}", score)], "spare": []} for id, score in scores.items()
    ]
    return {"hits": sorted(found, key=lambda hit: -hit["documents"][0]["score"]), "bound": 1.0}


@pytest.fixture
def worked() -> State:
    """The four lists behind the specification's table."""
    return {
        "topics": [TOPIC],
        "profile_vector_results": {"topic": hits(_1=0.85, _2=0.85)},
        "profile_keyword_results": {"topic": hits(_2=0.72)},
        "project_vector_results": {"topic": hits(_1=0.91, _6=0.91)},
        "project_keyword_results": {"topic": hits(_3=0.80, _6=0.80)},
    }


def test_the_worked_rows_of_the_specification_hold(worked: State) -> None:
    receipts = fuse_results(
        worked, Context(OfflineEngine(), little_people(), alpha=0.6, side="mean", combine="best"), TOPIC
    )
    assert [(one.id, round(one.vector, 9), round(one.keyword, 9), round(one.score, 9)) for one in receipts] == [
        ("6", 0.91, 0.80, 0.866),
        ("2", 0.85, 0.72, 0.798),
        ("1", 0.88, 0.0, 0.528),
        ("3", 0.0, 0.80, 0.320),
    ]
    assert max(one.score for one in receipts) == pytest.approx(0.866)


def test_an_expert_found_by_profile_and_project_gets_the_mean_of_the_sources_that_found_them(worked: State) -> None:
    receipts = {one.id: one for one in fuse_results(worked, MEAN, TOPIC)}
    assert receipts["1"].vector == pytest.approx((0.85 + 0.91) / 2)
    assert [part.weight for part in receipts["1"].parts] == [0.3, 0.3]
    assert [part.weight for part in receipts["2"].parts] == [0.6, 0.4]


def test_an_absent_side_counts_nothing(worked: State) -> None:
    receipts = {one.id: one for one in fuse_results(worked, MEAN, TOPIC)}
    assert (receipts["1"].keyword, receipts["3"].vector) == (0.0, 0.0)


def test_three_documents_of_a_person_count_by_their_rank_and_the_rule_best_takes_the_first_alone() -> None:
    hit: Hit = {"id": "1", "documents": [match("a", 0.9, 0.1), match("b", 0.6, 0.4), match("c", 0.3, 0.3)], "spare": []}
    assert person_score(hit, "best") == 0.9
    assert person_score(hit, "best three") == pytest.approx((0.9 + 0.6 / 2 + 0.3 / 3) / (1 + 1 / 2 + 1 / 3))
    assert person_score(hit, "three") == pytest.approx((4 * 0.9 + 2 * 0.6 + 0.3) / 7)
    assert person_score({**hit, "documents": hit["documents"][:1]}, "three") == pytest.approx(4 * 0.9 / 7)


def test_a_search_that_found_nobody_leaves_a_quality_of_nothing() -> None:
    nothing: State = {
        "profile_vector_results": {"topic": hits()},
        "profile_keyword_results": {"topic": hits()},
        "project_vector_results": {"topic": hits()},
        "project_keyword_results": {"topic": hits()},
    }
    context = Context(OfflineEngine(), little_people())
    assert fuse_results(nothing, context, TOPIC) == []
    assert qualities_of(nothing, context, TOPIC) == {}
