"""What is remembered of earlier rounds on the page: looked through, taken, brought and withdrawn; and what drifted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from core.systems.nco_classification.index.classification import LEVELS, Classification
from core.systems.nco_classification.office.decisions import MEMORY, Decision, Decisions
from core.systems.nco_classification.office.drift import OPEN, drift
from core.systems.nco_classification.office.memory import DECISIONS, read_decisions, to_file
from core.systems.nco_classification.survey.review import weight_of
from core.systems.nco_classification.survey.surveys import SURVEYS, Survey, is_coded
from core.tables import RowProblem
from core.ui.buttons import act
from core.ui.downloads import Download, draw_downloads
from core.ui.nco_classification.decision.result import level_name
from core.ui.own_data import Mapped, OwnTable, bring
from core.ui.resources import resources
from core.ui.terms import explain
from core.ui.words import count, plain

_KEY = "nco_classification:remembered"
_CHANGES = f"{_KEY}:changes"
_SHOWN = f"{_KEY}:shown"


def _check(mapped: Mapped) -> tuple[list[Decision], list[RowProblem]]:
    return read_decisions(mapped.table, mapped.columns, Classification.load())


_DECISIONS = OwnTable(f"{_KEY}:own", "Decisions (CSV or XLSX)", DECISIONS, "decision", _check)


def draw_remembered(folder: Path) -> None:
    """Draw what the next file is given when its words are the same, with the ways to bring, take and withdraw it."""
    kept, known = Decisions(folder), Classification.load()
    decisions = sorted(kept.remembered().values(), key=lambda one: one.text.lower())
    st.markdown(
        f"**{count(len(decisions), 'wording')}** decided by hand, in all your files. A file with the same words, of "
        "the same industry and schooling where those are told, is given them when it is coded, and each such row says "
        "by whom and when it was decided, and whether it was accepted together with others."
    )
    latest = kept.latest(MEMORY)
    if decisions:
        said = (
            st.text_input("Find", key=f"{_KEY}:find", placeholder="words or a code", persist_state="session")
            .casefold()
            .strip()
        )
        shown = [one for one in decisions if said in one.text.casefold() or one.gives.startswith(said or " ")]
        chosen = _draw_table(shown, known, f"{said}:{len(shown)}")
        with st.container(horizontal=True):
            label = f"Withdraw {count(len(chosen), 'decision')}" if chosen else "Withdraw what is marked"
            act(
                label, _change, kept.withdraw, chosen,
                key=f"{_KEY}:withdraw", disabled=not chosen, icon=":material/delete:",
                help="They are remembered no longer. What they gave to files of yours stays",
            )  # fmt: skip
            act("Undo", _change, kept.undo, MEMORY, key=f"{_KEY}:undo", disabled=not latest, icon=":material/undo:")
        draw_downloads([Download("Decisions", "decisions.csv", "text/csv", lambda: to_file(decisions))], key=_KEY)
    elif latest:
        act("Undo", kept.undo, MEMORY, key=f"{_KEY}:undo", icon=":material/undo:")
    with st.expander("Bring decisions of elsewhere", icon=":material/upload_file:"):
        if brought := bring(_DECISIONS):
            act("Remember them", kept.keep, MEMORY, brought.records, key=f"{_KEY}:keep", type="primary")


def _change(how: Callable[..., object], *given: object) -> None:
    """Change what is remembered; the table is then another one, in which nothing is marked."""
    how(*given)
    _note_change()


def forget_marks() -> None:
    """Have nothing marked when what is remembered is drawn again: a table that was out of sight shows no marks."""
    st.session_state.pop(_SHOWN, None)


def _note_change() -> None:
    st.session_state[_CHANGES] = st.session_state.get(_CHANGES, 0) + 1


def _draw_table(shown: Sequence[Decision], known: Classification, which: str) -> list[Decision]:
    """Draw decisions as a table, and return those that are marked in it; `which` tells it from other tables."""
    if st.session_state.get(_SHOWN) != which:
        st.session_state[_SHOWN] = which
        _note_change()
    event = st.dataframe(
        pd.DataFrame(
            {
                "Job": [one.text for one in shown],
                "Given": [one.gives for one in shown],
                "Title": [known.title(one.gives) if known.exists(one.gives) else "" for one in shown],
                "Industry": [one.industry for one in shown],
                "Education": [one.education for one in shown],
                "By": [one.by for one in shown],
                "On": [one.on[:10] for one in shown],
                "How": [one.unseen for one in shown],
            }
        ),
        hide_index=True,
        height=400 if len(shown) > 10 else "auto",
        on_select="rerun",
        selection_mode="multi-row",
        key=f"{_KEY}:table:{st.session_state[_CHANGES]}",
        column_config={
            "Job": st.column_config.TextColumn(width=230),
            "Given": st.column_config.TextColumn(width=75),
            "Title": st.column_config.TextColumn(width=140),
            "Industry": st.column_config.TextColumn(width=85),
            "Education": st.column_config.TextColumn(width=85),
            "By": st.column_config.TextColumn(width=75),
            "On": st.column_config.TextColumn(width=90),
        },
        alt="What is remembered: the words, what they were given, by whom, when and how",
    )
    return [shown[row] for row in event["selection"]["rows"] if row < len(shown)]


# --- drift ------------------------------------------------------------------------------------------------------------


@st.cache_data(max_entries=8, show_spinner="Reading both files …")
def _codes(_folder: Path, survey: Survey, decided: int) -> list[tuple[str, float]]:
    """Read the code of every row; `decided` is the number of decisions, after each of which it may be another."""
    return [(row["code"], weight_of(row)) for row in SURVEYS.open(resources(), survey.id).rows]


def draw_drift(folder: Path) -> None:
    """Draw how the shares of the classification moved between two files."""
    surveys = {survey.id: survey for survey in SURVEYS.uploads(folder).all() if is_coded(folder, survey)}
    if len(surveys) < 2:
        st.markdown("With two coded files the shares of one round can be held against those of the one before.")
        return
    ids, known = list(surveys), Classification.load()

    def words(id: str) -> str:
        return f"{surveys[id].name}, {surveys[id].created[:19].replace('T', ' ')}"

    left, middle, right = st.columns([3, 3, 2])
    now = left.selectbox("This round", ids, format_func=words, key=f"{_KEY}:now", persist_state="session")
    then = middle.selectbox(
        "The last round",
        [id for id in ids if id != now],
        format_func=words,
        key=f"{_KEY}:then:{now}",
        persist_state="session",
    )
    level = right.selectbox(
        "Level", LEVELS, index=3, format_func=level_name, key=f"{_KEY}:level", persist_state="session"
    )
    kept = Decisions(folder)
    before, after = (_codes(folder, surveys[id], len(kept.decided(id))) for id in (then, now))
    lines = drift(before, after, level)
    moved = sum(abs(line.change) for line in lines) / 2
    st.markdown(
        f"**{moved:.1%}** of all rows would have to change their code to undo what moved.", help=explain("drift")
    )
    st.dataframe(
        pd.DataFrame(
            {
                "Code": [line.code for line in lines],
                "Title": ["no code of this level" if line.code == OPEN else known.title(line.code) for line in lines],
                "Then": [100 * line.then for line in lines],
                "Now": [100 * line.now for line in lines],
                "Change": [100 * line.change for line in lines],
                "Rows then": [line.rows_then for line in lines],
                "Rows now": [line.rows_now for line in lines],
            }
        ),
        hide_index=True,
        height=500 if len(lines) > 12 else "auto",
        column_config={
            "Code": st.column_config.TextColumn(width=85),
            "Then": st.column_config.NumberColumn(format="%.1f %%"),
            "Now": st.column_config.NumberColumn(format="%.1f %%"),
            "Change": st.column_config.NumberColumn(format="%+.1f", help="In points of a hundred"),
        },
        alt=f"Shares of each {plain(level_name(level))} then and now, what moved most first",
    )
