"""Settings in the address bar: a reload or a shared link shows the same; a visit to another page loses nothing.

Streamlit's own binding forgets a value when the analyst looks at another page, so the values are kept in the visit, and
written into the address whenever the page is drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

import streamlit as st

Value = TypeVar("Value", str, int, float)
Place = TypeVar("Place")  # whatever stands in the address: a tab's name, a view with what is open in it
TAB, TURN = "tab", "turn"  # names in the address: what is looked at of an answer
PATIENCE = 0.7  # seconds in which a browser has the address it was told; whoever goes back sooner goes back once more


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


class Told(NamedTuple, Generic[Place]):
    """What the address was told last, what it had said before, and since when (`time.monotonic`)."""

    value: Place
    before: Place
    since: float

    def led_elsewhere(self, named: Place, now: Place) -> bool:
        """Tell whether the browser was led to what the address names, such as back; a click is followed `now`.

        A click may also come before the browser has the new address, and then names the one before.
        """
        late = named == self.before and time.monotonic() - self.since <= PATIENCE
        return now == self.value and named != self.value and not late


def follow(key: str, name: str, now: str | None) -> str:
    """Return what holds of a place on the page, such as the open tab: what the address says, or `now`, a click's.

    The address is followed when the page begins (`now` is None, or nothing was told yet) and when the browser was led
    elsewhere, such as back. "" is the place without a name. What is returned may be anything that somebody typed.
    `key` is where the visit keeps what `tell` told; what it told of another thing, such as the file before this one,
    is not followed.
    """
    named, told = str(st.query_params.get(name, "")), st.session_state.get(_told(key))
    if told is None:
        return "" if named == st.session_state.get(_told(name)) else named
    if now is None:
        return named
    return named if told.led_elsewhere(named, now) else now


def tell(key: str, name: str, value: str) -> None:
    """Write into the address which place holds now; "" is left out."""
    told: Told[str] | None = st.session_state.get(_told(key))
    if told is None or told.value != value:
        before = told.value if told else value
        st.session_state[_told(key)] = Told(value, before, time.monotonic() if told else 0.0)
    st.session_state[_told(name)] = value
    publish(**{name: (value, "")})


def _told(key: str) -> str:
    return f"{key}:told"
