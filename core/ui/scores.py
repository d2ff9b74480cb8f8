"""Fused scores on the screen: the moves since a run, a score as a receipt, their colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.retrieval.fusion import Receipt
from core.ui.figure import draw_figure
from core.ui.terms import explain
from core.ui.words import in_chart

SERIES = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#8C7A00", "#7a7a7a")
"""Colours of charts: Okabe and Ito's, told apart by the colour-blind, on paper and on slate alike."""
QUIET = "#8a867c"
"""The colour of lines that only guide the eye."""


def move_in_words(before: int | None, now: int) -> str:
    """Say how a rank moved: “▲ 2 up”, “▼ 1 down”, “same”, “new”."""
    if before is None:
        return "new"
    if before == now:
        return "same"
    return f"▲ {before - now} up" if before > now else f"▼ {now - before} down"


def draw_parts(receipts: Sequence[Receipt], names: Mapping[str, str], sources: Mapping[str, str], key: str) -> None:
    """Draw what each of the scores is made of, as stacked bars."""
    figure, rows = go.Figure(), [f"{receipt.rank}. {names[receipt.id]}" for receipt in receipts]
    numbers: dict[str, list[str] | list[float]] = {"Rank and name": rows}
    for colour, (source, label) in zip(SERIES, sources.items(), strict=False):
        adds = [sum(part.contribution for part in receipt.parts if part.source == source) for receipt in receipts]
        numbers[label] = adds
        figure.add_bar(
            y=[in_chart(row) for row in rows],
            x=adds,
            name=label,
            orientation="h",
            marker_color=colour,
            hovertemplate="%{x:.4f}",
        )
    figure.update_layout(
        barmode="stack",
        height=130 + 32 * len(receipts),
        margin={"t": 10, "b": 10},
        legend={"traceorder": "normal"},
        xaxis_title="Score",
    )
    figure.update_yaxes(autorange="reversed")
    draw_figure(
        figure,
        pd.DataFrame(numbers),
        alt="What each search adds to each score",
        key=key,
        name="what-makes-each-score",
        columns={label: st.column_config.NumberColumn(format="%.4f") for label in sources.values()},
    )


def draw_receipt(receipt: Receipt, sources: Mapping[str, str]) -> None:
    """Draw one score: the arithmetic as a sentence, and the same as a table."""
    st.markdown("**How the score was made**", help=explain("receipt"))
    st.code(receipt.sentence(sources), language=None, wrap_lines=True)
    table = pd.DataFrame(
        {
            "Search": [sources[part.source] for part in receipt.parts],
            "Place": [part.rank for part in receipt.parts],
            "Raw": [f"{part.raw:.3f}" for part in receipt.parts],
            "Normalised": [f"{part.normalised:.3f}" for part in receipt.parts],
            "Weight": [f"{part.weight:.3f}" for part in receipt.parts],
            "Adds": [f"{part.contribution:.4f}" for part in receipt.parts],
        }
    )
    st.table(table.set_index("Search"), alt="The parts of the score")
    missed = [label for source, label in sources.items() if source not in {part.source for part in receipt.parts}]
    if missed:
        st.markdown(f"Not found by: {', '.join(missed)}. A search that did not find it adds nothing.")
