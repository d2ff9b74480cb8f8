"""What the analyzer answers, as the state, the pages and the API read it: codes, or a question and what is certain.

Everything here is computed, but for the wording of the question where there is a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.codec import to_state
from core.language.reading import for_programs
from core.systems.nco_classification import tasks
from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.decision.guarantees import Ruling
from core.systems.nco_classification.decision.obstacles import outside
from core.systems.nco_classification.decision.several_jobs import mixed_family
from core.systems.nco_classification.decision.shares import told_probability
from core.systems.nco_classification.decision.wording import question_faults
from core.systems.nco_classification.index.classification import Classification, in_common
from core.systems.nco_classification.questions.answers import says_something
from core.systems.nco_classification.questions.language import language_of
from core.systems.nco_classification.questions.question import question_for
from core.systems.nco_classification.state import (
    MOST_QUESTIONS,
    AnalyzerResponse,
    Answer,
    Context,
    Entry,
    PlainOption,
    PlainQuestion,
    RunnerUp,
    ShownConfidence,
    State,
)
from core.types import Question


def respond(
    state: State,
    ruling: Ruling,
    reason: str,
    assessment: Assessment,
    context: Context,
    refused_words: Sequence[str] = (),
) -> AnalyzerResponse:
    """Write the response of a ruling: codes or question, with what is certain in either case.

    `refused_words` say what a model worded before and may not stand, and why.
    """
    known = context.classification
    partial: Entry | None = None
    question: PlainQuestion | None = None
    choices: list[PlainOption] = []
    refused: list[str] = []
    of_no_work = outside(assessment.reading.obstacle)
    if ruling.status == "MORE_INFO" and not of_no_work:
        if _may_ask(state["answers"], context):
            question, choices, refused = _question(state, ruling, assessment, context)
            question["beside"] = " ".join(
                filter(None, [question.get("beside"), _answered(state["answers"], _most(context))])
            )
        part = _part(assessment, choices)
        partial = _entry(part, known) if part else None
    return {
        "status": ruling.status,
        "reason": reason,
        "refined_query": ruling.refined_query,
        "overruled": [{"guarantee": guarantee, "why": why} for guarantee, why in ruling.overruled],
        "refused_words": [*refused_words, *refused],
        "answered_by": context.engine.label,
        "index": context.index.index_name,
        "round": len(state["answers"]),
        "codes": [_entry(code, known) for code in ruling.codes],
        "confidence": _confidence(ruling.codes, assessment),
        "threshold": assessment.threshold,
        "needed_for": assessment.needed_for,
        "floor": assessment.floor,
        "chances": dict(assessment.posterior),
        "runner_up": None if of_no_work else _runner_up(ruling.codes, assessment, known),
        "partial": partial,
        "question": question,
        "choices": choices,
        "outside": of_no_work,
    }


def _part(assessment: Assessment, choices: Sequence[PlainOption]) -> str:
    """Tell which part of the classification is certain: no choice beside it leads out of it."""
    return in_common(assessment.certain, *(code for choice in choices for code in choice.get("codes", ())))


def _entry(code: str, known: Classification) -> Entry:
    return {"code": code, "title": known.title(code), "level": known.level(code)}


def _confidence(codes: Sequence[str], assessment: Assessment) -> ShownConfidence:
    """Tell how sure it is: for a match of what is shown, which a model may have taken from further down."""
    confidence, posterior = assessment.confidence, assessment.posterior
    families = {code[:4] for code in codes}
    probability = confidence.probability
    if families:
        probability = min(1.0, sum(posterior.get(family, 0.0) for family in families))
    return {
        "fit": confidence.fit,
        "separation": confidence.separation,
        "probability": probability,
        "kind": confidence.kind,
        "basis": "chosen" if assessment.chosen and families <= {assessment.chosen} else "computed",
    }


def _runner_up(codes: Sequence[str], assessment: Assessment, known: Classification) -> RunnerUp | None:
    candidates = assessment.candidates
    shown = {code[:4] for code in codes} or {candidate.family for candidate in candidates[:1]}
    second = next((candidate for candidate in candidates if candidate.family not in shown), None)
    return {**_entry(second.family, known), "score": second.score} if second else None


def _may_ask(answers: Sequence[Answer], context: Context) -> bool:
    """Tell whether another question makes sense: not after "I don't know", and not beyond the limit."""
    knows = not answers or says_something(answers[-1])
    return knows and len(answers) < _most(context)


def _most(context: Context) -> int:
    """Return how many questions may be asked in a run."""
    return min(context.most_questions, MOST_QUESTIONS)


def _answered(answers: Sequence[Answer], most: int) -> str:
    """Repeat what was answered before another question, and say the how manieth of how many at most it is; "" before
    the first."""
    said = [f"To “{answer['question']}” you said “{answer['said']}”." for answer in answers]
    return f"Question {len(answers) + 1} of at most {most}. {' '.join(said)}" if said else ""


def _question(
    state: State, ruling: Ruling, assessment: Assessment, context: Context
) -> tuple[PlainQuestion, list[PlainOption], list[str]]:
    """Ask with the computed form, in a model's words where they are one fair question, and tell what each choice means.

    The last is what was refused of the model's words, and why.
    """
    asked = assessment.between(ruling.between) if ruling.between else assessment
    if assessment.parted:  # what a bare title may mean is not all any more
        asked = replace(asked, reading=replace(asked.reading, broad=()))
    jobs = assessment.reading.obstacle.parts if assessment.reading.obstacle else ()
    mixed = mixed_family(list(dict.fromkeys(jobs)), context.searched)
    language = language_of(state["request"], context.classification)
    form, options = question_for(
        asked,
        context.classification,
        state["answers"],
        language,
        by_tasks=bool(ruling.between or assessment.parted),
        every=bool(ruling.between),
        mixed=mixed,
    )
    if language != "english":  # a model words a question in English only
        return to_state(form), [to_state(option) for option in options], []
    phrased = context.engine.ask(
        tasks.word_question,
        words=state["words"],
        reason=state["expander_analysis"]["reason"] or (ruling.overruled[-1][1] if ruling.overruled else ""),
        options=[option.label for option in options],
        computed=form.text,
    )
    text = " ".join(phrased.question.split())
    known = context.classification
    titles = [known.title(code) for one in assessment.candidates for code in (one.family, *dict(one.occupations))]
    wrong = [] if text == form.text else question_faults(text, state["words"], [one.label for one in options], titles)
    question = Question(form.text if wrong else text, form.fields, beside=form.beside)
    refused = [f"The question “{text}” was not used: it {'; it '.join(wrong)}."] if wrong else []
    return to_state(question), [to_state(option) for option in options], refused


# --- told to others ---------------------------------------------------------------------------------------------------


def tell(response: AnalyzerResponse) -> str:
    """Tell a response in one sentence, for the log of messages."""
    if response["codes"]:
        return "; ".join(f"{entry['code']} {entry['title']}" for entry in response["codes"])
    if response["question"]:
        return response["question"]["text"]
    if partial := response["partial"]:
        return f"Likely so far: {partial['level']} {partial['code']} {partial['title']}"
    return response["reason"] if response.get("outside") else "These words cannot be coded."


def outcome(response: AnalyzerResponse) -> str:
    """Say in words what a run came to."""
    if response["codes"]:
        return "coded"
    if response["question"]:
        return "question open"
    if response["partial"]:
        return "coded in part"
    return response.get("outside") or "cannot be coded"


def answer(state: State) -> dict[str, object]:
    """Give programs the code with its level and confidence, or what is certain and the question that is open.

    `outcome` is "coded", "question open", "coded in part", "not in work", "no answer" or "cannot be coded"; for a part
    `codes` holds its code. The probability of what somebody chose is None: nothing was measured of it.
    """
    response = state["analyzer_response"]
    reading = for_programs(state["reading"])
    partial = [response["partial"]] if response["partial"] else []
    codes = response["codes"] or partial
    return {
        "status": response["status"],
        "outcome": outcome(response),
        "codes": codes,
        "level": codes[0]["level"] if codes else None,
        "confidence": {**response["confidence"], "probability": told_probability(response)},
        "question": response["question"]["text"] if response["question"] else None,
        "choices": [choice["label"] for choice in response["choices"]],
        "reading": reading,
        "reason": response["reason"],
        "answered_by": response["answered_by"],
        "index": response["index"],
    }
