"""What the analyzer goes by, and what it answers: measures of the candidates, the result, the question.

Everything here is computed; a model's part in a decision is settled before (`guarantees`) or is only wording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.codec import to_state
from core.language.terms import analyse
from core.language.tokens import words
from core.systems.nco_classification import tasks
from core.systems.nco_classification.decision.confidence import (
    broad_families,
    deepest_certain,
    is_ambiguous,
    judge,
    shares_of,
)
from core.systems.nco_classification.decision.guarantees import (
    MOST_CODES,
    MOST_QUESTIONS,
    Facts,
    Ruling,
    hide_unknown_codes,
)
from core.systems.nco_classification.decision.obstacles import find_obstacle, read
from core.systems.nco_classification.decision.question import (
    MOST_CHOICES,
    ask_about,
    ask_for_duties,
    best_split,
    make_question,
    tied,
)
from core.systems.nco_classification.index.classification import DIGITS
from core.systems.nco_classification.index.documents import Kind
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.state import Context, State
from core.types import Question

# An occupation is named when its title is this like the words (cosine), and this far ahead of its siblings. On the 312
# development titles with a known occupation this names 65, of which 88 % are right; at 0.8 it would be 124 and 77 %.
SAME_TITLE = 0.95
AHEAD = 0.1


def measure(state: State, candidates: Sequence[Candidate], context: Context) -> tasks.Measured:
    """What can be computed about the candidates, for whoever decides."""
    said, expansion = state["words"], state["expander_analysis"]
    judgement = judge(candidates, said)
    within = state["within"]
    chosen = within if within in context.classification.families else ""
    left = [family for family in judgement.broad if family.startswith(within)]
    settled = chosen or (judgement.broad and len(left) == 1)
    return tasks.Measured(
        fit=judgement.confidence.fit,
        separation=judgement.confidence.separation,
        probability=judgement.confidence.probability,
        threshold=context.threshold,
        ambiguous=not settled and is_ambiguous(candidates, said),
        drifted=not set(analyse(" ".join(state["queries"]))) & set(analyse(said)),
        noisy=judgement.noisy,
        best=_deepest(candidates[0]) if candidates else "",
        close=_close(candidates, context.threshold),
        chosen=chosen,
        better_query=_better_query(said, expansion, state["queries"]),
    )


def _deepest(candidate: Candidate) -> str:
    """The occupation whose title says the same as the words, ahead of its siblings; else the family."""
    first, second = [*candidate.occupations, ("", 0.0), ("", 0.0)][:2]
    sure = first[1] >= SAME_TITLE and first[1] - second[1] >= AHEAD
    return first[0] if sure else candidate.family


def facts_for(state: State, candidates: Sequence[Candidate], measured: tasks.Measured) -> Facts:
    """What any decision is held against."""
    expansion = state["expander_analysis"]
    ambiguity = (expansion["reason"] or "The words are ambiguous.") if expansion["ambiguous"] else ""
    if measured.ambiguous and not measured.chosen:
        ambiguity = ambiguity or "The words fit several families about equally well."
    return Facts(
        ambiguity=ambiguity,
        doubt="Nothing that was found fits the words well enough." if measured.noisy else "",
        families=[candidate.family for candidate in candidates],
        chosen=measured.chosen,
        corrections=state["improved_search_count"],
        searched=state["queries"],
    )


def _close(candidates: Sequence[Candidate], threshold: float) -> list[str]:
    """Up to three first families of one group that reach the threshold together, each at least half as likely."""
    if len(candidates) < 2:
        return []
    shares = shares_of(candidates)
    first = candidates[0].family
    near = [
        candidate.family
        for candidate in candidates[:MOST_CODES]
        if candidate.family[:3] == first[:3] and 2 * shares[candidate.family] >= shares[first]
    ]
    return near if len(near) > 1 and sum(shares[family] for family in near) >= threshold else []


def _better_query(said: str, expansion: dict[str, Any], searched: Sequence[str]) -> str:
    """What else may be searched, without a model: the user's own words, the title alone, the duties alone."""
    options = (read(said).query, expansion["title"], "; ".join(expansion["duties"]))
    return next((option for option in options if words(option) and option not in searched), "")


