"""The analyzer's decision: what is asked, what stands of it, and what it changes in the state."""

from __future__ import annotations

from typing import Any

from core.systems.nco_classification.decision.arbitration import SHOWN, decide
from core.systems.nco_classification.decision.guarantees import EVIDENCE
from core.systems.nco_classification.tasks import Decision
from tests.systems.nco_classification.little_index import (
    CLASSIFICATION,
    CLEAR,
    TAILOR,
    Scripted,
    make_assessment,
    make_state,
    new_case,
)


def decided(decision: Decision, asked: list[dict[str, Any]] | None = None) -> Any:
    def analyze(**inputs: Any) -> Decision:
        if asked is not None:
            asked.append(inputs)
        return decision

    context = new_case(engine=Scripted({"analyze": analyze})).context
    families = sorted(CLASSIFICATION.families)
    hits = [*CLEAR, *((family, 0.2 - rank / 1000) for rank, family in enumerate(families[:20]))]
    return decide(make_state(TAILOR), make_assessment(TAILOR, *hits), context)


def test_whoever_decides_is_shown_the_first_candidates_by_their_official_titles() -> None:
    asked: list[dict[str, Any]] = []
    decided(Decision(status="MORE_INFO", reason="?"), asked)
    [inputs] = asked
    assert len(inputs["candidates"]) == SHOWN
    assert inputs["candidates"][0]["code"] == "7531"
    assert inputs["candidates"][0]["title"] == CLASSIFICATION.title("7531")
    assert (inputs["measured"].best, inputs["corrections_left"]) == ("7531", 1)


def test_an_improved_search_is_counted_and_tells_the_user_nothing_yet() -> None:
    changes = decided(Decision(status="IMPROVED_SEARCH", refined_query="dressmaker", reason="Noise."))
    assert (changes["improved_search"], changes["improved_search_count"], changes["messages"]) == (True, 1, [])
    assert changes["analyzer_response"]["refined_query"] == "dressmaker"


def test_a_match_is_told_in_a_message_with_the_reason_that_was_given() -> None:
    changes = decided(Decision(status="MATCH_FOUND", codes=["7531"], reason="They sew."))
    assert changes["analyzer_response"]["reason"] == "They sew."
    assert changes["messages"][0].content.startswith("7531 ")
    assert not changes["improved_search"]


def test_where_a_decision_does_not_stand_the_reason_is_why_it_does_not() -> None:
    response = decided(Decision(status="MATCH_FOUND", codes=["9999"], reason="I know it."))["analyzer_response"]
    assert response["status"] == "MORE_INFO"
    assert {line["guarantee"] for line in response["overruled"]} == {EVIDENCE}
    assert response["reason"] == response["overruled"][-1]["why"] != "I know it."
