"""What each refinement changed: the sentences that came and went, the reasons, and why it stopped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.systems.research_reports.write.evidence import version_changes
from core.ui.words import plain


def draw_versions(state: Mapping[str, Any]) -> None:
    """The versions one after the other, each with what is other than in the one before."""
    versions = state["versions"]
    if not versions:
        st.markdown(f"There is one version. {plain(state['stopped_because'])}")
        return
    changes = version_changes(state)
    for number, version in enumerate(versions, start=2):
        st.markdown(f"**Version {number - 1} → version {number}**")
        st.markdown("Refined because: " + plain("; ".join(version["reasons"]) or "no reason was given"))
        here = [change for change in changes if change.version == number]
        if not here:
            st.markdown("No sentence changed.")
        for change in here:
            text = plain(change.text)
            st.markdown(f":green-badge[new] {text}" if change.added else f":red-badge[gone] ~~{text}~~")
    st.markdown(f":material/flag: {plain(state['stopped_because'])}")
