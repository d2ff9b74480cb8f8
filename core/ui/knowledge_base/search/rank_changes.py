"""The rank ladder: the place of every candidate after each stage, as a slope chart and as the table behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.codec import from_state
from core.retrieval.fusion import Receipt
from core.stores.passages import Passages
from core.ui.knowledge_base.search.passages import SOURCES, Described, describe, rests_on
from core.ui.scores import QUIET, SERIES, draw_receipt
from core.ui.words import count, marked, plain

STAGES = ("Vectors", "Text", "RRF", "Rerank", "Grade")


class Rung(NamedTuple):
    """One candidate: its place from 1 after each stage, None where it has none, and what became of it."""

    id: str
    vectors: int | None
    text: int | None
    rrf: int
    rerank: int
    graded: int | None
    grade: float | None
    use: str

    @property
    def places(self) -> tuple[int | None, ...]:
        """In the order of `STAGES`."""
        return (self.vectors, self.text, self.rrf, self.rerank, self.graded)


def ladder(state: Mapping[str, Any]) -> list[Rung]:
    """Every candidate of the latest query tried, in the order after reranking."""
    latest = state["attempts"][-1]
    grades = {grade["id"]: grade["score"] for grade in latest["grades"]}
    by_grade = sorted(grades, key=lambda id: -grades[id])
    cited, read = rests_on(state), {document["id"] for document in latest["documents"]}
    rungs = []
    for place, candidate in enumerate(state["candidates"], start=1):
        id = candidate["id"]
        ranks = {part["source"]: part["rank"] for part in candidate["rrf"]["parts"]}
        use = (
            f"cited {count(len(cited[id]), 'time')}" if id in cited else "read, not used" if id in read else "not read"
        )
        graded = by_grade.index(id) + 1 if id in grades else None
        rungs.append(
            Rung(
                id,
                ranks.get("vectors"),
                ranks.get("text"),
                candidate["rrf"]["rank"],
                place,
                graded,
                grades.get(id),
                use,
            )
        )
    return rungs


def draw_ladder(state: Mapping[str, Any], passages: Passages, key: str) -> None:
    """The chart, the table, and one candidate with both of its receipts."""
    if not state["candidates"]:
        st.markdown("The knowledge base was not searched, or holds nothing.")
        return
    rungs = ladder(state)
    described = describe(passages, [rung.id for rung in rungs], state)
    st.markdown(
        f"{count(len(rungs), 'candidate')} of the query “{plain(state['attempts'][-1]['query'])}”, "
        f"λ {state['lambda_mult']:.2f}. What was read for the answer is in colour."
    )
    _draw_slopes(rungs, described, key)
    chosen = _draw_table(rungs, described, key)
    place = next((place for place, rung in enumerate(rungs) if rung.id == chosen), 0)
    _draw_candidate(state["candidates"][place], rungs[place], described[rungs[place].id], chosen is not None)


def _draw_slopes(rungs: Sequence[Rung], described: Mapping[str, Described], key: str) -> None:
    figure = go.Figure()
    lowest = max(place for rung in rungs for place in rung.places if place)
    nowhere = lowest * 1.6
    colours = dict(zip([rung.id for rung in rungs if rung.use != "not read"], SERIES, strict=False))
    for rung in reversed(rungs):  # those in colour are drawn last, above the others
        stages = [
            (stage, place)
            for stage, place in zip(STAGES, rung.places, strict=True)
            if place or stage in ("Vectors", "Text")
        ]
        figure.add_scatter(
            x=[stage for stage, _ in stages],
            y=[place or nowhere for _, place in stages],
            customdata=[str(place or "not found") for _, place in stages],
            mode="lines+markers",
            name=f"{rung.rerank}. {_short(described[rung.id].title)}",
            line={"color": colours.get(rung.id, QUIET), "width": 3 if rung.id in colours else 1},
            marker={"size": 8 if rung.id in colours else 5},
            opacity=1.0 if rung.id in colours else 0.6,
            showlegend=rung.id in colours,
            hovertemplate="%{fullData.name}<br>%{x}: %{customdata}<extra></extra>",
        )
    ticks = [place for place in (1, 2, 3, 5, 10, 20, 50, 100) if place <= lowest]
    figure.update_yaxes(
        type="log",
        autorange="reversed",
        title="Place",
        tickvals=[*ticks, nowhere],
        ticktext=[*map(str, ticks), "not found"],
    )
    figure.update_xaxes(categoryorder="array", categoryarray=STAGES, side="top")
    figure.update_layout(
        height=460,
        margin={"t": 30, "b": 10},
        legend={"orientation": "h", "y": -0.05, "traceorder": "reversed"},
    )
    st.plotly_chart(
        figure,
        key=f"{key}:ladder",
        alt="The place of every candidate after each stage; the table below holds the same in numbers",
    )


def _short(title: str) -> str:
    """A title that a legend has room for; markup of data means nothing to the chart."""
    title = title if len(title) <= 48 else f"{title[:47]}…"
    return title.replace("&", "&amp;").replace("<", "&lt;")


def _draw_table(rungs: Sequence[Rung], described: Mapping[str, Described], key: str) -> str | None:
    places = dict(zip(STAGES, zip(*(rung.places for rung in rungs), strict=True), strict=True))
    table = pd.DataFrame(
        {
            "Passage": [described[rung.id].title for rung in rungs],
            **{stage: pd.array(places[stage], dtype="Int64") for stage in STAGES[:4]},
            "Grade": pd.array([rung.grade for rung in rungs], dtype="Float64"),
            "Used": [rung.use for rung in rungs],
        }
    )
    picked = st.dataframe(
        table,
        hide_index=True,
        column_config={
            "Passage": st.column_config.TextColumn(width=330, pinned=True),
            **{stage: st.column_config.NumberColumn(width=70) for stage in STAGES[:4]},
            "Grade": st.column_config.NumberColumn(format="%.2f", width=70),
        },
        on_select="rerun",
        selection_mode="single-row",
        key=f"{key}:ladder-table",
        placeholder="–",
        alt="Every candidate with its place after each stage, its grade, and whether the answer rests on it",
    )
    rows = picked.selection.rows
    return rungs[rows[0]].id if rows and rows[0] < len(rungs) else None


def _draw_candidate(candidate: Mapping[str, Any], rung: Rung, described: Described, chosen: bool) -> None:
    st.subheader(f"{rung.rerank}. {plain(described.title)}", anchor=False)
    if not chosen:
        st.markdown("Select a row of the table to see how another candidate was scored.")
    score, text = st.columns([3, 2])
    with score:
        draw_receipt(from_state(Receipt, candidate["rrf"]), SOURCES)
        st.markdown("**After a closer look**")
        st.code(_closer_look(candidate), language=None, wrap_lines=True)
    with text, st.container(border=True):
        st.markdown(marked(described.text, []) or "This passage is gone.")


def _closer_look(candidate: Mapping[str, Any]) -> str:
    """How the reranked score was made, in one line."""
    weight, fused, score = candidate["weight"], candidate["fused"], candidate["score"]
    if candidate["reranked"] is None:
        return f"{score:.3f} = {fused:.3f} (place of the fused score between the lowest and the highest); not reranked"
    return (
        f"{score:.3f} = {1 - weight:g} × {fused:.3f} (fused) + {weight:g} × {candidate['reranked']:.3f} (closer look)"
    )
