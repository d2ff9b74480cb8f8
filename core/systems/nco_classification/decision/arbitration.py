"""The analyzer's decision: asked of the engine, held against the guarantees, and written as a response."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from langchain_core.messages import AIMessage

from core.llm.engine import OfflineEngine
from core.systems.nco_classification import tasks
from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.decision.guarantees import enforce
from core.systems.nco_classification.decision.response import respond, tell
from core.systems.nco_classification.decision.wording import reason_faults
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.state import MOST_CORRECTIONS, Context, State
from core.systems.nco_classification.tasks import CandidateView, Decision

SHOWN = 8  # candidates that a model sees, and as many again of those that only its own query brought up
LONGEST_DUTIES = 600  # characters of what the people of a family do
MOST_OCCUPATIONS = 40  # of a family; some have more than a hundred


def decide(state: State, assessment: Assessment, context: Context) -> State:
    """Decide on one of three statuses; what the guarantees forbid does not stand, whoever decided it."""
    known = context.classification
    proposed = [one for one in assessment.candidates[SHOWN:] if one.family in assessment.proposed]
    views = [_view(one, assessment, context) for one in (*assessment.candidates[:SHOWN], *proposed[:SHOWN])]
    decision = context.engine.ask(
        tasks.analyze,
        words=state["words"],
        expansion=state["expander_analysis"],
        candidates=views,
        measured=assessment.for_model(),
        corrections_left=MOST_CORRECTIONS - assessment.corrections,
    )
    ruling = enforce(decision, assessment, known)
    if isinstance(context.engine, OfflineEngine):  # the written rule names nothing that was not computed
        reason, refused = decision.reason, list[str]()
    else:
        reason, refused = _reason(state, decision, assessment, views)
    if ruling.status != decision.status:
        reason = ruling.overruled[-1][1]
    refused = [*state["expander_analysis"].get("refused_words", ()), *refused]
    if state.get("improved_search"):  # what was forbidden before the second search was forbidden in this run too
        before = [(one["guarantee"], one["why"]) for one in state["analyzer_response"]["overruled"]]
        ruling = replace(ruling, overruled=[*before, *ruling.overruled])
    response = respond(state, ruling, reason, assessment, context, refused)
    searching = ruling.status == "IMPROVED_SEARCH"
    return {
        "messages": [] if searching else [AIMessage(tell(response))],
        "analyzer_response": response,
        "improved_search": searching,
        "improved_search_count": assessment.corrections + searching,
    }


_WITHOUT_REASON = {
    "MATCH_FOUND": "These codes were chosen among the candidates.",
    "MORE_INFO": "The words do not settle which occupation it is.",
    "IMPROVED_SEARCH": "The candidates do not fit, so other words are tried.",
}


def _reason(
    state: State, decision: Decision, assessment: Assessment, views: Sequence[CandidateView]
) -> tuple[str, list[str]]:
    """Take a decision's reason where it names no code and no figure of its own; and what of it was refused, and why."""
    shown = assessment.for_model()
    given = [view["code"] for view in views]
    given += [line.split()[0] for view in views for line in (*view["siblings"], *view["occupations"])]
    given += [code for code in (shown.best, shown.chosen, *shown.close) if code]
    measured = [shown.fit, shown.separation, shown.probability, shown.threshold]
    measured += [figure for view in views for figure in (view["score"], view["probability"])]
    text = " ".join(decision.reason.split())
    wrong = reason_faults(text, state["words"], given, measured)
    if not wrong:
        return text, []
    return _WITHOUT_REASON[decision.status], [f"The reason “{text}” was not used: it {'; it '.join(wrong)}."]


def _view(candidate: Candidate, assessment: Assessment, context: Context) -> CandidateView:
    known, family = context.classification, candidate.family
    occupations = list(dict.fromkeys([*dict(candidate.occupations), *known.occupations_of(family)]))
    siblings = [one for one in known.below(family[:3]) if one != family]
    return {
        "code": family,
        "title": known.title(family),
        "score": round(candidate.score, 3),
        "probability": round(assessment.posterior.get(family, 0.0), 3),
        "duties": _duties(family, context)[:LONGEST_DUTIES],
        "evidence": [match.text for match in candidate.evidence[:3]],
        "siblings": _lines(siblings, known),
        "occupations": _lines(occupations[:MOST_OCCUPATIONS], known),
    }


def _duties(family: str, context: Context) -> str:
    """Tell what the people of a family do, in the government's words where they were loaded."""
    own = context.classification.words.get(family)
    return context.index.official.get(family) or (own.text if own else "")


def _lines(codes: Sequence[str], known: Classification) -> list[str]:
    return [f"{code} {known.title(code)}" for code in codes]
