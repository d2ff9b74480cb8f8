"""What is to be left out that is no name of the catalogue: it is told, and the rest is answered."""

from __future__ import annotations

import pytest

from core.systems.library_chat.grammar.exclusions import NAMES, TEXTS
from core.systems.library_chat.grammar.reading import Parsed, parse
from core.systems.library_chat.grammar.vocabulary import Vocabulary
from tests.systems.library_chat.grammar.small_vocabulary import COLUMNS, COUNTS, names, only, read, unused


def read_over(title: str, question: str) -> Parsed:
    return parse(question, Vocabulary(COLUMNS, {**COUNTS, "title": {title: 1}}, years=(1920, 2019)))


ABSENT = next(iter(sorted(word for word in names().absent_genres if word.isalpha())))


@pytest.mark.parametrize(
    "denial",
    [
        "but no {}", "that are not {}", "which is not {}", "that isn't {}", ", no {} please", "excluding {}",
        "that are neither {} nor romance", "that are neither romance nor {}", ", nothing {}",
    ],
)  # fmt: skip
def test_a_genre_that_the_catalogue_lacks_is_told_and_leaves_nothing_out(denial: str) -> None:
    parsed = read(f"fantasy books {denial.format(ABSENT)}")
    assert (parsed.absent, parsed.declined, unused(parsed)) == (((ABSENT, "genres"),), False, [])
    tests = [(test.values, test.denied) for test in only(parsed.plan)]
    romance = [(("Romance",), True)] if "romance" in denial else []
    assert tests == [(("Fantasy",), False), *romance]


def test_anything_but_a_genre_leaves_it_out() -> None:
    assert [(test.values, test.denied) for test in only(read("anything but poetry").plan)] == [(("Poetry",), True)]


@pytest.mark.parametrize(
    "question",
    ["fantasy books, nothing about wolves", "fantasy that is not about wolves", "fantasy books but no wolves please"],
)
def test_a_topic_that_texts_tell_is_left_out_by_them(question: str) -> None:
    genre, text = only(read(question).plan)
    assert (genre.values, text.column, text.how, text.values, text.denied) == (
        ("Fantasy",), "title", "contains", ("wolves",), True,
    )  # fmt: skip


def test_what_no_text_tells_leaves_nothing_out_and_is_told() -> None:
    parsed = read("fantasy books, not too sad")
    assert (parsed.absent, parsed.declined, len(parsed.plan.where)) == ((("sad", TEXTS),), False, 1)


@pytest.mark.parametrize("question", ["fantasy books not borrowed", "fantasy books that have no cover"])
def test_what_may_be_said_of_the_books_themselves_is_no_topic_to_leave_out(question: str) -> None:
    assert read(question).declined


def test_a_kind_that_is_no_genre_is_left_out_by_what_texts_tell() -> None:
    kind, text = only(read_over("Wars of the Reef", "fantasy but no war stories").plan)
    assert (kind.values, text.column, text.values, text.denied) == (("Fantasy",), "title", ("wars",), True)


@pytest.mark.parametrize("books", ["fantasy books", "novels"])
def test_a_name_that_is_nowhere_is_told_to_be_none(books: str) -> None:
    assert read(f"{books} except Tolkien").absent == (("Tolkien", NAMES),)


def test_a_name_denied_before_is_not_denied_again() -> None:
    tests = only(read("no fantasy, no romance, only horror from 2006").plan)
    assert {test.values[0] for test in tests if test.denied} == {"Fantasy", "Romance"}


def test_no_long_books_asks_for_short_ones() -> None:
    assert [node.detail for node in read("romance, no long books").nodes if node.tag == "VAGUE"] == ["pages:asc"]
    assert [node.detail for node in read("romance, not too long").nodes if node.tag == "VAGUE"] == ["pages:asc"]
