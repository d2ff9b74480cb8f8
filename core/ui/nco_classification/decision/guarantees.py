"""The five guarantees of a classification as a checklist of one run."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.systems.nco_classification.decision.guarantees import check
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.state import State
from core.ui.words import count, plain


def draw_guarantees(state: State, known: Classification) -> None:
    """Draw the five guarantees as a checklist of this run with what each stopped, and what of a model's words fell."""
    checks = check(state, known)
    st.markdown(
        f"**What this run may never do: {sum(line.held for line in checks)} of {count(len(checks), 'guarantee')} held**"
    )
    st.table(
        pd.DataFrame(
            {
                "Guarantee": [line.guarantee for line in checks],
                "Held": [":material/check: yes" if line.held else ":material/close: no" for line in checks],
                "By what it can be seen": [plain(line.why) for line in checks],
                "What it stopped in this run": [plain(" ".join(line.stopped)) or "nothing" for line in checks],
            }
        ).set_index("Guarantee"),
        alt="The five guarantees, whether this run kept them, by what that can be seen, and what they stopped",
    )
    for refused in state["analyzer_response"].get("refused_words", ()):
        st.markdown(f":material/gavel: Not taken of the model's words: {plain(refused)}")
