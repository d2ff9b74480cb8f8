"""The five guarantees of specification 003: enforced on every decision, whoever made it, and checked afterwards.

A model may make the system more careful, never less: what is forbidden here stays forbidden whatever it answers. What a
code rests on is the user's own words: how likely it is by them, and whether anything of it is said in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.systems.nco_classification.decision.assessment import MOST_CODES, Assessment
from core.systems.nco_classification.decision.obstacles import find_obstacle
from core.systems.nco_classification.decision.own_words import share_words, terms_of, texts_of
from core.systems.nco_classification.decision.wording import unknown_codes
from core.systems.nco_classification.index.classification import DIGITS, Classification
from core.systems.nco_classification.state import (
    MOST_CORRECTIONS,
    MOST_QUESTIONS,
    AnalyzerResponse,
    State,
    Status,
)
from core.systems.nco_classification.tasks import Decision

LONGEST_QUERY = 2_000  # characters of a refined query that are searched
FAR_BEHIND = 4.0  # times less likely than the likeliest family: then both are asked about
SAME = 0.1  # an occupation whose title is so much less like the words than a sibling's is not told by them

_BY_RULE = "A rule of the office gives this code to these words."
LOOPS = "Never loops indefinitely"
AMBIGUITY = "Never a match while the words are ambiguous"
EVIDENCE = "Never trusts retrieval blindly"
CORRECTION = "At most one self-correction"
CHECKPOINT = "Always a checkpoint before a question"


@dataclass(frozen=True)
class Ruling:
    """What a decision comes to. `overruled` are (guarantee, why) for each thing that was not allowed to stand.

    A question is to part the families `between` where a code was wanted for which the words hardly speak.
    """

    status: Status
    codes: list[str]
    refined_query: str
    overruled: list[tuple[str, str]]
    between: tuple[str, ...] = ()


def enforce(decision: Decision, assessment: Assessment, classification: Classification) -> Ruling:
    """Let a decision stand as far as the guarantees allow; what they forbid becomes MORE_INFO."""
    if decision.status == "IMPROVED_SEARCH":
        query = " ".join(decision.refined_query.split())[:LONGEST_QUERY]
        return _rule_on_search(query, assessment, classification)
    if decision.status == "MATCH_FOUND":
        return _rule_on_match(decision.codes, assessment, classification)
    return Ruling("MORE_INFO", [], "", [], assessment.levels)


def _rule_on_search(query: str, assessment: Assessment, classification: Classification) -> Ruling:
    if assessment.corrections >= MOST_CORRECTIONS:
        return _ask(CORRECTION, "A second improved search was wanted.")
    if unknown_codes(query, assessment.reading.words, ()):
        return _search_own_words("The improved search named a code that nobody had said", assessment)
    drifted = not assessment.own & terms_of(query, classification.query_normalizer)
    if query and drifted and assessment.reading.query not in assessment.searched:
        return _search_own_words("The improved search shared no word with what was said", assessment)
    if not query or query in assessment.searched:
        return _ask(LOOPS, "An improved search was wanted, but nothing new to search for was found.")
    return Ruling("IMPROVED_SEARCH", [], query, [])


def _search_own_words(why: str, assessment: Assessment) -> Ruling:
    """Search for the user's own words where something else would be relied on; ask when that was done."""
    query = assessment.reading.query
    if assessment.corrections >= MOST_CORRECTIONS or query in assessment.searched:
        return _ask(EVIDENCE, f"{why}.")
    return Ruling("IMPROVED_SEARCH", [], query, [(EVIDENCE, f"{why}, so the user's own words were searched.")])


def _rule_on_match(wanted: Sequence[str], assessment: Assessment, classification: Classification) -> Ruling:
    if assessment.ambiguity:
        return _ask(AMBIGUITY, f"A match was wanted, but: {assessment.ambiguity}", between=assessment.levels)
    if assessment.drifted and not all(_is_chosen(code, assessment.chosen) for code in wanted):
        return _search_own_words("What was searched shared no word with what was said", assessment)
    known = [code for code in dict.fromkeys(wanted) if classification.exists(code) and len(code) >= 4]
    overruled = [(EVIDENCE, "A code was named that is not in the classification.")] if len(known) < len(wanted) else []
    backed = [code for code in known if code[:4] in assessment.posterior or _is_chosen(code, assessment.chosen)]
    if len(backed) < len(known):
        overruled.append((EVIDENCE, "A code was named that no search had found."))
    if why := _why_not(backed, assessment):
        return _ask(EVIDENCE, why, overruled)
    if why := _weakly_carried(backed, assessment, classification):
        return _ask(EVIDENCE, why, overruled, between=[_likeliest(assessment), *(code[:4] for code in backed)])
    told = [_told_code(code, assessment) for code in backed]
    if told != backed:
        overruled.append((EVIDENCE, "An occupation was named that the words do not tell from its siblings."))
    return Ruling("MATCH_FOUND", list(dict.fromkeys(told)), "", overruled)


