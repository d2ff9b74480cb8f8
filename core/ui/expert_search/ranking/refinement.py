"""What a refinement brought: the variants of the query, the list before and after."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.systems.expert_search.ranking.refinement import variants
from core.systems.expert_search.state import State, Topic, results_by_source
from core.ui.terms import explain
from core.ui.words import count, plain


def draw_refinement(state: State, names: Mapping[str, str]) -> None:
    """Draw, if the gate failed, the variants, what each one brought, and the list before and after."""
    st.markdown(f"Refinements used: **{state['iteration']} of 1**.", help=explain("refinement"))
    if not state["iteration"]:
        first = "With those who are left out, what the first search found" if state["left_out"] else "The first search"
        st.markdown(f"{first} passed the gate; nothing was refined.")
        return
    found = [(topic, variant) for topic in state["topics"] for variant in variants(topic)]
    if not found:
        st.markdown("The refinement found no other way to ask, so the same searches ran again.")
        return
    was = state["before_refinement"] or {"ranked": [], "topic_qualities": {}, "quality_score": 0.0}
    st.markdown(f"Before the refinement the quality was **{was['quality_score']:.3f}**.")
    old, now = was["ranked"], {place["id"] for place in state["standings"] if place["fits"] != "not all"}
    rows = []
    for topic, variant in found:
        brought = _brought_by(state, topic, variant.position)
        fresh = [names[person] for person in brought if person in now.difference(old)]
        rows.append(
            {
                "Asked as": variant.query,
                "Likeness to your words": f"{variant.weight:.2f}",
                "Best document for": count(len(brought), "person", "persons"),
                "New in the ranking": ", ".join(fresh[:5]) or "nobody",
            }
        )
    st.table(pd.DataFrame(rows).map(plain).set_index("Asked as"), alt="The other ways to ask and what each one brought")
    before, after = st.columns(2)
    for column, title, people in (
        (before, "Before", old[:5]),
        (after, "After", [expert["id"] for expert in state["final_experts"][:5]]),
    ):
        column.markdown(f"**{title}**")
        column.markdown(
            "\n".join(f"{rank}. {plain(names[person])}" for rank, person in enumerate(people, 1)) or "Nobody"
        )


def _brought_by(state: State, topic: Topic, variant: int) -> list[str]:
    """Return the people for whom this variant gave the best document of some search."""
    found = [
        hit["id"]
        for result in results_by_source(state, topic["id"]).values()
        for hit in result["hits"]
        if hit["documents"][0]["query"] == variant
    ]
    return list(dict.fromkeys(found))
