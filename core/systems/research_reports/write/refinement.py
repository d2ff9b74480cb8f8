"""Whether a report is refined once more and where it goes on: by the measures, within the limits."""

from __future__ import annotations

from core.systems.research_reports.plan.question_reading import wider
from core.systems.research_reports.state import MOST_REFINEMENTS, MOST_SEARCHES, Context, State, Tool
from core.systems.research_reports.write.evaluation import faulty, improved, reasons_to_refine, unanswered


def is_refinement(state: State) -> bool:
    """Whether the evaluation sent the run back here, and not somebody who asks."""
    same = state.get("turn") == state["request"] and state.get("needs_refinement", False)
    return same and state.get("refinement_count", 0) < MOST_REFINEMENTS


def decide(state: State, as_written: dict[str, float], context: Context) -> tuple[list[str], str, str]:
    """Why to refine and where to go on; without reasons, why it stops. The limit holds whatever the figures say."""
    report, versions = state["report"], state["versions"]
    missing = unanswered(report)
    follow_up = any(one["follow_up"] for one in state["plan"]["sub_questions"])
    reasons = reasons_to_refine(as_written) if faulty(report) else []
    at = "rag_filter"
    can_fetch = not follow_up and any(_can_widen(state, tool) for tool in state["plan"]["tools"])
    if missing and can_fetch:
        titles = [section["question"] for section in report["sections"] if section["id"] in missing]
        reasons = [*reasons, *(f"nothing answers “{title}”" for title in titles)]
        at = "query_generation"
    if not reasons:
        if missing and not follow_up:
            return [], at, "Some sub-questions have no evidence, and there is nothing wider to search for."
        return [], at, "The measures ask for no refinement."
    if state["refinement_count"] >= min(context.max_refinements, MOST_REFINEMENTS):
        return [], at, f"The limit of refinements is reached; still open: {'; '.join(reasons)}."
    if versions and not improved(versions[-1]["figures"], as_written):
        return [], at, "The last refinement improved no measure, so it was the last."
    return reasons, at, ""


def _can_widen(state: State, tool: Tool) -> bool:
    """Whether a tool may be asked once more, and the words of some sub-question without a section can be fewer."""
    asked = {line["words"] for line in state["tool_log"] if line["tool"] == tool and line["words"]}
    missing = unanswered(state["report"])
    words = [one["words"] for one in state["plan"]["sub_questions"] if one["id"] in missing]
    return len(asked) < MOST_SEARCHES and tool != "materials" and any(
        wide and wide not in asked for wide in map(wider, words)
    )  # fmt: skip