def show_to_model(candidate: Candidate, context: Context) -> dict[str, Any]:
    """A candidate as a model sees it."""
    title = context.classification.title
    return {
        "code": candidate.family,
        "title": title(candidate.family),
        "score": round(candidate.score, 3),
        "evidence": [match.text for match in candidate.evidence[:3]],
        "occupations": [f"{code} {title(code)}" for code, _ in candidate.occupations[:4]],
    }


# --- the result -------------------------------------------------------------------------------------------------------


def result_of(
    state: State, ruling: Ruling, candidates: Sequence[Candidate], measured: tasks.Measured, context: Context
) -> dict[str, Any]:
    """Codes or question, with what is certain in either case."""
    result: dict[str, Any] = {
        "codes": [_entry(code, context) for code in ruling.codes],
        "confidence": _confidence(ruling.codes, candidates, measured),
        "runner_up": _runner_up(ruling.codes, candidates, context),
        "partial": None,
        "question": None,
        "choices": [],
    }
    if ruling.status != "MORE_INFO":
        return result
    if prefix := _certain_part(state, candidates, measured, context):
        result["partial"] = _entry(prefix, context)
    answers = state["answers"]
    knows = not answers or bool(answers[-1]["code"] or answers[-1]["job"] or answers[-1]["words"])
    if knows and len(answers) < min(context.most_questions, MOST_QUESTIONS):
        result |= _question(state, ruling, candidates, measured, context)
    return result


def _entry(code: str, context: Context) -> dict[str, str]:
    known = context.classification
    return {"code": code, "title": known.title(code), "level": known.level(code)}


def _confidence(codes: Sequence[str], candidates: Sequence[Candidate], measured: tasks.Measured) -> dict[str, Any]:
    """How sure it is; for a match the probability of what is shown, which a model may have taken from further down."""
    shares = shares_of(candidates)
    families = {code[:4] for code in codes}
    probability = measured.probability
    if families and (first := shares.get(candidates[0].family if candidates else "")):
        # Shares say how likely the candidates are beside each other, the calibration how likely the first one is.
        probability = min(1.0, probability * sum(shares.get(family, 0.0) for family in families) / first)
    basis = "chosen" if measured.chosen and families == {measured.chosen} else "computed"
    return {"fit": measured.fit, "separation": measured.separation, "probability": probability, "basis": basis}


def _runner_up(codes: Sequence[str], candidates: Sequence[Candidate], context: Context) -> dict[str, Any] | None:
    shown = {code[:4] for code in codes} or {candidate.family for candidate in candidates[:1]}
    second = next((candidate for candidate in candidates if candidate.family not in shown), None)
    return {**_entry(second.family, context), "score": second.score} if second else None


# --- why the runner-up lost -------------------------------------------------------------------------------------------

_PLACES: dict[Kind, str] = {
    "title": "an official title",
    "phrase": "an everyday phrase",
    "hindi": "an Indian word",
    "text": "what the people do",
    "official": "an official description",
}


def explain_runner_up(response: Mapping[str, Any], candidates: Sequence[Candidate]) -> str:
    """`why_it_lost` of the candidates that a response shows; "" when there is no second."""
    by_family = {candidate.family: candidate for candidate in candidates}
    shown = response["codes"][0]["code"][:4] if response["codes"] else (candidates[0].family if candidates else "")
    second = (response["runner_up"] or {}).get("code", "")
    return why_it_lost(by_family[shown], by_family[second]) if {shown, second} <= by_family.keys() else ""


def why_it_lost(first: Candidate, second: Candidate) -> str:
    """In one sentence, from the evidence of both, why the second family stands behind the first."""
    scores = f"{first.score:.2f} against {second.score:.2f}"
    if second.score > first.score:
        return f"{second.family} scores higher, but {first.family} was chosen; the score is {scores}."
    return f"{_difference(first, second)}; the score is {scores}."


