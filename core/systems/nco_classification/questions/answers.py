"""What the user answers to a question: read from the form, kept in the state, and said together with the request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from langchain_core.messages import HumanMessage

from core.errors import InputError
from core.language.sanitize import tidy
from core.systems.nco_classification.questions.attributes import load_attributes
from core.systems.nco_classification.questions.language import DONT_KNOW, UNKNOWN
from core.systems.nco_classification.state import AnalyzerResponse, Answer, PlainOption, State
from core.systems.nco_classification.words.standing import SILENT, read_standing

ANSWER = "answer"  # the one field of every question
LONGEST_ANSWER = 2_000  # characters
_NO_IDEA = frozenset({"i don't know", "i dont know", "don't know", "dont know", "no idea", "not sure"}) | {
    UNKNOWN.hindi,
    UNKNOWN.hinglish.lower(),
}


def take_answer(response: AnalyzerResponse, earlier: Sequence[Answer], given: object, checkpoint: str) -> State:
    """Tell what an answer to the question of a response changes in the state: in a run, and in a fork of it.

    `given` is what the form gives, `{"answer": words}`, or the words themselves. What is neither counts as "I don't
    know". `earlier` are the answers before this one; the question waited on `checkpoint`.
    """
    words = _tidied(given.get(ANSWER) if isinstance(given, Mapping) else given)
    choice = next((choice for choice in response["choices"] if choice["label"] == words), None)
    no_idea = not words or words.lower().strip(" .!?।") in _NO_IDEA
    no_idea = no_idea or (choice is None and read_standing(words).kind == SILENT)
    question = response["question"]
    value = choice.get("value", "") if choice else ""
    answer = Answer(
        question=question["text"] if question else "",
        said=words or DONT_KNOW,
        code=choice["code"] if choice else "",
        job=words if choice and not choice["code"] and not value else "",
        attribute=choice.get("attribute", "") if choice else "",
        value=value,
        offered=len(response["choices"]) if value else 0,
        words="" if choice or no_idea else words,
        checkpoint=checkpoint,
    )
    return {"messages": [HumanMessage(answer["said"])], "answers": [*earlier, answer]}


def has_new_answer(state: State) -> bool:
    """Tell whether the user answered since the analyzer last decided; false at the beginning of a run."""
    response = state.get("analyzer_response") or AnalyzerResponse()
    return "round" in response and len(state["answers"]) > response["round"]


def says_something(answer: Answer) -> bool:
    """Tell whether an answer is more than "I don't know"."""
    return bool(answer["code"] or answer["job"] or answer["words"] or answer.get("value"))


def utterances(request: str, answers: Sequence[Answer]) -> list[str]:
    """List all that was said about the work. One of several jobs, once chosen, stands for everything before it."""
    told = [request]
    for answer in answers:
        if answer["job"]:
            told = [answer["job"]]
        elif answer["words"]:
            told.append(answer["words"])
    return told


def what_was_said(request: str, answers: Sequence[Answer]) -> str:
    """Join the request with everything that was answered in free words, a line each."""
    return "\n".join([request, *(answer["words"] for answer in answers if answer["words"])])


def chosen_part(answers: Sequence[Answer]) -> str:
    """Tell which part of the classification was chosen last; "" when none was."""
    return next((answer["code"] for answer in reversed(answers) if answer["code"]), "")


def attributes_told(answers: Sequence[Answer]) -> list[Answer]:
    """List what was answered about attributes of the job; nothing that was said of another of several jobs."""
    told: list[Answer] = []
    for answer in answers:
        if answer["job"]:
            told = []
        elif answer.get("value"):
            told.append(answer)
    return told


def may_mean(choice: PlainOption, family: str) -> bool:
    """Tell whether a choice of a question may be the answer of people of a family."""
    if value := choice.get("value", ""):
        held = load_attributes().values(choice.get("attribute", ""), family)
        return not held or value in held
    return bool(choice["code"]) and family.startswith(choice["code"])


def _tidied(given: object) -> str:
    if not isinstance(given, str):
        return ""
    try:
        return tidy(given[:LONGEST_ANSWER])
    except InputError:  # nothing readable in it
        return ""
