"""A question and its answer as every page draws them."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def drawn() -> None:
    import streamlit as st

    from core.ui.turn import answer_place, draw_question

    draw_question("what is *this*?")
    with answer_place():
        st.markdown("That.")


def test_a_question_stands_as_it_was_typed_and_its_answer_below() -> None:
    test = AppTest.from_function(drawn).run()
    assert [(one.name, one.markdown[0].value) for one in test.chat_message] == [
        ("user", "what is \\*this\\*?"),
        ("assistant", "That."),
    ]
