"""A press is noted when it happens, told once, and not kept for a page that is opened again later."""

from __future__ import annotations

import time
from typing import Any

from streamlit.testing.v1 import AppTest

from core.ui import buttons


def page() -> None:
    import streamlit as st

    from core.ui.buttons import pressed

    if st.session_state.pop("interrupted", False):
        st.stop()  # as a click elsewhere does, before the script comes to the button
    if pressed("Keep", key="keep"):
        st.session_state.kept = st.session_state.get("kept", 0) + 1


def run(app: AppTest) -> Any:
    app.run()
    assert not app.exception
    return app.session_state


def test_a_press_is_told_once() -> None:
    app = AppTest.from_function(page)
    run(app)
    app.button[0].click()
    assert run(app).kept == 1
    assert run(app).kept == 1


def test_a_press_outlives_a_run_that_was_interrupted_before_the_button() -> None:
    app = AppTest.from_function(page)
    run(app)
    app.button[0].click()
    app.session_state.interrupted = True
    assert "kept" not in run(app)
    assert run(app).kept == 1


def test_a_press_is_forgotten_when_the_page_was_left_for_long(monkeypatch: Any) -> None:
    app = AppTest.from_function(page)
    run(app)
    app.button[0].click()
    app.session_state.interrupted = True
    run(app)
    now = time.monotonic()
    monkeypatch.setattr(buttons.time, "monotonic", lambda: now + 11)
    assert "kept" not in run(app)
