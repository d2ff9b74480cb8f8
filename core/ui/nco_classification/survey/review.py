"""The review of a coded file: what is least certain first, and what the analyst makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import streamlit as st

from core.systems.nco_classification.survey.review import (
    DECISION,
    DECISIONS,
    OTHER_CODE,
    QUEUE_COLUMNS,
    Cell,
    review_queue,
)
from core.systems.nco_classification.survey.rows import MACHINE
from core.systems.nco_classification.survey.surveys import Coded, Survey, keep_decisions, take_back
from core.ui.buttons import act, guarded_act
from core.ui.words import count

QUEUED = 200  # lines of the review queue that are shown at once


@st.cache_resource
def reviews() -> Counter[str]:
    """Count how often the decisions of a survey changed in this process; its results are read anew after each."""
    return Counter()


def draw_review(folder: Path, survey: Survey, coded: Coded) -> None:
    """Draw what is open, the least certain first; decisions take effect when they are kept."""
    queue = review_queue(coded.rows)
    decided = sum(row["decided_by"] != MACHINE for row in coded.rows)
    st.markdown(
        f"**{count(len(queue), 'text')}** to review, the least certain first. *Accept* takes the likeliest code, "
        "*choose other code* the one that you write beside it, *leave* changes nothing."
        + (f" The {QUEUED} least certain are shown; the next follow." if len(queue) > QUEUED else "")
    )
    if len(queue):
        shown, editor = queue.head(QUEUED), f"review:{survey.id}:{reviews()[survey.id]}"
        with st.form(f"review:{survey.id}", border=False):
            st.data_editor(
                shown,
                hide_index=True,
                height=500 if len(queue) > 12 else "auto",
                disabled=[name for name in QUEUE_COLUMNS if name not in (DECISION, OTHER_CODE)],
                column_order=[
                    "text",
                    "rows",
                    "confidence",
                    "likeliest code",
                    "likeliest title",
                    DECISION,
                    OTHER_CODE,
                    "runners-up",
                    "certain code",
                    "reason",
                    "question",
                ],
                column_config={
                    "text": st.column_config.TextColumn("Job", width=180, pinned=True),
                    "rows": st.column_config.NumberColumn("Rows", width=55),
                    "confidence": st.column_config.NumberColumn("Confidence", format="%.2f", width=90),
                    "likeliest code": st.column_config.TextColumn("Likeliest", width=75),
                    "likeliest title": st.column_config.TextColumn("Title", width=180),
                    DECISION: st.column_config.SelectboxColumn("Decision", options=DECISIONS, required=True, width=140),
                    OTHER_CODE: st.column_config.TextColumn("Other code", width=95),
                },
                key=editor,
                alt="The review queue: for each text the likeliest code, and your decision",
            )
            st.form_submit_button(
                "Keep these decisions", type="primary", key=f"keep:{survey.id}",
                on_click=guarded_act, args=(_keep, folder, survey, coded, shown, editor),
            )  # fmt: skip
    if decided:
        label = f"Take back all decisions ({count(decided, 'row')})"
        act(label, _take_back, folder, survey, key=f"take-back:{survey.id}")


def _keep(folder: Path, survey: Survey, coded: Coded, shown: pd.DataFrame, editor: str) -> None:
    keep_decisions(folder, survey, coded.rows, as_filled(shown, st.session_state[editor]["edited_rows"]))
    reviews()[survey.id] += 1


def as_filled(shown: pd.DataFrame, edited: Mapping[int, Mapping[str, Cell]]) -> pd.DataFrame:
    """Fill the queue in as the analyst did; before a page is drawn, its editor tells only the cells that changed."""
    filled = shown.copy()
    for row, cells in edited.items():
        for column, value in cells.items():
            filled.loc[filled.index[row], column] = value
    return filled


def _take_back(folder: Path, survey: Survey) -> None:
    take_back(folder, survey)
    reviews()[survey.id] += 1
