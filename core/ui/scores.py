"""Fused scores on the screen: the moves since a run, a score as a receipt, their colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.retrieval.fusion import Receipt
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
    """Draw what each of the scores is made of, as stacked bars; the score table above says the same in numbers."""
    figure = go.Figure()
    for colour, (source, label) in zip(SERIES, sources.items(), strict=False):
        adds = [sum(part.contribution for part in receipt.parts if part.source == source) for receipt in receipts]
        figure.add_bar(
            y=[f"{receipt.rank}. {in_chart(names[receipt.id])}" for receipt in receipts],
            x=adds,
            name=label,
            orientation="h",
            marker_color=colour,
            hovertemplate="%{x:.4f}",
        )
    figure.update_layout(
        barmode="stack",
        height=90 + 32 * len(receipts),
        margin={"t": 10, "b": 10},
        legend={"orientation": "h", "y": -0.15, "traceorder": "normal"},
    )
    figure.update_yaxes(autorange="reversed")
    st.plotly_chart(figure, key=key, alt="What each search adds to each score; the table above holds the numbers")


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
