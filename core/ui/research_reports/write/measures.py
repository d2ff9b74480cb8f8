"""The measures of the report, what the evaluation decided by them, and what each refinement changed."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.systems.research_reports.state import State
from core.systems.research_reports.write.measure_names import MEASURES
from core.systems.research_reports.write.versions import version_changes
from core.ui.manual import offer_making
from core.ui.terms import explain
from core.ui.words import plain

_FIRST = ("backed", "not_checked", "to_the_point", "questions_covered")


def draw_measures(state: State) -> None:
    """Four figures at a glance, all of them in a table, and why the report was refined or may stand."""
    figures: Mapping[str, float] = state["figures"]
    for column, name in zip(st.columns(4), _FIRST, strict=True):
        if name in figures:
            measure = MEASURES[name]
            column.metric(measure.title, measure.show(figures[name]), help=measure.about)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f":material/flag: {plain(state['stopped_because'])}", width="content", help=explain("evaluation"))
        offer_making("research_reports", "Measures and refinement", "research_reports:measures")
    for reason in state["refine_reasons"]:
        st.markdown(f":material/report: {plain(reason)}")
    st.markdown("**As exported** is the report as it stands; **as written** is before anything was struck out.")
    st.table(measure_table(state), alt="The measures of the report and what they mean")


def measure_table(state: State) -> pd.DataFrame:
    """Return a row for each measure that was taken: both figures in words, and the meaning."""
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


def draw_versions(state: State) -> None:
    """Draw the versions one after the other, each with what is other than in the one before."""
    versions = state["versions"]
    if not versions:
        st.markdown(f"There is one version. {plain(state['stopped_because'])}")
        return
    changes = version_changes(state)
    for number, version in enumerate(versions, start=2):
        st.markdown(f"**Version {number - 1} → version {number}**")
        st.markdown("Refined because: " + plain("; ".join(version["reasons"]) or "no reason was given"))
        here = [change for change in changes if change.version == number]
        if not here:
            st.markdown("No sentence changed.")
        for change in here:
            text = plain(change.text)
            st.markdown(f":green-badge[new] {text}" if change.added else f":red-badge[gone] ~~{text}~~")
    st.markdown(f":material/flag: {plain(state['stopped_because'])}")
