"""Words that say a fact of more than it is of: a sum of every book, a count of thrillers of all that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.language.opposites import directions
from core.language.tokens import words
from core.systems.library_chat.review.marks import Mark, Sentence, lines_below
from core.systems.library_chat.review.pairs import Known, amounts_to

_BOOKS_OR_THEM = re.compile(r"(?:\s+of)?(?:\s+[\w'-]+){0,3}?\s+(?:books?|titles?|novels?|volumes?|them|these|those)\b")
_THERE_ARE = re.compile(
    r"\b(?:there (?:are|were)|has|have|had|holds?|contains?|wrote|written|published|lists?|owns?|stocks?|found)\b"
    r"[^,;:.]*$",
    re.IGNORECASE,
)
_HIGHEST = re.compile(
    r"\b(?!(?:best|rest|latest|interest|request|modest|honest|suggest|digest|west|guest|forest)\b)[a-z]{3,}est\b"
)
_MOST = re.compile(
    r"\b(?:most|best|least)[\s-]+(?:[a-z]+ly\s+)?(?:[a-z]{2,}(?:ed|ful|ive|ar|ous|ing)|read|known|sold)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"\b(?:others?|some|several|few|many)\b[^.;:]*$", re.IGNORECASE)
_THE_REST = re.compile(r"\s+(?:all\s+)?(?:of\s+)?the\s+(?:others?|rest)\b", re.IGNORECASE)
_STEADILY = re.compile(
    r"\b(?:with|in|from) (?:every|each)\b|\b(?:steadily|continuously|constantly|always)\b", re.IGNORECASE
)
_AUTHOR = re.compile(r"\s+(?:author|writer)\b", re.IGNORECASE)
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_UNLIKE = re.compile(r"\b(?:different|distinct|another|unique)\b", re.IGNORECASE)
_NAMES = ("title", "group", "person", "name")


def widened(sentences: Sequence[Sentence], known: Known) -> Iterator[str]:
    """Name what is said of every book, or of all there are, and is of some or of all together."""
    for place, sentence in enumerate(sentences):
        yield from _in_one(sentence, known)
        yield from _fewer_than_there_are(sentence, sentences[place + 1 :], known)
    yield from _those_shown(sentences, known)


def _in_one(sentence: Sentence, known: Known) -> Iterator[str]:
    for word in sentence.words("EACH"):
        if _BOOKS_OR_THEM.match(sentence.behind(word)):
            yield from _of_every_book(sentence, word, known)
    for word in sentence.words("ONLY"):
        yield from _of_no_others(sentence, word, known)
        yield from _of_one_alone(sentence, word, known)
    yield from _of_another_kind(sentence, known)
    yield from _together(sentence, known)
    yield from _of_an_extreme(sentence, known)
    yield from _of_no_column(sentence, known)
    yield from _of_others(sentence, known)
    yield from _of_the_course(sentence, known)


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
    here = [one for one in sentence.marks if one.breath == counts[0].breath or one.end <= word.start]
    for clause in facts.plan.where:
        tests = [test for one in clause.any_of for test in one.all_of]
        values = {value for test in tests for value in test.values}
        said = any(one.value in values for one in here if one.kind in _NAMES)
        bounded = not values and any(one.kind in ("years", "date") or one.bound for one in here)
        if not said and not bounded:
            yield f"says {sentence.written(word)}"
            return


def _of_one_alone(sentence: Sentence, word: Mark, known: Known) -> Iterator[str]:
    """Find “the only author” of a book by two, and “the only genre with seven”, which two have."""
    facts = known.facts
    titles = [mark.value for mark in sentence.of("title")]
    if _AUTHOR.match(sentence.behind(word)):
        books = [book for book in facts.books if book.title in titles or not titles]
        if not all(len(book.authors) == 1 for book in books):
            yield f"says {sentence.written(word)}"
    groups = [mark for mark in sentence.of("group") if mark.end <= word.start]
    if groups and _THE.search(sentence.before(word)):
        behind = [one for one in sentence.of("number") if one.start >= word.end]
        having = [group for group in facts.groups if behind and amounts_to(behind[0], group.values[0])]
        if len(having) != len({mark.value for mark in groups}):
            yield f"says {sentence.written(word)}"


def _fewer_than_there_are(sentence: Sentence, behind: Sequence[Sentence], known: Known) -> Iterator[str]:
    """“There are seven: …”, where seven of eight are named, in the sentence or in the lines of a list below it."""
    facts = known.facts
    named = len({mark.value for one in (sentence, *lines_below(sentence, behind)) for mark in one.of("title")})
    for mark in sentence.of("number"):
        counts = mark.unit == "books" and not mark.bound and named == mark.amount < facts.passing
        titles_before = any(one.end <= mark.start for one in sentence.of("title"))
        if counts and not titles_before and _THERE_ARE.search(sentence.before(mark)):
            yield f"says {sentence.written(mark)}"


def _those_shown(sentences: Sequence[Sentence], known: Known) -> Iterator[str]:
    """“25 books are from 2000 on”, where 34 are and 25 of them were listed: both are said, or the one of all."""
    facts = known.facts
    said = [(one, mark) for one in sentences for mark in one.of("number") if mark.unit in ("", "books")]
    if any(mark.amount == facts.passing for _, mark in said):
        return
    for sentence, mark in said:
        if mark.unit == "books" and not mark.bound and mark.amount == len(facts.books) < facts.passing:
            yield f"says {sentence.written(mark)} of {facts.passing}"


def _of_another_kind(sentence: Sentence, known: Known) -> Iterator[str]:
    """“Of the 56 fantasy books”, where there are 56 of any genre."""
    facts = known.facts
    kinds = [one for one in sentence.of("name", "person") if one.value not in known.wanted]
    for mark in sentence.of("number") if not facts.has_all_books else ():
        beside = [one for one in kinds if one.start > mark.end and not sentence.between(mark, one).strip()]
        if mark.unit == "books" and mark.amount == facts.passing and beside:
            yield f"says {sentence.written(mark)} {beside[0].value}"


def _together(sentence: Sentence, known: Known) -> Iterator[str]:
    """“Two between them”, where each has two."""
    own = [
        group.values[0] for mark in sentence.of("group") for group in known.facts.groups if mark.value in group.parts
    ]
    if len(own) < 2 or not re.search(r"\bbetween them\b", sentence.text, re.IGNORECASE):
        return
    for mark in sentence.of("number")[:1]:
        if not amounts_to(mark, sum(own)):
            yield f"says {sentence.written(mark)}"


def _of_an_extreme(sentence: Sentence, known: Known) -> Iterator[str]:
    """Find “the quietest decade” of a group that is neither the first nor the last."""
    values = [group.values[0] for group in known.facts.groups]
    seen = {word for mark in sentence.of("word") for word in sentence.written(mark).lower().split()}
    for match in _HIGHEST.finditer(sentence.text):
        of = [mark for mark in sentence.of("group") if mark.breath == _breath_at(sentence, match.start())]
        own = [group.values[0] for mark in of[:1] for group in known.facts.groups if mark.value in group.parts]
        if match[0] not in seen and own and not {own[0]} & {min(values), max(values)}:
            yield f"says {match[0]}"


def _of_no_column(sentence: Sentence, known: Known) -> Iterator[str]:
    """Find “most borrowed” of the newest: a first of all in something that no column tells."""
    seen = {one.start - sentence.start for one in sentence.of("word") if " " in sentence.written(one)}
    is_first = bool(known.facts.plan.order) and not sentence.words("SUP", "TOP", "FEWEST")
    for match in _MOST.finditer(sentence.text):
        if match.start() not in seen and not is_first:
            yield f"says {match[0]}"


def _breath_at(sentence: Sentence, place: int) -> int:
    nearest = min(sentence.marks, key=lambda mark: abs(mark.start - sentence.start - place))
    return nearest.breath


def _of_others(sentence: Sentence, known: Known) -> Iterator[str]:
    """“But others are longer”, of what was asked for as the longest of all."""
    order = known.facts.plan.order[:1]
    if not order or known.facts.plan.by:
        return
    for word in sentence.words("LONGER", "SHORTER", "NEWER", "OLDER"):
        if _OTHERS.search(sentence.before(word)) and not re.match(r"\s+than\b", sentence.behind(word)):
            yield f"says {sentence.written(word)} of others"
    for word in sentence.words("BEFORE", "AFTER") if order[0].by not in ("year", "published") else ():
        if _THE_REST.match(sentence.behind(word)):
            yield f"says {sentence.written(word)} the others"


def _of_the_course(sentence: Sentence, known: Known) -> Iterator[str]:
    """“Rises with every decade”, where one has fewer than the one before."""
    values = [group.values[0] for group in known.facts.groups]
    by_time = bool(known.facts.plan.by) and known.facts.plan.by[0].column in ("year", "published")
    if not by_time or not _STEADILY.search(sentence.text):
        return
    for word in words(sentence.text):
        signs = [sign for axis, sign in directions(word) if axis == "movement"]
        steps = [later - earlier for earlier, later in pairwise(values)]
        if signs and not all(signs[0] * step > 0 for step in steps):
            yield f"says {word}"
