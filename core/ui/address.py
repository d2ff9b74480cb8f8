"""Settings in the address bar: a reload or a shared link shows the same; a visit to another page loses nothing.

Streamlit's own binding forgets a value when the analyst looks at another page, so the values are kept in the visit, and
written into the address whenever the page is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

Value = TypeVar("Value", str, int, float)


def adopt(key: str, name: str, default: Value, allowed: Callable[[Value], bool]) -> None:
    """Before a widget with this `key` is drawn, give it the value that the address names, once a visit.

    A value that is no such thing, or that is not `allowed`, is ignored: anyone can type an address.
    """
    if key in st.session_state:
        return
    value = default
    if (written := st.query_params.get(name)) is not None:
        try:
            read = {"True": True, "False": False}[written] if isinstance(default, bool) else type(default)(written)
            value = read if allowed(read) else default
        except (ValueError, KeyError):
            value = default
    st.session_state[key] = value


def publish(**values: tuple[object, object]) -> None:
    """Write `name=(value, default)` into the address; a value at its default is left out."""
    for name, (value, default) in values.items():
        if value == default:
            if name in st.query_params:
                del st.query_params[name]
        elif st.query_params.get(name) != str(value):
            st.query_params[name] = str(value)
