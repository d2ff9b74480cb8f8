"""What the user answers to a question: read from the form, kept in the state, and said together with the request."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from langchain_core.messages import HumanMessage

from core.errors import InputError
from core.language.sanitize import tidy
from core.systems.nco_classification.decision.confidence import mass_below
from core.systems.nco_classification.index.classification import in_common
from core.systems.nco_classification.questions.attributes import load_attributes
from core.systems.nco_classification.questions.language import BOTH, DONT_KNOW, NOT_WORKING, STUDYING, UNKNOWN
from core.systems.nco_classification.state import AnalyzerResponse, Answer, PlainOption, State
from core.systems.nco_classification.words.standing import SILENT, read_standing

ANSWER = "answer"  # the one field of every question
LONGEST_ANSWER = 2_000  # characters
STUDENT = "student"
OUT_OF_WORK = "not working"  # what stands for everything said before, once that was chosen
_ALIKE = re.compile(
    r"\b(?:both|equal(?:ly)?|(?:about|almost) the same|half\W+(?:and\W+)?half|fifty\W+fifty|50\W*50|dono+n?"
    r"|barabar|(?:aadha|adha)\W+(?:aadha|adha))\b|दोनों|बराबर|आधा\W+आधा",
    re.IGNORECASE,
)
_UNLIKE = re.compile(
    r"\b(?:more|most(?:ly)?|mainly|less|only|neither|not|n[o']t|nah[ie]+n?|[zj]ya+da(?:tar)?|sirf|kam)\b"
    r"|ज़्यादा|ज्यादा|ज़्यादा|नहीं|सिर्फ",
    re.IGNORECASE,
)
_NO_IDEA = frozenset({"i don't know", "i dont know", "don't know", "dont know", "no idea", "not sure"}) | {
    UNKNOWN.hindi,
    UNKNOWN.hinglish.lower(),
}


def take_answer(response: AnalyzerResponse, earlier: Sequence[Answer], given: object, checkpoint: str) -> State:
    """Tell what an answer to the question of a response changes in the state: in a run, and in a fork of it.

    `given` is what the form gives, `{"answer": words}`, or the words themselves; a choice with words beside it is
    `{"chosen": label, "words": words}`, and both count. What is nothing of this counts as "I don't know". `earlier` are
    the answers before this one; the question waited on `checkpoint`.
    """
    shown = said, words = _said(given.get(ANSWER) if isinstance(given, Mapping) and ANSWER in given else given)
    choice = next((choice for choice in response["choices"] if choice["label"] == said), None)
    if not choice and (both := _both(response["choices"], f"{said} {words}")):
        choice, said, words, shown = both, both["label"], "", (said, words)
    job = said if choice and not choice["code"] and not choice.get("value") else ""
    job = (choice.get("job") if choice else "") or job
    for told, stands_for in ((NOT_WORKING, OUT_OF_WORK), (STUDYING, STUDENT)):
        if not choice and said in (told.english, told.hindi, told.hinglish):
            job = stands_for
    if not choice and not job and not _no_idea(said):
        words = "\n".join(one for one in shown if one)
    question = response["question"]
    value = choice.get("value", "") if choice else ""
    answer = Answer(
        question=question["text"] if question else "",
        said="; ".join(one for one in shown if one) or DONT_KNOW,
        code=choice["code"] if choice else "",
        job=job,
        attribute=choice.get("attribute", "") if choice else "",
        value=value,
        offered=len(response["choices"]) if value else 0,
        words=words,
        checkpoint=checkpoint,
    )
    if not earlier and "confidence" in response:
        answer["before"] = {"chances": response.get("chances", {}), "confidence": response["confidence"]}
    if answer["code"]:
        chances = response.get("chances", {})
        answer["likely"] = mass_below(answer["code"], chances)
        answer["offered_likely"] = {
            one["code"]: mass_below(one["code"], chances) for one in response["choices"] if one["code"]
        }
    if words and not choice and not job:
        _refuse(answer, response)
    offered = [code for one in response["choices"] for code in one.get("codes", ())]
    if offered and not says_something(answer):
        answer["shared"] = in_common(*offered)
    return {"messages": [HumanMessage(answer["said"])], "answers": [*earlier, answer]}


def _both(choices: Sequence[PlainOption], words: str) -> PlainOption | None:
    """Find the choice that two jobs take the same time, where own words say so and no more of the one."""
    offered = (one for one in choices if one["label"] in (BOTH.english, BOTH.hindi, BOTH.hinglish))
    return next(offered, None) if _ALIKE.search(words) and not _UNLIKE.search(words) else None


def _refuse(answer: Answer, response: AnalyzerResponse) -> None:
    """Keep what was offered to somebody who said something else, with how likely each family was before."""
    offered = {code: choice.get("attribute", "") for choice in response["choices"] for code in choice.get("codes", ())}
    if offered:
        chances = response.get("chances", {})
        answer["asked"] = next(iter(offered.values()))
        answer["refused"] = {code: chances.get(code, 0.0) for code in offered}


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
        if answer["words"]:
            told.append(answer["words"])
    return told


def what_was_said(request: str, answers: Sequence[Answer]) -> str:
    """Join the request with everything that was answered in free words, a line each."""
    return "\n".join([request, *(answer["words"] for answer in answers if answer["words"])])


def what_is_kept(request: str, answers: Sequence[Answer], words: str) -> str:
    """Return the end of what was said that still counts beside `words`, which are read: after one of several jobs, or
    own words that decide by themselves, nothing that was said before."""
    told = [request]
    for answer in answers:
        told = [*([] if answer["job"] or answer["words"] == words else told), *filter(None, [answer["words"]])]
    return "\n".join(told)


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


def attributes_asked(answers: Sequence[Answer]) -> set[str]:
    """Name what was asked of this job and answered, in own words too: attributes, and "" for the tasks."""
    asked: set[str] = set()
    for answer in answers:
        asked = set() if answer["job"] else asked
        if answer.get("value"):
            asked.add(answer.get("attribute", ""))
        elif "asked" in answer:
            asked.add(answer["asked"])
    return asked


def may_mean(choice: PlainOption, family: str) -> bool:
    """Tell whether a choice of a question may be the answer of people of a family."""
    if value := choice.get("value", ""):
        known, attribute = load_attributes(), choice.get("attribute", "")
        return not known.values(attribute, family) or known.has(attribute, value, family)
    return bool(choice["code"]) and family.startswith(choice["code"])


def _said(given: object) -> tuple[str, str]:
    """Part an answer into what was chosen, or said, and the words beside it."""
    if isinstance(given, Mapping):
        return _tidied(given.get("chosen")), _tidied(given.get("words"))
    return _tidied(given), ""


def _no_idea(said: str) -> bool:
    return not said or said.lower().strip(" .!?।") in _NO_IDEA or read_standing(said).kind == SILENT


def _tidied(given: object) -> str:
    if not isinstance(given, str):
        return ""
    try:
        return tidy(given[:LONGEST_ANSWER])
    except InputError:  # nothing readable in it
        return ""
