"""The plan as a form, and every answer to it makes a plan that can be followed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state, to_state
from core.systems.research_reports.plan.plan_form import FEWEST, MOST, ask_about, confirm
from core.systems.research_reports.plan.plans import new_sub_question, number
from core.systems.research_reports.state import MOST_SUB_QUESTIONS, TOOL_ORDER, Plan
from core.types import Question

FIELDS = ("sub_questions", "tools", "since", "until", "absent", "limit")
PLAN: Plan = {
    "sub_questions": number([new_sub_question("What is meant by tin cells, and what lies behind it?")]),
    "tools": ["openalex", "shelf"], "unavailable": {"web": "not configured"}, "since": 2010, "until": None,
    "absent": ["lead"], "limit": 20, "confirmed": False, "made_by": "Offline rules", "remarks": [],
}  # fmt: skip


def test_the_form_offers_what_can_be_asked_ticks_what_is_planned_and_says_what_cannot():
    question = ask_about(PLAN, ["A shelf (3 papers)"])
    fields = {field.name: field for field in question.fields}
    assert "Web search" not in fields["tools"].options
    assert fields["tools"].default == ["OpenAlex", "Shelf and own documents"]
    assert question.beside == "On this machine: A shelf (3 papers). Not asked: Web search (not configured)."
    assert from_state(Question, to_state(question)) == question


def test_places_that_are_not_asked_for_the_same_reason_are_told_once():
    off = {**PLAN, "unavailable": {"pubmed": "off", "arxiv": "off", "web": "not configured"}}
    assert ask_about(off).beside == "Not asked: PubMed, arXiv (off). Not asked: Web search (not configured)."


def test_the_limits_stand_behind_a_fold_that_tells_them():
    question = ask_about(PLAN)
    assert question.folded == ["since", "until", "absent", "limit"]
    assert question.fold == "Limits: published 2010 to now · without lead · 20 records from each place, at most"


def test_an_unchanged_form_gives_the_plan_back():
    answer = {field.name: field.default for field in ask_about(PLAN).fields}
    assert confirm(PLAN, answer) == {**PLAN, "confirmed": True}


def test_a_tool_that_cannot_be_asked_stays_out_whatever_the_answer_says():
    assert confirm(PLAN, {"tools": ["Web search", "PubMed"]})["tools"] == ["pubmed"]


def test_what_is_to_be_absent_is_offered_and_changed_by_the_analyst():
    fields = {field.name: field for field in ask_about(PLAN).fields}
    assert fields["absent"].default == "lead"
    assert confirm(PLAN, {"absent": " Tin, lead ,, TIN "})["absent"] == ["tin", "lead"]
    assert confirm(PLAN, {"absent": ""})["absent"] == []
    assert confirm(PLAN, {})["absent"] == ["lead"]


def test_what_is_no_year_is_left_out_with_a_remark():
    plan = confirm(PLAN, {"since": "last week"})
    assert plan["since"] is None
    assert "last week" in plan["remarks"][0]


anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=60),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(
    st.fixed_dictionaries(
        {}, optional=dict.fromkeys(("sub_questions", "tools", "since", "until", "absent", "limit"), anything)
    )
    | anything
)
def test_whatever_is_answered_the_plan_can_be_followed(answer):
    plan = confirm(PLAN, answer)
    assert plan["confirmed"]
    assert 1 <= len(plan["sub_questions"]) <= MOST_SUB_QUESTIONS
    assert len({one["id"] for one in plan["sub_questions"]}) == len(plan["sub_questions"])
    assert all(one["text"].strip() and one["words"].strip() for one in plan["sub_questions"])
    assert [tool for tool in TOOL_ORDER if tool in plan["tools"]] == plan["tools"]
    assert FEWEST <= plan["limit"] <= MOST
    assert plan["since"] is None or 1800 <= plan["since"] < 2200
