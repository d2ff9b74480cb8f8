"""What each node writes, held against the fields that specification 003 names."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime

from core.codec import from_state
from core.systems.nco_classification import nodes
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.state import Answer, State
from tests.systems.nco_classification.little_index import CLEAR, TAILOR, LittleIndex, candidate, new_case

RUNTIME: Any = Runtime(context=new_case().context)
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
    state = nodes.expander({"request": TAILOR}, RUNTIME)
    assert {name: type(state[name]) for name in FIELDS} == FIELDS  # type: ignore[literal-required]
    assert set(state["retrieved_results"]) == {"ids", "distances", "metadatas", "documents"}
    assert state["messages"] == [HumanMessage(TAILOR)]
    assert set(state) | {"request"} == set(State.__annotations__)


def test_the_expander_chooses_no_code_and_names_none() -> None:
    analysis = nodes.expander({"request": "seamstress 9999"}, RUNTIME)["expander_analysis"]
    assert "code" not in analysis
    assert analysis["query"]


@pytest.mark.parametrize(
    ("request_text", "obstacle"), [("E010", "id"), ("Pune", "place"), ("cook and driver", "several")]
)
def test_the_expander_tells_what_keeps_the_words_from_being_coded(request_text: str, obstacle: str) -> None:
    analysis = nodes.expander({"request": request_text}, RUNTIME)["expander_analysis"]
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
    state = nodes.expander(before, RUNTIME)
    assert state["words"] == "cook\nin a hotel"
    assert (state["answers"], state["improved_search_count"]) == ([answer], 1)
    assert (state["messages"], state["queries"], state["candidates"], state["analyzer_response"]) == ([], [], [], {})


def test_retrieval_writes_candidates_that_can_be_read_back_and_the_query_it_searched() -> None:
    index = LittleIndex(otherwise=CLEAR)
    runtime: Any = Runtime(context=new_case(index).context)
    state: State = {**nodes.expander({"request": TAILOR}, runtime)}
    state["request"] = TAILOR
    found = nodes.retrieval(state, runtime)
    assert from_state(list[Candidate], found["candidates"]) == [candidate(*hit) for hit in CLEAR]
    assert found["queries"] == index.searched == [TAILOR]
