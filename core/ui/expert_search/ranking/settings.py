"""The knobs of the ranking, folded behind the line that tells their values, and kept in the address."""

from __future__ import annotations

from typing import TypedDict, get_args

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.retrieval.fusion import Method, Normalisation, SideRule
from core.systems.expert_search.ranking.standing import Together
from core.systems.expert_search.state import Combine, Context
from core.ui.address import adopt, publish
from core.ui.terms import explain

METHODS: tuple[Method, ...] = get_args(Method)
NORMALISATIONS: tuple[Normalisation, ...] = ("bound", "min-max", "max", "z-score", "none")
RULES: dict[str, str] = {
    "three": "the best three, steady weights",
    "best three": "the mean of the best three",
    "best": "the best one (specification)",
}
SIDES: dict[str, str] = {"max": "the better of both", "mean": "the mean of both (specification)"}
TOGETHER: dict[str, str] = {"mean": "their mean", "product": "their product", "minimum": "the weakest"}
MOST_CANDIDATES, MOST_KEPT, MOST_WEIGHT = Context.depth, 50, 3.0


class Numbers(TypedDict):
    """What the analyst sets, under the names of the system's `Context`."""

    alpha: float
    method: Method
    normalisation: Normalisation
    combine: Combine
    side: SideRule
    together: Together
    candidates: int
    keep: int
    wish: float
    recency: float
    amount: float


_DEFAULTS: Numbers = {
    "alpha": Context.alpha,
    "method": Context.method,
    "normalisation": Context.normalisation,
    "combine": Context.combine,
    "side": Context.side,
    "together": Context.together,
    "candidates": Context.candidates,
    "keep": Context.keep,
    "wish": Context.wish,
    "recency": Context.recency,
    "amount": Context.amount,
}


def _key(name: str) -> str:
    return f"expert_search:{name}"


def choose_numbers(fold: DeltaGenerator) -> Numbers:
    """Draw the knobs behind the fold; moving one ranks again what was found and searches nothing."""
    _adopt_all()
    numbers: Numbers = {name: st.session_state[_key(name)] for name in _DEFAULTS}  # type: ignore[assignment]
    with fold:
        _draw_knobs(numbers["method"])
    publish(**{name: (numbers[name], default) for name, default in _DEFAULTS.items()})  # type: ignore[literal-required]
    return numbers


def choose_weight(key: str, label: str, default: float) -> float:
    """Draw what a topic or a wish weighs beside the others."""
    weight: float = st.slider(f"Weight of {label}", 0.0, MOST_WEIGHT, default, 0.1, key=key, persist_state="session")
    return weight


def numbers_in_words(numbers: Numbers) -> list[str]:
    """Tell the numbers, as Markdown: those that matter most, and the others where they were moved."""
    parts = [f"Meaning against words **{numbers['alpha']:g}**", f"{numbers['keep']} shown"]
    if numbers["candidates"] != Context.candidates:
        parts.append(f"{numbers['candidates']} looked at in each search")
    said: tuple[tuple[str, dict[str, str], str], ...] = (
        ("method", {}, ""), ("normalisation", {}, ""), ("combine", RULES, "of several answers "),
        ("side", SIDES, "of two searches "), ("together", TOGETHER, "of several topics "),
    )  # fmt: skip
    for name, words, before in said:
        value = str(numbers[name])  # type: ignore[literal-required]
        if value != _DEFAULTS[name]:  # type: ignore[literal-required]
            parts.append(before + words.get(value, value))
    parts += [f"wishes {numbers['wish']:g}"] if numbers["wish"] != Context.wish else []
    parts += [f"{name} {numbers[name]:g}" for name in ("recency", "amount") if numbers[name]]
    return parts


def _adopt_all() -> None:
    adopt(_key("alpha"), "alpha", Context.alpha, lambda value: 0 <= value <= 1)
    adopt(_key("candidates"), "candidates", Context.candidates, lambda value: 1 <= value <= MOST_CANDIDATES)
    adopt(_key("keep"), "keep", Context.keep, lambda value: 1 <= value <= MOST_KEPT)
    adopt(_key("method"), "method", str(Context.method), METHODS.__contains__)
    adopt(_key("normalisation"), "normalisation", str(Context.normalisation), NORMALISATIONS.__contains__)
    adopt(_key("combine"), "combine", str(Context.combine), RULES.__contains__)
    adopt(_key("side"), "side", str(Context.side), SIDES.__contains__)
    adopt(_key("together"), "together", str(Context.together), TOGETHER.__contains__)
    adopt(_key("wish"), "wish", Context.wish, lambda value: 0 <= value <= 1)
    for name in ("recency", "amount"):
        adopt(_key(name), name, 0.0, lambda value: 0 <= value <= MOST_WEIGHT)


def _draw_knobs(method: Method) -> None:
    st.slider(
        "Meaning against words (α)", 0.0, 1.0, step=0.01, key=_key("alpha"), persist_state="session",
        help=explain("α"),
    )  # fmt: skip
    left, right = st.columns(2)
    left.slider("Experts to keep", 1, MOST_KEPT, key=_key("keep"), persist_state="session")
    right.slider("Wishes weigh", 0.0, 1.0, step=0.05, key=_key("wish"), persist_state="session")
    for place, label, name in ((left, "Recency weighs", "recency"), (right, "Amount of evidence weighs", "amount")):
        place.slider(label, 0.0, MOST_WEIGHT, step=0.1, key=_key(name), persist_state="session")
    st.markdown("**How the searches become one score**")
    left, right = st.columns(2)
    left.slider("Candidates per search", 1, MOST_CANDIDATES, key=_key("candidates"), persist_state="session")
    left.selectbox("Fusion", METHODS, key=_key("method"), persist_state="session")
    right.selectbox(
        "Normalisation", NORMALISATIONS, key=_key("normalisation"), persist_state="session",
        disabled=method != "weighted sum", help=explain("normalised"),
    )  # fmt: skip
    chosen: tuple[tuple[DeltaGenerator, str, str, dict[str, str]], ...] = (
        (left, "Several answers of one person", "combine", RULES),
        (right, "Two searches of one side", "side", SIDES),
        (left, "Several topics", "together", TOGETHER),
    )
    for place, label, name, words in chosen:
        place.selectbox(label, list(words), key=_key(name), persist_state="session", format_func=words.__getitem__)
