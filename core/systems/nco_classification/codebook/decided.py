"""Who decided on a code, why, and how sure it is: in the same words on the page, on the card and in its PDF.

A probability belongs to what was computed. What a person chose, as a code, as an answer or as a rule of the office,
has none, whatever the machine would have said of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from core.codec import from_state
from core.systems.nco_classification.codebook.own_code import OwnCode
from core.systems.nco_classification.decision.confidence import Kind as TextKind
from core.systems.nco_classification.decision.confidence import mass_below
from core.systems.nco_classification.decision.reliability import range_of, reliability
from core.systems.nco_classification.decision.shares import shares_of, shown_families
from core.systems.nco_classification.index.documents import Kind
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.state import Answer, BeforeAnswers, ShownConfidence, State

_LEAST_TOLD = 0.005  # of a probability

KINDS: dict[Kind, str] = {
    "title": "official title",
    "phrase": "everyday phrase",
    "hindi": "Indian word",
    "text": "what its people do",
    "official": "official description",
}
KINDS_OF_TEXT: dict[TextKind, str] = {"title": "titles", "phrase": "short phrases", "description": "descriptions"}


@dataclass(frozen=True)
class Decided:
    """Who decided, why, and how sure the code is; `sure` says why there is no probability where there is none."""

    by: str
    why: str
    sure: str


def decided(state: State, own: OwnCode | None) -> Decided:
    """Tell who decided on what an outcome shows: the analyst by their `own` code, a rule, an answer, or the machine."""
    response = state["analyzer_response"]
    if own:
        by = f"the analyst{f' ({own.by})' if own.by else ''}"
        picked = f"picked within what was found, {'; '.join(own.found)}" if own.narrows else ""
        return Decided(by, own.reason or picked, "none: a person gave this code")
    if rule := response.get("rule"):
        return Decided("a rule of the office", rule, "none: a rule of the office decided")
    partial = response["partial"]
    if response["confidence"]["basis"] == "chosen" or (partial and partial["code"] == state.get("within")):
        by = f"{response['answered_by']}, by what was chosen in answer to a question"
        return Decided(by, response["reason"], f"none: it was chosen in answer to a question{by_words_alone(state)}")
    return Decided(response["answered_by"], response["reason"], _computed(state))


def chosen_in_words(state: State) -> str:
    """Say of what was chosen, by an answer or a rule, why it has no confidence, and how likely it and all that was
    offered beside it were by the first words alone, and with the answers before it."""
    if rule := state["analyzer_response"].get("rule"):
        return f"A rule of the office decided, so no confidence is computed. {rule}"
    last = _chosen(state)
    said = "You chose this code in answer to a question, so no confidence is computed."
    if last is None:
        return said
    offered, alone = last.get("offered_likely", {last["code"]: last["likely"]}), before_any_answer(state)
    if alone:
        said += f" By the words alone {_each({code: mass_below(code, alone['chances']) for code in offered})}."
    return said if last is state["answers"][0] else f"{said} With the answers before it {_each(offered)}."


def _each(likely: Mapping[str, float]) -> str:
    each = [f"{code} had {_percent(share)}" for code, share in sorted(likely.items(), key=lambda one: -one[1])]
    return " and ".join(filter(None, [", ".join(each[:-1]), each[-1]]))


def _percent(share: float) -> str:
    return "less than 1%" if share < _LEAST_TOLD else f"{share:.0%}"


def _chosen(state: State) -> Answer | None:
    return next((answer for answer in reversed(state["answers"]) if "likely" in answer), None)


def before_any_answer(state: State) -> BeforeAnswers | None:
    """Return what the first words alone came to; None where nothing was found for them, or nothing was answered."""
    before = state["answers"][0].get("before") if state["answers"] else None
    return before if before and before["chances"] else None


def by_words_alone(state: State) -> str:
    """Tell how likely the first words alone made what was chosen in an answer, and with the answers before it; "" where
    that is not known."""
    if not (last := _chosen(state)):
        return ""
    alone, told = before_any_answer(state), ""
    if alone:
        told = f"; the words alone made it {_percent(mass_below(last['code'], alone['chances']))} likely"
    return told if last is state["answers"][0] else f"{told}; with the answers before it {_percent(last['likely'])}"


def _computed(state: State) -> str:
    """Tell the probability of the codes, or of the part that is certain, which has that of all families in it."""
    response, candidates = state["analyzer_response"], from_state(list[Candidate], state["candidates"])
    families = sorted(shown_families(response, candidates))
    if not families:
        return "none: nothing that was found fits the words"
    if not response["codes"] and (part := response["partial"]):
        together = mass_below(part["code"], shares_of(response, candidates))
        return f"{together:.0%} for {part['code']}, all families in it together"
    worth = worth_of(response["confidence"])
    return f"{response['confidence']['probability']:.0%} for {' or '.join(families)}{f' ({worth})' if worth else ''}"


def worth_of(confidence: ShownConfidence) -> str:
    """Tell how often such a confidence was right, measured on texts of the same kind; "" where nothing was measured."""
    kind = confidence.get("kind", "title")
    found = range_of(confidence["probability"], reliability(kind))
    between = f"between {found.low:.0%} and {found.high:.0%}" if found else ""
    return f"of {KINDS_OF_TEXT[kind]} {between}, {found.right:.0%} were right when it was measured" if found else ""


def found_by_the_run(state: State) -> str:
    """Tell what the run itself had come to, with how sure that was, to stand beside an analyst's own code."""
    response, itself = state["analyzer_response"], decided(state, None)
    part = [response["partial"]] if response["partial"] and not response["question"] else []
    codes = response["codes"] or part
    found = "; ".join(f"{entry['code']} {entry['title']}" for entry in codes)
    if codes:
        return f"{found}, by {itself.by}; its confidence: {itself.sure}"
    asked = f"; it asked “{response['question']['text']}”" if response["question"] else ""
    return f"no code, by {itself.by}{asked}"


def in_days(moment: str) -> str:
    """Write the day of a moment (ISO 8601) as people do; "" for none."""
    return f"{datetime.fromisoformat(moment):%-d %B %Y}" if moment else ""
