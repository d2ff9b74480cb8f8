"""One search: a document keeps the best score that any query gave it, and a variant counts by its likeness."""

from __future__ import annotations

import pytest

from core.llm.engine import OfflineEngine
from core.systems.expert_search.ranking.search import search, topics_of
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.state import Context, Results, Topic
from tests.systems.expert_search.little_people import little_people

PEOPLE = little_people()


def searched(query: str, *variants: tuple[str, float], trusted: int = 1, depth: int = 100) -> Results:
    topic: Topic = {
        "id": "topic",
        "query": query,
        "excluded": False,
        "refined_queries": [words for words, _ in variants],
        "query_weights": [1.0, *(weight for _, weight in variants)],
        "trusted_queries": trusted,
    }
    return search(topic, Context(OfflineEngine(), PEOPLE, depth=depth), "project", "keyword")


def test_what_a_request_sets_aside_is_not_searched_for() -> None:
    for request, query in (("Glue, if any?", "Glue, if any?"), ("glue, French not required", "Glue, if any")):
        (topic,) = topics_of(request, Requirements((Requirement("topic", "Glue, if any"),)))
        assert topic["query"] == query


def test_a_hit_names_the_query_that_found_its_document() -> None:
    found = {hit["id"]: hit["documents"][0]["query"] for hit in searched("vacuum", ("snow slope", 0.5))["hits"]}
    assert found == {"code": 0, "snow": 1}


def test_an_expansion_adds_to_the_score_and_nothing_to_the_trusted_one() -> None:
    (snow,) = (hit for hit in searched("vacuum", ("snow slope", 0.5))["hits"] if hit["id"] == "snow")
    assert snow["documents"][0]["score"] > 0
    assert snow["documents"][0]["trusted"] == 0
    (snow,) = (hit for hit in searched("vacuum", ("snow slope", 0.5), trusted=2)["hits"] if hit["id"] == "snow")
    assert snow["documents"][0]["trusted"] == snow["documents"][0]["score"]


def test_a_variant_counts_by_its_weight() -> None:
    def snow(weight: float) -> float:
        hits = searched("vacuum", ("snow slope", weight))["hits"]
        return next(hit["documents"][0]["score"] for hit in hits if hit["id"] == "snow")

    assert snow(0.25) == pytest.approx(snow(0.5) / 2)


def test_at_most_three_documents_of_a_person_are_kept_best_first() -> None:
    (sun,) = (hit for hit in searched("perovskite films coating stability cells heat")["hits"] if hit["id"] == "sun")
    scores = [match["score"] for match in sun["documents"]]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)


def test_words_that_nobody_uses_find_nobody() -> None:
    assert searched("blorptang")["hits"] == []
