"""What a threshold would cost on a file of jobs: a slider with rows coded, wrong expected and hours of review."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.systems.nco_classification.decision.confidence import needed_in_words
from core.systems.nco_classification.decision.reliability import Coded
from core.systems.nco_classification.survey.batch import THRESHOLD
from core.systems.nco_classification.survey.cost import Cost, coded_to, cost, costs, probabilities_of, threshold_for
from core.systems.nco_classification.survey.rows import Row
from core.ui.nco_classification.decision.threshold import draw_threshold
from core.ui.words import count

_ERRORS = (0.02, 0.05, 0.1)


def draw_cost(rows: Sequence[Row], key: str) -> None:
    """Draw what every threshold would cost, with the one that is chosen; what is decided by hand costs nothing more."""
    probabilities, to = probabilities_of(rows), coded_to(rows)
    if not len(probabilities):
        st.markdown("Every row is decided; no threshold changes anything.")
        return
    st.markdown(
        f"Counted are the {count(len(probabilities), 'row')} that tell of work and that nobody has decided, of "
        f"{len(rows):,} in the file."
    )
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    threshold: float = left.slider(
        "A title is coded by the machine from this probability on",
        0.0,
        1.0,
        THRESHOLD,
        0.01,
        key=f"{key}:threshold",
        persist_state="session",
    )
    minutes: float = right.number_input(
        "Minutes to review a row", 0.1, 60.0, 1.5, 0.5, key=f"{key}:minutes", persist_state="session"
    )
    st.caption(f"Then a code is given to {needed_in_words(threshold)}.")
    here = cost(threshold, probabilities, minutes, to)
    for place, (label, value, share) in zip(st.columns(3), _told(here, len(probabilities)), strict=True):
        place.metric(label, value, share, delta_arrow="off", delta_color="off")
    lines = costs(probabilities, minutes, to)
    draw_threshold(_coded(lines, len(probabilities)), threshold, "of these rows", f"{key}:curves")
    st.dataframe(
        _table(probabilities, lines, to),
        hide_index=True,
        height="content",
        column_config={
            "": st.column_config.TextColumn(width=130),
            **{name: st.column_config.NumberColumn(format="localized") for name in ("Rows coded", "To review")},
            **{name: st.column_config.NumberColumn(format="%.1f") for name in ("Wrong expected", "Hours of review")},
        },
        alt="For each threshold the rows coded, the wrong ones expected, the rows to review and the hours it takes",
    )
    st.markdown(
        f"This file was coded with {THRESHOLD:.0%} for titles. Words that are ambiguous are reviewed whatever the "
        "threshold. The expected number of wrong rows is the sum of what each probability leaves."
    )


def _told(here: Cost, rows: int) -> list[tuple[str, str, str]]:
    wrong = f"{here.wrong / here.coded:.1%} of what is coded" if here.coded else "nothing is coded"
    return [
        ("Rows coded by the machine", f"{here.coded:,}", f"{here.coded / rows:.0%} of those"),
        ("Of them wrong, expected", f"{here.wrong:,.{1 if here.wrong < 10 else 0}f}", wrong),
        ("Hours of review", f"{here.hours:,.1f}", count(here.review, "row")),
    ]


def _table(
    probabilities: NDArray[np.float64], lines: Sequence[Cost], to: NDArray[np.float64] | None = None
) -> pd.DataFrame:
    """Show the tenths, and the lowest thresholds at which so many in a hundred that are coded may be wrong."""
    wanted = {threshold_for(error, probabilities, to): f"at most {error:.0%} wrong" for error in _ERRORS}
    shown = [line for number, line in enumerate(lines) if number % 10 == 0 or line.threshold in wanted]
    return pd.DataFrame(
        {
            "Threshold": [f"{line.threshold:.0%}" for line in shown],
            "": [wanted.get(line.threshold, "") for line in shown],
            "Rows coded": [line.coded for line in shown],
            "Wrong expected": [line.wrong for line in shown],
            "To review": [line.review for line in shown],
            "Hours of review": [line.hours for line in shown],
        }
    )


def _coded(lines: Sequence[Cost], rows: int) -> list[Coded]:
    """Tell what each threshold comes to in shares of the rows, by what is expected."""
    return [
        Coded(line.threshold, line.coded / rows, 1 - line.wrong / line.coded if line.coded else None) for line in lines
    ]
