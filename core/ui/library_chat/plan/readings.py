"""The readings of one question beside each other: the rules', the model's, and the analyst's correction."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.systems.library_chat.plan.weighing import RULES, YOU, Compared
from core.ui.words import plain


def draw_compared(rows: Sequence[Compared]) -> None:
    """Draw what sets the readings apart in one line, and on a click each with its sentence and how much it gives."""
    if len(rows) < 2:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if line := difference(rows):
            st.markdown(f":material/compare_arrows: {plain(line)}", width="content")
        with st.popover("Readings compared", type="tertiary", icon=":material/balance:"):
            st.markdown("\n".join(f"- {_in_words(row)}" for row in rows))


def difference(rows: Sequence[Compared]) -> str:
    """Say whose reading is answered where rules and model differ; "" where they do not, or the analyst has chosen."""
    by = {row["by"]: row for row in rows}
    rules, model = by[RULES], next((row for row in rows if row["by"] not in (RULES, YOU)), None)
    if model is None or YOU in by or rules["plan"] == model["plan"]:
        return ""
    if model["followed"]:
        return f"Answered as {model['by']} read it. The rules read it otherwise: {rules['gives']}."
    gives = f": {model['gives']}" if model["gives"] else ""
    return f"Answered as the rules read it. {model['by']} read it otherwise{gives}. {model['note']}".strip()


def _in_words(row: Compared) -> str:
    by = "The rules" if row["by"] == RULES else row["by"]
    said = f"**{plain(by)}**{' (answered)' if row['followed'] else ''}"
    if row["plan"]:
        said += f": {plain(row['plan'])} – {plain(row['gives'])}"
    return f"{said}. {plain(row['note'])}".strip()
