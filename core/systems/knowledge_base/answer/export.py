"""A conversation to take away: every question, its answer, and the passages that each sentence rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.evidence.verdicts import MARKS, Verdict
from core.language.sanitize import as_markdown
from core.systems.knowledge_base.answer import shown
from core.systems.knowledge_base.answer.checking import (
    in_full,
    outcome_of_answer,
    struck_of,
    verdict_of,
    what_held,
    words_shown,
)
from core.systems.knowledge_base.answer.shown import pieces_of, subject_of
from core.systems.knowledge_base.answer.support import how_sure
from core.systems.knowledge_base.state import (
    Citation,
    CitedSentence,
    ReflectionResult,
    Retrieved,
    State,
    StruckSentence,
)


def to_markdown(title: str, collection: str, turns: Sequence[State], *, only_backed: bool = False) -> str:
    """Write the conversation as Markdown; `turns` are the states at the end of each question, oldest first.

    Each sentence has a footnote with its verdict and who says so. `only_backed` leaves out what nobody could check, and
    says how much that is.
    """
    lines = [f"# {as_markdown(title)}", "", f"Asked of: {as_markdown(collection)}."]
    for number, state in enumerate(turns, start=1):
        lines += _turn(number, state, only_backed)
    return "\n".join(lines) + "\n"


def _turn(number: int, state: State, only_backed: bool) -> list[str]:
    answer = state["answer"]
    lines = ["", f"## {number}. {as_markdown(state['request'])}", ""]
    if state["follow_up"]["resolved"]:
        lines += [f"Understood as: {as_markdown(state['original_query'])}", ""]
    if outcome_of_answer(answer) == "perhaps not in the documents":
        lines += [f"**Perhaps not in the documents.** {as_markdown(how_sure(answer))}", ""]
    if answer["refused"]:
        lines += ["**The documents do not say this.** The nearest passages:", "", *_sources(state, None)]
    else:
        lines += _held(number, state, only_backed)
        if answer["note"]:
            lines += ["", as_markdown(answer["note"])]
    return [*lines, "", _how(state)]


def _held(turn: int, state: State, only_backed: bool) -> list[str]:
    """Write what stands, what was left out, what was struck, the passages, and a verdict on every sentence."""
    answer, documents = state["answer"], state["retrieved_documents"]
    stands = [one for one in answer["sentences"] if not only_backed or verdict_of(one).standing == "backed"]
    notes = [f"[^{turn}-{place}]" for place, _ in enumerate(stands, start=1)]
    lines = [
        line
        for one, note in zip(stands, notes, strict=True)
        for line in (_said(one, f"{_numbers(one)} {MARKS[verdict_of(one).standing]}{note}", documents), "")
    ]
    if left := len(answer["sentences"]) - len(stands):
        lines += [f"Left out here as not checked: {left} of {len(answer['sentences'])} sentences.", ""]
    if struck := struck_of(answer):
        listed = [] if only_backed else [*(_struck(one, documents) for one in struck), ""]
        lines += [f"**{what_held(answer)}**", "", *listed]
    lines += _sources(state, _pages(stands) if stands else None)
    told = [_footnote(verdict_of(one), [one, *one["also"]], documents) for one in stands]
    return [*lines, "", *(f"{note}: {footnote}" for note, footnote in zip(notes, told, strict=True))]


def _said(sentence: CitedSentence, mark: str, documents: Sequence[Retrieved]) -> str:
    """Write a sentence with its mark; a quotation as it stands, below the heading that says what it speaks of."""
    subject = subject_of(sentence, documents)
    above = f"*{as_markdown(subject)}*: " if subject and sentence["quoted"] else ""
    pieces = pieces_of(sentence, documents)
    if len(pieces) == 1 and pieces[0].kind == "paragraph":
        return f"{above}{shown.to_markdown(pieces)} {mark}"
    return f"{above}{mark}\n\n{shown.to_markdown(pieces)}" if above else f"{shown.to_markdown(pieces)}\n\n{mark}"


def _struck(sentence: StruckSentence, documents: Sequence[Retrieved]) -> str:
    return f"- ~~{as_markdown(sentence['text'])}~~ {_footnote(verdict_of(sentence), sentence['cites'], documents)}"


def _footnote(verdict: Verdict, cites: Sequence[Citation], documents: Sequence[Retrieved]) -> str:
    shown = [f"“{as_markdown(words)}” [{number}]" for number, words in words_shown(verdict, cites, documents)]
    return " ".join([MARKS[verdict.standing], as_markdown(in_full(verdict)), *shown])


def _pages(sentences: Sequence[CitedSentence]) -> dict[int, set[int]]:
    """List for each passage by its number the pages that are cited."""
    pages: dict[int, set[int]] = {}
    for citation in (citation for said in sentences for citation in [said, *said["also"]]):
        pages.setdefault(citation["number"], set()).add(citation["page"])
    return pages


def _sources(state: State, pages: Mapping[int, set[int]] | None) -> list[str]:
    """Write the passages that are cited; all that were read where nothing is."""
    return [
        _source(number, document, sorted(pages[number] - {0}) if pages else ())
        for number, document in enumerate(state["retrieved_documents"], start=1)
        if pages is None or number in pages
    ]


def _numbers(sentence: CitedSentence) -> str:
    return "".join(f"[{citation['number']}]" for citation in [sentence, *sentence["also"]])


def _source(number: int, document: Retrieved, cited: Sequence[int] = ()) -> str:
    """Return a passage with its place; `cited` are the pages on which the sentences that were taken from it stand."""
    pages = list(cited) or [page for page in [document["page"]] if page]
    page = f", page{'s' * (len(pages) > 1)} {' and '.join(map(str, pages))}" if pages else ""
    where = " › ".join([document["name"], *document["headings"]])
    return (
        f"- [{number}] {as_markdown(where)}{page}, characters {document['start']} to {document['end']}: "
        f"“{as_markdown(document['text'])}”"
    )


def _how(state: State) -> str:
    queries = "; ".join(as_markdown(attempt["query"]) for attempt in state["attempts"])
    grade = state["response_grade"]
    graded = f" {_graded(grade)}" if grade else ""
    return (
        f"Answered by: {as_markdown(state['answer']['answered_by'])}. Queries tried: {queries}. "
        f"λ {state['lambda_mult']:.2f} ({state['query_type']}).{graded}"
    )


def _graded(grade: ReflectionResult) -> str:
    by = f" by {as_markdown(grade['by'])}" if grade.get("by") else ""
    return f"Answer graded {grade['score']:.2f}{by}. {as_markdown(grade['reason'])}".strip()
