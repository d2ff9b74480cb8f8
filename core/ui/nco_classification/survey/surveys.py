"""A file of jobs on the panel of NCO classification: bring it, watch it being coded, review it, take it away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.decisions import Decisions
from core.systems.nco_classification.survey.rows import check_of, confidence_of
from core.systems.nco_classification.survey.said import JOBS, columns_of, weights_of
from core.systems.nco_classification.survey.surveys import (
    SURVEYS,
    Coded,
    Survey,
    add_survey,
    is_coded,
)
from core.systems.nco_classification.survey.tally import STATUSES, Wordings, tally, wordings_of
from core.tables import RowProblem
from core.ui.bulk_work import drop_work, work_through
from core.ui.buttons import act
from core.ui.choice import choose, give_up, turn_to
from core.ui.downloads import Download, draw_downloads
from core.ui.nco_classification.codebook.place import VIEW, address_of, code_column, follow_address, publish_place
from core.ui.nco_classification.decision.result import level_name
from core.ui.nco_classification.office.remembered import forget_marks
from core.ui.nco_classification.survey.cost import draw_cost
from core.ui.nco_classification.survey.opened import opened
from core.ui.nco_classification.survey.review import draw_check, draw_review
from core.ui.own_data import Mapped, OwnTable, bring, draw_removed
from core.ui.resources import resources
from core.ui.tabs import draw_tabs
from core.ui.terms import explain
from core.ui.words import count, plain

ONE, MANY, CODEBOOK, OFFICE = "One job", "A file of jobs", "Codebook", "Rules of the office"
VIEWS = {"one": ONE, "file": MANY, "codebook": CODEBOOK, "office": OFFICE}
NEW = "new"
MOST_SHOWN = 2_000  # rows of a result that are on the page at once
FEW = 12
_NARROW = 120  # pixels: all in one line of a screen, and two beside each other on a telephone
_KEY = "nco_classification:survey"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def choose_view() -> str:
    """One job, a file of them, the codebook, or what the office says of all; kept in the address."""
    follow_address(VIEWS)
    chosen = st.segmented_control(
        "What to do",
        list(VIEWS),
        key=VIEW,
        required=True,
        format_func=VIEWS.__getitem__,
        label_visibility="collapsed",
        persist_state="session",
    )
    publish_place()
    if chosen != "office":
        forget_marks()
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
        st.markdown("This removes the table as it was loaded here, and its codes. What you decided stays remembered.")
        act("Remove it", _remove, resources().folder, chosen, key=f"remove:{chosen}")
    return known[chosen]


def _remove(folder: Path, id: str) -> None:
    drop_work(id)
    SURVEYS.uploads(folder).remove(id)
    give_up(_KEY, id)


def _describe(survey: Survey) -> str:
    # To the second: of two options that read the same, the page would always take the first.
    return f"{survey.name}: {count(survey.rows, 'row')}, {survey.created[:19].replace('T', ' ')}"


def _bring(folder: Path) -> None:
    st.markdown(
        "A table with one job a row. Every row gets a code, or as much of one as is certain; nothing is asked, and "
        "what is unsure waits for your review. Duties, industry and education count where they have columns of their "
        "own. The table stays on the computer that runs Glassbox, and rows that say the same are coded once."
    )
    jobs = bring(_JOBS)
    if jobs is None:
        return
    table, chosen = jobs.mapped.table, set(jobs.mapped.columns.values())
    shown = st.multiselect(
        "Other columns to show beside each row",
        [name for name in table.columns if name not in chosen],
        key="nco_classification:shown",
        placeholder="none; all of them come back in the file",
    )
    act(
        f"Code {count(len(table), 'row')}", _add, folder, jobs.mapped, tuple(shown),
        key="nco_classification:code", type="primary",
    )  # fmt: skip


def _check(mapped: Mapped) -> tuple[Sequence[str], Sequence[RowProblem]]:
    """Every row is coded, an empty one as what cannot be; one whose weight is no number counts as one."""
    columns, table = columns_of(mapped.columns), mapped.table
    titles = table[columns.title].tolist()
    if not columns.weight:
        return titles, []
    cells = table[columns.weight].tolist()
    problems = [
        RowProblem(number, "as 1, for it is no number of people", columns.weight, cell, "read")
        for number, cell, weight in zip(table.index, cells, weights_of(cells), strict=True)
        if weight is None
    ]
    return titles, problems


_JOBS = OwnTable("nco_classification:jobs", "Jobs (CSV or XLSX)", JOBS, "row", _check, keep_blank=True)


def _add(folder: Path, jobs: Mapped, shown: Sequence[str]) -> None:
    turn_to(_KEY, add_survey(folder, jobs.name, jobs.table, columns_of(jobs.columns, shown)).id)


def _code(survey: Survey) -> None:
    """Begin or go on with the work, and watch it."""
    st.markdown(f"{count(survey.rows, 'row')}, {count(survey.texts, 'different text')} to code.")
    st.markdown(_said_by(survey))
    work_through(SURVEYS, survey, f"Coding “{plain(survey.name)}”")


@st.cache_resource(max_entries=4, show_spinner=False)
def _wordings(_coded: Coded, folder: Path, survey: str) -> Wordings:
    """Count what the machine made of each wording, once: no decision changes that."""
    return wordings_of(_coded.rows)


def _said_by(survey: Survey) -> str:
    """Tell which columns count."""
    named = zip(("title", "duties", "industry", "education"), survey.columns.said, strict=True)
    told = [f"{field} from “{plain(name)}”" for field, name in named if name]
    if survey.weight:
        told.append(f"weights from “{plain(survey.weight)}”")
    return f"{'; '.join(told)[:1].upper()}{'; '.join(told)[1:]}."


def _draw_coded(folder: Path, survey: Survey) -> None:
    coded = opened(resources(), survey)
    st.markdown(_said_by(survey))
    # What a decision draws anew has to draw this too, so whatever is open draws it, and nothing else.
    place = st.container(horizontal=True)
    tell = partial(_draw_tally, folder, survey, _wordings(coded, folder, survey.id), place)
    draw_tabs(
        {
            "Results": partial(_draw_below, tell, partial(_draw_results, coded, survey)),
            "Review": lambda: draw_review(folder, survey, tell),
            "Check": lambda: draw_check(folder, survey, tell),
            "What a threshold costs": partial(_draw_below, tell, partial(draw_cost, coded.rows, f"{survey.id}:cost")),
        },
        f"{survey.id}:tabs",
    )


def _draw_tally(folder: Path, survey: Survey, wordings: Wordings, place: DeltaGenerator) -> None:
    """Draw how many rows have which status, above the tabs, as the decisions stand now."""
    counts = tally(wordings, Decisions(folder).decided(survey.id), Classification.load())
    rows, whole = sum(one.rows for one in counts.values()), sum(one.weight for one in counts.values())
    for status, one in counts.items():
        share = f"{one.rows / rows:.0%}" if rows else ""
        if survey.weight and whole:
            share = f"{one.weight / whole:.0%} of weight"
        place.metric(status.capitalize(), f"{one.rows:,}", share, delta_arrow="off", delta_color="off", width=_NARROW)


def _draw_below(tell: Callable[[], object], draw: Callable[[], object]) -> None:
    tell()
    draw()


def _draw_results(coded: Coded, survey: Survey) -> None:
    draw_downloads(
        [
            Download("CSV", f"{Path(survey.name).stem}-coded.csv", "text/csv", coded.to_csv),
            Download("XLSX", f"{Path(survey.name).stem}-coded.xlsx", SHEET, coded.to_workbook),
        ],
        key=f"nco_classification:{survey.id}",
    )
    with st.container(horizontal=True):
        wanted = st.pills(
            "Show only", STATUSES, selection_mode="multi", format_func=str.capitalize, key=f"only:{survey.id}",
            persist_state="session",
        )  # fmt: skip
        deciders = list(dict.fromkeys(row["decided_by"] for row in coded.rows))
        by = st.pills(
            "Decided by", deciders, selection_mode="multi", format_func=str.capitalize, key=f"by:{survey.id}",
            persist_state="session",
        ) if len(deciders) > 1 else []  # fmt: skip
    places = [
        place
        for place, row in enumerate(coded.rows)
        if (not wanted or row["status"] in wanted) and (not by or row["decided_by"] in by)
    ]
    if len(places) > MOST_SHOWN:
        st.markdown(f"The first {MOST_SHOWN:,} of {count(len(places), 'row')}; the file has all of them.")
    table = result_table(coded, survey, places[:MOST_SHOWN])
    st.dataframe(
        table,
        hide_index=True,
        placeholder="",
        height=500 if len(table) > FEW else "auto",
        column_config={
            "Job": st.column_config.TextColumn(width=160),
            "Title": st.column_config.TextColumn(width=100),
            "Code": code_column(80),
            "Level": st.column_config.TextColumn(width=88),
            "Confidence": st.column_config.NumberColumn(format="%.2f", width=85, help=explain("confidence")),
            "Confidence of": st.column_config.TextColumn(width=100),
            "Status": st.column_config.TextColumn(width=80),
            "Check": st.column_config.TextColumn(width=200),
        },
        alt="Rows of the file with their code, title, level, confidence and status",
    )


def result_table(coded: Coded, survey: Survey, places: Sequence[int]) -> pd.DataFrame:
    """Lay out what came of the rows at these places: the id and what was to be shown, then the results."""
    rows, own = [coded.rows[place] for place in places], coded.table.iloc[list(places)]
    beside = [name for name in (survey.ids, *survey.shown) if name]
    results = {
        "Job": [row["text"] for row in rows],
        "Code": [address_of(row["code"]) for row in rows],
        "Title": [row["title"] for row in rows],
        "Level": [level_name(row["level"]) for row in rows],
        "Confidence": [row["confidence"] or None for row in rows],  # 0 was never measured
        "Confidence of": [confidence_of(row) if row["confidence"] else "" for row in rows],
        "Status": [row["status"] for row in rows],
        "Check": [check_of(row) for row in rows],
        "Decided by": [", ".join(filter(None, (row["decided_by"], row.get("by")))) for row in rows],
    }
    if any(row.get("on") for row in rows):
        results["On"] = [row.get("on", "")[:10] for row in rows]
    named = {f"“{name}”" if name in results else name: own[name].tolist() for name in beside}
    return pd.DataFrame({**named, **results})
