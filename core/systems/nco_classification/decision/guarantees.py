"""The five guarantees of specification 003: enforced on every decision, whoever made it, and checked afterwards.

A model may make the system more careful, never less: what is forbidden here stays forbidden whatever it answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.systems.nco_classification.decision.assessment import MOST_CODES, Assessment
from core.systems.nco_classification.decision.obstacles import find_obstacle
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.state import (
    MOST_CORRECTIONS,
    MOST_QUESTIONS,
    AnalyzerResponse,
    State,
    Status,
)
from core.systems.nco_classification.tasks import Decision

LONGEST_QUERY = 2_000  # characters of a refined query that are searched

_BY_RULE = "A rule of the office gives this code to these words."
LOOPS = "Never loops indefinitely"
AMBIGUITY = "Never a match while the words are ambiguous"
EVIDENCE = "Never trusts retrieval blindly"
CORRECTION = "At most one self-correction"
CHECKPOINT = "Always a checkpoint before a question"

_CODE_LIKE = re.compile(r"(?<![\w.-])\d{3,}(?:[.\s-]\d{2,4})?(?![\w%]| %)")


@dataclass(frozen=True)
class Ruling:
    """What a decision comes to. `overruled` are (guarantee, why) for each thing that was not allowed to stand."""

    status: Status
    codes: list[str]
    refined_query: str
    overruled: list[tuple[str, str]]


def enforce(decision: Decision, assessment: Assessment, classification: Classification) -> Ruling:
    """Let a decision stand as far as the guarantees allow; what they forbid becomes MORE_INFO."""
    if decision.status == "IMPROVED_SEARCH":
        return _rule_on_search(" ".join(decision.refined_query.split())[:LONGEST_QUERY], assessment)
    if decision.status == "MATCH_FOUND":
        return _rule_on_match(decision.codes, assessment, classification)
    return Ruling("MORE_INFO", [], "", [])


def _rule_on_search(query: str, assessment: Assessment) -> Ruling:
    if assessment.corrections >= MOST_CORRECTIONS:
        return _ask(CORRECTION, "A second improved search was wanted.")
    if not query or query in assessment.searched:
        return _ask(LOOPS, "An improved search was wanted, but nothing new to search for was found.")
    return Ruling("IMPROVED_SEARCH", [], query, [])


def _rule_on_match(wanted: Sequence[str], assessment: Assessment, classification: Classification) -> Ruling:
    if assessment.ambiguity:
        return _ask(AMBIGUITY, f"A match was wanted, but: {assessment.ambiguity}")
    known = [code for code in dict.fromkeys(wanted) if classification.exists(code) and len(code) >= 4]
    overruled = [(EVIDENCE, "A code was named that is not in the classification.")] if len(known) < len(wanted) else []
    backed = [code for code in known if code[:4] in assessment.posterior or _is_chosen(code, assessment.chosen)]
    if len(backed) < len(known):
        overruled.append((EVIDENCE, "A code was named that no search had found."))
    if assessment.doubt and not all(_is_chosen(code, assessment.chosen) for code in backed):
        return _ask(EVIDENCE, f"A match was wanted, but: {assessment.doubt}", overruled)
    if not backed:
        return _ask(EVIDENCE, "A match was wanted, and no code was left.", overruled)
    if len(backed) > MOST_CODES or len({code[:3] for code in backed}) > 1:
        return _ask(EVIDENCE, "The codes of the match are too many, or not close to each other.", overruled)
    return Ruling("MATCH_FOUND", backed, "", overruled)


def _is_chosen(code: str, chosen: str) -> bool:
    return bool(chosen) and code.startswith(chosen)


def _ask(guarantee: str, why: str, overruled: Sequence[tuple[str, str]] = ()) -> Ruling:
    return Ruling("MORE_INFO", [], "", [*overruled, (guarantee, why)])


def hide_unknown_codes(text: str, request: str, classification: Classification) -> str:
    """Take numbers that look like codes and are none out of a model's words; numbers in the user's own words stay."""

    def look(match: re.Match[str]) -> str:
        number = match.group()
        return number if classification.exists(number) or number in request else "(no such code)"

    return _CODE_LIKE.sub(look, text)


# --- the checklist ----------------------------------------------------------------------------------------------------


class Check(NamedTuple):
    """One line of the checklist: the guarantee, whether this run kept it, and by what that can be seen."""

    guarantee: str
    held: bool
    why: str


def check(state: State, classification: Classification) -> list[Check]:
    """Check the five guarantees on a run so far, worked out anew from its state."""
    return [
        _check_loops(state),
        _check_ambiguity(state, classification),
        _check_evidence(state, classification),
        _check_corrections(state),
        _check_checkpoints(state),
    ]


def shown_codes(response: AnalyzerResponse) -> list[str]:
    """List every code that a response of the analyzer shows: codes, partial code, runner-up, choices."""
    single = [response.get("partial"), response.get("runner_up")]
    return [
        *(entry["code"] for entry in response.get("codes", [])),
        *(entry["code"] for entry in single if entry),
        *(choice["code"] for choice in response.get("choices", []) if choice["code"]),
    ]


def _check_loops(state: State) -> Check:
    questions, searches = len(state.get("answers", [])), state.get("improved_search_count", 0)
    held = questions <= MOST_QUESTIONS and searches <= MOST_CORRECTIONS
    why = f"{questions} of at most {MOST_QUESTIONS} questions answered, {searches} of at most {MOST_CORRECTIONS} "
    return Check(LOOPS, held, why + "improved searches.")


def _check_ambiguity(state: State, classification: Classification) -> Check:
    if not _matched(state):
        return Check(AMBIGUITY, True, "No match was declared.")
    if state["analyzer_response"].get("rule"):
        return Check(AMBIGUITY, True, _BY_RULE)
    obstacle = find_obstacle(state["words"], classification)
    held = not state["expander_analysis"]["ambiguous"] and obstacle is None
    clear = "Neither the expander nor the written checks found the words ambiguous."
    return Check(AMBIGUITY, held, clear if held else "A match was declared for ambiguous words.")


def _check_evidence(state: State, classification: Classification) -> Check:
    response = state.get("analyzer_response") or AnalyzerResponse()
    shown = shown_codes(response)
    if unknown := [code for code in shown if not classification.exists(code)]:
        return Check(EVIDENCE, False, f"{len(unknown)} codes are shown that are not in the classification.")
    if response.get("rule"):
        return Check(EVIDENCE, True, _BY_RULE)
    found = {candidate["family"] for candidate in state.get("candidates", [])}
    matched = [entry["code"] for entry in response.get("codes", [])]
    if any(code[:4] not in found and not code.startswith(state.get("within") or " ") for code in matched):
        return Check(EVIDENCE, False, "A code is shown for which there is no evidence.")
    if not shown:
        return Check(EVIDENCE, True, "No code is shown.")
    return Check(EVIDENCE, True, "Every code shown is in the classification, and was found or chosen, not invented.")


def _check_corrections(state: State) -> Check:
    count = state.get("improved_search_count", 0)
    return Check(CORRECTION, count <= MOST_CORRECTIONS, f"{count} of at most {MOST_CORRECTIONS} made in the whole run.")


def _check_checkpoints(state: State) -> Check:
    answers = state.get("answers", [])
    if not answers:
        return Check(CHECKPOINT, True, "No question has been answered yet.")
    held = all(answer["checkpoint"] for answer in answers)
    why = "Each question waited on a checkpoint that had been written." if held else "A question had no checkpoint."
    return Check(CHECKPOINT, held, why)


def _matched(state: State) -> bool:
    return (state.get("analyzer_response") or {}).get("status") == "MATCH_FOUND"
