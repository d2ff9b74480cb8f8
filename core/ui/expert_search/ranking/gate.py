"""The gate: how likely it is that the best person knows about each topic, and how true such a number was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.systems.expert_search.ranking.quality import Bin, reliability
from core.ui.scores import QUIET, SERIES
from core.ui.words import plain


def draw_gate(quality: float, by_topic: Mapping[str, float], labels: Mapping[str, str], threshold: float) -> None:
    """Say what the gate made of this request, and draw how often such a quality was true elsewhere.

    `by_topic` is the quality of the best person for each topic, by the ids that `labels` name.
    """
    st.markdown(
        f"The gate asks for a quality of **{threshold:g}**. Reached: **{quality:.3f}**. The quality is how likely it "
        "is that the best person knows about what was asked; no setting of this page moves it."
    )
    if len(labels) > 1:
        st.markdown(
            "\n".join(f"- {plain(label)}: {by_topic[id]:.3f}" for id, label in labels.items() if id in by_topic)
        )
    with st.expander("How true such a quality was", icon=":material/query_stats:"):
        _draw_reliability(reliability(), threshold)


def _draw_reliability(bins: Sequence[Bin], threshold: float) -> None:
    st.markdown(
        "On collections that were not used to fit it. On the dotted line a quality of 0.7 is true of 70 in 100; above "
        "the line it says too little, below too much."
    )
    figure = go.Figure()
    figure.add_vline(x=threshold, line={"color": QUIET, "width": 1})
    figure.add_scatter(
        x=[0, 1], y=[0, 1], mode="lines", line={"color": QUIET, "dash": "dot"}, name="as it should be", hoverinfo="skip"
    )
    figure.add_scatter(
        x=[one.said for one in bins],
        y=[one.true for one in bins],
        mode="lines+markers",
        marker={"size": 8, "color": SERIES[0]},
        line={"color": SERIES[0]},
        name="as it is",
        customdata=[one.count for one in bins],
        hovertemplate="quality %{x:.2f}, true of %{y:.0%} of %{customdata:,}<extra></extra>",
    )
    figure.update_layout(
        height=340,
        margin={"t": 10, "b": 10},
        legend={"orientation": "h", "y": 1.12},
        xaxis={"title": "Quality", "range": [0, 1]},
        yaxis={"title": "Was true", "tickformat": ".0%", "range": [0, 1.02]},
    )
    st.plotly_chart(
        figure, key="expert_search:reliability", alt="How often a quality was true; the table below holds the numbers"
    )
    table = pd.DataFrame(
        {
            "Mean quality": [f"{one.said:.2f}" for one in bins],
            "Was true": [f"{one.true:.0%}" for one in bins],
            "People and topics": [f"{one.count:,}" for one in bins],
        }
    )
    st.table(table.set_index("Mean quality"), alt="For each range of quality how often it was true")
