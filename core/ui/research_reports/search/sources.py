"""All papers that were found, filtered by year, kind, tool and retraction, and for one of them what rests on it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

import pandas as pd
import streamlit as st

from core.sources.papers import PaperRecord
from core.systems.research_reports.state import TOOL_TITLES, State
from core.systems.research_reports.write.citations import claims_of, source_numbers, sources_of
from core.ui.research_reports.write.evidence import READ_HERE, draw_evidence, link_of
from core.ui.words import count, plain

Papers: TypeAlias = dict[str, PaperRecord]
_STANDING = ("all", "only retracted or withdrawn", "without retracted or withdrawn")


def draw_sources(state: State, key: str) -> None:
    """Draw the filters, the table, and the paper that was picked in it."""
    papers: Papers = state["papers"]
    if not papers:
        st.markdown("No paper was found.")
        return
    shown = _choose(papers, key)
    table = source_table(state, shown)
    st.markdown(f"{count(len(shown), 'paper')} of {len(papers)}. Pick a row to see what rests on it.")
    picked = st.dataframe(
        table,
        hide_index=True,
        column_config={
            "No.": st.column_config.NumberColumn(width=50, help="Its number in the report; empty: not cited"),
            "Year": st.column_config.NumberColumn(format="%d", width=60),
            "Title": st.column_config.TextColumn(width=380),
            "Link": st.column_config.LinkColumn(),
        },
        on_select="rerun",
        selection_mode="single-row",
        key=f"{key}:sources:{len(shown)}",
        placeholder="–",
        alt="The papers that were found, those that the report cites first",
    )
    rows = picked.selection.rows
    if rows and rows[0] < len(table):
        _draw_paper(state, _in_order(state, shown)[rows[0]])


def _choose(papers: Papers, key: str) -> Papers:
    years = sorted({paper["year"] for paper in papers.values() if paper["year"]})
    first, second, third, fourth = st.columns(4)
    span = (years[0], years[-1]) if years else (0, 0)
    if len(years) > 1:
        span = first.slider("Years", years[0], years[-1], span, key=f"{key}:years")
    kinds = second.multiselect("Kind", sorted({paper["kind"] for paper in papers.values()}), key=f"{key}:kinds")
    tools = third.multiselect(
        "Tool", sorted({paper["source"] for paper in papers.values()}), format_func=_tool, key=f"{key}:tools"
    )
    standing = fourth.selectbox("Retracted", _STANDING, key=f"{key}:standing")
    whole = not years or span == (years[0], years[-1])
    return filtered(papers, None if whole else span, kinds, tools, standing)


def filtered(
    papers: Papers, years: tuple[int, int] | None, kinds: Collection[str], tools: Collection[str], standing: str
) -> Papers:
    """Return the papers that pass; no years, kinds or tools mean all. A paper without a year passes no limit of
    years."""
    return {
        id: paper
        for id, paper in papers.items()
        if (years is None or (paper["year"] is not None and years[0] <= paper["year"] <= years[1]))
        and (not kinds or paper["kind"] in kinds)
        and (not tools or paper["source"] in tools)
        and (standing == _STANDING[0] or (standing == _STANDING[1]) == bool(paper["retracted"] or paper["withdrawn"]))
    }


def source_table(state: State, papers: Papers) -> pd.DataFrame:
    """Return the papers, a row each: those that the report cites first, by number."""
    numbers = source_numbers(state)
    order = _in_order(state, papers)
    return pd.DataFrame(
        {
            "No.": pd.array([numbers.get(id) for id in order], dtype="Int64"),
            "Title": [papers[id]["title"] for id in order],
            "Authors": [", ".join(papers[id]["authors"]) for id in order],
            "Year": pd.array([papers[id]["year"] for id in order], dtype="Int64"),
            "Kind": [papers[id]["kind"] for id in order],
            "Tool": [_tool(papers[id]["source"]) for id in order],
            "Standing": [_standing(papers[id]) for id in order],
            "Venue": [papers[id]["venue"] for id in order],
            "Read here": [READ_HERE[papers[id]["abstract_kind"]] for id in order],
            "Link": [link_of(papers[id]) or None for id in order],
        }
    )


def _in_order(state: State, papers: Papers) -> list[str]:
    numbers = source_numbers(state)
    return sorted(papers, key=lambda id: numbers.get(id, len(numbers) + 1))


def _tool(source: str) -> str:
    return next((title for tool, title in TOOL_TITLES.items() if tool == source), source)


def _standing(paper: PaperRecord) -> str:
    return "retracted" if paper["retracted"] else "withdrawn" if paper["withdrawn"] else "stands"


def _draw_paper(state: State, id: str) -> None:
    paper = state["papers"][id]
    st.markdown(f"**{plain(paper['title'])}**")
    resting = [claim for claim in claims_of(state["report"]) if id in sources_of(state, claim)]
    if not resting:
        st.markdown("No sentence of the report rests on it. What was read:")
        st.markdown(plain(paper["abstract"]) or "It came without an abstract.")
    for claim in resting:
        st.markdown(f":material/format_quote: {plain(claim['text'])}")
        draw_evidence(state, claim, id)
