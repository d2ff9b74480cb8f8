"""The question on the page: how it was read, what of that can be taken back, and asking the next without typing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from core.codec import from_state
from core.language.reading import Reading
from core.session import GraphSession
from core.systems.library_chat.grammar.reading import Unknown
from core.systems.library_chat.grammar.sentences import plan_in_words
from core.systems.library_chat.plan.understood import Agent, Understood
from core.systems.library_chat.state import Context, State
from core.ui.buttons import act
from core.ui.library_chat.plan.readings import draw_compared
from core.ui.panel import ask_for, catch_up
from core.ui.reading import draw_reading
from core.ui.words import plain

QUESTIONS = {
    "Book": "What do you know about “{}”?",
    "Author": "Find books by {}",
    "Genre": "Find {} books",
    "Like": "Books like “{}”",
}
_KINDS = {"authors": "Author", "title": "Book", "genres": "Genre"}


def question_about(kind: str, name: str) -> str:
    """Word the question that asks about a book, an author or a genre, or for books like one."""
    return QUESTIONS[kind].format(name)


def ask(question: str) -> None:
    """Put a question to the chat when the page is drawn next; made for `act`."""
    ask_for("library_chat", question)


def ask_again(session: GraphSession[State, Context], route: Agent | None, without: Sequence[str]) -> None:
    """Ask the latest question once more, of this agent (None: the supervisor chooses), without these conditions.

    It is asked at the threshold that the page has now. Made for `act`.
    """
    catch_up(session)
    session.context = replace(session.context, route=route, without=tuple(dict.fromkeys(without)))
    session.ask_again()


def chosen_by_hand(state: State) -> Agent | None:
    """Look up the agent that the analyst asked, against the supervisor or with it; None where nobody was chosen."""
    return state["route"]["agent"] if state["route"]["chosen_by"] == "you" else None


def draw_understood(session: GraphSession[State, Context], state: State, latest: bool) -> None:
    """Draw how the question was read: as a sentence, as conditions that can be removed, and with what came from
    before."""
    understood = from_state(Understood, state["understood"])
    if not understood.talk:
        columns = {column.name: column for column in session.context.library.columns()}
        st.markdown(f":material/menu_book: Read as: {plain(plan_in_words(understood.plan, columns))}")
    again = partial(ask_again, session, chosen_by_hand(state))
    draw_reading(from_state(Reading, state["reading"]), "library_chat", again, latest=latest)
    draw_compared(state.get("compared", []))
    if understood.carried:
        st.markdown(f":material/history: Carried over: {plain('; '.join(understood.carried))}.")
    _draw_nearest(understood.unknown)


def _draw_nearest(unknown: Sequence[Unknown]) -> None:
    """Names of the catalogue that are nearest to one that it does not have, each a question."""
    for one in unknown:
        kind = _KINDS.get(one.column)
        if one.near and kind:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"Instead of “{plain(one.said)}”:")
                for name in one.near:
                    act(plain(name), ask, question_about(kind, name), key=f"library_chat:nearest:{one.said}:{name}")