def _why_not(codes: Sequence[str], assessment: Assessment) -> str:
    """Say why there is no match in these codes at all; "" where there may be one."""
    if assessment.doubt and not all(_is_chosen(code, assessment.chosen) for code in codes):
        return f"A match was wanted, but: {assessment.doubt}"
    if not codes:
        return "A match was wanted, and no code was left."
    close = len(codes) <= MOST_CODES and len({code[:3] for code in codes}) == 1
    return "" if close else "The codes of the match are too many, or not close to each other."


def _weakly_carried(codes: Sequence[str], assessment: Assessment, classification: Classification) -> str:
    """Say for which family the user's own words hardly speak; "" where they speak for all of these codes."""
    families = [family for family in dict.fromkeys(code[:4] for code in codes) if family != assessment.chosen]
    chance = {family: assessment.posterior[family] for family in families}
    likeliest = _likeliest(assessment)
    for family, sure in chance.items():
        if sure < assessment.floor or sure * FAR_BEHIND < assessment.posterior[likeliest]:
            likelier = f"; “{classification.title(likeliest)}” is likelier" if likeliest != family else ""
            return f"By the words “{classification.title(family)}” is right with {sure:.1%} only{likelier}."
    if sum(chance.values()) >= assessment.threshold:
        return ""
    for family in families:
        if not share_words(texts_of(family, classification), assessment.own, classification.query_normalizer):
            return f"Nothing that is written about “{classification.title(family)}” was said."
    return ""


def _likeliest(assessment: Assessment) -> str:
    return max(assessment.posterior, key=lambda family: assessment.posterior[family], default="")


def _told_code(code: str, assessment: Assessment) -> str:
    """Cut an occupation to its family where no occupation is wanted, or the words speak sooner for a sibling."""
    family = code[: DIGITS["family"]]
    if code == family:
        return code
    found = next((one for one in assessment.candidates if one.family == family), None)
    likeness = dict(found.occupations) if found else {}
    told = code in likeness and likeness[code] >= max(likeness.values()) - SAME
    return code if told and assessment.digits > DIGITS["family"] else family


def _is_chosen(code: str, chosen: str) -> bool:
    return bool(chosen) and code.startswith(chosen)


def _ask(guarantee: str, why: str, overruled: Sequence[tuple[str, str]] = (), between: Sequence[str] = ()) -> Ruling:
    return Ruling("MORE_INFO", [], "", [*overruled, (guarantee, why)], tuple(dict.fromkeys(between)))


# --- the checklist ----------------------------------------------------------------------------------------------------


class Check(NamedTuple):
    """One line of the checklist: the guarantee, whether this run kept it, by what it can be seen, and what it stopped.

    `stopped` are the things that were wanted in this run and not allowed to stand; empty when nothing was.
    """

    guarantee: str
    held: bool
    why: str
    stopped: tuple[str, ...] = ()


def check(state: State, classification: Classification) -> list[Check]:
    """Check the five guarantees on a run so far, worked out anew from its state."""
    lines = [
        _check_loops(state),
        _check_ambiguity(state, classification),
        _check_evidence(state, classification),
        _check_corrections(state),
        _check_checkpoints(state),
    ]
    overruled = (state.get("analyzer_response") or AnalyzerResponse()).get("overruled", [])
    return [
        line._replace(stopped=tuple(one["why"] for one in overruled if one["guarantee"] == line.guarantee))
        for line in lines
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
    return _check_floor(response, matched) if shown else Check(EVIDENCE, True, "No code is shown.")


def _check_floor(response: AnalyzerResponse, matched: Sequence[str]) -> Check:
    known = "Every code shown is in the classification, and was found or chosen, not invented."
    if not matched or response["confidence"]["basis"] == "chosen" or "floor" not in response:
        return Check(EVIDENCE, True, known)
    chances, floor = response["chances"], response["floor"]
    if weak := [code for code in matched if chances.get(code[:4], 0.0) < floor]:
        return Check(EVIDENCE, False, f"The user's own words hardly speak for {', '.join(weak)}.")
    sure = ", ".join(f"{code} {chances[code[:4]]:.0%}" for code in matched)
    return Check(
        EVIDENCE, True, f"{known} By the user's own words alone: {sure}; below {floor:.0%} none is ever given."
    )


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
