"""The five guarantees of a classification as a checklist of one run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.systems.nco_classification.decision.guarantees import check
from core.ui.words import count, plain


def draw_guarantees(state: Mapping[str, Any]) -> None:
    """The five guarantees as a checklist of this run, and what was not allowed to stand."""
    checks = check(state)
    st.markdown(
        f"**What this run may never do: {sum(one.held for one in checks)} of {count(len(checks), 'guarantee')} held**"
    )
    st.table(
        pd.DataFrame(
            {
                "Guarantee": [one.guarantee for one in checks],
                "Held": [":material/check: yes" if one.held else ":material/close: no" for one in checks],
                "By what it can be seen": [plain(one.why) for one in checks],
            }
        ).set_index("Guarantee"),
        alt="The five guarantees, whether this run kept them, and by what that can be seen",
    )
    for overruled in state["analyzer_response"]["overruled"]:
        st.markdown(f":material/gavel: Not allowed to stand, by “{overruled['guarantee']}”: {plain(overruled['why'])}")
