"""Whether a probability can be believed, as a picture: what was said against how often it was true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd
import plotly.graph_objects as go

from core.ui.scores import QUIET, SERIES


class Believed(NamedTuple):
    """Of a number of `cases` that were said to be true with a probability of `said`, on average, the share that was."""

    said: float
    true: float
    cases: float


def reliability_figure(
    points: Sequence[Believed], threshold: float, said: str, true: str, here: int | None = None
) -> go.Figure:
    """Draw a reliability diagram with a line at the threshold; `said` and `true` name the axes in an analyst's words.

    `here` is the place of the point that this run belongs to, drawn larger.
    """
    figure = go.Figure()
    figure.add_vline(x=threshold, line={"color": QUIET, "width": 1})
    figure.add_scatter(
        x=[0, 1], y=[0, 1], mode="lines", line={"color": QUIET, "dash": "dot"}, name="as it should be", hoverinfo="skip"
    )
    figure.add_scatter(
        x=[one.said for one in points],
        y=[one.true for one in points],
        mode="lines+markers",
        marker={"size": [16 if place == here else 8 for place in range(len(points))], "color": SERIES[0]},
        line={"color": SERIES[0]},
        name="as it is",
        customdata=[one.cases for one in points],
        hovertemplate="said %{x:.0%}, true of %{y:.0%} of %{customdata:,.0f}<extra></extra>",
    )
    figure.update_layout(
        height=340,
        margin={"t": 30, "b": 10, "r": 25},
        xaxis={"title": said, "tickformat": ".0%", "range": [0, 1]},
        yaxis={"title": true, "tickformat": ".0%", "range": [0, 1.02]},
    )
    return figure


def reliability_table(points: Sequence[Believed], said: str, true: str, cases: str) -> pd.DataFrame:
    """Make the table behind the diagram, in percent: what was said, what was true, and of how many `cases`."""
    return pd.DataFrame(
        {
            f"{said} (%)": [round(100 * one.said, 1) for one in points],
            f"{true} (%)": [round(100 * one.true, 1) for one in points],
            cases: [int(one.cases) for one in points],
        }
    )
