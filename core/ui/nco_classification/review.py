"""The review of a coded file: what is least certain first, and what the analyst makes of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import streamlit as st

from core.errors import AppError
from core.systems.nco_classification.batch import MACHINE
from core.systems.nco_classification.review import (
    DECISION,
    DECISIONS,
    OTHER_CODE,
    QUEUE_COLUMNS,
    review_queue,
)
from core.systems.nco_classification.surveys import Coded, Survey, keep_decisions, take_back
from core.ui.buttons import pressed
from core.ui.resources import show_error
from core.ui.words import count

QUEUED = 200  # lines of the review queue that are shown at once


@st.cache_resource
def reviews() -> Counter[str]:
    """How often the decisions of a survey have changed in this process; its results are read anew after each."""
    return Counter()


def draw_review(folder: Path, survey: Survey, coded: Coded) -> None:
    """What is open, the least certain first; decisions take effect when they are kept."""
    queue = review_queue(coded.rows)
    decided = sum(row["decided_by"] != MACHINE for row in coded.rows)
    st.markdown(
        f"**{count(len(queue), 'text')}** to review, the least certain first. *Accept* takes the likeliest code, "
        "*choose other code* the one that you write beside it, *leave* changes nothing."
        + (f" The {QUEUED} least certain are shown; the next follow." if len(queue) > QUEUED else "")
    )
    if len(queue):
        with st.form(f"review:{survey.id}", border=False):
            filled = st.data_editor(
                queue.head(QUEUED),
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
                key=f"review:{survey.id}:{reviews()[survey.id]}",
                alt="The review queue: for each text the likeliest code, and your decision",
            )
            kept = pressed("Keep these decisions", kind="form_submit_button", key=f"keep:{survey.id}", type="primary")
        if kept:
            try:
                keep_decisions(folder, survey, coded.rows, filled)
            except AppError as error:
                show_error(error)
            else:
                reviews()[survey.id] += 1
                st.rerun()
    if decided and pressed(f"Take back all decisions ({count(decided, 'row')})", key=f"take-back:{survey.id}"):
        take_back(folder, survey)
        reviews()[survey.id] += 1
        st.rerun()
