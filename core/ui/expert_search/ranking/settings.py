"""The knobs of the fusion, kept in the address."""

from __future__ import annotations

from typing import TypedDict, get_args

import streamlit as st

from core.retrieval.fusion import Method, Normalisation
from core.systems.expert_search.state import Combine, Context
from core.ui.address import adopt, publish

METHODS: tuple[Method, ...] = get_args(Method)
NORMALISATIONS: tuple[Normalisation, ...] = ("bound", "min-max", "max", "z-score", "none")
RULES: dict[Combine, str] = {
    "three": "the best three, another one never lowers",
    "best three": "mean of the best three",
    "best": "the best one (specification)",
}
MOST_CANDIDATES, MOST_KEPT = 100, 50


class Numbers(TypedDict):
    """What the analyst sets, under the names of the system's `Context`."""

    alpha: float
    method: Method
    normalisation: Normalisation
    combine: Combine
    candidates: int
    keep: int


def _key(name: str) -> str:
    return f"expert_search:{name}"


def choose_numbers() -> Numbers:
    """Draw the knobs; moving one fuses again what was found and searches nothing."""
    adopt(_key("alpha"), "alpha", Context.alpha, lambda value: 0 <= value <= 1)
    adopt(_key("candidates"), "candidates", Context.candidates, lambda value: 1 <= value <= MOST_CANDIDATES)
    adopt(_key("keep"), "keep", Context.keep, lambda value: 1 <= value <= MOST_KEPT)
    adopt(_key("method"), "method", str(Context.method), METHODS.__contains__)
    adopt(_key("normalisation"), "normalisation", str(Context.normalisation), NORMALISATIONS.__contains__)
    adopt(_key("combine"), "combine", str(Context.combine), RULES.__contains__)
    with st.container(border=True):
        left, middle, right, more = st.columns([4, 3, 3, 3], vertical_alignment="bottom")
        alpha = left.slider(
            "α: words at 0, meaning at 1", 0.0, 1.0, step=0.01, key=_key("alpha"), persist_state="session"
        )
        candidates = middle.slider(
            "Candidates per search", 1, MOST_CANDIDATES, key=_key("candidates"), persist_state="session"
        )
        keep = right.slider("Experts to keep", 1, MOST_KEPT, key=_key("keep"), persist_state="session")
        with more.popover("Method", width="stretch", icon=":material/tune:"):
            method = st.selectbox("Fusion", METHODS, key=_key("method"), persist_state="session")
            normalisation = st.selectbox(
                "Normalisation",
                NORMALISATIONS,
                key=_key("normalisation"),
                persist_state="session",
                disabled=method != "weighted sum",
            )
            combine = st.selectbox(
                "Several answers of one person",
                list(RULES),
                key=_key("combine"),
                persist_state="session",
                format_func=RULES.__getitem__,
            )
    publish(
        alpha=(alpha, Context.alpha),
        method=(method, Context.method),
        normalisation=(normalisation, Context.normalisation),
        combine=(combine, Context.combine),
        candidates=(candidates, Context.candidates),
        keep=(keep, Context.keep),
    )
    return {
        "alpha": alpha,
        "method": method,
        "normalisation": normalisation,
        "combine": combine,
        "candidates": candidates,
        "keep": keep,
    }
