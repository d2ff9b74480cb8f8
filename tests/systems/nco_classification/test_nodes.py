"""What the nodes write; what they come to together stands in `test_nco_classification`."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from core.codec import from_state
from core.systems.nco_classification import nodes
from core.systems.nco_classification.decision.evidence_words import FOUND
from core.systems.nco_classification.decision.guarantees import shown_codes
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.state import State
from core.systems.nco_classification.tasks import Decision
from tests.systems.nco_classification.little_index import CLEAR, TAILOR, LittleIndex, Scripted, candidate, new_case

INDEX = LittleIndex(otherwise=CLEAR)
RUNTIME: Any = Runtime(context=new_case(INDEX).context)


def after(*names: str) -> State:
    """The state after these nodes, of which none waits."""
    state: Any = {"request": TAILOR}
    for name in names:
        state.update(getattr(nodes, name)(state, RUNTIME))
    return state  # type: ignore[no-any-return]


def test_the_expander_begins_with_the_request_and_shows_no_code() -> None:
    state = after("expander")
    assert state["expander_analysis"]["query"] == TAILOR
    assert shown_codes(state["analyzer_response"]) == []


def test_retrieval_writes_candidates_that_can_be_read_back_and_the_query_it_searched() -> None:
    state = after("expander", "retrieval")
    assert from_state(list[Candidate], state["candidates"]) == [candidate(*hit) for hit in CLEAR]
    assert state["queries"] == [TAILOR] == INDEX.searched[-1:]
    assert state["retrieved_results"]["ids"] == [["7531", "7533"]]


def test_the_analyzer_tells_why_the_runner_up_lost() -> None:
    response = after("expander", "retrieval", "analyzer")["analyzer_response"]
    assert (response["status"], response["codes"][0]["code"]) == ("MATCH_FOUND", "7531")
    assert "7533" in response["why_it_lost"]


def test_words_are_looked_for_in_the_texts_of_the_code_that_is_shown_however_far_down_it_was_found() -> None:
    hits = [(family, 0.9 - place / 10) for place, family in enumerate(("1111", "2211", "5120", "9629", "7411"))]
    case = new_case(LittleIndex(otherwise=hits))
    state: Any = {**case.ask("electrician").state, "within": "7411"}
    state["reading"] = nodes.expander({"request": "electrician"}, Runtime(context=case.context))["reading"]
    state.update(nodes.analyzer(state, Runtime(context=case.context)))
    assert [entry["code"] for entry in state["analyzer_response"]["codes"]] == ["7411"]
    [word] = state["reading"]["words"]
    assert (word["fate"], word["as_"]) == ("used", FOUND)


def test_no_word_that_stands_in_a_choice_is_told_as_unusable() -> None:
    hits = [("2211", 0.6), ("2212", 0.6), ("5120", 0.59), ("7411", 0.59), ("8322", 0.59)]
    state: Any = {**new_case(LittleIndex(otherwise=hits)).ask("zorblaxian taxis").state}
    state["reading"] = nodes.expander({"request": "zorblaxian taxis"}, Runtime(context=new_case().context))["reading"]
    choices = state["analyzer_response"]["choices"]
    assert any("axi" in f"{choice['label']} {choice['example']}" for choice in choices)
    state.update(nodes.analyzer(state, Runtime(context=new_case(LittleIndex(otherwise=hits)).context)))
    told = {word["text"]: word["fate"] for word in state["reading"]["words"]}
    assert told == {"zorblaxian": "unused", "taxis": "used"}


@pytest.mark.parametrize(("text", "outcome"), [("housewife", "not in work"), ("refused", "no answer")])
def test_of_words_of_no_work_nothing_is_asked_and_no_code_is_given_whatever_a_model_says(
    text: str, outcome: str
) -> None:
    def lie(**_: Any) -> Decision:
        return Decision(status="MATCH_FOUND", codes=["7531"], reason="A tailor.")

    for case in (new_case(), new_case(engine=Scripted({"analyze": lie}))):
        response = case.ask(text).response
        assert (response["outside"], response["codes"], response["partial"], response["choices"]) == (
            outcome, [], None, [],
        )  # fmt: skip
        assert case.question is None
        assert response["runner_up"] is None
