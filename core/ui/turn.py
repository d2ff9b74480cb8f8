"""What was asked and what came of it, in the same look on every page: a question, and the answer that follows it."""

from __future__ import annotations

from contextlib import AbstractContextManager

import streamlit as st

from core.ui.words import plain

_ASKED, _ANSWERED = ":material/person:", ":material/deployed_code:"


def question_place() -> AbstractContextManager[object]:
    """Return the place of a question, for what stands beside its words."""
    return st.chat_message("user", avatar=_ASKED)


def draw_question(words: str) -> None:
    """Draw what was asked."""
    with question_place():
        st.markdown(plain(words))


def answer_place() -> AbstractContextManager[object]:
    """Return the place of an answer."""
    return st.chat_message("assistant", avatar=_ANSWERED)
