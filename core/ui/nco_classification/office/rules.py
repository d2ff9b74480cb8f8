"""The rules of the office on the page: a table to edit, tried on jobs whose code is known before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
import streamlit as st

from core.errors import InputError
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.decisions import Decisions
from core.systems.nco_classification.office.memory import DECISIONS, read_decisions
from core.systems.nco_classification.office.outcomes import is_code
from core.systems.nco_classification.office.rules import (
    PART,
    RULES,
    WHOLE,
    Rule,
    as_table,
    keep_rules,
    load_rules,
    read_rules,
    to_file,
)
from core.systems.nco_classification.office.trial import Effect, Known, try_rules
from core.systems.nco_classification.survey.batch import code_texts
from core.tables import RowProblem
from core.ui.buttons import act
from core.ui.downloads import Download, draw_downloads
from core.ui.nco_classification.office.cases import who
from core.ui.nco_classification.office.remembered import draw_drift, draw_remembered, forget_marks
from core.ui.own_data import Mapped, OwnTable, bring
from core.ui.resources import resources
from core.ui.tabs import draw_tabs
from core.ui.words import count, plain

_KEY = "nco_classification:rules"
_DRAFT = f"{_KEY}:draft"  # the table as the analyst left it, also where a line cannot be used
_TURN = f"{_KEY}:turn"
_COLUMNS = {name: name for name in ("words", "gives", "where", "note", "by", "on")}
_SHOWN = 3  # texts in a cell


def draw_office() -> None:
    """Draw the tabs of the office; what is in them holds for one job and for every file."""
    folder = resources().folder
    draw_tabs(
        {
            "Rules": lambda: _draw_beside(lambda: draw_rules(folder)),
            "Earlier decisions": lambda: draw_remembered(folder),
            "Drift": lambda: _draw_beside(lambda: draw_drift(folder)),
        },
        "nco_classification:office",
    )


def _draw_beside(draw: Callable[[], object]) -> None:
    forget_marks()
    draw()


def draw_rules(folder: Path) -> None:
    """Draw the rules, what a change of them does, and the ways to bring and take them."""
    st.markdown(
        "Words, and what is given to them before anything is searched, in one job and in files: a code of any level, "
        "*ask*, *not in work*, *refused* or *cannot be coded*. A rule is for a whole wording, or for words wherever "
        "they stand together; the longer one goes first. *As written* is a word that is never read as another: “Not "
        "this again” beside a reading writes such a line."
    )
    by, known, kept = who(), Classification.load(), load_rules(folder)
    table = _draw_editor(kept)
    rules, problems = read_rules(table, _COLUMNS, known, by, datetime.now(UTC).date().isoformat())
    _draw_problems(problems)
    changed = {_same(rule) for rule in rules} != {_same(rule) for rule in kept}
    with st.container(horizontal=True):
        act(
            "Keep these rules", _keep, folder, rules, bool(problems),
            key=f"{_KEY}:keep", type="primary", disabled=not changed,
        )  # fmt: skip
        untouched = not (changed or problems or _DRAFT in st.session_state)
        act(
            "Take changes back", _take_back, key=f"{_KEY}:back", disabled=untouched,
            help="Nothing was changed since the rules were kept" if untouched else "Show the rules as they are kept",
        )  # fmt: skip
    st.markdown(_standing(len(kept), changed))
    draw_downloads([Download("Rules", "rules.csv", "text/csv", lambda: to_file(rules))], key=f"{_KEY}:csv")
    with st.expander("Bring rules", icon=":material/upload_file:"):
        _bring(table)
    _draw_trial(folder, kept, rules)


def _same(rule: Rule) -> tuple[str, bool, str, str]:
    return (*rule.key, rule.gives, rule.note)


def _draw_editor(kept: Sequence[Rule]) -> pd.DataFrame:
    table: pd.DataFrame = st.session_state.get(_DRAFT, as_table(kept))
    edited = st.data_editor(
        table,
        num_rows="dynamic",
        hide_index=True,
        column_config={
            "words": st.column_config.TextColumn("Words", required=True, width=220),
            "gives": st.column_config.TextColumn("Gives", required=True, width=110),
            "where": st.column_config.SelectboxColumn("Holds for", options=[WHOLE, PART], default=WHOLE, width=140),
            "note": st.column_config.TextColumn("Note", width=180),
            "by": st.column_config.TextColumn("By", disabled=True, width=90),
            "on": st.column_config.TextColumn("On", disabled=True, width=90),
        },
        key=f"{_KEY}:editor:{st.session_state.get(_TURN, 0)}",
        alt="The rules of the office: words, what they are given, and where the rule holds",
    )
    edited.index = pd.RangeIndex(1, len(edited) + 1)
    return edited


def _draw_problems(problems: Sequence[RowProblem]) -> None:
    for problem in problems[:10]:
        st.error(f"Line {problem.row}, “{plain(problem.value)}”: {plain(problem.reason)}", icon=":material/error:")


def _keep(folder: Path, rules: Sequence[Rule], wrong: bool) -> None:
    """Keep the rules that can be used. A line that cannot stays on the page, and nothing of the others is lost."""
    if wrong:
        raise InputError(
            "A line of the rules cannot be used, so nothing was kept yet.",
            "What you wrote is still there: mend the line that is named below, or delete it.",
        )
    keep_rules(folder, rules)
    _begin_anew()
    st.toast(f"{count(len(rules), 'rule')} kept.", icon=":material/check:")


def _take_back() -> None:
    _begin_anew()
    st.toast("Your changes were taken back.", icon=":material/undo:")


def _standing(kept: int, changed: bool) -> str:
    if changed:
        return ":material/edit: What you changed does not hold yet: keep these rules, or take the changes back."
    return f":material/check: {count(kept, 'rule')} kept, and all that is shown holds." if kept else ""


def _begin_anew() -> None:
    st.session_state.pop(_DRAFT, None)
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1


# --- bringing ---------------------------------------------------------------------------------------------------------


def _check(mapped: Mapped) -> tuple[list[Rule], list[RowProblem]]:
    return read_rules(mapped.table, mapped.columns, Classification.load())


_RULES = OwnTable(f"{_KEY}:own", "Rules (CSV or XLSX)", RULES, "rule", _check)


def _bring(table: pd.DataFrame) -> None:
    if brought := bring(_RULES):
        act("Add them to the table", _add, table, brought.records, key=f"{_KEY}:add", disabled=not brought.records)


def _add(table: pd.DataFrame, rules: Sequence[Rule]) -> None:
    """Put brought rules below those of the table, of which a later one wins; they hold once they are kept."""
    _begin_anew()
    st.session_state[_DRAFT] = pd.concat([table, as_table(rules)], ignore_index=True)


# --- trying -----------------------------------------------------------------------------------------------------------


def _check_known(mapped: Mapped) -> tuple[list[Known], list[RowProblem]]:
    decisions, problems = read_decisions(mapped.table, mapped.columns, Classification.load())
    return [Known(one.text, one.gives) for one in decisions], problems


_GOLD = OwnTable(f"{_KEY}:gold", "Jobs whose code is known (CSV or XLSX)", DECISIONS, "job", _check_known)


def _draw_trial(folder: Path, kept: Sequence[Rule], rules: Sequence[Rule]) -> None:
    st.markdown("**What these changes win and lose**")
    own = [Known(one.text, one.gives) for one in Decisions(folder).remembered().values()]
    source = st.segmented_control(
        "Tried on", [f"Your decisions ({len(own):,})", "A table of yours"], key=f"{_KEY}:source", required=True,
        default=f"Your decisions ({len(own):,})", label_visibility="collapsed",
    )  # fmt: skip
    known: Sequence[Known] = own
    if source == "A table of yours":
        brought = bring(_GOLD)
        known = brought.records if brought else []
    if not known:
        st.markdown("There is nothing to try them on yet.")
        return
    with st.spinner("Trying …"):
        effects = try_rules(kept, rules, known, _machine)
    if not effects:
        st.markdown(f"None of {count(len(known), 'known job')} is given anything else than before.")
        return
    won, lost = (sum(len(effect) for effect in part) for part in zip(*((e.won, e.lost) for e in effects), strict=True))
    st.markdown(f"Of {count(len(known), 'known job')} **{won:,}** would stand better and **{lost:,}** worse.")
    st.dataframe(
        pd.DataFrame(
            {
                "Change": [_change(effect) for effect in effects],
                "Jobs": [effect.texts for effect in effects],
                "Better": [len(effect.won) for effect in effects],
                "Worse": [len(effect.lost) for effect in effects],
                "Worse, for example": [_examples(effect.lost) for effect in effects],
                "Better, for example": [_examples(effect.won) for effect in effects],
            }
        ),
        hide_index=True,
        alt="What each change of the rules does to jobs whose code is known",
    )


@st.cache_data(max_entries=50, show_spinner=False)
def _coded_by_machine(texts: tuple[str, ...]) -> list[str]:
    return [row["code"] if row["status"] == "coded" else "" for row in code_texts(list(texts))]


def _machine(texts: list[str]) -> list[str]:
    return _coded_by_machine(tuple(texts))


def _change(effect: Effect) -> str:
    now = f"{effect.rule.told} gives {effect.rule.gives}" if effect.rule else "the machine decides"
    was = f"{effect.before.told} gave {effect.before.gives}" if effect.before else "the machine decided"
    return f"{now}; {was}"


def _examples(known: Sequence[Known]) -> str:
    return "; ".join(f"{one.text} ({one.right})" if is_code(one.right) else one.text for one in known[:_SHOWN])
