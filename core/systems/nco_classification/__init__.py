"""NCO classification: "What is this job's code?" (specification 003)."""

from __future__ import annotations

from core.refused import refused_ids
from core.systems import Resources, System
from core.systems.nco_classification.decision.response import answer
from core.systems.nco_classification.graph import build_graph
from core.systems.nco_classification.index.official import open_index
from core.systems.nco_classification.office.rules import open_rules
from core.systems.nco_classification.state import MOST_QUESTIONS, Context


def open_context(resources: Resources) -> Context:
    """Lend what one classification needs: who answers, the classification, the index over it, and the thresholds."""
    index = open_index(resources.folder, resources.embedder)
    refused = refused_ids(resources.folder, SYSTEM.name)
    rules = open_rules(resources.folder)
    return Context(resources.engine, index.classification, index, without=refused, rules=rules)


SYSTEM = System(
    name="nco_classification",
    title="NCO classification",
    icon=":material/badge:",
    about="Finds the code of a job in India's National Classification of Occupations 2015, shows the evidence, "
    f"and asks at most {MOST_QUESTIONS} questions, one after the other, when the words leave it open.",
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
