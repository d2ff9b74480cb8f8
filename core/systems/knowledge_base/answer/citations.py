"""The sentences of an answer, the numbers that they cite, and the places in the documents where they rest.

Whoever writes an answer, a model or the rule, ends each line with the number of a passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from core.documents.outline import PAGE_END
from core.evidence.verbatim import backed_word_for_word
from core.evidence.verdicts import WORD_FOR_WORD, Statement, Verdict
from core.language.sentences import sentences
from core.language.terms import analyse
from core.systems.knowledge_base.answer.quoting import quoted
from core.systems.knowledge_base.state import Citation, Retrieved

NOT_IN_DOCUMENTS = "NOT IN THE DOCUMENTS"
"""What is written where the passages do not answer."""

_NUMBERS = r"\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\]"
_MARK = re.compile(rf"\s*((?:{_NUMBERS}\s*)+)([.!?]?)\s*$")
_MARK_INSIDE = re.compile(rf"(\s(?:{_NUMBERS})+[.!?]?)\s+(?=[\"“(]?[A-Z])")
_MARK_WITHIN = re.compile(rf"\s+(?:{_NUMBERS})+(?=[\s,;:.)])")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")


@dataclass(frozen=True)
class Written:
    """A sentence as somebody wrote it, and the numbers of passages that it names; there may be none such."""

    text: str
    numbers: tuple[int, ...]

    def cited(self, documents: Sequence[Retrieved]) -> dict[int, Retrieved]:
        """Return those passages that there are, by their numbers."""
        return {number: documents[number - 1] for number in self.numbers if 1 <= number <= len(documents)}

    def statement(self, documents: Sequence[Retrieved]) -> Statement:
        """Return the sentence with what it cites. Headings and names of documents stand beside it on the page."""
        cited = self.cited(documents).values()
        printed = " ".join(words for document in cited for words in [_spaced(document["name"]), *document["headings"]])
        return Statement(self.text, tuple(text_of(document) for document in cited), printed)


def _spaced(name: str) -> str:
    """Write the name of a file as words, so that its numbers are numbers: “report 2023” for “report_2023.pdf”."""
    return " ".join(re.split(r"[\s_-]+", PurePath(name).stem))


def text_of(document: Retrieved) -> str:
    """Return a passage as it is read to check a sentence: below the headings that lead to it."""
    return "".join([_above(document), document["text"]])


def _above(document: Retrieved) -> str:
    return f"{' › '.join(document['headings'])}\n\n" if document["headings"] else ""


def sentences_written(text: str, documents: Sequence[Retrieved]) -> list[Written]:
    """Part an answer into its sentences; a line that is one sentence of a passage stays whole."""
    return [one for line, numbers in _marked_lines(text, documents) for one in _parted(line, numbers, documents)]


def quotation(written: Written, documents: Sequence[Retrieved], asked: str = "") -> Verdict | None:
    """Return the verdict on a line that is a quotation of one of the passages it cites; see `quoting`."""
    cited = list(written.cited(documents).values())
    return quoted(written.text, cited, [len(_above(document)) for document in cited], asked)


def _marked_lines(text: str, documents: Sequence[Retrieved]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each line that says something, without the marks at its end, and the numbers that these name.

    A quotation may hold such marks of its own: it stays as it is.
    """
    for line in text.splitlines():
        mark = _MARK.search(line)
        whole = Written(line[: mark.start()].strip(), _numbers(mark.group(1))) if mark else None
        if whole and quotation(whole, documents):
            yield whole.text, whole.numbers
        else:
            yield from _parts_of_line(line)


def _parts_of_line(text: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    for written in _MARK_INSIDE.sub(r"\1\n", text).splitlines():
        line = written.strip()
        if not any(map(str.isalnum, line)) or line.strip("*_. ") == NOT_IN_DOCUMENTS:
            continue
        if mark := _MARK.search(line):
            yield (line[: mark.start()] + mark.group(2)).strip(), _numbers(mark.group(1))
        else:
            yield line, ()


def _parted(line: str, numbers: tuple[int, ...], documents: Sequence[Retrieved]) -> Iterator[Written]:
    if quotation(Written(line, numbers), documents):
        yield Written(line, numbers)
        return
    plain = _BULLET.sub("", line)
    for whole in [Written(plain, numbers), Written(line, numbers)]:
        found = backed_word_for_word(whole.statement(documents))
        if found and len(found.shown_by) == 1:
            yield whole
            return
    for one in sentences(plain):
        within = [number for mark in _MARK_WITHIN.findall(one.text) for number in _numbers(mark)]
        yield Written(_MARK_WITHIN.sub("", one.text), tuple(dict.fromkeys([*within, *numbers])))


def _numbers(marks: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(map(int, re.findall(r"\d+", marks))))


# --- where a sentence rests -------------------------------------------------------------------------------------------


def places(written: Written, verdict: Verdict, documents: Sequence[Retrieved]) -> list[Citation]:
    """Return where a sentence rests: in each passage the words that show its verdict, else what is most like it.

    `start` and `end` are offsets in the whole document. `page` is that on which the words begin, which may be one
    behind the passage's own; 0 in documents without pages.
    """
    return [
        _place(number, document, span or _most_like(written.text, document["text"]), quoted=span is not None and quoted)
        for quoted in [verdict.standing == "backed" and verdict.by == WORD_FOR_WORD]
        for index, (number, document) in enumerate(written.cited(documents).items())
        for span in [_shown(verdict, index, document)]
    ]


def _shown(verdict: Verdict, index: int, document: Retrieved) -> tuple[int, int] | None:
    """Where the words that show a verdict stand in the text of one of the passages; None where they do not."""
    above = len(_above(document))
    spans = [(words.start - above, words.end - above) for words in verdict.shown_by if words.passage == index]
    return next((span for span in spans if span[0] >= 0), None)


def _most_like(sentence: str, text: str) -> tuple[int, int]:
    """Return the sentence of a passage that shares most words with this one: for showing, it proves nothing."""
    stems = set(analyse(sentence))
    best = max(sentences(text), key=lambda other: len(stems & set(analyse(other.text))), default=None)
    return (best.start, best.end) if best else (0, len(text))


def _place(number: int, document: Retrieved, span: tuple[int, int], *, quoted: bool) -> Citation:
    page = document["begins_on"]
    return {
        "number": number,
        "passage": document["id"],
        "document": document["document"],
        "name": document["name"],
        "start": document["start"] + span[0],
        "end": document["start"] + span[1],
        "page": page and page + document["text"].count(PAGE_END, 0, span[0]),
        "quoted": quoted,
    }
