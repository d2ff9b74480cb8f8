"""Every example that the page offers gets the answer that a specialist in occupation coding would give."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.llm.engine import OfflineEngine
from core.paths import VECTORS
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.systems import Resources
from core.systems.nco_classification import SYSTEM, open_context
from core.systems.nco_classification.state import Context, State
from core.systems.nco_classification.tasks import Decision, Expansion
from tests.systems.nco_classification.little_index import Scripted

CODED = {
    "electrician": ("7411.0100", "Electrician, General", "7412"),
    "baal kaatne wala": ("5141", "Hairdressers", "7532"),
    "Drives a tractor to plough and sow the fields of several farms, and keeps its engine in order": (
        "8341",
        "Mobile Farm and Forestry Plant Operators",
        "6111",
    ),
}
ASKED = "teacher"


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Context:
    folder: Path = tmp_path_factory.mktemp("examples")
    embedder = Embedder(None, sorted(VECTORS.glob("*.npz")))
    return open_context(Resources(OfflineEngine(), embedder, folder, Settings(data=folder)))


@pytest.fixture(scope="module")
def runs(context: Context) -> dict[str, State]:
    graph = SYSTEM.build_graph(None)
    states: dict[str, State] = {}
    for example in SYSTEM.examples:
        states[example] = graph.invoke({"request": example}, context=context)  # type: ignore[assignment]
    return states


def test_every_example_of_the_page_is_held_to_an_answer() -> None:
    assert set(SYSTEM.examples) == {*CODED, ASKED}


@pytest.mark.parametrize("example", CODED, ids=["electrician", "baal kaatne wala", "tractor"])
def test_a_clear_job_gets_its_code_with_a_runner_up_that_is_near_to_it(runs: dict[str, State], example: str) -> None:
    code, title, second = CODED[example]
    response = runs[example]["analyzer_response"]
    assert [(entry["code"], entry["title"]) for entry in response["codes"]] == [(code, title)]
    assert response["question"] is None
    assert response["runner_up"] is not None
    assert response["runner_up"]["code"] == second
    assert second in response["why_it_lost"]


def test_the_hinglish_job_is_read_as_cutting_hair(runs: dict[str, State]) -> None:
    state = runs["baal kaatne wala"]
    assert any("hair" in text["text"] for text in state["candidates"][0]["evidence"])
    assert any("“baal” was read as “hair”" in said for said in state["expander_analysis"]["assumptions"])


def test_of_the_tractor_driver_the_farms_tractor_operator_is_the_likeliest_occupation(runs: dict[str, State]) -> None:
    [tractor] = [text for text in CODED if "tractor" in text]
    assert runs[tractor]["candidates"][0]["occupations"][0][0] == "8341.0101"  # Tractor Operator, Farm


def test_a_bare_teacher_is_asked_what_kind_and_only_teaching_is_certain(runs: dict[str, State]) -> None:
    response = runs[ASKED]["analyzer_response"]
    assert response["codes"] == []
    assert response["partial"] == {"code": "23", "title": "Teaching Professionals", "level": "subdivision"}
    assert {choice["attribute"] for choice in response["choices"]} == {"pupils"}
    assert {"college", "secondary", "primary"} <= {
        value for choice in response["choices"] for value in choice["value"].split(";")
    }


def test_a_model_that_takes_a_potter_for_a_pilot_makes_no_pilot_of_one(context: Context) -> None:
    lying = Scripted(
        {
            "expand": lambda **_: Expansion(query="airline pilot", title="airline pilot", ambiguous=False),
            "analyze": lambda **_: Decision(status="MATCH_FOUND", codes=["3153"], reason="It fits."),
        }
    )
    state = SYSTEM.build_graph(None).invoke(
        {"request": "makes pottery on a wheel"}, context=replace(context, engine=lying)
    )
    response = state["analyzer_response"]
    assert state["queries"] == ["airline pilot", "makes pottery on a wheel"]
    assert response["codes"] == []
    assert [choice["code"] for choice in response["choices"]] == ["7314", "3153"]
    assert response["chances"]["3153"] < 0.01
