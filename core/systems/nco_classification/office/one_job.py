"""A rule of the office in one job: what it gives is given before anything is weighed, and is shown as what it is.

The search goes on all the same, so that the page can show what the machine would have looked at. Once the user has
answered a question they have said more than the words that the rule is for, and it is silent.
"""

from __future__ import annotations

from langchain_core.messages import AIMessage

from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.decision.guarantees import Ruling
from core.systems.nco_classification.decision.response import respond, tell
from core.systems.nco_classification.index.classification import DIGITS
from core.systems.nco_classification.office.outcomes import ASK, is_code
from core.systems.nco_classification.state import AnalyzerResponse, Context, Entry, State


def ask_by_rule(changes: State, context: Context) -> State:
    """Let the expander find words ambiguous that a rule has asked about: then no match may be declared for them."""
    decision = context.rules.decide(changes["words"]) if not changes["answers"] else None
    if decision is None or decision.gives != ASK:
        return changes
    return {
        **changes,
        "expander_analysis": {**changes["expander_analysis"], "ambiguous": True, "reason": decision.sentence},
    }


def decide_by_rule(state: State, assessment: Assessment, context: Context) -> State | None:
    """Return what a rule of the office decides on the words of a request; None when it says nothing of them."""
    decision = context.rules.decide(state["request"]) if not state["answers"] else None
    if decision is None or decision.gives == ASK:
        return None
    code = decision.gives if is_code(decision.gives) and context.classification.exists(decision.gives) else ""
    if is_code(decision.gives) and not code:  # of another edition of the classification
        return None
    response = respond(
        state, Ruling("MATCH_FOUND", [code] if code else [], "", []), decision.sentence, assessment, context
    )
    response["confidence"] = {**response["confidence"], "basis": "chosen"}
    response["rule"] = decision.sentence
    if len(code) < DIGITS["family"]:
        response = _without_match(response)
    return {
        "messages": [AIMessage(tell(response))],
        "analyzer_response": response,
        "improved_search": False,
        "improved_search_count": assessment.corrections,
    }


def _without_match(response: AnalyzerResponse) -> AnalyzerResponse:
    """Make a part of the classification, or nothing of it, of what is no match; nothing is asked."""
    partial: Entry | None = next(iter(response["codes"]), None)
    return {**response, "status": "MORE_INFO", "codes": [], "partial": partial}
