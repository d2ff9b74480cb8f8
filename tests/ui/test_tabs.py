"""Only the open tab is drawn."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from core.ui.tabs import draw_tabs

    draw_tabs({"First": lambda: st.markdown("one"), "Second": lambda: st.markdown("two")}, "tabs")


def test_the_first_is_drawn_and_then_the_one_that_was_opened() -> None:
    test = AppTest.from_function(page).run()
    assert [text.value for text in test.markdown] == ["one"]
    test.session_state["tabs"] = "Second"
    assert [text.value for text in test.run().markdown] == ["two"]


def test_a_tab_that_is_not_there_opens_the_first() -> None:
    test = AppTest.from_function(page)
    test.session_state["tabs"] = "Third"
    test.run()
    assert not test.exception
    assert [text.value for text in test.markdown] == ["one"]
