"""An answer without a model: the best sentences of the passages, with what belongs to them, in their order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypedDict

from core.language.orders import gives_orders
from core.language.sentences import CELLS, Sentence, sentences_and_rows
from core.language.terms import analyse
from core.language.tokens import words
from core.retrieval.embedder import Embedder
from core.systems.knowledge_base.answer.question_terms import Term, cosines, coverage
from core.systems.knowledge_base.state import Retrieved

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

_CLOSING = " \n\"'”’)]»"

_LEANS = re.compile(
    r"^(?:\(|(?:this|it|these|those|they|such|that|its|their|however|also|otherwise|therefore|thus|hence"
    r"|for (?:example|instance))\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ScoredSentence:
    """A sentence of passage `number` (from 1), where it stands in the passage, and how well it answers, 0 … 1."""

    number: int
    text: str
    start: int
    end: int
    score: float


# --- without a model: the best sentences ------------------------------------------------------------------------------


def score_sentences(
    question: str, documents: Sequence[Retrieved], terms: Sequence[Term], embedder: Embedder
) -> list[ScoredSentence]:
    """Score every usable sentence of the passages, in order.

    score = ½ · cosine with the question + ½ · share of the question's words, where a word counts half when only the
    headings, the line that leads the sentence ("work_mem (integer)") or the two sentences before hold it: "The default
    is 100" says of what in the line before. Sentences are embedded below their heading. A line without an end counts
    0.85 of that, unless it is the row of a table; a line of one or two words counts nothing.
    """
    found = [
        (number, sentence, below, coverage_of)
        for number, document in enumerate(documents, start=1)
        for sentence, below, coverage_of in _covered_sentences(document, terms)
    ]
    usable: dict[tuple[str, int], tuple[int, Sentence, str, float]] = {}
    for number, sentence, context, covered in found:
        at = (documents[number - 1]["document"], documents[number - 1]["start"] + sentence.start)
        usable.setdefault(at, (number, sentence, context, covered))  # passages overlap
    likeness = cosines(question, [context for _, _, context, _ in usable.values()], embedder)
    return [
        ScoredSentence(
            number,
            " ".join(sentence.text.split()),
            sentence.start,
            sentence.end,
            (max(0.0, cosine) + covered) / 2 * _worth(sentence.text),
        )
        for (number, sentence, _, covered), cosine in zip(usable.values(), likeness, strict=True)
    ]


def _covered_sentences(document: Retrieved, terms: Sequence[Term]) -> Iterator[tuple[Sentence, str, float]]:
    """Give the usable sentences of a passage, each below what leads it, with the share of the question's words it
    holds."""
    before: list[frozenset[str]] = []
    headings = frozenset(analyse(" ".join(document["headings"])))
    title = document["headings"][-1] if document["headings"] else ""
    leading, label = frozenset[str](), ""
    for sentence in sentences_and_rows(document["text"]):
        stems = frozenset(analyse(sentence.text))
        around = headings.union(leading, *before[-2:])
        before.append(stems)
        if _leads(sentence.text):
            leading, label = stems, sentence.text
        if len(sentence.text) > _LONGEST or gives_orders(sentence.text):
            continue
        above = [line for line in (title, label) if line and line != sentence.text]
        covered = (coverage(terms, stems) + coverage(terms, stems | around)) / 2
        yield sentence, "\n".join([*above, sentence.text]), covered


def _ends(text: str) -> bool:
    return text.rstrip(_CLOSING)[-1:] in ".!?:;"


def _leads(text: str) -> bool:
    """Whether a line names what the sentences after it speak of: the term of a definition, a heading."""
    return len(text) <= _SHORT_LINE and not _ends(text) and CELLS not in text


def _worth(text: str) -> float:
    return 0.0 if len(words(text)) < _SHORTEST else 1.0 if _ends(text) or CELLS in text else _NO_END


def choose(scored: Sequence[ScoredSentence], most: int = MOST, longest: int = LONGEST) -> list[ScoredSentence]:
    """Choose the best few sentences with what belongs to them, in the order of the passages.

    From the best one on, each brings along the sentence it leans on and the line that leads it; the best two also what
    carries them on: the items or the code after a colon, the sentence that leans on it, what stands below a leading
    line. What carries on the others comes last, if there is room: else the company of three sentences would fill the
    answer. Up to four lines that lead a chosen sentence are not counted as sentences. An earlier passage is a little
    better than a later one.
    """
    worth = [sentence.score * (1 - _LATER * (sentence.number - 1)) for sentence in scored]
    least = _NEAR_BEST * max(worth, default=0.0)
    best_first = sorted(range(len(scored)), key=lambda index: (-worth[index], index))
    best = [index for index in best_first if worth[index] >= least]
    groups = [
        [index, *_before(scored, index), *(_after(scored, index) if rank < _WHOLE else [])]
        for rank, index in enumerate(best)
    ]
    groups += [_after(scored, index) for index in best[_WHOLE:]]
    chosen: set[int] = set()
    texts: set[str] = set()
    length = 0
    for group in groups:
        for index in group:
            text = scored[index].text
            plain = " ".join(words(text))
            if index in chosen or plain in texts:
                continue
            if _counted(scored, chosen | {index}) > most or (chosen and length + len(text) > longest):
                break
            texts.add(plain)
            chosen.add(index)
            length += len(text)
    return [scored[index] for index in sorted(chosen)]


def _counted(scored: Sequence[ScoredSentence], chosen: AbstractSet[int]) -> int:
    """How many sentences these are, up to four lines that lead one of them not counted.

    A line that leads nothing here, or only another such line, is counted: else headings alone could fill an answer.
    """
    leading = sum(
        index + 1 in chosen
        and _is_beside(scored, index, index + 1)
        and _leads(scored[index].text)
        and not _leads(scored[index + 1].text)
        for index in chosen
    )
    return len(chosen) - min(leading, _LEADING)


def _is_beside(scored: Sequence[ScoredSentence], index: int, other: int) -> bool:
    return 0 <= other < len(scored) and scored[other].number == scored[index].number


def _before(scored: Sequence[ScoredSentence], index: int) -> list[int]:
    """Return the sentence that another leans on, or the line that leads it."""
    before = index - 1
    leans = _is_beside(scored, index, before) and (
        _LEANS.match(scored[index].text) or _leads(scored[before].text) or scored[before].text.endswith(":")
    )
    return [before] if leans else []


def _after(scored: Sequence[ScoredSentence], index: int) -> list[int]:
    """Return what carries a sentence on."""
    text = scored[index].text
    if text.endswith(":"):
        reach = range(index + 1, index + 1 + _AFTER_COLON)
        return [after for after in reach if _is_beside(scored, index, after)]
    after = index + 1
    carries = _is_beside(scored, index, after) and (_leads(text) or _LEANS.match(scored[after].text))
    return [after] if carries else []


# --- as it is shown and written ---------------------------------------------------------------------------------------


PassageToRead = TypedDict("PassageToRead", {"number": int, "from": str, "sentences": list[tuple[float, str]]})
"""A passage as it is shown to whoever answers: its sentences, each with how well it fits the question by the rule."""


def show_passages(documents: Sequence[Retrieved], scored: Sequence[ScoredSentence]) -> list[PassageToRead]:
    """Show passages to whoever answers, numbered from 1."""
    return [
        {
            "number": number,
            "from": " › ".join([document["name"], *document["headings"]]),
            "sentences": [(round(one.score, 3), one.text) for one in scored if one.number == number],
        }
        for number, document in enumerate(documents, start=1)
    ]


def write_answer(passages: Sequence[PassageToRead]) -> str:
    """Answer with the best sentences of passages as they are shown."""
    return write_lines(
        choose(
            [
                ScoredSentence(passage["number"], text, position, position, score)
                for passage in passages
                for position, (score, text) in enumerate(passage["sentences"])
            ]
        )
    )


def write_lines(sentences: Sequence[ScoredSentence]) -> str:
    """Write sentences in the form that a model, too, has to use: one a line, with the number of its passage."""
    return "\n".join(f"{sentence.text} [{sentence.number}]" for sentence in sentences)
