"""Asking without typing: from a chart, a network or a book to the question that the chat is then asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.session import GraphSession
from core.systems.library_chat.plan.intents import Agent
from core.ui.panel import ask_for, catch_up

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
    """Put a question to the chat when the page is drawn next; made for `act`."""
    ask_for("library_chat", question)


def ask_again(session: GraphSession, route: Agent | None, without: Sequence[str]) -> None:
    """Ask the latest question once more, of this agent (None: the supervisor chooses), without these conditions.

    It is asked at the threshold that the page has now. Made for `act`.
    """
    catch_up(session)
    session.context = replace(session.context, route=route, without=tuple(dict.fromkeys(without)))
    session.ask_again()
