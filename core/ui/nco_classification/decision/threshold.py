"""What a threshold comes to, as a picture: how many of 100 get a code, and how many of those are right."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.systems.nco_classification.decision.reliability import Coded
from core.ui.figure import draw_figure
from core.ui.scores import QUIET, SERIES

FROM, CODED, RIGHT = "Coded from (%)", "Of 100 get a code", "Of 100 codes right"


def draw_threshold(coded: Sequence[Coded], threshold: float, of: str, key: str) -> None:
    """Draw it for every threshold of `coded`, in order, with a line at the one that holds; `of` says of what."""
    draw_figure(
        threshold_figure(coded, threshold),
        threshold_table(coded),
        alt=f"For each least confidence, how many of 100 {of} get a code and how many of 100 codes are right; "
        f"{threshold:.0%} holds now",
        key=key,
        name="confidence-and-its-cost",
        columns={name: st.column_config.NumberColumn(format="%.1f") for name in (CODED, RIGHT)},
    )


def threshold_figure(coded: Sequence[Coded], threshold: float) -> go.Figure:
    """Draw both shares over the threshold, in percent, and the one that holds."""
    table, figure = threshold_table(coded), go.Figure()
    figure.add_vline(x=100 * threshold, line={"color": QUIET, "width": 2, "dash": "dot"})
    side = "right" if threshold > 0.5 else "left"
    figure.add_annotation(
        x=100 * threshold, y=1, yref="paper", yanchor="bottom", xanchor=side, showarrow=False,
        text=f"now from {threshold:.0%}",
    )  # fmt: skip
    for name, column, colour, dash in (
        ("get a code", CODED, SERIES[0], "solid"),
        ("right, of 100 codes", RIGHT, SERIES[1], "dash"),
    ):
        figure.add_scatter(
            x=table[FROM], y=table[column], name=name, mode="lines",
            line={"color": colour, "width": 3, "dash": dash},
            hovertemplate=f"from %{{x:.0f}} %: %{{y:.0f}} {name}<extra></extra>",
        )  # fmt: skip
    figure.update_layout(
        height=340,
        margin={"t": 30, "b": 10, "r": 25},
        xaxis={"title": "Least confidence of a code (%)", "range": [0, 100]},
        yaxis={"title": "Of 100", "range": [0, 102]},
    )
    return figure


def threshold_table(coded: Sequence[Coded]) -> pd.DataFrame:
    """Make a row for each threshold, all in percent; nothing is right where nothing gets a code."""
    return pd.DataFrame(
        {
            FROM: [round(100 * one.threshold) for one in coded],
            CODED: [100 * one.coded for one in coded],
            RIGHT: pd.array([None if one.right is None else 100 * one.right for one in coded], dtype="Float64"),
        }
    )
