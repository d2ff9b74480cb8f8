"""Asking without typing: from a chart, a network or a book to the question that the chat is then asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.errors import AppError
from core.session import GraphSession
from core.systems.library_chat.language.intents import Agent
from core.ui.resources import show_error

_KEY = "library_chat:request"
QUESTIONS = {
    "Book": "What do you know about “{}”?",
    "Author": "Find books by {}",
    "Genre": "Find {} books",
    "Like": "Books like “{}”",
}


def question_about(kind: str, name: str) -> str:
    """The question that asks about a book, an author or a genre, or for books like one."""
    return QUESTIONS[kind].format(name)


def ask(question: str) -> None:
    """Put a question to the chat when the page is drawn next; made for `on_click`."""
    st.session_state[f"{_KEY}:next"] = question
    st.session_state[f"{_KEY}:ask"] = True


def ask_again(session: GraphSession, route: Agent | None, without: Sequence[str]) -> None:
    """Ask the latest question once more, of this agent (None: the supervisor chooses), without these conditions.

    It is asked at the threshold that the page has now.
    """
    session.context = replace(session.context, route=route, without=tuple(dict.fromkeys(without)))
    try:
        session.ask_again()
    except AppError as error:
        show_error(error)
        return
    st.rerun()
