"""An answer made of sentences, each with the passage it rests on; whatever rests on none is left out.

Without a model the answer is the best sentences of the passages themselves. With one, each line it writes must end with
the number of a passage, and is held against that passage's words before it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from core.language.sentences import Sentence, sentences
from core.language.terms import analyse
from core.language.tokens import words
from core.retrieval.embedder import Embedder
from core.systems.knowledge_base.answer.question_terms import Term, cosines, share
from core.systems.knowledge_base.ingest.readers.outline import CELLS, PAGE_END

NOT_IN_DOCUMENTS = "NOT IN THE DOCUMENTS"
MOST = 8  # sentences of an answer, the first lines that lead them not counted
LONGEST = 1_200  # characters of an answer
_NEAR_BEST = 0.6  # of the best sentence's score: what is weaker stays out
_SHORTEST = 3  # words
_LONGEST = 700  # characters of a sentence
_SHORT_LINE = 80  # characters
_AFTER_COLON = 4  # sentences
_LEADING = 4  # lines
_WHOLE = 2  # so many of the best sentences bring what carries them on before others have their turn
_LATER = 0.05  # what each place of a passage takes from its sentences
_NO_END = 0.85  # what a line without an end counts: headings and table rows say less than sentences
_SUPPORTED = 0.6  # the share of a sentence's words that its passage must hold

_CLOSING = " \n\"'”’)]»"

_MARK = re.compile(r"\s*((?:\[\d{1,3}(?:\s*,\s*\d{1,3})*\]\s*)+)([.!?]?)\s*$")
_MARK_INSIDE = re.compile(r"(\s(?:\[\d{1,3}(?:\s*,\s*\d{1,3})*\])+[.!?]?)\s+(?=[\"“(]?[A-Z])")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
# Text that speaks to a program which reads it, not to a person: it is never made part of an answer.
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instruction|prompt|above|previous|prior|rule|context)s?\b"
    r"|\b(?:system prompt|you are now|as an? (?:ai|assistant|language model)|jailbreak)\b"
    r"|\b(?:respond|reply|answer) (?:only |always )?(?:with|by saying|in)\b.{0,20}[\"“':]",
    re.IGNORECASE | re.DOTALL,
)
_LEANS = re.compile(
    r"^(?:\(|(?:this|it|these|those|they|such|that|its|their|however|also|otherwise|therefore|thus|hence"
    r"|for (?:example|instance))\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Piece:
    """A sentence of passage `number` (from 1), where it stands in the passage, and how well it answers, 0 … 1."""

    number: int
    text: str
    start: int
    end: int
    score: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def gives_orders(text: str) -> bool:
    """Whether a sentence speaks to whoever processes it instead of saying something."""
    return _ORDERS.search(text) is not None


# --- without a model: the best sentences ------------------------------------------------------------------------------


def score_sentences(
    question: str, documents: Sequence[Mapping[str, Any]], terms: Sequence[Term], embedder: Embedder
) -> list[Piece]:
    """Every usable sentence of the passages with its score, in order.

    score = ½ · cosine with the question + ½ · share of the question's words, where a word counts half when only the
    headings, the line that leads the sentence ("work_mem (integer)") or the two sentences before hold it: "The default
    is 100" says of what in the line before. Sentences are embedded below their heading. A line without an end counts
    0.85 of that, unless it is the row of a table; a line of one or two words counts nothing.
    """
    found: list[tuple[int, Sentence, str, float]] = []
    seen: set[tuple[str, int]] = set()
    for number, document in enumerate(documents, start=1):
        before: list[frozenset[str]] = []
        headings = frozenset(analyse(" ".join(document["headings"])))
        title = document["headings"][-1] if document["headings"] else ""
        leading, label = frozenset[str](), ""
        for sentence in _sentences_and_rows(document["text"]):
            stems = frozenset(analyse(sentence.text))
            around = headings.union(leading, *before[-2:])
            before.append(stems)
            if _leads(sentence.text):
                leading, label = stems, sentence.text
            place = (document["document"], document["start"] + sentence.start)
            if place in seen or len(sentence.text) > _LONGEST or gives_orders(sentence.text):
                continue
            seen.add(place)
            covered = (share(terms, stems) + share(terms, stems | around)) / 2
            above = [line for line in (title, label) if line and line != sentence.text]
            found.append((number, sentence, "\n".join([*above, sentence.text]), covered))
    likeness = cosines(question, [context for _, _, context, _ in found], embedder)
    return [
        Piece(
            number,
            " ".join(one.text.split()),
            one.start,
            one.end,
            (max(0.0, cosine) + covered) / 2 * _worth(one.text),
        )
        for (number, one, _, covered), cosine in zip(found, likeness, strict=True)
    ]


def _sentences_and_rows(text: str) -> Iterator[Sentence]:
    """The sentences of a passage; each row of a table is one."""
    for sentence in sentences(text):
        if CELLS not in sentence.text:
            yield sentence
            continue
        for line in re.finditer(r"[^\n]*\S", sentence.text):
            yield Sentence(line.group(), sentence.start + line.start(), sentence.start + line.end())


def _ends(text: str) -> bool:
    return text.rstrip(_CLOSING)[-1:] in ".!?:;"


def _leads(text: str) -> bool:
    """Whether a line names what the sentences after it speak of: the term of a definition, a heading."""
    return len(text) <= _SHORT_LINE and not _ends(text) and CELLS not in text


def _worth(text: str) -> float:
    return 0.0 if len(words(text)) < _SHORTEST else 1.0 if _ends(text) or CELLS in text else _NO_END


def choose(pieces: Sequence[Piece], most: int = MOST, longest: int = LONGEST) -> list[Piece]:
    """The best few sentences with what belongs to them, in the order of the passages.

    From the best one on, each brings along the sentence it leans on and the line that leads it; the best two also what
    carries them on: the items or the code after a colon, the sentence that leans on it, what stands below a leading
    line. What carries on the others comes last, if there is room: else the company of three sentences would fill the
    answer. Up to four leading lines are not counted as sentences. An earlier passage is a little better than a later.
    """
    worth = [piece.score * (1 - _LATER * (piece.number - 1)) for piece in pieces]
    least = _NEAR_BEST * max(worth, default=0.0)
    best = [place for place in sorted(range(len(pieces)), key=lambda one: (-worth[one], one)) if worth[place] >= least]
    groups = [
        [place, *_before(pieces, place), *(_after(pieces, place) if rank < _WHOLE else [])]
        for rank, place in enumerate(best)
    ]
    groups += [_after(pieces, place) for place in best[_WHOLE:]]
    chosen: dict[int, Piece] = {}
    said: set[str] = set()
    leading = length = 0
    for group in groups:
        for one in group:
            text = pieces[one].text
            plain = " ".join(words(text))
            if one in chosen or plain in said:
                continue
            if len(chosen) - min(leading, _LEADING) >= most or (chosen and length + len(text) > longest):
                break
            said.add(plain)
            chosen[one] = pieces[one]
            length += len(text)
            leading += _leads(text)
    return [chosen[place] for place in sorted(chosen)]


def _beside(pieces: Sequence[Piece], place: int, other: int) -> bool:
    return 0 <= other < len(pieces) and pieces[other].number == pieces[place].number


def _before(pieces: Sequence[Piece], place: int) -> list[int]:
    """The place of the sentence that another leans on, or of the line that leads it."""
    before = place - 1
    leans = _beside(pieces, place, before) and (_LEANS.match(pieces[place].text) or _leads(pieces[before].text))
    return [before] if leans else []


def _after(pieces: Sequence[Piece], place: int) -> list[int]:
    """The places of what carries a sentence on."""
    text = pieces[place].text
    if text.endswith(":"):
        reach = range(place + 1, place + 1 + _AFTER_COLON)
        return [after for after in reach if _beside(pieces, place, after)]
    after = place + 1
    carries = _beside(pieces, place, after) and (_leads(text) or _LEANS.match(pieces[after].text))
    return [after] if carries else []


def write_lines(pieces: Sequence[Piece]) -> str:
    """Sentences in the form in which a model, too, has to write them: one a line, with the number of its passage."""
    return "\n".join(f"{piece.text} [{piece.number}]" for piece in pieces)


# --- checking what was written ----------------------------------------------------------------------------------------


def check(text: str, documents: Sequence[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """The sentences of an answer that rest on a passage, and how many others were left out.

    A line without a passage's number, with a number that no passage has, or whose words or figures its passage does
    not hold, is left out. `start` and `end` are offsets in the whole document, of the sentence itself when it stands
    there word for word (`quoted`), else of the sentence of the passage that is most like it. `page` is that on which
    the sentence begins, which may be one behind the passage's own; 0 in documents without pages.
    """
    kept: list[dict[str, Any]] = []
    dropped = 0
    for written in _MARK_INSIDE.sub(r"\1\n", text).splitlines():
        line = _BULLET.sub("", written).strip()
        if not any(map(str.isalnum, line)):
            continue
        mark = _MARK.search(line)
        numbers = [int(number) for number in re.findall(r"\d+", mark.group(1))] if mark else []
        said = (line[: mark.start()] + mark.group(2)).strip() if mark else line
        for sentence in [said] if _stands_in_one(said, numbers, documents) else [one.text for one in sentences(said)]:
            places = [
                found
                for number in dict.fromkeys(numbers)
                if 1 <= number <= len(documents) and (found := _locate(sentence, number, documents[number - 1]))
            ]
            if places:
                kept.append({"text": sentence, **places[0], "also": places[1:]})
            else:
                dropped += 1
    return kept, dropped


def _stands_in_one(said: str, numbers: Sequence[int], documents: Sequence[Mapping[str, Any]]) -> bool:
    return any(
        1 <= number <= len(documents) and _word_for_word(said, documents[number - 1]["text"]) for number in numbers
    )


def _locate(sentence: str, number: int, document: Mapping[str, Any]) -> dict[str, Any] | None:
    """Where a sentence rests in a passage; None when the passage does not support it."""
    place = _word_for_word(sentence, document["text"])
    quoted = place is not None
    if place is None:
        place = _supporting(sentence, document)
    if place is None:
        return None
    page = document.get("begins_on", 0)
    return {
        "number": number,
        "passage": document["id"],
        "document": document["document"],
        "name": document["name"],
        "start": document["start"] + place[0],
        "end": document["start"] + place[1],
        "page": page and page + document["text"].count(PAGE_END, 0, place[0]),
        "quoted": quoted,
    }


def _word_for_word(sentence: str, text: str) -> tuple[int, int] | None:
    """Where a sentence stands in a text, white space aside."""
    parts = sentence.split()
    match = re.search(r"\s+".join(map(re.escape, parts)), text) if parts else None
    return match.span() if match else None


def _supporting(sentence: str, document: Mapping[str, Any]) -> tuple[int, int] | None:
    """The sentence of a passage that is most like `sentence`, if the passage holds its words and all its figures."""
    stems = set(analyse(sentence))
    whole = " ".join([*document["headings"], document["text"]])
    held = set(analyse(whole))
    figures = {word for word in words(sentence) if word[0].isdigit()}
    if not stems or not figures <= set(words(whole)) or len(stems & held) < _SUPPORTED * len(stems):
        return None
    best = max(sentences(document["text"]), key=lambda one: len(stems & set(analyse(one.text))), default=None)
    return (best.start, best.end) if best else None