def _difference(first: Candidate, second: Candidate) -> str:
    """The first thing that tells: a word that only one holds, the kind of text it stands in, a word too many."""
    mine, its = _said_in(first), _said_in(second)
    for word, kind in mine.items():
        if word not in its:
            return f"“{word}” stands in {_PLACES[kind]} of {first.family} and in none near the words in {second.family}"
    for word, kind in mine.items():
        if kind == "title" != its[word]:
            other = f"only in {_PLACES[its[word]]} of {second.family}"
            return f"“{word}” stands in an official title of {first.family}, but {other}"
    if unsaid := _unsaid(second) - _unsaid(first):
        nearest, word = second.evidence[0].text, min(unsaid)
        return f"“{nearest}”, the nearest in {second.family}, also says “{word}”, which was not said"
    parts = {part.source: part.contribution for part in second.receipt.parts}
    ahead = {part.source: part.contribution - parts.get(part.source, 0.0) for part in first.receipt.parts}
    if not ahead:
        return f"{second.family} fits the words less well than {first.family}"
    most = max(ahead, key=lambda source: (ahead[source], source))
    return f"{first.family} is ahead of {second.family} most by “{most}” (+{ahead[most]:.2f}), with the same words near"


def _said_in(candidate: Candidate) -> dict[str, Kind]:
    """The words of the request in the evidence, each with the best kind of text that holds it; the nearest first."""
    found: dict[str, Kind] = {}
    for match in candidate.evidence:
        for start, end in match.words:
            word = match.text[start:end].lower()
            if found.get(word) != "title":
                found[word] = match.kind
    return found


def _unsaid(candidate: Candidate) -> set[str]:
    """The words of the nearest text that the request does not share."""
    if not candidate.evidence:
        return set()
    nearest = candidate.evidence[0]
    shared = {match for start, end in nearest.words for match in words(nearest.text[start:end])}
    return {word for word in words(nearest.text) if word not in shared and analyse(word)}


def _certain_part(state: State, candidates: Sequence[Candidate], measured: tasks.Measured, context: Context) -> str:
    """The deepest part of the classification that is certain; what the user chose is. "" when there is none."""
    within = state["within"]
    if state["expander_analysis"]["obstacle"] or measured.noisy or not candidates:
        return within
    certain = deepest_certain(candidates, context.certain)
    if state["expander_analysis"]["ambiguous"] or measured.ambiguous:
        # However the candidates scored: what the words mean is open, so no more is certain than what is common to all.
        meant = [family for family in broad_families(state["words"]) if family.startswith(within)]
        certain = _common_part(meant) if meant else certain[: DIGITS["group"]]
    return certain if certain.startswith(within) and context.classification.exists(certain) else within


def _common_part(codes: Sequence[str]) -> str:
    """The longest code in which all of these lie."""
    first = codes[0]
    return next(
        (first[:end] for end in range(len(first), 0, -1) if all(code.startswith(first[:end]) for code in codes)), ""
    )


def _question(
    state: State, ruling: Ruling, candidates: Sequence[Candidate], measured: tasks.Measured, context: Context
) -> dict[str, Any]:
    """The computed form, in a model's words when there is a model, and what each choice means."""
    said, expansion = state["words"], state["expander_analysis"]
    obstacle, broad, choices = find_obstacle(said), broad_families(said), list[dict[str, Any]]()
    if obstacle:
        form = ask_about(obstacle)
        choices = [{"label": part, "code": "", "leaves": 0} for part in obstacle.parts]
    elif measured.noisy and not broad:
        form = ask_for_duties()
    else:
        open_codes = [candidate for candidate in candidates if candidate.family in broad] or tied(candidates)
        form = make_question(open_codes, context.classification)
        split = best_split(open_codes, context.classification)
        choices = [option.to_dict() for option in split.options[:MOST_CHOICES]] if split else []
    phrased = context.engine.ask(
        tasks.word_question,
        words=said,
        reason=expansion["reason"] or (ruling.overruled[-1][1] if ruling.overruled else ""),
        options=[choice["label"] for choice in choices],
        computed=form.text,
    )
    text = hide_unknown_codes(" ".join(phrased.question.split())[:300], said, context.classification)
    question = Question(text if words(text) else form.text, form.fields)
    return {"question": to_state(question), "choices": choices}


def tell(response: dict[str, Any]) -> str:
    """One sentence for the log of messages."""
    if response["codes"]:
        return "; ".join(f"{entry['code']} {entry['title']}" for entry in response["codes"])
    if response["question"]:
        return str(response["question"]["text"])
    if partial := response["partial"]:
        return f"Certain so far: {partial['level']} {partial['code']} {partial['title']}"
    return "These words cannot be coded."
