"""What only the panel of expert search shows: whose people, the numbers of the fusion, a person, the refinement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

import pandas as pd
import streamlit as st

from core.retrieval.fusion import Receipt
from core.retrieval.sensitivity import WhyNot, why_not
from core.systems.expert_search.nodes import lists_of, person_score
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.evidence import evidence_of
from core.systems.expert_search.ranking.export import csv_file, shortlist, workbook
from core.systems.expert_search.state import SOURCES, Context, State
from core.ui.address import adopt, publish
from core.ui.citations import draw_passage
from core.ui.downloads import Download
from core.ui.scores import draw_receipt
from core.ui.words import count, plain

METHODS = ("weighted sum", "reciprocal rank")
NORMALISATIONS = ("bound", "min-max", "max", "z-score", "none")
RULES = ("best three", "best")
DEFAULTS: dict[str, Any] = {
    "alpha": 0.6,
    "method": "weighted sum",
    "normalisation": "bound",
    "combine": "best three",
    "candidates": 10,
    "keep": 5,
}


def choose_numbers() -> dict[str, Any]:
    """The knobs of the fusion; moving one fuses again what was found and searches nothing."""
    checks: dict[str, Any] = {
        "alpha": lambda value: 0 <= value <= 1,
        "method": METHODS.__contains__,
        "normalisation": NORMALISATIONS.__contains__,
        "combine": RULES.__contains__,
        "candidates": lambda value: 1 <= value <= 100,
        "keep": lambda value: 1 <= value <= 50,
    }
    keys = {name: f"expert_search:{name}" for name in DEFAULTS}
    for name, default in DEFAULTS.items():
        adopt(keys[name], name, default, checks[name])
    with st.container(border=True):
        left, middle, right, more = st.columns([4, 3, 3, 3], vertical_alignment="bottom")
        alpha = left.slider(
            "α: words at 0, meaning at 1", 0.0, 1.0, step=0.01, key=keys["alpha"], persist_state="session"
        )
        candidates = middle.slider("Candidates per search", 1, 100, key=keys["candidates"], persist_state="session")
        keep = right.slider("Experts to keep", 1, 50, key=keys["keep"], persist_state="session")
        with more.popover("Method", width="stretch", icon=":material/tune:"):
            method = st.selectbox("Fusion", METHODS, key=keys["method"], persist_state="session")
            normalisation = st.selectbox(
                "Normalisation",
                NORMALISATIONS,
                key=keys["normalisation"],
                persist_state="session",
                disabled=method != "weighted sum",
            )
            combine = st.selectbox(
                "Several answers of one person",
                RULES,
                key=keys["combine"],
                persist_state="session",
                format_func={
                    "best three": "mean of the best three",
                    "best": "the best one (specification)",
                }.__getitem__,
            )
    numbers = {
        "alpha": alpha,
        "method": method,
        "normalisation": normalisation,
        "combine": combine,
        "candidates": candidates,
        "keep": keep,
    }
    publish(**{name: (value, DEFAULTS[name]) for name, value in numbers.items()})
    return numbers


def draw_verdict(state: Mapping[str, Any], threshold: float, run: str) -> None:
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


# --- a person ---------------------------------------------------------------------------------------------------------


def downloads(
    receipts: Sequence[Receipt], people: People, state: Mapping[str, Any], context: Context
) -> list[Download]:
    """The files to take away."""
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


def draw_person(people: People, state: Mapping[str, Any], receipt: Receipt, chosen: bool) -> None:
    """One expert, `chosen` in the table or else the first: the receipt beside the profile, and what speaks for them."""
    st.subheader(f"{receipt.rank}. {plain(people.experts[receipt.id].name)}")
    if not chosen:
        st.markdown("Select a row of the table to read about somebody else.")
    score, profile = st.columns([3, 2])
    with score:
        draw_receipt(receipt, SOURCES)
    with profile:
        _draw_profile(people, receipt.id)
    st.markdown("**What speaks for this person**")
    found = evidence_of(people, state, receipt.id)
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


def _draw_profile(people: People, person: str) -> None:
    expert = people.experts[person]
    with st.container(border=True):
        st.markdown(f"**{plain(expert.name)}**  \n{plain(expert.headline)}")
        years = f"{expert.years_experience:g} years of experience" if expert.years_experience is not None else ""
        st.markdown(" · ".join(plain(part) for part in (expert.location, years) if part))
        if expert.skills:
            st.markdown(f"Skills: {plain(expert.skills)}")
        st.markdown(f"{count(len(people.answers_of(person)), 'project answer')} in this collection")


def explain_absence(state: Mapping[str, Any], context: Context) -> Callable[[str], WhyNot]:
    """Why a person is not among the kept, by the numbers on the page."""
    return lambda person: why_not(
        lists_of(cast(State, state), partial(person_score, combine=context.combine)),
        person,
        context.alpha,
        context.normalisation,
        context.candidates,
        context.keep,
        context.method,
        context.rrf_k,
    )


# --- the refinement ---------------------------------------------------------------------------------------------------


def draw_refinement(state: Mapping[str, Any], names: Mapping[str, str], threshold: float) -> None:
    """The gate, and if it failed: the variants, what each one brought, and the list before and after."""
    quality = state["quality_score"]
    st.markdown(
        f"The gate asks for a quality of **{threshold:g}**. Reached: **{quality:.3f}**. "
        f"Refinements used: **{state['iteration']} of 1**. Quality is absolute: 0.6 × cosine + 0.4 × BM25 over "
        "the most that the query can get, of the best person, as a share of what a very good match reaches."
    )
    if not state["iteration"]:
        st.markdown("The first search passed the gate; nothing was refined.")
        return
    if not state["refined_queries"]:
        st.markdown("The refinement found no other way to ask, so the same searches ran again.")
        return
    was = state["before_refinement"]
    st.markdown(f"Before the refinement the quality was **{was['quality_score']:.3f}**.")
    old = [receipt["id"] for receipt in was["fused_results"]]
    rows = []
    for position, (query, weight) in enumerate(
        zip(state["refined_queries"], state["query_weights"][1:], strict=True), 1
    ):
        brought = _brought_by(state, position)
        fresh = [names[person] for person in brought if person not in old]
        rows.append(
            {
                "Variant": query,
                "Likeness to the query": f"{weight:.2f}",
                "Best document for": count(len(brought), "person", "persons"),
                "New among the candidates": ", ".join(fresh[:5]) or "nobody",
            }
        )
    st.table(pd.DataFrame(rows).set_index("Variant"), alt="The variants of the query and what each one brought")
    before, after = st.columns(2)
    for place, title, people in (
        (before, "Before", old[:5]),
        (after, "After", [expert["id"] for expert in state["final_experts"][:5]]),
    ):
        place.markdown(f"**{title}**")
        place.markdown(
            "\n".join(f"{rank}. {plain(names[person])}" for rank, person in enumerate(people, 1)) or "Nobody"
        )


def _brought_by(state: Mapping[str, Any], variant: int) -> list[str]:
    """The people for whom this variant gave the best document of some search."""
    found = [
        hit["id"]
        for key in ("profile_vector", "profile_keyword", "project_vector", "project_keyword")
        for hit in state[f"{key}_results"]["hits"]
        if hit["documents"][0][2] == variant
    ]
    return list(dict.fromkeys(found))
