"""Words that say a fact of more than it is of: a sum of every book, a count of thrillers of all that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.systems.library_chat.review.marks import Mark, Sentence
from core.systems.library_chat.review.pairs import Known, amounts_to

_BOOKS_OR_THEM = re.compile(r"(?:\s+of)?(?:\s+[\w'-]+){0,3}?\s+(?:books?|titles?|novels?|volumes?|them|these|those)\b")
_UNLIKE = re.compile(r"\b(?:different|distinct|another|unique)\b", re.IGNORECASE)
_NAMES = ("title", "group", "person", "name")


def widened(sentence: Sentence, known: Known) -> Iterator[str]:
    """Name what is said of every book, or of all there are, and is of some or of all together."""
    for word in sentence.words("EACH"):
        if _BOOKS_OR_THEM.match(sentence.behind(word)):
            yield from _of_every_book(sentence, word, known)
    for word in sentence.words("ONLY"):
        yield from _of_no_others(sentence, word, known)


def _of_every_book(sentence: Sentence, word: Mark, known: Known) -> Iterator[str]:
    """“Each book has 624 pages”, which is the sum; “each is by a different author”."""
    books = known.facts.books if known.facts.has_all_books else ()
    behind = [one for one in sentence.of("number") if one.start > word.end and one.unit == "pages"]
    for mark in behind:
        if not books or not all(book.pages is not None and amounts_to(mark, book.pages) for book in books):
            yield f"says {sentence.written(mark)} of every book"
    if _UNLIKE.search(sentence.behind(word)):
        people = [set(book.authors) for book in books]
        if not books or sum(map(len, people)) != len(set().union(*people)):
            yield f"says {sentence.written(word)}"


def _of_no_others(sentence: Sentence, word: Mark, known: Known) -> Iterator[str]:
    """“There are only eight books”, which are the thrillers: the clause leaves out what was asked for."""
    facts = known.facts
    counts = [one for one in sentence.of("number") if one.start >= word.end and one.unit == "books"]
    if not counts or counts[0].amount != facts.passing or sentence.between(word, counts[0]).strip():
        return
    here = [one for one in sentence.marks if one.breath == counts[0].breath]
    for clause in facts.plan.where:
        tests = [test for one in clause.any_of for test in one.all_of]
        values = {value for test in tests for value in test.values}
        said = any(one.value in values for one in here if one.kind in _NAMES)
        bounded = not values and any(one.kind in ("years", "date") or one.bound for one in here)
        if not said and not bounded:
            yield f"says {sentence.written(word)}"
            return
