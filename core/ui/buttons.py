"""A button whose press is never lost.

A click that follows at once interrupts the script before it comes to the `if st.button(…)` of the first one, and that
press is gone. Here it is noted when it happens, and found by whichever run comes to the button first.
"""

from __future__ import annotations

import time
from typing import Any

import streamlit as st

_FRESH = 10.0  # seconds; what was pressed on a page that was left before is not done when it is opened again


def pressed(label: str, *, key: str, place: Any = st, kind: str = "button", **options: Any) -> bool:
    """Draw a button and tell once, and only once, that it was pressed.

    `place` is where it stands, the page or a column; `kind` is its name there: `button` or `form_submit_button`.
    """
    noted = f"{key}:pressed"
    getattr(place, kind)(label, key=key, on_click=_note, args=(noted,), **options)
    when: float = st.session_state.pop(noted, float("-inf"))
    return time.monotonic() - when < _FRESH


def _note(noted: str) -> None:
    st.session_state[noted] = time.monotonic()
