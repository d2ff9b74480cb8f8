"""What a button does is done when it is pressed, whatever the page draws next, and what goes wrong is said in words."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.steps import as_read, errors


def page() -> None:
    import streamlit as st

    from core.errors import StoreError
    from core.ui.buttons import act, tell_failures

    def keep(what: str) -> None:
        if st.session_state.get("full"):
            raise StoreError("The disk is full.", advice="Make room.")
        st.session_state.kept = [*st.session_state.get("kept", []), what]

    tell_failures()
    if not st.session_state.get("another_tab"):
        act("Keep", keep, "a book", key="keep")


def opened() -> AppTest:
    app = AppTest.from_function(page).run()
    assert not app.exception
    return app


def test_a_press_is_done_once() -> None:
    app = opened()
    app.button[0].click().run().run()
    assert app.session_state.kept == ["a book"]


def test_a_press_is_done_although_a_tab_without_the_button_was_opened_at_once() -> None:
    app = opened()
    app.button[0].click()
    app.session_state.another_tab = True
    app.run()
    assert not app.button
    assert app.session_state.kept == ["a book"]


def test_what_goes_wrong_is_said_once_in_words() -> None:
    app = opened()
    app.session_state.full = True
    app.button[0].click().run()
    assert errors(app) == ["The disk is full."]
    assert any("Make room." in as_read(text.value) for text in app.markdown)
    assert not app.run().error
