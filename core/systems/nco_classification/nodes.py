"""The steps of a classification, one function for each box of specification 003's diagram."""

from __future__ import annotations

from langgraph.config import get_config
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.codec import from_state, to_state
from core.language.reading import Reading
from core.systems.nco_classification.decision.arbitration import decide
from core.systems.nco_classification.decision.assessment import assess
from core.systems.nco_classification.decision.evidence_words import settle
from core.systems.nco_classification.decision.expansion import expand
from core.systems.nco_classification.decision.request_words import read_request
from core.systems.nco_classification.decision.runner_up import explain_runner_up
from core.systems.nco_classification.decision.shares import shown_families
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.index.retrieval import as_chroma, merge, next_search, score_by_own_words
from core.systems.nco_classification.office.one_job import ask_by_rule, decide_by_rule
from core.systems.nco_classification.questions.answers import take_answer, what_is_kept, what_was_said
from core.systems.nco_classification.state import AnalyzerResponse, Context, State


def expander(state: State, runtime: Runtime[Context]) -> State:
    """Begin, or begin again with an answer: normalise, find ambiguity, make a query. It chooses no code."""
    context = runtime.context
    changes = ask_by_rule(expand(state, context), context)
    said, query = what_was_said(state["request"], changes["answers"]), changes["expander_analysis"]["query"]
    kept = what_is_kept(state["request"], changes["answers"], changes["words"])
    reading = read_request(said, query, context.searched, context.without, len(said) - len(kept))
    return {**changes, "reading": to_state(reading)}


def retrieval(state: State, runtime: Runtime[Context]) -> State:
    """Search for the expander's query; on an improved search for the analyzer's, and keep what was found before.

    However a family was found, it is scored by the user's own words.
    """
    context, (query, limit) = runtime.context, next_search(state, runtime.context)
    found = context.searched.search(query, limit)
    scored, more = score_by_own_words(state, query, found, context)
    proposed = [*state["proposed"], *more]
    merged = merge(state, from_state(list[Candidate], state["candidates"]), scored, context, proposed)
    return {
        "queries": [*state["queries"], query],
        "retrieved_results": as_chroma(merged),
        "candidates": to_state(merged, list[Candidate]),
        "proposed": proposed,
    }


def analyzer(state: State, runtime: Runtime[Context]) -> State:
    """Decide on one of three statuses; what the guarantees forbid does not stand, whoever decided it."""
    candidates = from_state(list[Candidate], state["candidates"])
    assessment = assess(state, candidates, runtime.context)
    ruled = decide_by_rule(state, assessment, runtime.context)
    changes = ruled or decide(state, assessment, runtime.context)
    response = changes["analyzer_response"]
    response["why_it_lost"] = explain_runner_up(response, assessment.candidates)
    if assessment.parted and not changes["improved_search"]:
        candidates = list(assessment.candidates)
        changes = {**changes, "candidates": to_state(candidates, list[Candidate])}
    shown = [] if assessment.reading.obstacle or assessment.noisy else candidates
    if "reading" not in state:  # of a run from before readings were kept
        return changes
    known, normalizer = runtime.context.classification, runtime.context.searched.query_normalizer
    about = shown_families(response, shown)
    shown = sorted(shown, key=lambda one: one.family not in about)
    reading = settle(from_state(Reading, state["reading"]), shown, known, normalizer, _offered(response, known))
    return {**changes, "reading": to_state(reading)}


def _offered(response: AnalyzerResponse, known: Classification) -> list[str]:
    """List the texts that stand in the choices of a question, with the titles of the codes beside them."""
    choices = response["choices"]
    titles = [known.title(code) for choice in choices for code in choice.get("codes", ())]
    return [*(text for choice in choices for text in (choice["label"], choice["example"])), *titles]


def user_info(state: State, runtime: Runtime[Context]) -> State:
    """Wait for the answer when there is a question; the checkpoint that the graph waits on has been written before."""
    response, info = state["analyzer_response"], runtime.execution_info
    waits = get_config()["configurable"].get("__pregel_checkpointer") is not None
    if response["question"] is None or info is None or not waits:
        return {}
    return take_answer(response, state["answers"], interrupt(response["question"]), info.checkpoint_id)
