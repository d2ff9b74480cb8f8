"""The review of a coded file: what is worth most first, one by one by keyboard, many at once, or as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path

import pandas as pd
import streamlit as st

from core.errors import InputError
from core.own_data import Lent
from core.systems.nco_classification.index.classification import DIGITS, Classification
from core.systems.nco_classification.office.decisions import Decision, Decisions
from core.systems.nco_classification.office.memory import neighbours, to_file
from core.systems.nco_classification.office.outcomes import ASK, is_code
from core.systems.nco_classification.office.queue import MOST_ERROR, Case, acceptable, by_value, next_case, standing
from core.systems.nco_classification.survey.review import (
    DECISION,
    DECISIONS,
    OTHER_CODE,
    QUEUE_COLUMNS,
    TEXT,
    Cell,
    Refused,
    accept,
    accept_together,
    as_queue,
    cases_of,
    give,
    read_queue,
    recall,
    said_in,
    weight_of,
)
from core.systems.nco_classification.survey.surveys import Survey
from core.ui.buttons import act, guarded_act, tell_failures
from core.ui.downloads import Download, draw_downloads
from core.ui.nco_classification.codebook.place import address_of, code_column
from core.ui.nco_classification.office.cases import (
    MOST_CANDIDATES,
    Candidate,
    draw_choices,
    draw_picker,
    draw_words,
    who,
)
from core.ui.nco_classification.office.quality import Checked, draw_quality
from core.ui.nco_classification.survey.opened import machine_said, reviews
from core.ui.resources import guarded, resources
from core.ui.terms import explain
from core.ui.words import count, plain

ONE, MANY, TABLE, DECIDED = "One by one", "Many at once", "Table", "Decided"
CODED, OUTSIDE = "Coded too", "No work too"
Tell = Callable[[], object]
"""Draws how the file stands, above the tabs."""
_DONE = "nco_classification:review:done"
QUEUED = 200  # lines of the queue that are shown at once
_TOLD = 5  # lines that could not be carried out
_ERRORS = (0.01, 0.02, MOST_ERROR, 0.1, 0.2, 0.3, 0.4, 0.5)


@st.cache_resource(max_entries=4, show_spinner="Gathering what waits …")
def _cases(_lent: Lent, folder: Path, survey: Survey) -> tuple[list[Case], list[str], list[float]]:
    """Gather the cases of a survey, and the key and weight of each row, once: the machine says nothing else of it.

    `_lent` is the owner's whose `folder` it is, and no part of the key.
    """
    rows = machine_said(_lent, folder, survey).rows
    return cases_of(rows), [said_in(row).key for row in rows], [weight_of(row) for row in rows]


@st.cache_data(max_entries=4, ttl=60, show_spinner=False)
def _earlier(folder: Path, survey: str) -> list[Decision]:
    """Read what was decided in other files; as hints they may be a minute old."""
    return list(Decisions(folder).remembered(survey).values())


def draw_check(folder: Path, survey: Survey, tell: Tell) -> None:
    """Draw the check of a file by a sample that is coded blind."""
    cases, keys, weights = _cases(resources(), folder, survey)
    decided = Decisions(folder).decided(survey.id)
    # What the check itself led to would make the file look better than it is where nobody looked.
    held = {key: one.gives for key, one in decided.items() if one.how != "adjudicated"}
    given = {case.key: held.get(case.key, case.certain) for case in cases}
    changed = partial(reviews().update, [survey.id])
    draw_quality(folder, Checked(survey.id, cases, keys, weights, given, changed, tell))


def draw_review(folder: Path, survey: Survey, tell: Tell) -> None:
    """Draw the review; a decision draws only this and what `tell` draws, so that the next case is there at once."""
    _draw_review(folder, survey, tell)


@st.fragment
def _draw_review(folder: Path, survey: Survey, tell: Tell) -> None:
    tell_failures()
    _draw_done()
    tell()
    guarded(lambda: _Review(folder, survey).draw())


class _Review:
    """One survey in review on one page, as it stands now."""

    def __init__(self, folder: Path, survey: Survey) -> None:
        self._survey = survey
        self._folder = folder
        self._kept = Decisions(folder)
        self._known = Classification.load()
        self._all, *_ = _cases(resources(), folder, survey)
        self._decided = self._kept.decided(survey.id)
        self._key = f"review:{survey.id}"
        self._by = ""
        self._coded_too = False

    def draw(self) -> None:
        """Draw what stands above every way to review, and the one that is chosen."""
        with st.container(horizontal=True, vertical_alignment="bottom"):
            view = st.segmented_control(
                "How to review", [ONE, MANY, TABLE, DECIDED], key=f"{self._key}:view", default=ONE, required=True,
                label_visibility="collapsed", persist_state="session",
            )  # fmt: skip
            # Not a switch: a field that has the focus would keep the keys from the buttons.
            also = st.pills(
                "Look at", [CODED, OUTSIDE], key=f"{self._key}:coded", selection_mode="multi",
                label_visibility="collapsed", persist_state="session",
                help="Look also at what the machine coded, and at who is not in work, gave no answer or only an id",
            )  # fmt: skip
            self._by = who()
        asked = {key for key, one in self._decided.items() if one.gives == ASK}
        self._coded_too = CODED in also
        if not self._by:
            st.markdown(
                ":material/badge: Say your name first: without one a decision is remembered as by “an analyst”."
            )
        queue = by_value(self._all, asked, coded_too=self._coded_too, outside_too=OUTSIDE in also)
        waits = [case for case in queue if case.key not in self._decided or case.key in asked]
        self._draw_progress(waits, len(queue))
        parts = {ONE: self._draw_one, MANY: self._draw_many, TABLE: self._draw_table}
        if view == DECIDED:
            self._draw_decided()
        elif waits or view == ONE:
            parts[view or ONE](waits)

    def _draw_progress(self, waits: Sequence[Case], queued: int) -> None:
        if not waits:
            st.markdown(f":material/task_alt: Nothing waits: everything in the queue is decided.{self._of_coded()}")
            return
        rows, waiting = sum(case.rows for case in waits), {case.key for case in waits}
        gives = {key: one.gives for key, one in self._decided.items() if key not in waiting}
        stands = standing(self._all, gives)
        st.progress(
            1 - len(waits) / queued,
            f"To decide: {count(len(waits), 'wording')} of {count(rows, 'row')}. As the file stands, "
            f"{stands.without:.1%} of its jobs have no code of four digits or more, "
            f"and {stands.wrong:.1%} are expected to have a wrong one.",
        )

    def _of_coded(self) -> str:
        """Tell how to look at what the machine coded, where that is not among what waits."""
        return "" if self._coded_too else f" What the machine coded is not among it; *{CODED}* above takes it in."

    # --- one by one ---------------------------------------------------------------------------------------------------

    def _draw_one(self, waits: Sequence[Case]) -> None:
        case = next_case(waits, (), self._skipped)
        if case is None:
            self._draw_undo()
            return
        # Widgets of their own for each case: a key pressed twice must not decide the next one unseen.
        key = f"{self._key}:{sha256(case.key.encode()).hexdigest()[:12]}"
        with st.container(border=True):
            draw_words(case)
            nearest = self._near(case)
            self._draw_why(case, nearest)
            with st.container(horizontal=True):
                part = is_code(case.says) and len(case.says) < DIGITS["family"]  # no code: not what a key takes unseen
                what = f"{case.says} · {plain(self._title(case.says))}" if is_code(case.says) else case.says
                act(
                    f"Leave it at {what}" if part else f"Accept {what or 'nothing'}",
                    self._decide, [accept(case, self._by)],
                    key=f"{key}:accept", type="secondary" if part else "primary", shortcut=None if part else "A",
                    disabled=not case.says, help=None if case.says else "The machine proposes nothing here",
                )  # fmt: skip
                act("Skip", self._skip, case, key=f"{key}:skip", shortcut="S", help="It comes again at the end")
                self._draw_undo()
            draw_choices(self._candidates(case, nearest), self._known, lambda gives: self._give(case, gives), key)
            draw_picker(self._known, lambda gives: self._give(case, gives), key)

    def _draw_why(self, case: Case, nearest: Sequence[Decision]) -> None:
        lines = []
        if asked := self._decided.get(case.key):
            lines.append(f":material/gavel: {plain(asked.sentence)}")
        lines.append(f":material/help: {plain(case.why)}")
        if case.question:
            lines.append(f":material/forum: It would be asked: {plain(case.question)}")
        if case.evidence:
            lines.append(f":material/format_quote: Speaks for {case.proposal}: {plain('; '.join(case.evidence))}")
        if case.certain and case.certain != case.proposal:
            lines.append(f":material/account_tree: Likely so far: {case.certain} {plain(self._title(case.certain))}")
        for near in nearest:
            lines.append(
                f":material/history: “{plain(near.text)}” was given {plain(near.gives)} "
                f"{plain(self._title(near.gives))} by {plain(near.by or 'an analyst')} on {near.on[:10]}"
                + (f", {plain(near.unseen)}" if near.unseen else "")
            )
        st.markdown("\n".join(f"- {line}" for line in lines))

    def _near(self, case: Case) -> list[Decision]:
        """Find decisions by hand on near words: of this survey, and of those before."""
        here = (one for one in self._decided.values() if one.how != "rule")
        return [one for one, _ in neighbours(case.text, [*here, *_earlier(self._folder, self._survey.id)])]

    def _candidates(self, case: Case, nearest: Sequence[Decision]) -> list[Candidate]:
        """Put what the machine proposes before what was given to near words."""
        notes = dict.fromkeys(case.candidates, "")
        if case.proposal:
            notes[case.proposal] = f"{case.probability:.0%}" if case.probability else ""
        if case.certain and case.certain != case.proposal:
            notes = {case.certain: f"{case.certainty:.0%}" if case.certainty else "", **notes}
        for near in nearest:
            if self._known.exists(near.gives):
                notes.setdefault(near.gives, "as near words")
        return [Candidate(code, note) for code, note in notes.items()][:MOST_CANDIDATES]

    def _title(self, code: str) -> str:
        return self._known.title(code) if self._known.exists(code) else ""

    def _give(self, case: Case, gives: str) -> None:
        self._decide([accept(case, self._by) if gives == case.says else give(case, gives, self._by)])

    def _skip(self, case: Case) -> None:
        st.session_state[f"{self._key}:skipped"] = [*self._skipped, case.key]

    @property
    def _skipped(self) -> list[str]:
        skipped: list[str] = st.session_state.get(f"{self._key}:skipped", [])
        return skipped

    # --- many at once -------------------------------------------------------------------------------------------------

    def _draw_many(self, waits: Sequence[Case]) -> None:
        st.markdown(
            "Accept proposals from the likeliest down, as many as keep the expected share of wrong codes among them "
            "within what you allow. It is worked out from the probabilities of these very rows."
        )
        most = st.select_slider(
            "Expected to be wrong, at most",
            _ERRORS,
            MOST_ERROR,
            format_func="{:.0%}".format,
            key=f"{self._key}:error",
            persist_state="session",
        )
        found = acceptable(waits, most)
        if not found.cases:
            surest = max((case.probability for case in waits if case.proposal), default=0.0)
            st.markdown(
                f"No proposal that waits is that sure; the surest is right with {surest:.0%}.{self._of_coded()}"
            )
        else:
            st.markdown(
                f"From a probability of **{found.least:.0%}** on: {count(len(found.cases), 'wording')}, "
                f"{count(found.rows, 'row')}, of whose weight **{found.error:.1%}** is expected to be wrong."
            )
            act(
                f"Accept {count(len(found.cases), 'proposal')}", self._decide_many,
                accept_together(found, self._by),
                key=f"{self._key}:accept-many", type="primary",
            )  # fmt: skip
        st.markdown(
            "Rules of the office and earlier decisions were used when this file was coded. Use them again after they "
            "changed: what you decided here stays."
        )
        with st.container(horizontal=True):
            act("Use rules and earlier decisions", self._recall, key=f"{self._key}:recall")
            self._draw_undo()

    def _recall(self) -> None:
        rows = machine_said(resources(), self._folder, self._survey).rows
        changed = recall(self._folder, self._survey.id, rows)
        reviews()[self._survey.id] += 1
        _tell(f"{count(changed, 'wording')} changed by rules and earlier decisions.")

    # --- as a table ---------------------------------------------------------------------------------------------------

    def _draw_table(self, waits: Sequence[Case]) -> None:
        st.markdown(
            "*Accept* takes what is proposed: the likeliest code, or the part that is certain where no code in it "
            "is likely. A code that you write beside it is given; *leave* without one changes nothing."
            + (f" The {QUEUED} that are worth most are shown; the next follow." if len(waits) > QUEUED else "")
        )
        shown, editor = waits[:QUEUED], f"{self._key}:{reviews()[self._survey.id]}"
        left: dict[str, tuple[str, str]] = st.session_state.get(f"{self._key}:wrong", {})
        queue = with_left(as_queue(shown, self._known), [case.key for case in shown], left)
        queue["likeliest code"] = [address_of(code) for code in queue["likeliest code"]]
        told = [name for name in ("duties", "industry", "education") if queue[name].any()]
        with st.form(f"{self._key}:table", border=False):
            st.data_editor(
                queue,
                hide_index=True,
                height=500 if len(queue) > 12 else "auto",
                disabled=[name for name in QUEUE_COLUMNS if name not in (DECISION, OTHER_CODE)],
                column_order=_order(told),
                column_config={
                    TEXT: st.column_config.TextColumn("Job", width=180, pinned=True),
                    "title": st.column_config.TextColumn("Job", width=115, pinned=True),
                    "duties": st.column_config.TextColumn("Duties", width=120),
                    "industry": st.column_config.TextColumn("Industry", width=85),
                    "education": st.column_config.TextColumn("Education", width=90),
                    "rows": st.column_config.NumberColumn("Rows", width=55),
                    "probability": st.column_config.NumberColumn(
                        "Likely", format="%.2f", width=60, help=explain("confidence")
                    ),
                    "likeliest code": code_column(65, "Proposed"),
                    "likeliest title": st.column_config.TextColumn("Title", width=100 if told else 180),
                    DECISION: st.column_config.SelectboxColumn("Decision", options=DECISIONS, required=True, width=115),
                    OTHER_CODE: st.column_config.TextColumn("Other code", width=80),
                },
                key=editor,
                placeholder="",
                alt="The review queue: for each wording the code that is proposed, and your decision",
            )  # fmt: skip
            st.form_submit_button(
                "Keep these decisions", type="primary", key=f"keep:{self._survey.id}",
                on_click=guarded_act, args=(self._keep_table, shown, queue, editor),
            )  # fmt: skip
        self._draw_undo()

    def _keep_table(self, shown: Sequence[Case], queue: pd.DataFrame, editor: str) -> None:
        """Keep what can be carried out; what cannot stays in the table as it was filled in, and is told."""
        filled = as_filled(queue, st.session_state[editor]["edited_rows"])
        decisions, refused = read_queue(shown, filled, self._known, self._by)
        wrong = {one.key for one in refused}
        self._decide_many(decisions)
        st.session_state[f"{self._key}:wrong"] = {
            case.key: (decision, other)
            for case, decision, other in zip(shown, filled[DECISION], filled[OTHER_CODE], strict=True)
            if case.key in wrong
        }
        if refused:
            raise InputError(*told_of_refused(len(decisions), refused))

    # --- decided ------------------------------------------------------------------------------------------------------

    def _draw_decided(self) -> None:
        if not self._decided:
            st.markdown("Nothing is decided.")
            self._draw_undo()
            return
        decisions = sorted(self._decided.values(), key=lambda one: one.on, reverse=True)
        draw_downloads(
            [Download("Decisions", "decisions.csv", "text/csv", lambda: to_file(decisions))], key=f"{self._key}:csv"
        )
        st.dataframe(
            pd.DataFrame(
                {
                    "Job": [one.text for one in decisions],
                    "Given": [one.gives for one in decisions],
                    "Title": [self._title(one.gives) for one in decisions],
                    "How": [one.told for one in decisions],
                    "By": [one.by for one in decisions],
                    "On": [one.on[:10] for one in decisions],
                    "Industry": [one.industry for one in decisions],
                    "Education": [one.education for one in decisions],
                }
            ),
            hide_index=True,
            column_config={
                "Job": st.column_config.TextColumn(width=230),
                "Given": st.column_config.TextColumn(width=75),
                "Title": st.column_config.TextColumn(width=150),
                "How": st.column_config.TextColumn(width=190),
                "By": st.column_config.TextColumn(width=80),
                "On": st.column_config.TextColumn(width=90),
            },
            alt="What was decided in this file, by whom and how",
        )
        with st.container(horizontal=True):
            self._draw_undo()
            own = [one for one in decisions if one.how in ("analyst", "together")]
            if own:
                label = f"Take back all decisions ({count(len(own), 'wording')})"
                act(label, self._decide, [replace(one, gives="", on="") for one in own], key=f"{self._key}:all-back")

    def _draw_undo(self) -> None:
        latest = self._kept.latest(self._survey.id)
        what = _in_short(latest)
        act(
            "Undo", self._undo, key=f"{self._key}:undo", shortcut="U", disabled=not latest, icon=":material/undo:",
            help=f"Undo: {what}" if latest else None,
        )  # fmt: skip

    def _undo(self) -> None:
        latest = {one.key for one in self._kept.latest(self._survey.id)}
        self._kept.undo(self._survey.id)
        st.session_state[f"{self._key}:skipped"] = [key for key in self._skipped if key not in latest]
        reviews()[self._survey.id] += 1

    def _decide_many(self, decisions: Sequence[Decision]) -> None:
        self._decide(decisions)
        if decisions:
            _tell(f"{count(len(decisions), 'decision')} kept.")

    def _decide(self, decisions: Sequence[Decision]) -> None:
        self._kept.keep(self._survey.id, decisions)
        reviews()[self._survey.id] += 1


def _tell(done: str) -> None:
    """Have it said what a press did where nothing on the page shows it: a callback draws nothing itself."""
    st.session_state[_DONE] = done


def _draw_done() -> None:
    if done := st.session_state.pop(_DONE, ""):
        st.toast(done, icon=":material/check:")


def _in_short(latest: Sequence[Decision]) -> str:
    """Say what the latest act was, without anything of the data that could be Markdown."""
    if not latest:
        return ""
    if len(latest) > 1:
        return f"{count(len(latest), 'wording')} decided at once"
    one = latest[0]
    return f"“{plain(one.text[:60])}” {plain(one.told if is_code(one.gives) or one.gives else 'taken back')}"


def _order(told: Sequence[str]) -> list[str]:
    """Put what was said first and the decision where it can be seen without scrolling; what else there is follows."""
    beside = [name for name in ("duties", "industry") if name in told]
    return [
        "title" if "duties" in told else TEXT, *beside, "rows", "probability", "likeliest code", "likeliest title",
        DECISION, OTHER_CODE, *(name for name in told if name not in beside), "runners-up", "certain code", "reason",
        "question",
    ]  # fmt: skip


def told_of_refused(kept: int, refused: Sequence[Refused]) -> tuple[str, str]:
    """Say how many lines were kept and why others were not, and once what could be done."""
    more = f" And {len(refused) - _TOLD:,} more." if len(refused) > _TOLD else ""
    reasons = " ".join(one.reason for one in refused[:_TOLD])
    advice = " ".join(dict.fromkeys(one.advice for one in refused[:_TOLD]))
    return f"{count(kept, 'decision')} kept, {len(refused):,} not. {reasons}{more}", advice


def with_left(queue: pd.DataFrame, keys: Sequence[str], left: Mapping[str, tuple[str, str]]) -> pd.DataFrame:
    """Fill in again what could not be carried out, by the key of its line: it can be mended and need not be typed
    anew."""
    for row, key in zip(queue.index, keys, strict=True):
        if key in left:
            queue.loc[row, [DECISION, OTHER_CODE]] = list(left[key])
    return queue


def as_filled(shown: pd.DataFrame, edited: Mapping[int, Mapping[str, Cell]]) -> pd.DataFrame:
    """Fill the queue in as the analyst did; before a page is drawn, its editor tells only the cells that changed."""
    filled = shown.copy()
    for row, cells in edited.items():
        for column, value in cells.items():
            filled.loc[filled.index[row], column] = value
    return filled
