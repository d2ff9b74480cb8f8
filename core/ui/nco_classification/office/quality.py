"""The check of a file on the page: a sample coded blind by one or two, how far they agree, and what was wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import pandas as pd
import streamlit as st

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.agreement import agreement, differences
from core.systems.nco_classification.office.decisions import Decision, Decisions, Sample
from core.systems.nco_classification.office.queue import Case
from core.systems.nco_classification.office.sampling import draw, quality
from core.ui.buttons import act, tell_failures
from core.ui.nco_classification.office.cases import Candidate, draw_choices, draw_picker, draw_words, named, who
from core.ui.resources import guarded
from core.ui.terms import explain
from core.ui.words import count, plain

_Coded: TypeAlias = Mapping[str, Mapping[str, Decision]]  # by coder and key
CODE, AGREE = "Code the sample", "What came of it"


@dataclass(frozen=True)
class Checked:
    """What is checked of a file: its cases, the words and the weight of each of its rows, and what it gave to them.

    `given` is by key and holds nothing that the check itself led to; `changed` is called when the file has to be read
    anew, and `tell` draws how the file stands.
    """

    round: str
    cases: Sequence[Case]
    keys: Sequence[str]
    weights: Sequence[float]
    given: Mapping[str, str]
    changed: Callable[[], object]
    tell: Callable[[], object]


def draw_quality(folder: Path, checked: Checked) -> None:
    """Draw the check of a file; a code draws only this anew."""
    _draw_quality(folder, checked)


@st.fragment
def _draw_quality(folder: Path, checked: Checked) -> None:
    tell_failures()
    checked.tell()
    guarded(lambda: _Check(folder, checked).draw())


class _Check:
    """The check of one file on one page, as it stands now."""

    def __init__(self, folder: Path, checked: Checked) -> None:
        self._kept = Decisions(folder)
        self._round = checked.round
        self._checked = checked
        self._cases = {case.key: case for case in checked.cases}
        self._known = Classification.load()
        self._key = f"quality:{checked.round}"

    def draw(self) -> None:
        """Draw the sample, and what is to be done with it."""
        sample = self._kept.sample(self._round)
        if sample is None:
            self._draw_drawing(len(self._checked.keys))
            return
        times = draw(sample, self._checked.keys, self._checked.weights)
        left, right = st.columns([3, 1], vertical_alignment="bottom")
        how = "drawn by weight, with replacement" if sample.weighted else "each drawn at most once"
        left.markdown(
            f"A sample of **{count(sum(times.values()), 'row')}**, {count(len(times), 'wording')}, {how}, with the "
            f"seed {sample.seed}: the same file and seed give the same sample again."
        )
        with right.popover("Another sample", width="stretch"):
            self._draw_drawing(len(self._checked.keys))
        view = st.segmented_control(
            "What to do", [CODE, AGREE], key=f"{self._key}:view", default=CODE, required=True,
            label_visibility="collapsed", persist_state="session",
        )  # fmt: skip
        if view == AGREE:
            self._draw_outcome(times)
        else:
            self._draw_coding(times)

    def _draw_drawing(self, rows: int) -> None:
        st.markdown(
            "Rows drawn at random are coded a second time by somebody who sees neither what the machine took nor what "
            "others coded. How often that differs tells how often the file is wrong, with an interval. Two who code "
            "the same sample tell how far coders agree."
        )
        size = st.number_input(
            "Rows", 1, 100_000, min(100, max(rows, 1)), key=f"{self._key}:size", persist_state="session"
        )
        weighted = st.radio(
            "Drawn", [False, True], key=f"{self._key}:weighted", horizontal=True, persist_state="session",
            format_func=lambda weighted: "by weight" if weighted else "every row alike",
        )  # fmt: skip
        seed = st.number_input("Seed", 0, 2**31 - 1, 1, key=f"{self._key}:seed", persist_state="session")
        act(
            "Draw the sample", self._kept.keep_sample, self._round, Sample(int(size), bool(weighted), int(seed)),
            key=f"{self._key}:draw", type="primary",
        )  # fmt: skip

    # --- coding blind -------------------------------------------------------------------------------------------------

    def _draw_coding(self, times: Mapping[str, int]) -> None:
        coder = who(blind=True)
        if not coder:
            st.markdown("Say who you are: two who code blind are told apart by their names.", help=explain("blind"))
            return
        done = self._kept.decided(self._round, coder)
        left = [key for key in times if key not in done]
        st.progress(1 - len(left) / len(times), f"{plain(coder)}: {len(times) - len(left):,} of {len(times):,} coded.")
        if not left:
            st.markdown(":material/task_alt: You have coded all of it.")
            self._draw_undo(coder)
            return
        case = self._cases[left[0]]
        key = f"{self._key}:{sha256(case.key.encode()).hexdigest()[:12]}"

        def give(gives: str) -> None:
            decision = Decision(case.text, gives, case.industry, case.education, by=coder)
            self._kept.keep(self._round, [decision], coder)

        with st.container(border=True):
            draw_words(case)
            # In the order of the codes and without a likelihood: nothing here says which the machine took.
            draw_choices([Candidate(code) for code in sorted(case.candidates)], self._known, give, key)
            draw_picker(self._known, give, key)
            self._draw_undo(coder)

    def _draw_undo(self, coder: str) -> None:
        act(
            "Undo", self._kept.undo, self._round, coder, key=f"{self._key}:undo", shortcut="U", icon=":material/undo:",
            disabled=not self._kept.latest(self._round, coder),
        )  # fmt: skip

    # --- what came of it ----------------------------------------------------------------------------------------------

    def _draw_outcome(self, times: Mapping[str, int]) -> None:
        coded = {coder: self._kept.decided(self._round, coder) for coder in self._kept.coders(self._round)}
        done = {coder: own for coder, own in coded.items() if times.keys() <= own.keys()}
        for coder, own in coded.items():
            if coder not in done:
                st.markdown(f"{plain(coder)} has coded {len(times.keys() & own.keys()):,} of {len(times):,} wordings.")
        if not done:
            st.markdown("What came of it is shown when somebody has coded the whole sample.")
            return
        for coder, own in done.items():
            if found := quality(times, self._checked.given, own):
                st.markdown(
                    f"Held against **{plain(coder)}**, **{found.share:.1%}** of the rows of this file have a wrong "
                    f"code (with 95 % confidence {found.low:.1%} to {found.high:.1%}; {found.wrong:,} of "
                    f"{found.checked:,}). A row without a code is not wrong."
                )
        if len(done) > 1:
            self._draw_agreement(done, times)

    def _draw_agreement(self, done: _Coded, times: Mapping[str, int]) -> None:
        names = list(done)
        left, right = st.columns(2)
        first = left.selectbox("Coder", names, key=f"{self._key}:first", persist_state="session")
        second = right.selectbox(
            "Against", [name for name in names if name != first], key=f"{self._key}:{first}", persist_state="session"
        )
        one, other = done[first], done[second]
        lines = agreement(one, other, times)
        st.dataframe(
            pd.DataFrame(
                {
                    "Digits": [line.digits for line in lines],
                    "Agree on": [100 * line.agreed for line in lines],
                    "Cohen's kappa": [line.kappa for line in lines],
                    "Rows": [line.answers for line in lines],
                }
            ),
            hide_index=True,
            column_config={
                "Agree on": st.column_config.NumberColumn(format="%.1f %%"),
                "Cohen's kappa": st.column_config.NumberColumn(format="%.3f", help=explain("kappa")),
            },
            alt="How far two coders agree at one to four digits, and Cohen's kappa",
        )
        settled = self._kept.decided(self._round)
        agreed = [key for key in times if one[key].gives == other[key].gives and key not in settled]
        if agreed:
            act(
                f"Take what both gave to {count(len(agreed), 'wording')}", self._settle,
                [self._settled(self._cases[key], one[key].gives, f"{first} and {second} agree") for key in agreed],
                key=f"{self._key}:agreed",
            )  # fmt: skip
        self._draw_adjudication(first, second, done, times)

    def _draw_adjudication(self, first: str, second: str, coded: _Coded, times: Mapping[str, int]) -> None:
        settled, one, other = self._kept.decided(self._round), coded[first], coded[second]
        differ = [key for key in differences(one, other) if key in times]
        left = [key for key in differ if key not in settled or settled[key].how != "adjudicated"]
        st.markdown(
            f"**{count(len(left), 'difference')}** of {len(differ):,} to adjudicate.", help=explain("adjudicate")
        )
        if not left:
            return
        case = self._cases[left[0]]
        mine, theirs = one[case.key].gives, other[case.key].gives
        key = f"{self._key}:settle:{sha256(case.key.encode()).hexdigest()[:12]}"

        def give(gives: str) -> None:
            why = f"adjudicated: {first} {mine}, {second} {theirs}, given {gives}"
            self._settle([self._settled(case, gives, why)])

        with st.container(border=True):
            draw_words(case)
            st.markdown(f"{plain(first)} gave {plain(mine)}, {plain(second)} gave {plain(theirs)}.")
            codes = [code for code in (mine, theirs) if self._known.exists(code)]
            draw_choices([Candidate(code) for code in codes], self._known, give, key)
            draw_picker(self._known, give, key)

    def _settled(self, case: Case, gives: str, why: str) -> Decision:
        return Decision(case.text, gives, case.industry, case.education, "adjudicated", why, named())

    def _settle(self, decisions: Sequence[Decision]) -> None:
        self._kept.keep(self._round, decisions)
        self._checked.changed()
