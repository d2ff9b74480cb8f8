"""A file of jobs on the panel of NCO classification: bring it, watch it being coded, review it, take it away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import get_args

import pandas as pd
import streamlit as st

from core.own_data import Lent
from core.systems.nco_classification.survey.rows import Status
from core.systems.nco_classification.survey.surveys import (
    JOBS,
    SURVEYS,
    Coded,
    Survey,
    add_survey,
    is_coded,
)
from core.tables import RowProblem
from core.ui.address import adopt, publish
from core.ui.bulk_work import drop_work, work_through
from core.ui.buttons import act
from core.ui.choice import choose, give_up, turn_to
from core.ui.downloads import Download, draw_downloads
from core.ui.nco_classification.decision.result import level_name
from core.ui.nco_classification.survey.review import draw_review, reviews
from core.ui.own_data import Mapped, OwnTable, bring, draw_removed
from core.ui.resources import resources
from core.ui.tabs import draw_tabs
from core.ui.words import count

ONE, MANY = "One job", "A file of jobs"
VIEWS = {"one": ONE, "file": MANY}
STATUSES: tuple[Status, ...] = get_args(Status)
NEW = "new"
_KEY = "nco_classification:survey"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def choose_view() -> str:
    """One job, or a file of them; kept in the address."""
    key = "nco_classification:view"
    adopt(key, "view", "one", VIEWS.__contains__)
    chosen = st.segmented_control(
        "What to code",
        list(VIEWS),
        key=key,
        required=True,
        format_func=VIEWS.__getitem__,
        label_visibility="collapsed",
        persist_state="session",
    )
    publish(view=(chosen, "one"))
    return VIEWS[chosen or "one"]


def draw_surveys() -> None:
    """Choose a file or bring one; then its work, its results and its review."""
    folder = resources().folder
    known = {survey.id: survey for survey in SURVEYS.uploads(folder).all()}
    chosen = _choose(known)
    draw_removed(SURVEYS.uploads(folder), _KEY, done=partial(turn_to, _KEY))
    if chosen is None:
        _bring(folder)
    elif is_coded(folder, chosen):
        _draw_coded(folder, chosen)
    else:
        _code(chosen)


def _choose(known: dict[str, Survey]) -> Survey | None:
    """Return a survey of this owner; None to bring a new one."""
    if not known:
        return None
    left, right = st.columns([4, 1], vertical_alignment="bottom")

    def words(id: str) -> str:
        return "Load another file" if id == NEW else _describe(known[id])

    chosen = choose("Which file", [NEW, *known], next(iter(known)), _KEY, "file", words, left)
    if chosen == NEW:
        return None
    with right.popover("Remove", icon=":material/delete:", width="stretch"):
        st.markdown("This removes the table as it was loaded here, its codes and your decisions.")
        act("Remove it", _remove, resources().folder, chosen, key=f"remove:{chosen}")
    return known[chosen]


def _remove(folder: Path, id: str) -> None:
    drop_work(id)
    SURVEYS.uploads(folder).remove(id)
    give_up(_KEY, id)


def _describe(survey: Survey) -> str:
    return f"{survey.name}: {count(survey.rows, 'row')}, {survey.created[:10]}"


def _bring(folder: Path) -> None:
    st.markdown(
        "A table with one job a row. Every row gets a code, or as much of one as is certain; nothing is asked, and "
        "what is unsure waits for your review. The table stays on this machine, and equal texts are coded once."
    )
    jobs = bring(_JOBS)
    if jobs is None:
        return
    act(
        f"Code {count(len(jobs.mapped.table), 'row')}", _add, folder, jobs.mapped,
        key="nco_classification:code", type="primary",
    )  # fmt: skip


def _check(mapped: Mapped) -> tuple[Sequence[str], Sequence[RowProblem]]:
    """Every row is coded, an empty one as what cannot be."""
    column = mapped.columns["job"]
    assert column is not None  # it is needed, so without it there is no table yet
    return mapped.table[column].tolist(), []


_JOBS = OwnTable("nco_classification:jobs", "Jobs (CSV or XLSX)", JOBS, "row", _check, keep_blank=True)


def _add(folder: Path, jobs: Mapped) -> None:
    column = jobs.columns["job"]
    assert column is not None
    turn_to(_KEY, add_survey(folder, jobs.name, jobs.table, column).id)


def _code(survey: Survey) -> None:
    """Begin or go on with the work, and watch it."""
    st.markdown(f"{count(survey.rows, 'row')}, {count(survey.texts, 'different text')} to code.")
    work_through(SURVEYS, survey, "Coding")


@st.cache_resource(max_entries=4, show_spinner="Reading the results …")
def _open(_lent: Lent, folder: Path, survey: Survey, review: int) -> Coded:
    """Read the results once for each state of the review.

    `_lent` is the owner's whose `folder` it is, and no part of the key; `review` counts the decisions that were kept in
    this process, after each of which the results are others.
    """
    return SURVEYS.open(_lent, survey.id)


def _draw_coded(folder: Path, survey: Survey) -> None:
    coded = _open(resources(), folder, survey, reviews()[survey.id])
    times = Counter(row["status"] for row in coded.rows)
    for place, status in zip(st.columns(len(STATUSES)), STATUSES, strict=True):
        place.metric(
            status.capitalize(),
            f"{times[status]:,}",
            f"{times[status] / len(coded.rows):.0%}",
            delta_arrow="off",
            delta_color="off",
        )
    draw_tabs(
        {"Results": lambda: _draw_results(coded, survey), "Review": lambda: draw_review(folder, survey, coded)},
        f"{survey.id}:tabs",
    )


def _draw_results(coded: Coded, survey: Survey) -> None:
    draw_downloads(
        [
            Download("CSV", f"{Path(survey.name).stem}-coded.csv", "text/csv", coded.to_csv),
            Download("XLSX", f"{Path(survey.name).stem}-coded.xlsx", SHEET, coded.to_workbook),
        ],
        key=f"nco_classification:{survey.id}",
    )
    st.dataframe(
        pd.DataFrame(
            {
                "Job": coded.table[survey.column].tolist(),
                "Code": [row["code"] for row in coded.rows],
                "Title": [row["title"] for row in coded.rows],
                "Level": [level_name(row["level"]) for row in coded.rows],
                "Confidence": [row["confidence"] for row in coded.rows],
                "Status": [row["status"] for row in coded.rows],
                "Decided by": [row["decided_by"] for row in coded.rows],
            }
        ),
        hide_index=True,
        height=500,
        column_config={
            "Code": st.column_config.TextColumn(width=90),
            "Confidence": st.column_config.NumberColumn(format="%.2f", width=90),
        },
        alt="Every row of the file with its code, title, level, confidence and status",
    )
