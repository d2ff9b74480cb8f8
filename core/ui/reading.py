"""How a request was read, before its answer: what can be taken away, what was assumed, what could not be used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.codec import from_state
from core.language.reading import Chip, Reading, Word
from core.language.sanitize import shortened
from core.refused import Refused, refuse, refused, take_back
from core.session import GraphSession
from core.ui.buttons import act
from core.ui.panel import catch_up
from core.ui.resources import resources
from core.ui.terms import explain
from core.ui.words import plain

_UNDO = {"conversation": "Ask as I wrote it"}
AskWithout = Callable[[list[str]], object]
"""Asks the same again without the chips and assumptions of these ids."""
Beside = Callable[[Chip], object]


def draw_reading_of(session: GraphSession, state: object, *, latest: bool = True, beside: Beside | None = None) -> None:
    """Draw how the request of a state was read. A run from before readings were kept has none, and nothing is drawn."""
    kept = cast("Mapping[str, Any]", state).get("reading")
    if kept:
        reading, again = from_state(Reading, kept), partial(ask_without, session)
        draw_reading(reading, session.system.name, again, latest=latest, beside=beside)


def ask_without(session: GraphSession, without: Collection[str]) -> None:
    """Ask the latest request once more without the conditions and assumptions of these ids. Made for `act`."""
    catch_up(session)
    session.context = replace(session.context, without=frozenset(without))
    session.ask_again()


def draw_reading(
    reading: Reading, system: str, ask_without: AskWithout, *, latest: bool = True, beside: Beside | None = None
) -> None:
    """Draw the reading of a request; what can be pressed asks it once more. An earlier request is only looked at.

    `beside` draws what else can be done with a chip, behind it.
    """
    drawn = _Drawn(reading, system, ask_without, latest)
    with st.container(gap="xsmall"):
        with _line(gap="medium"):
            for chip in reading.chips:
                with _together():
                    drawn.chip(chip)
                    if beside:
                        beside(chip)
            for chip in reading.removed:
                drawn.removed(chip)
        for word in {word.id or word.text: word for word in reading.assumed}.values():
            drawn.assumed(word)
        with _line():
            if reading.sentence:
                st.markdown(f":material/unpublished: {plain(reading.sentence)}", width="content")
            if reading.words:
                drawn.words()


class _Drawn:
    """One reading on one page: how its parts are drawn, and what is done when they are pressed."""

    def __init__(self, reading: Reading, system: str, ask_without: AskWithout, latest: bool) -> None:
        self._reading = reading
        self._system = system
        self._folder = resources().folder
        self._gone = [chip.id for chip in reading.removed]
        self._ask_without = ask_without
        self._latest = latest

    def chip(self, chip: Chip) -> None:
        act(
            plain(shortened(chip.label)), self._ask_without, [*self._gone, chip.id],
            key=self._key("chip", chip.id),
            icon=":material/close:",
            icon_position="right",
            help="Ask again without this condition",
            disabled=not self._latest,
        )  # fmt: skip

    def removed(self, chip: Chip) -> None:
        act(
            f"Put back: {plain(chip.label)}", self._put_back, chip.id,
            key=self._key("back", chip.id), type="tertiary", icon=":material/undo:", disabled=not self._latest,
        )  # fmt: skip

    def assumed(self, word: Word) -> None:
        with _line():
            st.markdown(f":material/spellcheck: {_in_words(word)}", width="content")
            if word.id and self._latest:
                act(
                    _UNDO.get(_kind(word), "Undo"), self._ask_without, [*self._gone, word.id],
                    key=self._key("undo", word.id), type="tertiary", icon=":material/undo:",
                    help="Ask again without assuming this",
                )  # fmt: skip
                act(
                    "Not this again", self._refuse, word,
                    key=self._key("never", word.id), type="tertiary", icon=":material/block:",
                    help="Ask again without assuming this, and never assume it for you",
                )  # fmt: skip

    def words(self) -> None:
        """Draw what became of every word, and what is never assumed for this owner; both open on a click."""
        reading = self._reading
        every = [*reading.used, *reading.assumed, *reading.aside, *reading.unused]
        every.sort(key=lambda word: word.start)
        every = [word for word in every if not _leans(word)]  # told above, and such a word as “and” says nothing itself
        if not every and not refused(self._folder, self._system):
            return
        with st.popover("How this was read", type="tertiary", icon=":material/match_word:", help=explain("reading")):
            st.markdown("\n".join(f"- {_in_words(word)}" for word in every))
            for one in refused(self._folder, self._system):
                with _line():
                    st.markdown(f"Never assumed for you: “{plain(one.said)}” {plain(one.read)}", width="content")
                    act(
                        "Allow it again", take_back, self._folder, self._system, one.id,
                        key=self._key("allow", one.id), type="tertiary", icon=":material/undo:",
                    )  # fmt: skip

    def _put_back(self, id: str) -> None:
        take_back(self._folder, self._system, id)
        self._ask_without([other for other in self._gone if other != id])

    def _refuse(self, word: Word) -> None:
        refuse(self._folder, Refused(self._system, word.id, word.text, word.as_))
        self._ask_without([*self._gone, word.id])

    def _key(self, what: str, id: str) -> str:
        return f"{self._system}:reading:{what}:{id}"


def _leans(word: Word) -> bool:
    return _kind(word) == "conversation"


def _kind(word: Word) -> str:
    return word.id.partition(":")[0]


def _line(gap: Literal["small", "medium"] = "small") -> DeltaGenerator:
    return st.container(horizontal=True, vertical_alignment="center", gap=gap)


def _together() -> DeltaGenerator:
    return st.container(horizontal=True, vertical_alignment="center", gap=None, width="content")


def _in_words(word: Word) -> str:
    if _leans(word):
        return f"This question {plain(word.as_)}"
    said = f"“{plain(word.text)}”"
    if word.fate == "aside":
        return f"{said} is set aside: it {plain(word.as_)}"
    if word.fate != "unused":
        return f"{said} {plain(word.as_)}".strip()
    return f"{said} could not be used: {plain(word.as_)}" if word.as_ else f"{said} could not be used"
