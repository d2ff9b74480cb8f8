"""The records of all tools brought together: those of the same work become one paper."""

from __future__ import annotations

from dataclasses import replace

from core.codec import from_state, to_state
from core.sources.merging import Merge, merge
from core.sources.papers import Paper, PaperRecord
from core.systems.research_reports.state import MergeRecord, State


def merge_records(state: State) -> tuple[dict[str, PaperRecord], list[MergeRecord]]:
    """One paper for each work, by id, and what was merged now. What passages point into stays as it is."""
    before = {id: from_state(Paper, record) for id, record in state["papers"].items()}
    merged = merge(before.values())
    cut_already = {span["paper"] for span in state["passages"].values()}
    papers: dict[str, PaperRecord] = {}
    for paper in merged.papers:
        if paper.id in cut_already:  # the passages of an earlier pass point into the abstract as it was
            was = before[paper.id]
            paper = replace(paper, abstract=was.abstract, abstract_kind=was.abstract_kind, rights=was.rights)  # noqa: PLW2901
        papers[paper.id] = to_state(paper)
    return papers, to_state(merged.log, list[Merge])
