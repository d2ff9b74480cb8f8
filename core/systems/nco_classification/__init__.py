"""NCO classification: "What is this job's code?" (specification 003)."""

from __future__ import annotations

from typing import Any

from core.systems import Resources, System
from core.systems.nco_classification.graph import build_graph
from core.systems.nco_classification.index.official import open_index
from core.systems.nco_classification.state import Context, State


def open_context(resources: Resources, **numbers: Any) -> Context:
    """What one classification needs: who answers, the classification, the index over it, and the thresholds."""
    index = open_index(resources.folder, resources.embedder)
    return Context(resources.engine, index.classification, index, **numbers)


def answer(state: State) -> dict[str, object]:
    """The code with its level and confidence, or what is certain and the question that is open.

    `outcome` is "coded", "question open", "coded in part" or "cannot be coded"; for a part `codes` holds its code.
    """
    response = state["analyzer_response"]
    partial = [response["partial"]] if response["partial"] else []
    codes = response["codes"] or partial
    return {
        "status": response["status"],
        "outcome": outcome(response),
        "codes": codes,
        "level": codes[0]["level"] if codes else None,
        "confidence": response["confidence"],
        "question": response["question"]["text"] if response["question"] else None,
        "choices": [choice["label"] for choice in response["choices"]],
        "reason": response["reason"],
        "answered_by": response["answered_by"],
        "index": response["index"],
    }


def outcome(response: dict[str, Any]) -> str:
    """What a run came to, in words."""
    if response["codes"]:
        return "coded"
    if response["question"]:
        return "question open"
    return "coded in part" if response["partial"] else "cannot be coded"


SYSTEM = System(
    name="nco_classification",
    title="NCO classification",
    icon=":material/badge:",
    about="Finds the code of a job in India's National Classification of Occupations 2015, shows the evidence, "
    "and asks one question when the words leave it open.",
    asks_for="What does the person do?",
    examples=(
        "electrician",
        "baal kaatne wala",
        "teacher",
        "Drives a tractor to plough and sow the fields of several farms, and keeps its engine in order",
    ),
    build_graph=build_graph,
    open_context=open_context,
    answer=answer,
)
