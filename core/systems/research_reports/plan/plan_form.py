"""The plan as a form for the analyst, and what their answer makes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from core.errors import InputError
from core.language.sanitize import tidy
from core.systems.research_reports.plan.plans import new_sub_question, number
from core.systems.research_reports.plan.question_reading import FIRST_YEAR
from core.systems.research_reports.search.tool_calls import by_reason
from core.systems.research_reports.state import MOST_SUB_QUESTIONS, TOOL_ORDER, TOOL_TITLES, Plan, SubQuestion, Tool
from core.types import Choice, Number, Question, Text

LONGEST = 300  # characters of a sub-question
MOST_ABSENT = 5
FEWEST, MOST = 5, 50  # records for each tool


def ask_about(plan: Plan, here: Sequence[str] = ()) -> Question:
    """Return the form: sub-questions, one a line; tools that can be asked; behind a fold the limits of the search.

    `here` says what each shelf on this machine holds.
    """
    offered = [tool for tool in TOOL_ORDER if tool not in plan["unavailable"]]
    off = by_reason((TOOL_TITLES[tool], plan["unavailable"][tool]) for tool in TOOL_ORDER if tool not in offered)
    beside = [f"On this machine: {'; '.join(here)}."] if here else []
    beside += [f"Not asked: {', '.join(titles)} ({reason})." for reason, titles in off.items()]
    return Question(
        "This is the plan. Change what you like; nothing is sent before you confirm it.",
        [
            Text(
                "sub_questions",
                "Sub-questions, one a line: each becomes a section",
                "\n".join(sub_question["text"] for sub_question in plan["sub_questions"]),
                long=True,
            ),
            Choice(
                "tools",
                "Where to look",
                [TOOL_TITLES[tool] for tool in offered],
                many=True,
                default=[TOOL_TITLES[tool] for tool in plan["tools"]],
                required=False,
            ),
            Text("since", "From year (empty: any)", str(plan["since"] or ""), required=False),
            Text("until", "To year (empty: any)", str(plan["until"] or ""), required=False),
            Text(
                "absent",
                "Leave out papers that have (empty: none)",
                ", ".join(plan["absent"]),
                required=False,
            ),
            Number("limit", "Records from each place, at most", FEWEST, MOST, plan["limit"]),
        ],
        "Start",
        beside=" ".join(beside),
        folded=["since", "until", "absent", "limit"],
        fold=f"Limits: {_limits(plan)}",
    )


def _limits(plan: Plan) -> str:
    since, until = plan["since"], plan["until"]
    years = f"published {since or 'any time'} to {until or 'now'}" if since or until else "any year"
    absent = [f"without {thing}" for thing in plan["absent"]]
    return " · ".join([years, *absent, f"{plan['limit']} records from each place, at most"])


def confirm(plan: Plan, answer: object) -> Plan:
    """Return the plan as the analyst sent it back. What cannot be used is left as it was, with a remark."""
    given = answer if isinstance(answer, Mapping) else {}
    remarks: list[str] = []
    limit = given.get("limit")
    return {
        **plan,
        "sub_questions": _sub_questions(given.get("sub_questions"), plan["sub_questions"], remarks),
        "tools": _tools(given.get("tools"), plan),
        "since": _year(given, "since", plan["since"], remarks),
        "until": _year(given, "until", plan["until"], remarks),
        "absent": _absent(given.get("absent"), plan["absent"]),
        "limit": min(max(int(limit), FEWEST), MOST)
        if isinstance(limit, int | float) and isfinite(limit)
        else plan["limit"],
        "confirmed": True,
        "remarks": [*plan["remarks"], *remarks],
    }


def _sub_questions(given: object, planned: Sequence[SubQuestion], remarks: list[str]) -> list[SubQuestion]:
    """One for each line; lines that were planned keep what was planned for them."""
    if not isinstance(given, str):
        return list(planned)
    lines = [" ".join(line.split())[:LONGEST] for line in _readable(given).split("\n")]
    lines = list(dict.fromkeys(line for line in lines if re.search(r"\w", line)))
    if not lines:
        remarks.append("No sub-question was left, so those of the plan stand.")
        return list(planned)
    if len(lines) > MOST_SUB_QUESTIONS:
        remarks.append(f"Of {len(lines)} sub-questions the first {MOST_SUB_QUESTIONS} are answered.")
    known = {one["text"]: one for one in planned}
    return number([known.get(line) or new_sub_question(line) for line in lines[:MOST_SUB_QUESTIONS]])


def _readable(text: str) -> str:
    try:
        return tidy(text[: LONGEST * MOST_SUB_QUESTIONS * 2])
    except InputError:
        return ""


def _tools(given: object, plan: Plan) -> list[Tool]:
    if not isinstance(given, list | tuple):
        return plan["tools"]
    return [
        tool
        for tool, title in TOOL_TITLES.items()
        if (title in given or tool in given) and tool not in plan["unavailable"]
    ]


def _absent(given: object, planned: list[str]) -> list[str]:
    if not isinstance(given, str):
        return planned
    things = (" ".join(thing.split()).lower() for thing in _readable(given).split(","))
    return list(dict.fromkeys(thing for thing in things if re.search(r"\w", thing)))[:MOST_ABSENT]


def _year(given: Mapping[str, Any], name: str, planned: int | None, remarks: list[str]) -> int | None:
    if name not in given:
        return planned
    text = str(given[name] if given[name] is not None else "").strip()
    if not text:
        return None
    if re.fullmatch(r"\d{4}", text, re.ASCII) and FIRST_YEAR <= int(text) <= datetime.now(UTC).year + 1:
        return int(text)
    remarks.append(f"“{text[:40]}” is no year and was left out.")
    return None
