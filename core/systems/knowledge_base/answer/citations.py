"""Every sentence of an answer rests on a passage; whatever rests on none is left out.

Whoever writes an answer, a model or the rule, ends each line with the number of a passage. The line is held against
that passage's words before it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.language.sentences import sentences
from core.language.terms import analyse
from core.language.tokens import words
from core.llm.engine import Engine
from core.systems.knowledge_base.ingest.readers.outline import PAGE_END
from core.systems.knowledge_base.state import Answer, Citation, CitedSentence, Retrieved

NOT_IN_DOCUMENTS = "NOT IN THE DOCUMENTS"
"""What is written where the passages do not answer."""

_SUPPORTED = 0.6  # the share of a sentence's words that its passage must hold
_MARK = re.compile(r"\s*((?:\[\d{1,3}(?:\s*,\s*\d{1,3})*\]\s*)+)([.!?]?)\s*$")
_MARK_INSIDE = re.compile(r"(\s(?:\[\d{1,3}(?:\s*,\s*\d{1,3})*\])+[.!?]?)\s+(?=[\"“(]?[A-Z])")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")


def check(text: str, documents: Sequence[Retrieved]) -> tuple[list[CitedSentence], int]:
    """Take the sentences of an answer that rest on a passage, and count how many others were left out.

    A line without a passage's number, with a number that no passage has, or whose words or figures its passage does
    not hold, is left out. `start` and `end` are offsets in the whole document, of the sentence itself when it stands
    there word for word (`quoted`), else of the sentence of the passage that is most like it. `page` is that on which
    the sentence begins, which may be one behind the passage's own; 0 in documents without pages.
    """
    supported: list[CitedSentence] = []
    dropped = 0
    for line, numbers in _marked_lines(text):
        cited = {number: documents[number - 1] for number in numbers if 1 <= number <= len(documents)}
        is_quoted = any(_word_for_word(line, document["text"]) for document in cited.values())
        for sentence in [line] if is_quoted else [part.text for part in sentences(line)]:
            rests_on = [_locate(sentence, number, document) for number, document in cited.items()]
            citations = [citation for citation in rests_on if citation]
            if citations:
                supported.append({"text": sentence, **citations[0], "also": citations[1:]})
            else:
                dropped += 1
    return supported, dropped


def _marked_lines(text: str) -> Iterator[tuple[str, list[int]]]:
    """Each line that says something, without bullet and marks, and the numbers that it is marked with, each once."""
    for written in _MARK_INSIDE.sub(r"\1\n", text).splitlines():
        line = _BULLET.sub("", written).strip()
        if not any(map(str.isalnum, line)):
            continue
        if mark := _MARK.search(line):
            numbers = dict.fromkeys(int(number) for number in re.findall(r"\d+", mark.group(1)))
            yield (line[: mark.start()] + mark.group(2)).strip(), list(numbers)
        else:
            yield line, []


def _locate(sentence: str, number: int, document: Retrieved) -> Citation | None:
    """Where a sentence rests in a passage; None when the passage does not support it."""
    quoted = _word_for_word(sentence, document["text"])
    span = quoted or _most_like(sentence, document)
    if span is None:
        return None
    page = document["begins_on"]
    return {
        "number": number,
        "passage": document["id"],
        "document": document["document"],
        "name": document["name"],
        "start": document["start"] + span[0],
        "end": document["start"] + span[1],
        "page": page and page + document["text"].count(PAGE_END, 0, span[0]),
        "quoted": quoted is not None,
    }


def _word_for_word(sentence: str, text: str) -> tuple[int, int] | None:
    """Where a sentence stands in a text, white space aside."""
    parts = sentence.split()
    match = re.search(r"\s+".join(map(re.escape, parts)), text) if parts else None
    return match.span() if match else None


def _most_like(sentence: str, document: Retrieved) -> tuple[int, int] | None:
    """Return the sentence of a passage that is most like `sentence`, if the passage holds its words and all its
    figures."""
    stems = set(analyse(sentence))
    whole = " ".join([*document["headings"], document["text"]])
    figures = {word for word in words(sentence) if word[0].isdigit()}
    if not stems or not figures <= set(words(whole)) or len(stems & set(analyse(whole))) < _SUPPORTED * len(stems):
        return None
    best = max(sentences(document["text"]), key=lambda other: len(stems & set(analyse(other.text))), default=None)
    return (best.start, best.end) if best else None


def make_answer(
    text: str, documents: Sequence[Retrieved], support: float, measures: dict[str, float], engine: Engine
) -> Answer:
    """Check what was written, and say what the reader has to know about how it was made."""
    supported, dropped = check(text, documents)
    refused = not supported
    if refused and NOT_IN_DOCUMENTS in text:
        dropped = 0
    return {
        "sentences": supported,
        "refused": refused,
        "note": _note(refused, engine.offline, dropped),
        "dropped": dropped,
        "nearest": [document["id"] for document in documents] if refused else [],
        "support": support,
        "measures": measures,
        "answered_by": engine.label,
    }


def _note(refused: bool, offline: bool, dropped: int) -> str:
    if refused:
        return "This is not in the documents. The nearest passages are shown; they may be beside the point."
    made = "This answer is made of sentences of the documents, word for word." if offline else ""
    left = f"{dropped} sentences were left out, because no passage supports them." if dropped else ""
    return " ".join(filter(None, [made, left]))


def in_words(answer: Answer) -> str:
    """Write an answer as running text, for the memory of the thread."""
    if answer["refused"]:
        return "The documents do not say this."
    return " ".join(sentence["text"] for sentence in answer["sentences"])
