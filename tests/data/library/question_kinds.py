"""How a question is put down with its answer: counts, lists, figures, conversations, and what cannot be answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from catalogue_answers import Books, Catalogue, either, merged

SHOWN = 10
"""Of a longer list the number of books is expected, not every title."""

Condition = Callable[[Books], pd.Series]
Parts = Callable[[Books], Sequence[str]]


@dataclass(frozen=True)
class Question:
    """A question of a kind, and what its answer must hold as a function of the catalogue, with the rows to be found."""

    kind: str
    words: str
    answer: Callable[[Catalogue], tuple[Sequence[str], str]]


def count(kind: str, words: str, condition: Condition) -> Question:
    """The number of books that pass."""
    return says(kind, words, lambda books: [str(int(condition(books).sum()))])


def listed(kind: str, words: str, condition: Condition) -> Question:
    """The books that pass: every title of a short list, the number of a long one."""

    def answer(catalogue: Catalogue) -> tuple[Sequence[str], str]:
        found: list[Any] = catalogue.answers(lambda books: (books.titles(mask := condition(books)), int(mask.sum())))
        titles, numbers = found[0][0], either(str(number) for _, number in found)
        assert titles, f"{words}: nothing is found"
        common = [title for title in titles if all(title in others for others, _ in found)]
        return (common if len(titles) <= SHOWN else [numbers]), numbers

    return Question(kind, words, answer)


def says(kind: str, words: str, parts: Parts) -> Question:
    """Figures, names or titles."""

    def answer(catalogue: Catalogue) -> tuple[Sequence[str], str]:
        try:
            return merged(catalogue.answers(parts)), ""
        except AssertionError as error:
            raise AssertionError(f"{words}: {error}") from error

    return Question(kind, words, answer)


def nothing(kind: str, words: str, condition: Condition) -> Question:
    """Books that the catalogue does not have, though it could."""

    def answer(catalogue: Catalogue) -> tuple[Sequence[str], str]:
        assert not any(catalogue.answers(lambda books: int(condition(books).sum()))), f"{words}: something is found"
        return ["0|no|none|nothing|not one"], "0"

    return Question(kind, words, answer)


def unanswerable(words: str) -> Question:
    """What no column of the catalogue holds."""
    return Question("unanswerable", words, lambda _: (["UNANSWERABLE"], ""))


def ambiguous(words: str, *conditions: Condition) -> Question:
    """Two honest readings: the answer asks back, or gives the number of books under each."""

    def answer(catalogue: Catalogue) -> tuple[Sequence[str], str]:
        figures = [
            either(map(str, catalogue.answers(lambda books, one=one: int(one(books).sum())))) for one in conditions
        ]
        return ["ASK", *figures], ""

    return Question("ask", words, answer)


def chat(words: str) -> Question:
    """No question to a catalogue."""
    return Question("chit-chat", words, lambda _: ([], ""))


_conversations = 0


def conversation(*questions: Question) -> list[Question]:
    """Questions that are asked one after another; their own kinds do not count."""
    global _conversations
    _conversations += 1
    return [
        Question(f"followup:{_conversations}:{number}", one.words, one.answer)
        for number, one in enumerate(questions, start=1)
    ]
