"""Every query that was tried is kept with what changed in it and what it found."""

from __future__ import annotations

from core.systems.knowledge_base.search.attempts import changed_words, record_attempt
from core.systems.knowledge_base.state import Attempt, ReflectionResult, State, begin_turn
from tests.systems.knowledge_base.little_manual import retrieved


def summary(score: float) -> ReflectionResult:
    return {"passed": False, "score": score, "reason": "", "details": {"relevant": 0}}


def attempt(score: float, query: str = "pump") -> Attempt:
    return record_attempt({**begin_turn([], ""), "original_query": query}, [], summary(score))


def test_the_words_that_came_and_went_are_told_in_order() -> None:
    assert changed_words("The old pump hums", "pump hums loudly today") == {
        "added": ["loudly", "today"],
        "dropped": ["the", "old"],
    }


def test_the_first_query_changed_nothing_and_all_it_found_is_new() -> None:
    state: State = {**begin_turn([], ""), "original_query": "pump", "retrieved_documents": [retrieved("a", id="d:0")]}
    first = record_attempt(state, [], summary(0.2))
    assert first["changed"] == {"added": [], "dropped": []}
    assert first["new"] == ["d:0"]


def test_a_later_query_tells_what_none_before_it_found() -> None:
    first: Attempt = {**attempt(0.2), "documents": [retrieved("a", id="d:0")]}
    state: State = {
        **begin_turn([], ""),
        "original_query": "pump",
        "transformed_query": "pump speed",
        "attempts": [first],
        "retrieved_documents": [retrieved("a", id="d:0"), retrieved("b", id="d:1")],
    }
    second = record_attempt(state, [], summary(0.1))
    assert second["new"] == ["d:1"]
    assert second["changed"]["added"] == ["speed"]


def test_what_happens_to_the_summary_later_is_not_written_into_the_attempt() -> None:
    result = summary(0.3)
    kept = record_attempt(begin_turn([], ""), [], result)
    result["details"]["again"] = True
    assert "again" not in kept["summary"]["details"]
