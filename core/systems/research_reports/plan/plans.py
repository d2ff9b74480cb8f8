"""The plan of a report, made of what was planned for it, and the queries that each tool is asked."""

from __future__ import annotations

from collections.abc import Sequence

from core.sources.materials import parameters_of
from core.systems.research_reports.plan.question_reading import facet_of, topic_of
from core.systems.research_reports.search.tool_calls import unavailable_tools
from core.systems.research_reports.state import (
    MOST_SEARCHES,
    MOST_SUB_QUESTIONS,
    TOOL_ORDER,
    Context,
    Plan,
    State,
    SubQuestion,
    Tool,
)
from core.systems.research_reports.tasks import PlannedQuestion, Queries

LONGEST_QUERY = 300  # characters


def draft_plan(planned: Sequence[PlannedQuestion], state: State, context: Context) -> Plan:
    """Return the plan before anybody has seen it: its sub-questions, the tools that can help, the bounds of the
    question."""
    question, constraints = state["cleaned_query"], state["constraints"]
    sub_questions: list[SubQuestion] = [
        {
            "id": "",
            "text": " ".join(asked.text.split()),
            "words": " ".join(asked.words.split()) or topic_of(asked.text),
            "kind": asked.kind,
            "follow_up": False,
        }
        for asked in planned
        if asked.text.strip()
    ]
    unavailable = unavailable_tools(context)
    names_material = bool(constraints["materials"]) or parameters_of(question) is not None
    return {
        "sub_questions": number((sub_questions or [new_sub_question(question)])[:MOST_SUB_QUESTIONS]),
        "tools": [tool for tool in TOOL_ORDER if tool not in unavailable and (tool != "materials" or names_material)],
        "unavailable": unavailable,
        "since": constraints["since"],
        "until": constraints["until"],
        "absent": constraints["absent"],
        "limit": context.limit,
        "confirmed": False,
        "made_by": context.engine.label,
        "remarks": [],
    }


def new_sub_question(text: str, follow_up: bool = False) -> SubQuestion:
    """Return a sub-question in somebody's own words, still without an id."""
    facet = facet_of(text)
    return {"id": "", "text": facet.text, "words": facet.words, "kind": facet.kind, "follow_up": follow_up}


def number(sub_questions: Sequence[SubQuestion]) -> list[SubQuestion]:
    """Ids in order: q1, q2, …"""
    return [{**one, "id": f"q{position}"} for position, one in enumerate(sub_questions, start=1)]


def asked_before(state: State, plan: Plan) -> dict[Tool, list[str]]:
    """Return the words of every search that a tool of the plan was asked for this report."""
    return {tool: [line["words"] for line in state["tool_log"] if line["tool"] == tool] for tool in plan["tools"]}


def fresh_queries(queries: Queries, before: dict[Tool, list[str]]) -> dict[Tool, list[str]]:
    """For each tool the queries that it was not asked before, as many as are left of `MOST_SEARCHES`."""
    chosen: dict[Tool, list[str]] = {}
    for tool, asked in before.items():
        written: list[str] = getattr(queries, tool)
        fresh = dict.fromkeys(" ".join(query.split())[:LONGEST_QUERY] for query in written)
        left = MOST_SEARCHES - len(set(asked) - {""})
        chosen[tool] = [query for query in fresh if query and query not in asked][: max(0, left)]
    return chosen
