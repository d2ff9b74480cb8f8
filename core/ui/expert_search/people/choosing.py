"""Facets beside the results: what the people found have in common, with counts, to look at some of them alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from core.systems.expert_search.people.facets import FACETS, Facet, count_facets, has_all
from core.systems.expert_search.people.records import Expert

_PLURALS: dict[Facet, str] = {
    "Country": "Countries", "Years": "Years of experience", "Organisation": "Organisations", "Skill": "Skills",
}  # fmt: skip


def choose_facets(found: Sequence[Expert], key: str) -> list[str]:
    """Draw a choice for each facet that tells something, and return the ids of those who have what is chosen."""
    counts = count_facets(found)
    told = [facet for facet in FACETS if counts[facet]]
    if not told:
        return [expert.id for expert in found]
    chosen: dict[Facet, list[str]] = {}
    for facet in told:
        chosen[facet] = st.multiselect(
            _PLURALS[facet],
            list(counts[facet]),
            format_func=partial(_counted, counts[facet]),
            key=f"{key}:{facet}",
            placeholder="all",
        )
    return [expert.id for expert in found if has_all(expert, chosen)]


def _counted(counts: Mapping[str, int], value: str) -> str:
    return f"{value} ({counts.get(value, 0)})"
