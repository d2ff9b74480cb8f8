"""How sure a sentence is, the same on every panel: a mark with words, and the list of what is still to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import streamlit as st

from core.evidence.verdicts import MARKS, WORD_FOR_WORD, Standing, Verdict, Words, in_words, tally
from core.language.sentences import sentences
from core.language.terms import analyse, occurrences
from core.ui.buttons import act
from core.ui.terms import explain
from core.ui.words import count, draw_passage, plain

_COLOURS: dict[Standing, str] = {
    "backed": "green",
    "contradicted": "red",
    "not in the passage": "red",
    "not checked": "orange",
}


def mark(verdict: Verdict) -> str:
    """Return a badge for a verdict, as Markdown: a sign and words, so that it is told by more than a colour."""
    return f":{_COLOURS[verdict.standing]}-badge[{MARKS[verdict.standing]} {plain(in_words(verdict))}]"


def quiet_mark(verdict: Verdict) -> str:
    """Return the sign alone for what stands word for word, which `draw_tally` tells in words; else the badge."""
    return f":green[{MARKS['backed']}]" if verdict.by == WORD_FOR_WORD else mark(verdict)


def with_mark(sentence: str, verdict: Verdict, *, bold: bool = False) -> str:
    """Return a sentence with its mark, as Markdown; the sign never stands alone on a line."""
    text = plain(sentence)
    return f"{f'**{text}**' if bold else text}\u00a0{quiet_mark(verdict)}"


def draw_tally(verdicts: Sequence[Verdict], *, quoted: bool = False) -> None:
    """Draw one line for all sentences: how many are backed and by whom, and what the quiet mark means.

    `quoted` is whether quotations stand in quotation marks in the place of that mark.
    """
    if verdicts:
        quiet = ":material/format_quote:" if quoted else f":green[{MARKS['backed']}]"
        meant = any(one.by == WORD_FOR_WORD for one in verdicts)
        every = all(one.by == WORD_FOR_WORD for one in verdicts)
        alone = "In quotation marks" if quoted else f"{quiet} alone"
        sign = "" if every or not meant else f" {alone}: word for word in its passage."
        first = quiet if every else ":material/checklist:"
        st.markdown(f"{first} {plain(tally(verdicts))}{sign}", help=explain("verdict"))


def said_of(sentence: str, verdict: Verdict) -> str:
    """Return a sentence as plain text where there is no room for marks: what nobody checked says so."""
    return f"{sentence} ({in_words(verdict).lower()})" if verdict.standing == "not checked" else sentence


def struck_text(sentence: str, verdict: Verdict, shown: Sequence[tuple[int, str]]) -> str:
    """Return a sentence that did not hold, as Markdown: crossed out, with its mark, the reason, and what shows it.

    `shown` are words of the passages, each with the number by which the page names the passage, 0 where it has none.
    """
    words = [f"It says “{said}”{f' [{number}]' * bool(number)}." for number, said in shown]
    reason = verdict.reason + "." * (verdict.reason[-1:] not in (*".!?", ""))
    return f"~~{plain(sentence)}~~ {mark(verdict)}  \n{plain(' '.join([reason, *words]))}"


class Hears(Protocol):
    """Keeps the analyst's own word on sentences, by `Statement.key`; a session is one."""

    @property
    def said(self) -> Mapping[str, bool]:
        """What was said so far: whether the passage says so."""

    def say(self, key: str, says_so: bool | None) -> None:
        """Keep a word; None takes it back."""


def offer_to_hold(session: Hears, statement: str, key: str) -> None:
    """Draw the button that lets a struck sentence stand by the analyst's word; `statement` is its `Statement.key`."""
    act(
        "It says so", session.say, statement, True, key=key, type="tertiary", icon=":material/check:",
        help="You read the passage and found that it says so: the sentence stands by your word, which can be taken "
        "back where you read what nobody checked",
    )  # fmt: skip


@dataclass(frozen=True)
class ToRead:
    """A sentence with its verdict and the passages that it cites, each with a title; `key` is its `Statement.key`.

    The verdict is the one before the analyst's word.
    """

    key: str
    sentence: str
    passages: tuple[tuple[str, str], ...]
    verdict: Verdict


