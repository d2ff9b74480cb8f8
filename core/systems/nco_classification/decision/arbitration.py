"""The analyzer's decision: asked of the engine, held against the guarantees, and written as a response."""

from __future__ import annotations

from langchain_core.messages import AIMessage

from core.systems.nco_classification import tasks
from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.decision.guarantees import enforce
from core.systems.nco_classification.decision.response import respond, tell
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.state import MOST_CORRECTIONS, Context, State
from core.systems.nco_classification.tasks import CandidateView

SHOWN = 8  # candidates that a model sees


def decide(state: State, assessment: Assessment, context: Context) -> State:
    """Decide on one of three statuses; what the guarantees forbid does not stand, whoever decided it."""
    known = context.classification
    decision = context.engine.ask(
        tasks.analyze,
        words=state["words"],
        expansion=state["expander_analysis"],
        candidates=[_view(candidate, known) for candidate in assessment.candidates[:SHOWN]],
        measured=assessment.for_model(),
        corrections_left=MOST_CORRECTIONS - assessment.corrections,
    )
    ruling = enforce(decision, assessment, known)
    reason = ruling.overruled[-1][1] if ruling.status != decision.status else decision.reason
    response = respond(state, ruling, reason, assessment, context)
    searching = ruling.status == "IMPROVED_SEARCH"
    return {
        "messages": [] if searching else [AIMessage(tell(response))],
        "analyzer_response": response,
        "improved_search": searching,
        "improved_search_count": assessment.corrections + searching,
    }


def _view(candidate: Candidate, known: Classification) -> CandidateView:
    return {
        "code": candidate.family,
        "title": known.title(candidate.family),
        "score": round(candidate.score, 3),
        "evidence": [match.text for match in candidate.evidence[:3]],
        "occupations": [f"{code} {known.title(code)}" for code, _ in candidate.occupations[:4]],
    }
