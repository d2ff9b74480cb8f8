"""What an analyst sets for the next job: how sure a code has to be, and how many digits are wanted. In the address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

import streamlit as st

from core.systems.nco_classification.decision.confidence import needed_in_words
from core.systems.nco_classification.decision.reliability import Range, coded_from, reliability
from core.systems.nco_classification.state import Context
from core.ui.address import adopt, publish
from core.ui.controls import Controls
from core.ui.terms import explain

LEAST_FLOOR, MOST_FLOOR = 0.02, 0.5
_DIGITS = {8: "8 digits", 4: "4 digits"}


class Numbers(TypedDict):
    """What the analyst sets, under the names of the system's `Context`."""

    threshold: float
    floor: float
    digits: Literal[4, 8]


def choose_numbers(controls: Controls, *, with_model: bool) -> Numbers:
    """Draw the settings of the next job; who asks without touching them gets what was measured.

    What only a model's codes need is there where a model answers.
    """
    adopt(_key("threshold"), "sure", Context.threshold, lambda value: 0 <= value <= 1)
    adopt(_key("floor"), "floor", Context.floor, lambda value: LEAST_FLOOR <= value <= MOST_FLOOR)
    adopt(_key("digits"), "digits", int(Context.digits), _DIGITS.__contains__)
    with controls.fold:
        threshold: float = st.slider(
            "Least confidence of a title's code", 0.0, 1.0, step=0.01, format="percent",
            key=_key("threshold"), persist_state="session", help=explain("confidence"),
        )  # fmt: skip
        st.caption(
            f"Then a code is given to {needed_in_words(threshold)}: so as few codes of each kind are wrong. "
            f"{what_it_comes_to(threshold, reliability())}"
        )
        if with_model:
            st.slider(
                "Least confidence of a model's code", LEAST_FLOOR, MOST_FLOOR, step=0.01, format="percent",
                key=_key("floor"), persist_state="session",
            )  # fmt: skip
            st.caption("Measured by the words alone, whatever the model says. Below it both codes are asked about.")
        digits = st.segmented_control(
            "How far down a code goes", list(_DIGITS), key=_key("digits"), format_func=_DIGITS.__getitem__,
            required=True, persist_state="session",
        )  # fmt: skip
        st.caption(
            "8 digits are an occupation, given only where the words tell it from its siblings; else, and with "
            "4 digits, the family."
        )
    floor: float = st.session_state[_key("floor")]
    publish(
        sure=(threshold, Context.threshold),
        floor=(floor, Context.floor),
        digits=(digits, Context.digits),
    )
    return {"threshold": threshold, "floor": floor, "digits": 4 if digits == 4 else 8}


def numbers_in_words(numbers: Numbers) -> list[str]:
    """Tell the settings in a few words, as Markdown."""
    return [
        *(
            [f"a title's code from **{numbers['threshold']:.0%}** confidence"]
            if numbers["threshold"] != Context.threshold
            else []
        ),
        _DIGITS[numbers["digits"]] + (" where the words tell them" if numbers["digits"] == max(_DIGITS) else ""),
        *([f"a model's code from **{numbers['floor']:.0%}**"] if numbers["floor"] != Context.floor else []),
    ]


def what_it_comes_to(threshold: float, ranges: Sequence[Range]) -> str:
    """Tell what a least confidence comes to in jobs: how many of a hundred get a code, and how many of those are
    right."""
    here = coded_from(threshold, ranges)
    if here.right is None:
        return "Then hardly any job gets a code, and nearly all are asked about."
    return (
        f"Of 100 job titles that were measured about {100 * here.coded:.0f} get a code then, and about "
        f"{100 * here.right:.0f} in 100 of these codes are right; about the others a question is asked."
    )


def _key(name: str) -> str:
    return f"nco_classification:{name}"
