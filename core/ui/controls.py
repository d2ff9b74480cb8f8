"""One line that tells what is asked and how, and behind it, folded, what changes that: the same above every question.

controls = control_line()
with controls.fold: ...           # the widgets
with controls.beside: ...         # what an analyst brings
controls.tell("the manual", "5 passages read")
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


@dataclass(frozen=True)
class Controls:
    """The parts of the line: where its values are told, what folds behind it, and what stands at its end."""

    told: DeltaGenerator
    fold: DeltaGenerator
    beside: DeltaGenerator

    def tell(self, *values: str) -> None:
        """Write the values into the line, each as Markdown; empty ones are left out. What it said before goes."""
        self.told.markdown(f":material/tune: {' · '.join(filter(None, values))}", width="content")


def control_line(what: str) -> Controls:
    """Draw the line, still without values. `what` says what can be changed behind it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        told = st.empty()
        fold = st.popover("Change", type="tertiary", help=what)
        beside = st.container(width="content")
    return Controls(told, fold, beside)
