"""Coded files that are open on a page: read once, and shared by all states of their review and all that look at them.

The rows of a long file take 130 MB. A decision changes few of them: the others are the same ones before and after it.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import streamlit as st

from core.own_data import Lent
from core.systems.nco_classification.survey.surveys import Coded, Survey, machine_coded, with_decisions


@st.cache_resource
def reviews() -> Counter[str]:
    """Count how often the decisions of a survey changed in this process; its results are read anew after each."""
    return Counter()


@st.cache_resource(max_entries=4, show_spinner="Reading the results …")
def machine_said(_lent: Lent, folder: Path, survey: Survey) -> Coded:
    """Read what the machine said, once: no decision changes that.

    `_lent` is the owner's whose `folder` it is, and no part of the key.
    """
    return machine_coded(folder, survey)


@st.cache_resource(max_entries=4, show_spinner=False)
def _opened(_lent: Lent, folder: Path, survey: Survey, review: int) -> Coded:
    return with_decisions(folder, survey, machine_said(_lent, folder, survey))


def opened(lent: Lent, survey: Survey) -> Coded:
    """Return the results with the decisions of now in them, laid over once for each state of the review."""
    return _opened(lent, lent.folder, survey, reviews()[survey.id])
