"""How sure a sentence is, the same on every panel: a mark with words, and the list of what is still to be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from core.evidence.verdicts import Standing, Verdict, Words, in_words
from core.session import GraphSession
from core.ui.buttons import act
from core.ui.words import count, marked, plain

_LOOKS: dict[Standing, tuple[str, str]] = {
    "backed": ("green", ":material/check_circle:"),
    "contradicted": ("red", ":material/cancel:"),
    "not in the passage": ("red", ":material/block:"),
    "not checked": ("orange", ":material/help:"),
}


def mark(verdict: Verdict) -> str:
    """Return a badge for a verdict, as Markdown: a sign and words, so that it is told by more than a colour."""
    colour, icon = _LOOKS[verdict.standing]
    return f":{colour}-badge[{icon} {plain(in_words(verdict))}]"


@dataclass(frozen=True)
class ToRead:
    """A sentence with its verdict and the passages that it cites, each with a title; `key` is its `Statement.key`."""

    key: str
    sentence: str
    passages: tuple[tuple[str, str], ...]
    verdict: Verdict


def draw_reading_list(session: GraphSession, sentences: Sequence[ToRead], key: str) -> None:
    """Draw the sentences that nobody could check, one at a time, for the analyst to read against their passages.

    Those with most hints come first. What the analyst says is kept in the run, and can be taken back.
    """
    said = session.said
    listed = [one for one in sentences if one.key in said or one.verdict.standing == "not checked"]
    if not listed:
        return
    open_ones = sorted((one for one in listed if one.key not in said), key=lambda one: -len(one.verdict.hints))
    skipped: list[str] = st.session_state.setdefault(f"{key}:skipped", [])
    waiting = [one for one in open_ones if one.key not in skipped] + [one for one in open_ones if one.key in skipped]
    title = f"To read: {count(len(waiting), 'sentence')} not checked" if waiting else "All sentences were read"
    with st.expander(title, icon=":material/checklist:", expanded=False, key=f"{key}:open", on_change="rerun"):
        if waiting:
            _draw_one(session, waiting[0], key, skipped)
        for one in listed:
            if one.key in said:
                _draw_said(session, one, says_so=said[one.key], key=key)


def _draw_one(session: GraphSession, one: ToRead, key: str, skipped: list[str]) -> None:
    st.markdown(f"**{plain(one.sentence)}**")
    for hint in one.verdict.hints:
        st.markdown(f":material/lightbulb: {plain(hint.message)}")
    for number, (title, text) in enumerate(one.passages):
        with st.container(border=True):
            st.markdown(f"**{plain(title)}**")
            st.markdown(marked(text, _spans([hint.words for hint in one.verdict.hints], number)))
    with st.container(horizontal=True):
        act("It says so", session.say, one.key, True, key=f"{key}:yes", icon=":material/check:", shortcut="Y")
        act("It does not", session.say, one.key, False, key=f"{key}:no", icon=":material/close:", shortcut="N")
        act("Skip", skipped.append, one.key, key=f"{key}:skip", icon=":material/skip_next:", shortcut="S")


def _draw_said(session: GraphSession, one: ToRead, *, says_so: bool, key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        said = ":material/check: It says so" if says_so else ":material/close: It does not"
        st.markdown(f"{said}: {plain(one.sentence)}", width="stretch")
        act("Take back", session.say, one.key, None, key=f"{key}:back:{one.key}", type="tertiary",
            icon=":material/undo:")  # fmt: skip


def _spans(words: Sequence[Words | None], passage: int) -> list[tuple[int, int]]:
    """Return what to highlight in a passage, in order and without overlaps."""
    found: list[tuple[int, int]] = []
    for one in sorted((one for one in words if one and one.passage == passage), key=lambda one: one.start):
        if not found or one.start >= found[-1][1]:
            found.append((one.start, one.end))
    return found
