"""A conversation to take away: every question, its answer, and the passages that each sentence rests on."""

from __future__ import annotations

from collections.abc import Sequence

from core.systems.knowledge_base.state import CitedSentence, Retrieved, State


def to_markdown(title: str, collection: str, turns: Sequence[State]) -> str:
    """Write the conversation as Markdown; `turns` are the states at the end of each question, oldest first."""
    lines = [f"# {_line(title)}", "", f"Asked of: {_line(collection)}."]
    for number, state in enumerate(turns, start=1):
        lines += _turn(number, state)
    return "\n".join(lines) + "\n"


def _turn(number: int, state: State) -> list[str]:
    answer = state["answer"]
    lines = ["", f"## {number}. {_line(state['request'])}", ""]
    if state["follow_up"]["resolved"]:
        lines += [f"Understood as: {_line(state['original_query'])}", ""]
    if answer["refused"]:
        lines += ["**The documents do not say this.** The nearest passages:", ""]
        lines += [_source(number, document) for number, document in enumerate(state["retrieved_documents"], start=1)]
    else:
        lines += [" ".join(f"{_line(said['text'])} {_numbers(said)}" for said in answer["sentences"]), ""]
        pages: dict[int, set[int]] = {}
        for citation in (citation for said in answer["sentences"] for citation in [said, *said["also"]]):
            pages.setdefault(citation["number"], set()).add(citation["page"])
        lines += [
            _source(number, document, sorted(pages[number] - {0}))
            for number, document in enumerate(state["retrieved_documents"], start=1)
            if number in pages
        ]
    if answer["note"] and not answer["refused"]:
        lines += ["", _line(answer["note"])]
    return [*lines, "", _how(state)]


def _numbers(sentence: CitedSentence) -> str:
    return "".join(f"[{citation['number']}]" for citation in [sentence, *sentence["also"]])


def _source(number: int, document: Retrieved, cited: Sequence[int] = ()) -> str:
    """Return a passage with its place; `cited` are the pages on which the sentences that were taken from it stand."""
    pages = list(cited) or [page for page in [document["page"]] if page]
    page = f", page{'s' * (len(pages) > 1)} {' and '.join(map(str, pages))}" if pages else ""
    where = " › ".join([document["name"], *document["headings"]])
    return (
        f"- [{number}] {_line(where)}{page}, characters {document['start']} to {document['end']}: "
        f"“{_line(document['text'])}”"
    )


def _how(state: State) -> str:
    queries = "; ".join(_line(attempt["query"]) for attempt in state["attempts"])
    grade = state["response_grade"]
    graded = f" Answer graded {grade['score']:.2f}." if grade else ""
    return (
        f"Answered by: {_line(state['answer']['answered_by'])}. Queries tried: {queries}. "
        f"λ {state['lambda_mult']:.2f} ({state['query_type']}).{graded}"
    )


def _line(text: str) -> str:
    """Text from data on one line, with what Markdown or HTML would take for its own made harmless."""
    flat = " ".join(text.split())
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|!" else letter for letter in flat)
