"""Whether a report is refined once more and where it goes on: by the measures, within the limits."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from core.systems.research_reports.plan.question_reading import wider
from core.systems.research_reports.state import MOST_REFINEMENTS, MOST_SEARCHES, Context, RefineAt, Report, State, Tool
from core.systems.research_reports.write.citations import claims_of
from core.systems.research_reports.write.evaluation import faulty, improved, reasons_to_refine, unanswered

NO_NEED = "The measures are good enough: nothing was written again."
TOLD_ONCE = "What did not hold was written once more; what still does not hold is struck out."
NOTHING_WIDER = "{missing} of {all} sub-questions have no evidence, and there is nothing wider to search for."


def is_refinement(state: State) -> bool:
    """Whether the evaluation sent the run back here, and not somebody who asks."""
    same = state.get("turn") == state["request"] and state.get("needs_refinement", False)
    return same and state.get("refinement_count", 0) < MOST_REFINEMENTS


@dataclass(frozen=True)
class Decision:
    """Why a report is refined and where it goes on; without reasons, why it stops."""

    reasons: list[str]
    refine_at: RefineAt
    stopped_because: str = ""


def decide(state: State, as_written: dict[str, float], context: Context) -> Decision:
    """Decide by the measures of the report as written. The limit holds whatever the figures say."""
    report, versions = state["report"], state["versions"]
    missing = unanswered(report)
    follow_up = any(asked["follow_up"] for asked in state["plan"]["sub_questions"])
    reasons = reasons_to_refine(as_written) if faulty(report) else []
    refine_at: RefineAt = "rag_filter"
    can_fetch = not follow_up and any(_can_widen(state, tool) for tool in state["plan"]["tools"])
    if missing and can_fetch:
        titles = [section["question"] for section in report["sections"] if section["id"] in missing]
        reasons = [*reasons, *(f"nothing answers “{title}”" for title in titles)]
        refine_at = "query_generation"
    if not reasons:
        return Decision([], refine_at, _why_it_ends(report, 0 if follow_up else len(missing)))
    if state["refinement_count"] >= min(context.max_refinements, MOST_REFINEMENTS):
        return Decision([], refine_at, f"The limit of refinements is reached; still open: {'; '.join(reasons)}.")
    if versions and not improved(versions[-1]["figures"], as_written):
        return Decision([], refine_at, "The last refinement improved no measure, so it was the last.")
    return Decision(reasons, refine_at)


def _why_it_ends(report: Report, missing: int) -> str:
    if missing:
        return NOTHING_WIDER.format(missing=missing, all=len(report["sections"]))
    return TOLD_ONCE if any(section["struck"] for section in report["sections"]) else NO_NEED


def set_aside(state: State, passages: Collection[str]) -> list[str]:
    """Return the passages from which nothing more is written: in the last pass also those whose sentences all fell."""
    aside = state["set_aside"]
    if state["refinement_count"] < MOST_REFINEMENTS:
        return aside
    standing = {id for claim in claims_of(state["report"]) for id in claim["passages"]}
    fell = [id for section in state["report"]["sections"] for claim in section["struck"] for id in claim["passages"]]
    return list(dict.fromkeys([*aside, *(id for id in fell if id not in standing and id in passages)]))


def _can_widen(state: State, tool: Tool) -> bool:
    """Whether a tool may be asked once more, and the words of some sub-question without a section can be fewer."""
    asked = {line["words"] for line in state["tool_log"] if line["tool"] == tool and line["words"]}
    missing = unanswered(state["report"])
    words = [sub_question["words"] for sub_question in state["plan"]["sub_questions"] if sub_question["id"] in missing]
    return len(asked) < MOST_SEARCHES and tool != "materials" and any(
        wide and wide not in asked for wide in map(wider, words)
    )  # fmt: skip
