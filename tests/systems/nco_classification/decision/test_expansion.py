"""What the expander writes, held against the fields that specification 003 names."""

from __future__ import annotations

import pytest
from langchain_core.messages import HumanMessage

from core.systems.nco_classification.decision.expansion import expand
from core.systems.nco_classification.state import Answer, State
from tests.systems.nco_classification.little_index import TAILOR, new_case

CONTEXT = new_case().context
# "State Definition" of specification 003.
FIELDS = {
    "messages": list,
    "expander_analysis": dict,
    "retrieved_results": dict,
    "analyzer_response": dict,
    "improved_search": bool,
    "improved_search_count": int,
}


def test_after_the_first_node_the_state_holds_every_field_of_the_specification_in_its_type() -> None:
    state = expand({"request": TAILOR}, CONTEXT)
    assert {name: type(state[name]) for name in FIELDS} == FIELDS  # type: ignore[literal-required]
    assert set(state["retrieved_results"]) == {"ids", "distances", "metadatas", "documents"}
    assert state["messages"] == [HumanMessage(TAILOR)]
    assert set(state) | {"request", "reading"} == set(State.__annotations__)


def test_the_expander_chooses_no_code_and_names_none() -> None:
    analysis = expand({"request": "seamstress 9999"}, CONTEXT)["expander_analysis"]
    assert "code" not in analysis
    assert analysis["query"]


@pytest.mark.parametrize(
    ("request_text", "obstacle"), [("E010", "id"), ("Pune", "place"), ("cook and driver", "several")]
)
def test_the_expander_tells_what_keeps_the_words_from_being_coded(request_text: str, obstacle: str) -> None:
    analysis = expand({"request": request_text}, CONTEXT)["expander_analysis"]
    assert (analysis["ambiguous"], analysis["obstacle"]) == (True, obstacle)
    assert analysis["reason"]


def test_beginning_again_keeps_the_answers_and_the_one_correction_and_nothing_else() -> None:
    answer: Answer = {
        "question": "Which?", "said": "in a hotel", "code": "", "job": "", "words": "in a hotel", "checkpoint": "x",
    }  # fmt: skip
    before: State = {
        "request": "cook", "answers": [answer], "analyzer_response": {"round": 0}, "improved_search_count": 1,
        "queries": ["cook"], "improved_search": False,
    }  # fmt: skip
    state = expand(before, CONTEXT)
    assert state["words"] == "cook\nin a hotel"
    assert (state["answers"], state["improved_search_count"]) == ([answer], 1)
    assert (state["messages"], state["queries"], state["candidates"], state["analyzer_response"]) == ([], [], [], {})
