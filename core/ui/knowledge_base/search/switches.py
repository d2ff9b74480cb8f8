"""How the knowledge base checks itself: its switches, thresholds and maxima, kept in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import NamedTuple

import streamlit as st

from core.ui.address import adopt, publish
from core.ui.resources import resources
from core.ui.terms import explain


class _Switch(NamedTuple):
    label: str
    needs: str = ""  # the switch without which this one does nothing


class _Number(NamedTuple):
    label: str
    low: float
    high: float
    step: float = 1
    needs: str = ""


_SWITCHES = {
    "enable_reflection": _Switch("Check its own work"),
    "enable_document_grading": _Switch("Grade the passages", "enable_reflection"),
    "enable_query_transformation": _Switch("Rewrite a query that failed", "enable_reflection"),
    "enable_response_grading": _Switch("Grade the answer", "enable_reflection"),
    "enable_reranking": _Switch("Look closer at the candidates (rerank)"),
}
_NUMBERS = {
    "max_iterations": _Number("Rewritten queries at most", 0, 5, needs="enable_query_transformation"),
    "min_relevant_docs": _Number("Relevant passages needed", 1, 10, needs="enable_document_grading"),
    "doc_score_threshold": _Number("Mean grade needed", 0.0, 1.0, 0.05, "enable_document_grading"),
    "fetch_k": _Number("Candidates after the fusion", 1, 100),
    "top_k": _Number("Passages read for the answer", 1, 20),
    "rrf_k": _Number("k of the fusion by rank", 1.0, 200.0, 1.0),
}
_OWN_LAMBDA = "own_lambda"  # each question sets its own λ
_LAMBDA = "fixed_lambda"


def choose_switches() -> dict[str, object]:
    """Every switch and number as fields of the system's `Context`; `lambda_mult` is None where questions set it."""
    defaults = {**asdict(resources().settings.reflection), "rrf_k": 60.0, _OWN_LAMBDA: True, _LAMBDA: 0.25}
    for name, default in defaults.items():
        number = _NUMBERS.get(name, _Number("", 0.0, 1.0))
        adopt(_key(name), name, default, partial(_is_within, number.low, number.high))
    for name in _SWITCHES:
        _switch(name)
    searching, grading = st.columns(2)
    with searching:
        _number("fetch_k")
        _number("top_k")
        _number("rrf_k")
    with grading:
        _number("min_relevant_docs")
        _number("doc_score_threshold")
        _number("max_iterations")
    own = st.toggle("Each question sets its own weight of meaning (λ)", key=_key(_OWN_LAMBDA), persist_state="session")
    st.slider(
        "Meaning against words (λ), for every question",
        0.0,
        1.0,
        step=0.01,
        key=_key(_LAMBDA),
        disabled=own,
        persist_state="session",
        help=explain("λ"),
    )
    chosen = {name: st.session_state[_key(name)] for name in defaults}
    publish(**{name: (value, defaults[name]) for name, value in chosen.items()})
    fixed, own = chosen.pop(_LAMBDA), chosen.pop(_OWN_LAMBDA)
    return {**chosen, "lambda_mult": None if own else fixed}


def switches_in_words(chosen: Mapping[str, object]) -> list[str]:
    """Tell how the next question is answered, as Markdown: whether it is checked, and what was set by hand."""
    defaults = asdict(resources().settings.reflection)
    moved = [
        f"{label.label.lower()} **{chosen[name]:g}**"
        for name, label in _NUMBERS.items()
        if name in defaults and chosen[name] != defaults[name] and not _is_idle(label.needs)
    ]
    fixed = chosen["lambda_mult"]
    return [
        "checks its own work" if chosen["enable_reflection"] else "does not check its own work",
        *([f"meaning against words **{fixed:g}**"] if fixed is not None else []),
        *moved,
    ]


def _switch(name: str) -> None:
    switch = _SWITCHES[name]
    st.toggle(switch.label, key=_key(name), disabled=_is_idle(switch.needs), persist_state="session")


def _number(name: str) -> None:
    number = _NUMBERS[name]
    st.slider(
        number.label,
        number.low,
        number.high,
        step=number.step,
        key=_key(name),
        disabled=_is_idle(number.needs),
        persist_state="session",
        help=explain("k") if name == "rrf_k" else None,
    )


def _is_within(low: float, high: float, value: float) -> bool:
    return low <= value <= high


def _is_idle(needs: str) -> bool:
    """Whether something that this needs is switched off."""
    return bool(needs) and (not st.session_state[_key(needs)] or _is_idle(_SWITCHES[needs].needs))


def _key(name: str) -> str:
    return f"knowledge_base:{name}"


def differs(asked_with: Mapping[str, object], now: Mapping[str, object]) -> bool:
    """Whether a question was asked with other settings than stand on the page now."""
    return any(asked_with.get(name, value) != value for name, value in now.items())
