"""What an analyst sets for the next job: how sure a code has to be, and how many digits are wanted. In the address."""

from __future__ import annotations

from typing import Literal, TypedDict

import streamlit as st

from core.systems.nco_classification.state import Context
from core.ui.address import adopt, publish

LEAST_FLOOR, MOST_FLOOR = 0.02, 0.5
_DIGITS = {8: "8 digits", 4: "4 digits"}


class Numbers(TypedDict):
    """What the analyst sets, under the names of the system's `Context`."""

    threshold: float
    floor: float
    digits: Literal[4, 8]


def choose_numbers() -> Numbers:
    """Draw the settings of the next job; who asks without touching them gets what was measured."""
    adopt(_key("threshold"), "sure", Context.threshold, lambda value: 0 <= value <= 1)
    adopt(_key("floor"), "floor", Context.floor, lambda value: LEAST_FLOOR <= value <= MOST_FLOOR)
    adopt(_key("digits"), "digits", int(Context.digits), _DIGITS.__contains__)
    with st.expander("Settings of the next job", icon=":material/tune:"):
        left, middle, right = st.columns(3)
        threshold: float = left.slider(
            "Without a model a code is given from", 0.0, 1.0, step=0.01, key=_key("threshold"),
            persist_state="session", help="Below it a question is asked.",
        )  # fmt: skip
        floor: float = middle.slider(
            "A model's code is given from", LEAST_FLOOR, MOST_FLOOR, step=0.01, key=_key("floor"),
            persist_state="session", help="By the words themselves. Below it both codes are asked about.",
        )  # fmt: skip
        digits = right.segmented_control(
            "An occupation, or its family", list(_DIGITS), key=_key("digits"), format_func=_DIGITS.__getitem__,
            required=True, persist_state="session",
            help="An occupation is given only where the words tell it from its siblings.",
        )  # fmt: skip
    publish(
        sure=(threshold, Context.threshold),
        floor=(floor, Context.floor),
        digits=(digits, Context.digits),
    )
    return {"threshold": threshold, "floor": floor, "digits": 4 if digits == 4 else 8}


def _key(name: str) -> str:
    return f"nco_classification:{name}"
