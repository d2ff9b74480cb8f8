"""The gate: how likely it is that the best person knows about each topic, and how true such a number was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.systems.expert_search.ranking.quality import Bin, reliability
from core.systems.expert_search.requirements.cell import floored
from core.ui.figure import draw_figure
from core.ui.reliability import Believed, reliability_figure, reliability_table
from core.ui.terms import explain
from core.ui.words import plain


def draw_gate(quality: float, by_topic: Mapping[str, float], labels: Mapping[str, str], threshold: float) -> None:
    """Say what the gate made of this request, and draw how often such a quality was true elsewhere.

    `by_topic` is the quality of the best person for each topic, by the ids that `labels` name.
    """
    st.markdown(
        f"The gate asks for a quality of **{threshold:g}**. Reached: **{floored(quality, 3)}**. The quality is how "
        "likely it is that somebody here knows about what was asked; how likely each person does stands beside them. "
        "No setting of this page moves either.",
        help=explain("quality", "gate"),
    )
    if len(labels) > 1:
        st.markdown(
            "\n".join(f"- {plain(label)}: {floored(by_topic[id], 3)}" for id, label in labels.items() if id in by_topic)
        )
    with st.expander("How true such a quality was", icon=":material/query_stats:"):
        _draw_reliability(reliability(), threshold)


def _draw_reliability(bins: Sequence[Bin], threshold: float) -> None:
    st.markdown(
        "Measured on people and topics that the formula had never seen. On the dotted line a quality of 0.7 is true of "
        "70 in 100; above the line it says too little, below too much.",
        help=explain("calibrated"),
    )
    points = [Believed(one.said, one.true, one.count) for one in bins]
    draw_figure(
        reliability_figure(points, threshold, "Quality", "Was true"),
        reliability_table(points, "Mean quality", "Was true", "People and topics"),
        alt="For each range of quality, how often it was true",
        key="expert_search:reliability",
        name="how-true-a-quality-was",
    )
