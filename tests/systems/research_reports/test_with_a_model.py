"""A report written by a model: the real client against a Gemini on loopback that plans, writes, errs and fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from core.errors import ModelError
from core.llm.choice import choose_engine
from core.llm.engine import OfflineEngine, listen
from core.systems.research_reports.deliver.bundle import open_bundle, to_bundle
from core.systems.research_reports.deliver.html import to_html
from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.deliver.references import evidence_csv, to_bibtex, to_csl_json, to_ris
from core.systems.research_reports.graph import build_graph
from core.systems.research_reports.state import Context
from core.systems.research_reports.write.checking import verdict_of
from core.systems.research_reports.write.citations import claims_of
from core.systems.research_reports.write.refinement import TOLD_ONCE
from tests.llm.fake_gemini import FakeGemini, Reply, Request, data, failure, text
from tests.systems.research_reports.little_sources import QUESTION, little_context

PLAN = [
    {"text": "How efficient are tin perovskite solar cells?", "words": "efficiency tin cells", "kind": "findings"},
    {"text": "How stable are tin perovskite solar cells?", "words": "tin cells degrade air", "kind": "limits"},
]
GOOD = "The efficiency of tin perovskite solar cells was 6.4 %."
WRONG = "The efficiency of tin perovskite solar cells was 64 %."
INVENTED = "Tin perovskite solar cells degrade in air."
CONFIG: dict[str, Any] = {"configurable": {"thread_id": "t"}, "recursion_limit": 60}


class Model:
    """Answers each task by what its schema asks for; `fails_at` names a property whose task fails."""

    def __init__(self) -> None:
        self.fails_at = ""
        self.sections: list[str] = []

    def __call__(self, request: Request) -> Reply:
        wanted = set(request.schema["properties"]) if request.schema else set()
        if self.fails_at and self.fails_at in wanted:
            return failure(403, "no more of this")
        if "sub_questions" in wanted:
            return data({"sub_questions": PLAN})
        if "primary_intent" in wanted:
            return data({"primary_intent": "overview"})
        if "shelf" in wanted:
            return data({"shelf": ["tin perovskite solar cells"]})
        if "sentences" in wanted:
            return data({"sentences": self.write(request.prompt)})
        return data({"question": QUESTION}) if wanted else text("A fair report.")

    def write(self, prompt: str) -> list[dict[str, Any]]:
        self.sections.append(prompt)
        if PLAN[0]["text"] not in prompt:
            return [{"text": INVENTED, "evidence": ["p99"]}]
        first = next(id for id in ("p1", "p2", "p3") if f"{id}" in prompt)
        return [{"text": GOOD, "evidence": [first]}, {"text": WRONG, "evidence": [first]}]


@contextmanager
def asked(model: Model) -> Iterator[tuple[FakeGemini, Context]]:
    with FakeGemini(otherwise=model) as gemini:
        engine = choose_engine("google_genai:gemini-flash-latest", "a-key", gemini.base_url, 20)
        yield gemini, little_context(engine=replace(engine, pause=0.0), max_refinements=1)  # type: ignore[type-var]


def struck_of(state: dict[str, Any]) -> dict[str, str]:
    return {
        claim["text"]: verdict_of(claim).reason
        for section in state["report"]["sections"]
        for claim in section["struck"]
    }


@pytest.fixture(scope="module")
def state() -> dict[str, Any]:
    with asked(Model()) as (_, context):
        graph = build_graph(InMemorySaver())
        graph.invoke({"request": QUESTION}, CONFIG, context=context)
        return dict(graph.get_state(CONFIG).values)


def test_the_models_plan_becomes_the_sections_and_its_words_are_what_is_searched_for(state):
    assert [section["question"] for section in state["report"]["sections"]] == [one["text"] for one in PLAN]
    assert state["tool_queries"]["shelf"] == ["tin perovskite solar cells"]
    assert state["plan"]["made_by"] != "Offline rules"


def test_a_sentence_of_the_model_stands_with_its_passage_a_wrong_number_and_an_invented_id_do_not(state):
    assert [claim["text"] for claim in claims_of(state["report"])] == [GOOD]
    struck = struck_of(state)
    assert "64" in struck[WRONG]
    assert "p99" in struck[INVENTED]


def test_the_first_section_can_be_read_while_the_second_is_still_being_written():
    heard: list[str] = []
    read_meanwhile: list[str] = []

    class Watched(Model):
        def write(self, prompt: str) -> list[dict[str, Any]]:
            read_meanwhile.append("".join(heard))
            return super().write(prompt)

    with asked(Watched()) as (_, context), listen(lambda asked: None, heard.append):
        build_graph(InMemorySaver()).invoke({"request": QUESTION}, CONFIG, context=context)
    assert GOOD not in read_meanwhile[0]
    assert PLAN[0]["text"] in read_meanwhile[1]
    assert GOOD in read_meanwhile[1]
    assert WRONG not in "".join(heard)


def test_a_struck_sentence_of_a_model_is_in_none_of_the_formats_and_in_no_bundle(state):
    exported = [
        to_markdown(state), to_html(state), to_bibtex(state), to_ris(state),
        to_csl_json(state), evidence_csv(state).decode("utf-8-sig"),
    ]  # fmt: skip
    opened = open_bundle(to_bundle(state))
    assert not any(sentence in text for text in exported for sentence in (WRONG, INVENTED))
    assert [claim["text"] for claim in claims_of(opened["report"])] == [GOOD]


def test_what_did_not_hold_is_told_to_the_model_once_and_the_second_version_says_why_it_is_the_last():
    model = Model()
    with asked(model) as (_, context):
        graph = build_graph(InMemorySaver())
        graph.invoke({"request": QUESTION}, CONFIG, context=context)
        state = graph.get_state(CONFIG).values
    assert len(state["versions"]) == state["refinement_count"] == 1
    assert state["versions"][0]["reasons"]
    assert state["stopped_because"] == TOLD_ONCE
    assert len(model.sections) == 2 * len(PLAN)
    assert any(f"{WRONG} (Not in the passage" in prompt for prompt in model.sections[2:])


@pytest.mark.parametrize("offline", [False, True], ids=["try again", "carry on offline"])
def test_a_model_that_fails_in_the_middle_stops_there_and_the_run_goes_on_from_there(offline: bool):
    model = Model()
    model.fails_at = "sentences"
    with asked(model) as (gemini, context):
        graph = build_graph(InMemorySaver())
        with pytest.raises(ModelError):
            graph.invoke({"request": QUESTION}, CONFIG, context=context)
        assert graph.get_state(CONFIG).next == ("synthesis",)
        assert graph.get_state(CONFIG).values["plan"]["sub_questions"][0]["text"] == PLAN[0]["text"]
        model.fails_at = ""
        before = len(gemini.requests)
        graph.invoke(None, CONFIG, context=replace(context, engine=OfflineEngine()) if offline else context)
        state = graph.get_state(CONFIG).values
        plans_again = [one for one in gemini.requests[before:] if one.schema and "sub_questions" in str(one.schema)]
    assert state["report"]["status"] == "report"
    assert not plans_again
    by = {section["written_by"] for section in state["report"]["sections"]}
    assert (by == {"Offline rules"}) == offline
    assert (len(gemini.requests) == before) == offline