def draw_reading_list(session: Hears, sentences: Sequence[ToRead], key: str) -> None:
    """Draw the sentences that nobody could check, one at a time, for the analyst to read against their passages.

    Those with most hints come first. What the analyst says is kept in the run, and can be taken back.
    """
    said = session.said
    listed = {one.key: one for one in sentences if one.key in said or one.verdict.standing == "not checked"}
    if not listed:
        return
    unread = sorted((one for one in listed.values() if one.key not in said), key=lambda one: -len(one.verdict.hints))
    skipped: list[str] = st.session_state.setdefault(f"{key}:skipped", [])
    # What was skipped comes again at the end, the longest ago first.
    unread.sort(key=lambda one: skipped.index(one.key) if one.key in skipped else -1)
    told = f"{count(len(unread), 'sentence')} that nobody checked" if unread else "You read every unchecked sentence."
    # The label stays the same: the browser takes an expander with another label for a new one, and closes it.
    box = st.expander("Read what nobody checked", icon=":material/checklist:", key=f"{key}:open", on_change="rerun")
    with box:
        st.markdown(told, help=explain("not checked") if unread else None)
        if not box.open:
            return  # what cannot be read has no keys to decide it by
        if unread:
            _draw_one(session, unread[0], key, skipped)
        for one in listed.values():
            if one.key in said:
                _draw_said(session, one, says_so=said[one.key], key=key)


def _draw_one(session: Hears, one: ToRead, key: str, skipped: list[str]) -> None:
    st.markdown(f"**{plain(one.sentence)}**")
    if one.verdict.hints:
        st.markdown("  \n".join(f":material/lightbulb: {plain(hint.message)}" for hint in one.verdict.hints))
    elif one.verdict.reason:
        st.markdown(f":material/info: {plain(one.verdict.reason)}")
    with st.container(horizontal=True):
        act("It says so", session.say, one.key, True, key=f"{key}:yes", icon=":material/check:", shortcut="Y")
        act("It does not", session.say, one.key, False, key=f"{key}:no", icon=":material/close:", shortcut="N")
        act("Skip", _skip, skipped, one.key, key=f"{key}:skip", icon=":material/skip_next:", shortcut="S")
    for number, (title, text) in enumerate(one.passages):
        hinted = _spans([hint.words for hint in one.verdict.hints], number)
        shared = occurrences(text, set(analyse(one.sentence)))
        draw_passage(title, text, nearest_sentence(one.sentence, text), hinted or shared)


def _skip(skipped: list[str], key: str) -> None:
    if key in skipped:
        skipped.remove(key)
    skipped.append(key)


def _draw_said(session: Hears, one: ToRead, *, says_so: bool, key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        said = ":material/check: It says so" if says_so else ":material/close: It does not"
        st.markdown(f"{said}: {plain(one.sentence)}", width="stretch")
        act("Take back", session.say, one.key, None, key=f"{key}:back:{one.key}", type="tertiary",
            icon=":material/undo:", help=f"Take back your word on: {plain(one.sentence)}")  # fmt: skip


def nearest_sentence(claim: str, passage: str) -> tuple[int, int]:
    """Where in a passage the sentence stands that shares most words with a claim, as offsets `[start, end)`.

    Of several it is the shortest.
    """
    wanted = set(analyse(claim))
    found = list(sentences(passage))
    if not found:
        return 0, len(passage)
    words = [(one, set(analyse(one.text))) for one in found]
    best, _ = max(words, key=lambda one: (len(wanted & one[1]), -len(one[1])))
    return best.start, best.end


def _spans(words: Sequence[Words | None], passage: int) -> list[tuple[int, int]]:
    """Return what to highlight in a passage, in order and without overlaps."""
    found: list[tuple[int, int]] = []
    for one in sorted((one for one in words if one and one.passage == passage), key=lambda one: one.start):
        if not found or one.start >= found[-1][1]:
            found.append((one.start, one.end))
    return found
