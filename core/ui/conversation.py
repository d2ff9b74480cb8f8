"""A conversation on the page: every turn with its own question and answer, one of them in full, each to be edited."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, cast

import streamlit as st

from core.session import GraphSession
from core.systems import C, S
from core.types import JSON
from core.ui.address import TURN, follow, tell
from core.ui.buttons import act, guarded_act
from core.ui.in_the_browser import bring_into_sight
from core.ui.panel import catch_up
from core.ui.resources import publish_thread
from core.ui.turn import answer_place, question_place
from core.ui.words import count, plain

_SHORT = 300  # characters of an answer that is not looked at
_MOST = 12  # turns that stand on the page at once


@dataclass(frozen=True)
class Turn(Generic[S]):
    """A request of a conversation, the first being 1, with the state in which its answer left the system."""

    number: int
    state: S
    latest: bool

    @property
    def request(self) -> str:
        """What was asked; every state begins with it."""
        return str(cast(Mapping[str, Any], self.state)["request"])


def draw_conversation(
    session: GraphSession[S, C],
    draw_turn: Callable[[Turn[S]], object],
    draw_short: Callable[[S], object],
    settings: Mapping[str, JSON],
    answered: bool = True,
) -> Turn[S] | None:
    """Draw all turns one after another and return the one that is shown in full: the latest, or one that was opened.

    `draw_turn` draws an answer in full, `draw_short` in a line or two. While the latest request is not `answered`
    only the turns before it are drawn, each in short. `settings` go with a request that is edited and asked again.
    """
    ends = session.turns[: session.requests - (not answered)]
    turns = [Turn(number, end.values, number == len(ends) and answered) for number, end in enumerate(ends, start=1)]
    if not turns:
        return None
    page = _Page(session, settings)
    opened = page.opened(len(turns)) if answered else None
    page.tell_edited()
    for turn in page.those_with_room(turns):
        page.draw_request(turn)
        if turn.number == opened:
            draw_turn(turn)
            if turn.latest:
                page.bring_in(turn)
            else:
                page.offer(None, "Show in short", ":material/unfold_less:")
        else:
            with answer_place():
                draw_short(turn.state)
                if answered:
                    page.offer(turn.number, "Show in full", ":material/unfold_more:")
    return turns[opened - 1] if opened else None


class _Page:
    """One conversation on one page: which turn is open, and which is being edited."""

    def __init__(self, session: GraphSession[S, C], settings: Mapping[str, JSON]) -> None:
        self._session, self._settings = session, settings
        self._key = f"{session.system.name}:{session.thread}:{session.requests}"

    def opened(self, latest: int) -> int:
        """Return the turn that is shown in full, as the address names it; a new question opens itself."""
        key = f"{self._key}:opened"
        named = follow(key, TURN, str(st.session_state[key] or "") if key in st.session_state else None)
        turn = int(named) if re.fullmatch("[0-9]{1,6}", named) and 0 < int(named) < latest else None
        st.session_state[key] = turn
        tell(key, TURN, str(turn or ""))
        return turn or latest

    def those_with_room(self, turns: Sequence[Turn[S]]) -> Sequence[Turn[S]]:
        """Return the turns that are drawn: all, or of very many the last unless the others are asked for."""
        hidden = len(turns) - _MOST
        if hidden <= 0 or st.toggle(f"Show {count(hidden, 'earlier question')}", key=f"{self._key}:every"):
            return turns
        return turns[hidden:]

    def offer(self, turn: int | None, label: str, icon: str) -> None:
        """Draw the button that opens a turn, or (None) the latest again."""
        act(
            label, st.session_state.__setitem__, f"{self._key}:opened", turn,
            key=f"{self._key}:open:{turn}", type="tertiary", icon=icon,
        )  # fmt: skip

    def bring_in(self, turn: Turn[S]) -> None:
        """Bring a new answer into sight, which stands just above; asked again, a turn has a new one."""
        steps = self._session.steps_of(turn.number)
        bring_into_sight(f"{self._key}:{turn.number}:{steps[-1].again if steps else 0}")

    def draw_request(self, turn: Turn[S]) -> None:
        """Draw what was asked, or in its place the box in which it is edited."""
        editing = f"{self._key}:editing"
        with question_place():
            if st.session_state.get(editing) == turn.number:
                self._draw_box(turn, editing)
                return
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.markdown(plain(turn.request), width="content")
                act(
                    "Edit", st.session_state.__setitem__, editing, turn.number,
                    key=f"{self._key}:edit:{turn.number}", type="tertiary", icon=":material/edit:",
                    help="Edit this question and ask again", disabled=self._session.at_work,
                )  # fmt: skip

    def _draw_box(self, turn: Turn[S], editing: str) -> None:
        later = self._session.requests - turn.number
        box = f"{self._key}:box:{turn.number}"
        with st.form(f"{box}:form", border=False):
            st.text_area("Edit the question", turn.request, key=box, height="content")
            st.markdown(
                "What was said before it is its context. The conversation as it is stays among the earlier runs"
                + (f", with {count(later, 'later question')}." if later else ".")
            )
            with st.container(horizontal=True):
                st.form_submit_button(
                    "Ask again", type="primary", key=f"{box}:ask", on_click=guarded_act,
                    args=(self._ask, turn.number, box),
                )  # fmt: skip
                st.form_submit_button("Leave it", key=f"{box}:leave", on_click=_close, args=(editing,))

    def _ask(self, turn: int, box: str) -> None:
        words = st.session_state[box]
        catch_up(self._session)
        self._session.ask_from(turn, words, self._settings)
        publish_thread(self._session)

    def tell_edited(self) -> None:
        """Say from which conversation this one branched, with a way back to it while it is there."""
        if self._session.edited is None:
            return
        source, turn = self._session.edited
        if self._session.threads.find(source) is None:
            return
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/call_split: Edited at question {turn}. The conversation as it was before is kept.")
            act(
                "Open it", self._open, source,
                key=f"{self._key}:source", type="tertiary", icon=":material/history:",
            )  # fmt: skip

    def _open(self, thread: str) -> None:
        self._session.open(thread)
        publish_thread(self._session)


def _close(editing: str) -> None:
    st.session_state.pop(editing, None)


def in_short(text: str) -> str:
    """Return the beginning of an answer, safe for the screen."""
    words = " ".join(text.split())
    return plain(words if len(words) <= _SHORT else f"{words[:_SHORT].rsplit(' ', 1)[0]} …")
