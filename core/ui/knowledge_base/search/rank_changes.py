"""How ranks change: that of every candidate after each stage, as a slope chart and as the table behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.codec import from_state
from core.retrieval.fusion import Receipt
from core.stores.passages import Passages
from core.systems.knowledge_base.state import Candidate, State
from core.ui.figure import draw_figure
from core.ui.knowledge_base.search.passages import SOURCES, Described, describe, rests_on
from core.ui.scores import QUIET, SERIES, draw_receipt
from core.ui.terms import explain
from core.ui.words import count, in_chart, marked, plain

STAGES = ("Meaning", "Words", "Both", "Closer look", "Grade")


class RankChange(NamedTuple):
    """One candidate: its rank from 1 after each stage, None where it has none, and what became of it."""

    id: str
    vectors: int | None
    text: int | None
    rrf: int
    rerank: int
    graded: int | None
    grade: float | None
    use: str

    @property
    def ranks(self) -> tuple[int | None, ...]:
        """In the order of `STAGES`."""
        return (self.vectors, self.text, self.rrf, self.rerank, self.graded)


def rank_changes(state: State) -> list[RankChange]:
    """List every candidate of the latest query tried, in the order after reranking."""
    latest = state["attempts"][-1]
    grades = {grade["id"]: grade["score"] for grade in latest["grades"]}
    by_grade = sorted(grades, key=lambda id: -grades[id])
    cited, read = rests_on(state), {document["id"] for document in latest["documents"]}
    changes = []
    for rank, candidate in enumerate(state["candidates"], start=1):
        id, receipt = candidate["id"], from_state(Receipt, candidate["rrf"])
        ranks = {part.source: part.rank for part in receipt.parts}
        use = (
            f"cited {count(len(cited[id]), 'time')}" if id in cited else "read, not used" if id in read else "not read"
        )
        graded = by_grade.index(id) + 1 if id in grades else None
        changes.append(
            RankChange(
                id,
                ranks.get("vectors"),
                ranks.get("text"),
                receipt.rank,
                rank,
                graded,
                grades.get(id),
                use,
            )
        )
    return changes


def draw_rank_changes(state: State, passages: Passages, key: str) -> None:
    """Draw the chart, the table, and one candidate with both of its receipts."""
    if not state["candidates"]:
        st.markdown("The knowledge base was not searched, or holds nothing.")
        return
    changes = rank_changes(state)
    described = describe(passages, [change.id for change in changes], state)
    st.markdown(
        f"{count(len(changes), 'candidate')} of the query “{plain(state['attempts'][-1]['query'])}”, "
        f"λ {state['lambda_mult']:.2f}. What was read for the answer is in colour.",
        help=explain("candidate"),
    )
    table = _table(changes, described)
    draw_figure(
        _slopes(changes, described),
        table,
        alt="The rank of every candidate after each stage",
        key=f"{key}:ranks",
        name="how-ranks-change",
        stands=True,
    )
    chosen = _draw_table(changes, table, key)
    index = next((index for index, change in enumerate(changes) if change.id == chosen), 0)
    _draw_candidate(state["candidates"][index], changes[index], described[changes[index].id], chosen is not None)


def _slopes(changes: Sequence[RankChange], described: Mapping[str, Described]) -> go.Figure:
    figure = go.Figure()
    lowest = max(rank for change in changes for rank in change.ranks if rank)
    nowhere = lowest * 1.6
    colours = dict(zip([change.id for change in changes if change.use != "not read"], SERIES, strict=False))
    for change in reversed(changes):  # those in colour are drawn last, above the others
        stages = [
            (stage, rank) for stage, rank in zip(STAGES, change.ranks, strict=True) if rank or stage in STAGES[:2]
        ]
        figure.add_scatter(
            x=[stage for stage, _ in stages],
            y=[rank or nowhere for _, rank in stages],
            customdata=[str(rank or "not found") for _, rank in stages],
            mode="lines+markers",
            name=f"{change.rerank}. {_short(described[change.id].title)}",
            line={"color": colours.get(change.id, QUIET), "width": 3 if change.id in colours else 1},
            marker={"size": 8 if change.id in colours else 5},
            opacity=1.0 if change.id in colours else 0.6,
            showlegend=change.id in colours,
            hovertemplate="%{fullData.name}<br>%{x}: %{customdata}<extra></extra>",
        )
    ticks = [rank for rank in (1, 2, 3, 5, 10, 20, 50, 100) if rank <= lowest]
    figure.update_yaxes(
        type="log",
        autorange="reversed",
        title="Rank",
        tickvals=[*ticks, nowhere],
        ticktext=[*map(str, ticks), "not found"],
    )
    figure.update_xaxes(categoryorder="array", categoryarray=STAGES, side="top")
    figure.update_layout(height=480, margin={"t": 30, "b": 10}, legend={"traceorder": "reversed"})
    return figure


def _short(title: str) -> str:
    """Return a title that a legend has room for."""
    return in_chart(title if len(title) <= 48 else f"{title[:47]}…")


def _table(changes: Sequence[RankChange], described: Mapping[str, Described]) -> pd.DataFrame:
    ranks = dict(zip(STAGES, zip(*(change.ranks for change in changes), strict=True), strict=True))
    return pd.DataFrame(
        {
            "Passage": [described[change.id].title for change in changes],
            **{stage: pd.array(ranks[stage], dtype="Int64") for stage in STAGES[:4]},
            "Grade": pd.array([change.grade for change in changes], dtype="Float64"),
            "Used": [change.use for change in changes],
        }
    )


def _draw_table(changes: Sequence[RankChange], table: pd.DataFrame, key: str) -> str | None:
    picked = st.dataframe(
        table,
        hide_index=True,
        column_config={
            "Passage": st.column_config.TextColumn(width=330, pinned=True),
            "Meaning": st.column_config.NumberColumn(width=70, help=explain("meaning")),
            "Words": st.column_config.NumberColumn(width=70, help=explain("words")),
            "Both": st.column_config.NumberColumn(width=70, help=explain("fused by rank")),
            "Closer look": st.column_config.NumberColumn(width=80, help=explain("reranked")),
            "Grade": st.column_config.NumberColumn(format="%.2f", width=70, help=explain("graded")),
        },
        on_select="rerun",
        selection_mode="single-row",
        key=f"{key}:ranks-table",
        placeholder="–",
        alt="Every candidate with its rank after each stage, its grade, and whether the answer rests on it",
    )
    rows = picked.selection.rows
    return changes[rows[0]].id if rows and rows[0] < len(changes) else None


def _draw_candidate(candidate: Candidate, change: RankChange, described: Described, chosen: bool) -> None:
    st.subheader(f"{change.rerank}. {plain(described.title)}", anchor=False)
    if not chosen:
        st.markdown("Select a row of the table to see how another candidate was scored.")
    score, text = st.columns([3, 2])
    with score:
        draw_receipt(from_state(Receipt, candidate["rrf"]), SOURCES)
        st.markdown("**After a closer look**")
        st.code(_closer_look(candidate), language=None, wrap_lines=True)
    with text, st.container(border=True):
        st.markdown(marked(described.text, []) or "This passage is gone.")


def _closer_look(candidate: Candidate) -> str:
    """How the reranked score was made, in one line."""
    weight, fused, score = candidate["weight"], candidate["fused"], candidate["score"]
    if candidate["reranked"] is None:
        return f"{score:.3f} = {fused:.3f} (place of the fused score between the lowest and the highest); not reranked"
    return (
        f"{score:.3f} = {1 - weight:g} × {fused:.3f} (fused) + {weight:g} × {candidate['reranked']:.3f} (closer look)"
    )
