"""The people found: whether any of them is good enough, who they are, and what speaks for them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.retrieval.fusion import Receipt
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.evidence import evidence_of
from core.systems.expert_search.ranking.export import csv_file, shortlist, workbook
from core.systems.expert_search.ranking.met import topics_now
from core.systems.expert_search.state import SOURCES, Context, State
from core.ui.downloads import Download
from core.ui.expert_search.people.profile import draw_profile
from core.ui.scores import draw_receipt
from core.ui.words import count, draw_passage, plain


def draw_verdict(state: State, threshold: float, run: str) -> None:
    """Whether anything good was found, in one line; `run` says how the run went."""
    quality = state["quality_score"]
    if not state["nothing_good"]:
        st.markdown(f":material/check_circle: Quality **{quality:.2f}**, gate {threshold:g} · {run}")
        return
    st.warning(
        f"**Nothing good was found.** The best reaches a quality of {quality:.2f}, below the gate of {threshold:g}. "
        "What follows is only the nearest.",
        icon=":material/search_off:",
    )
    st.markdown(run)


def downloads(receipts: Sequence[Receipt], people: People, state: State, context: Context) -> list[Download]:
    """Return the files to take away."""
    first = receipts[: context.keep]
    sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return [
        Download("CSV", "experts.csv", "text/csv", lambda: csv_file(first, people)),
        Download("Workbook with formulas", "experts.xlsx", sheet, lambda: workbook(first, people, context)),
        Download(
            "Shortlist with evidence",
            "shortlist.md",
            "text/markdown",
            lambda: shortlist(receipts, people, state, context),
        ),
    ]


def draw_person(state: State, context: Context, receipt: Receipt, chosen: bool) -> None:
    """One expert, `chosen` in the table or else the first: the receipt beside the profile, and what speaks for them."""
    people = context.people
    st.subheader(f"{receipt.rank}. {plain(people.experts[receipt.id].name)}")
    if not chosen:
        st.markdown("Select a row of the table to read about somebody else.")
    score, profile = st.columns([3, 2])
    with score:
        draw_receipt(receipt, SOURCES)
    with profile, st.container(border=True):
        draw_profile(people.experts[receipt.id])
        st.caption(f"{count(len(people.answers_of(receipt.id)), 'project answer')} in this collection")
    st.markdown("**What speaks for this person**")
    found = [one for topic in topics_now(state, context) for one in evidence_of(state, context, topic, receipt.id)]
    for evidence in found:
        draw_passage(
            evidence.title,
            evidence.text,
            evidence.nearest,
            evidence.words,
            f"nearest sentence {evidence.likeness:.2f} · {count(len(evidence.words), 'shared word')}",
        )
    if not any(evidence.document in people.answers for evidence in found):
        st.markdown("There is no evidence in project answers, only in the profile.")
