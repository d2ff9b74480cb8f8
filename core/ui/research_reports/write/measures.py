"""The measures of the report, each with what it means, and what the evaluation decided by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.systems.research_reports.write.measure_names import MEASURES
from core.ui.words import plain

_FIRST = ("citation_coverage", "number_grounding", "questions_covered", "sources")


def draw_measures(state: Mapping[str, Any]) -> None:
    """Four figures at a glance, all of them in a table, and why the report was refined or may stand."""
    figures: Mapping[str, float] = state["figures"]
    for place, name in zip(st.columns(4), _FIRST, strict=True):
        if name in figures:
            measure = MEASURES[name]
            place.metric(measure.title, measure.show(figures[name]), help=measure.about)
    st.markdown(f":material/flag: {plain(state['stopped_because'])}")
    for reason in state["refine_reasons"]:
        st.markdown(f":material/report: {plain(reason)}")
    st.markdown("**As exported** is the report as it stands; **as written** is before anything was struck out.")
    st.table(measure_table(state), alt="The measures of the report and what they mean")


def measure_table(state: Mapping[str, Any]) -> pd.DataFrame:
    """A row for each measure that was taken: both figures in words, and the meaning."""
    figures, written = state["figures"], state["as_written"]
    names = [name for name in MEASURES if name in figures]
    return pd.DataFrame(
        {
            "As exported": [MEASURES[name].show(figures[name]) for name in names],
            "As written": [MEASURES[name].show(written[name]) if name in written else "–" for name in names],
            "What it means": [MEASURES[name].about for name in names],
        },
        index=pd.Index([MEASURES[name].title for name in names], name="Measure"),
    )
