"""A button that does something, and whose press is never lost.

A click that follows at once interrupts the script before it comes to the `if st.button(…)` of the first one, or opens a
tab in which that button is not drawn, and the press is gone. A callback is run in any case, before the page is drawn.

It can be cut off too, wherever it touches `st`, by a click that comes while it works. So what is to be done is handed
what it needs, does its work first, and only then touches the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypedDict, Unpack

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import AppError
from core.ui.resources import show_error

_FAILED = "buttons:failed"


class Look(TypedDict, total=False):
    """How a button looks: options of `st.button`."""

    type: Literal["primary", "secondary", "tertiary"]
    help: str | None
    icon: str
    icon_position: Literal["left", "right"]
    width: Literal["stretch", "content"]
    wrap: bool
    shortcut: str | None
    disabled: bool


def act(
    label: str,
    do: Callable[..., object],
    *args: object,
    key: str,
    place: DeltaGenerator | None = None,
    **look: Unpack[Look],
) -> None:
    """Draw a button that does `do(*args)` when it is pressed, before the page is drawn anew.

    `place` is where it stands, such as a column; without it, the page. An error with words for the user is shown by
    `tell_failures`.
    """
    (place.button if place else st.button)(label, key=key, on_click=guarded_act, args=(do, *args), **look)


def step_place(place: int, shown: int) -> DeltaGenerator:
    """Return the place of the button that opens what stands at this `place` of a list, found there by `keys.js`: J is
    for the one after what is `shown`, K for the one before; `shown` is -1 where nothing is."""
    return st.container(key={shown + 1: "step:next", shown - 1: "step:before"}.get(place), width="content")


def guarded_act(do: Callable[..., object], *args: object) -> None:
    """Do in the callback of another widget what `act` does when its button is pressed."""
    try:
        do(*args)
    except AppError as error:
        st.session_state.setdefault(_FAILED, []).append(error)


def tell_failures() -> None:
    """Show what went wrong in the actions since the page was last drawn, each once."""
    for error in st.session_state.get(_FAILED, ()):
        show_error(error)
    st.session_state.pop(_FAILED, None)  # only now: a click elsewhere may end the script before they are shown
