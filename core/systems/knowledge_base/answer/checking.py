"""What stands of an answer: a verdict on every sentence, and what is told of those that did not hold.

Backed and unchecked sentences stand, the latter marked; struck ones are kept beside them with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from core.codec import from_state, to_state
from core.errors import ModelError
from core.evidence.check import check_statements
from core.evidence.judge.protocol import Judge
from core.evidence.verbatim import backed_word_for_word
from core.evidence.verdicts import (
    EXACT_CHECK,
    WORD_FOR_WORD,
    Statement,
    Verdict,
    did_not_hold,
    in_words,
    with_analysts_word,
)
from core.language.orders import gives_orders, speaks_of_orders
from core.llm.engine import Engine
from core.systems.knowledge_base.answer.citations import Written, places, quotation, sentences_written, text_of
from core.systems.knowledge_base.answer.grading import regraded
from core.systems.knowledge_base.answer.need import Kind, need_of
from core.systems.knowledge_base.answer.support import NOT_FOUND, PROBABLY, doubt_of, outcome_of, support
from core.systems.knowledge_base.state import Answer, Citation, CitedSentence, Outcome, Retrieved, State, StruckSentence

_REFUSED = "The nearest passages are shown; they may say it in other words, or be beside the point."
_HALF = 0.5
_BEFORE = Verdict("not checked", reason="This answer was given before sentences were checked one by one.")


@dataclass(frozen=True)
class Checked:
    """A sentence as it was written, what it cites, how it stands to that, and where it rests."""

    written: Written
    statement: Statement
    verdict: Verdict
    places: list[Citation]


def check(text: str, documents: Sequence[Retrieved], judge: Judge | None = None, asked: str = "") -> list[Checked]:
    """Return every sentence of an answer to what was asked with its verdict, in order.

    One that cites nothing, or a number that no passage has, is not in any passage: nobody is asked about it.
    """
    written = sentences_written(text, documents)
    statements = [replace(one.statement(documents), asked=asked) for one in written]
    known = [
        _citing_fault(one, documents)
        or quotation(one, documents, asked)
        or _below_its_lead(written[: place + 1], documents, asked)
        for place, one in enumerate(written)
    ]
    unsure = [statement for statement, verdict in zip(statements, known, strict=True) if not verdict]
    given = dict(zip(unsure, check_statements(unsure, judge), strict=True))
    checked = []
    for one, statement, found in zip(written, statements, known, strict=True):
        verdict = found or given[statement]
        checked.append(Checked(one, statement, verdict, places(one, verdict, documents)))
    return checked


def _citing_fault(written: Written, documents: Sequence[Retrieved]) -> Verdict | None:
    unknown = [number for number in written.numbers if not 1 <= number <= len(documents)]
    if unknown:
        reason = f"The sentence cites passage {unknown[0]}; the passages are numbered from 1 to {len(documents)}."
    elif not written.numbers:
        reason = "The sentence cites no passage."
    else:
        return None
    return Verdict("not in the passage", EXACT_CHECK, reason)


def _below_its_lead(written: Sequence[Written], documents: Sequence[Retrieved], asked: str) -> Verdict | None:
    """Return the verdict on the last sentence where it stands word for word only with those right before it.

    An item of a list may stand below a line that says of it “never do this”; in the answer it has to do so, too. Orders
    to a reader or a model are backed by nothing, unless they are what was asked about.
    """
    *before, last = written
    if gives_orders(last.text) and not speaks_of_orders(asked):
        return None
    for first in range(len(before) - 1, -1, -1):
        if before[first].numbers != last.numbers:
            return None
        run = Written("\n\n".join(one.text for one in written[first:]), last.numbers)
        if found := backed_word_for_word(run.statement(documents)):
            return replace(found, shown_by=found.shown_by[-1:])
    return None


# --- an answer of it --------------------------------------------------------------------------------------------------


def make_answer(
    checked: Sequence[Checked],
    documents: Sequence[Retrieved],
    measures: dict[str, float],
    engine: Engine,
    question: str = "",
) -> Answer:
    """Put together what stands, and apart from it what was struck. It is refused only where nothing was said at all.

    What a model says although the rules do not find it in the documents, and nobody backs, is said under “perhaps”.
    """
    sure = support(measures) if measures else 0.0
    refused = not checked
    stands: list[CitedSentence] = []
    struck: list[StruckSentence] = []
    for place, one in enumerate(checked):
        entry = _struck(place, one)
        if one.verdict.struck:
            struck.append(entry)
        else:
            stands.append(_standing(entry))
    return {
        "sentences": stands,
        "struck": struck,
        "refused": refused,
        "note": f"{NOT_FOUND} {_REFUSED}" if refused else "",
        "nearest": [] if stands else [document["id"] for document in documents],
        "support": sure,
        "outcome": "not in the documents" if refused else _outcome(measures, need_of(question).kind, checked, engine),
        "measures": measures,
        "answered_by": engine.label,
    }


def _outcome(measures: Mapping[str, float], kind: Kind, checked: Sequence[Checked], engine: Engine) -> Outcome:
    found = outcome_of(measures, kind) if measures else "not in the documents"
    if engine.offline:
        return found
    doubtful = found == "not in the documents" and any(one.verdict.standing != "backed" for one in checked)
    return "perhaps not in the documents" if doubtful else "in the documents"


def outcome_of_answer(answer: Answer) -> Outcome:
    """Tell whether an answer was found in the documents; those of old threads were either found or refused."""
    return answer.get("outcome") or ("not in the documents" if answer["refused"] else "in the documents")


def _struck(place: int, one: Checked) -> StruckSentence:
    verdict = to_state(one.verdict)
    return {"place": place, "text": one.written.text, "key": one.statement.key, "verdict": verdict, "cites": one.places}


def _standing(entry: StruckSentence) -> CitedSentence:
    first, *others = entry["cites"]
    return {
        **first,
        "also": others,
        "text": entry["text"],
        "place": entry["place"],
        "key": entry["key"],
        "verdict": entry["verdict"],
    }


def after_objections(first: Answer, write: Callable[[dict[str, str]], Answer]) -> Answer:
    """Have an answer written once more, with what speaks against it, and return the better one, which tells of it."""
    told = objections(first)
    asked = "The model was asked once more, with the objections"
    try:
        second = write(told)
    except ModelError as error:
        return {**first, "note": f"{asked}, and gave no other answer: {error}"}
    kept = better(first, second)
    if kept is second:
        return {**kept, "note": f"{asked}; this is its second answer."}
    said = "said that the passages do not say this" if second["refused"] else "did not answer better"
    return {**first, "note": f"{asked}, and {said}."}


def better(first: Answer, second: Answer) -> Answer:
    """Return the better of two answers to one question: more backed and fewer struck, then more that stands.

    A second one that only says that it is not in the documents does not undo what the first one said.
    """
    return second if not second["refused"] and _worth(second) > _worth(first) else first


def _worth(answer: Answer) -> tuple[int, int]:
    backed = sum(verdict_of(one).standing == "backed" for one in answer["sentences"])
    return backed - len(answer["struck"]), len(answer["sentences"])


# --- what is told of it -----------------------------------------------------------------------------------------------


def verdict_of(sentence: CitedSentence | StruckSentence) -> Verdict:
    """Return the verdict on a sentence; answers from before there were any have unchecked ones."""
    return from_state(Verdict, sentence["verdict"]) if "verdict" in sentence else _BEFORE


def words_shown(verdict: Verdict, cites: Sequence[Citation], documents: Sequence[Retrieved]) -> list[tuple[int, str]]:
    """Return the words by which a judge shows a verdict, as they stand in the passages, with the passage's number.

    Of a sentence that stands there word for word, or of which an exact check tells what it found, nothing more is
    shown.
    """
    if verdict.by in (WORD_FOR_WORD, EXACT_CHECK):
        return []
    cited = [(one["number"], text_of(documents[one["number"] - 1])) for one in cites]
    return [
        (number, " ".join(text[words.start : words.end].split()))
        for words in verdict.shown_by
        for number, text in [cited[words.passage]]
    ]


def verdicts_of(answer: Answer) -> list[Verdict]:
    """Return the verdict on each sentence that was written: those that stand, then those that do not."""
    written: list[CitedSentence | StruckSentence] = [*answer["sentences"], *struck_of(answer)]
    return [verdict_of(one) for one in written]


def struck_of(answer: Answer) -> list[StruckSentence]:
    """Return what did not hold; nothing is known of it in answers from before there were verdicts."""
    return answer.get("struck", [])


def what_held(answer: Answer) -> str:
    """Say how many sentences did not hold: “2 of 5 sentences did not hold.”; nothing where all did."""
    struck, total = len(struck_of(answer)), len(struck_of(answer)) + len(answer["sentences"])
    if not struck:
        return ""
    if struck < total:
        return f"{did_not_hold(struck, total)}."
    return "The only sentence did not hold." if total == 1 else f"None of the {total} sentences held."


def objections(answer: Answer) -> dict[str, str]:
    """Return what a writer is told of the sentences that did not hold: of each the verdict and its reason."""
    return {one["text"]: _objection(verdict_of(one)) for one in struck_of(answer)}


def _objection(verdict: Verdict) -> str:
    return f"{verdict.standing.capitalize()}. {verdict.reason}".strip()


def does_it_answer(state: State) -> str:
    """Say whether the question is answered, in one number at most; "" where nobody graded the answer."""
    answer, grade = state["answer"], state["response_grade"]
    if not grade:
        return ""
    if outcome_of_answer(answer) == "perhaps not in the documents":  # its number stands with the doubt
        probably = doubt_of(answer, need_of(state["original_query"]).kind).startswith(PROBABLY)
        return "Probably; see above." if probably else "Perhaps; see above."
    if not grade["passed"]:
        return grade["reason"]
    complete, by = grade["details"].get("completeness", grade["score"]), grade.get("by")
    return f"{'Probably' if complete >= _HALF else 'Perhaps only in part'}: {complete:.2f}{f' by {by}' if by else ''}."


def running_text(answer: Answer) -> str:
    """Write what stands of an answer as running text; that is what a thread remembers."""
    if answer["refused"]:
        return NOT_FOUND
    return " ".join(sentence["text"] for sentence in answer["sentences"]) or what_held(answer)


def in_full(verdict: Verdict) -> str:
    """Say a verdict, who says so and why, in one line."""
    if verdict.by == WORD_FOR_WORD:
        return "Quoted word for word."
    return f"{in_words(verdict)}. {verdict.reason}".strip()


# --- the analyst's own word -------------------------------------------------------------------------------------------


def as_read(state: State, said: Mapping[str, bool]) -> State:
    """Return the state of a turn as the analyst's own words leave it: the verdicts, what stands, and the grade."""
    answer = state["answer"]
    entries = [*map(_entry, answer["sentences"]), *struck_of(answer)]
    if not any(entry["key"] in said for entry in entries) and all("verdict" in one for one in answer["sentences"]):
        return state
    read = sorted((_with_word(entry, said) for entry in entries), key=lambda entry: entry["place"])
    stands = [_standing(entry) for entry in read if not verdict_of(entry).struck]
    struck = [entry for entry in read if verdict_of(entry).struck]
    now: Answer = {**answer, "sentences": stands, "struck": struck}
    grade = state["response_grade"]
    perhaps = outcome_of_answer(now) == "perhaps not in the documents"
    graded = regraded(grade, [one.standing for one in verdicts_of(now)], perhaps=perhaps) if grade else None
    return {**state, "answer": now, "response_grade": graded}


def _entry(sentence: CitedSentence) -> StruckSentence:
    cites = [cast(Citation, {name: sentence[name] for name in Citation.__annotations__}), *sentence["also"]]  # type: ignore[literal-required]
    place, key = sentence.get("place", 0), sentence.get("key", "")
    return {
        "place": place,
        "text": sentence["text"],
        "key": key,
        "verdict": to_state(verdict_of(sentence)),
        "cites": cites,
    }


def _with_word(entry: StruckSentence, said: Mapping[str, bool]) -> StruckSentence:
    verdict = with_analysts_word(verdict_of(entry), said.get(entry["key"])) if entry["cites"] else verdict_of(entry)
    return {**entry, "verdict": to_state(verdict)}
