"""A wish told of somebody: for whom is set aside and told, what they like and do not is the wish itself."""

from __future__ import annotations

import numpy as np
import pytest

from core.stores.library import Book
from core.stores.library_embedded import EmbeddedLibrary
from core.systems.library_chat.grammar.messages import read
from core.systems.library_chat.grammar.reading import Parsed
from core.systems.library_chat.grammar.vocabulary import vocabulary_of
from core.systems.library_chat.grammar.wishes import FOR_WHOM

BOOKS = (
    Book("1", "Salt and Iron", ("Mira Okonkwo",), ("Fantasy",), 1994, 310, ("ships",)),
    Book("2", "The Ember Gate", ("Ida Falk",), ("Romance",), 2003, 120, ("dragons",)),
)
LIBRARY: list[EmbeddedLibrary] = []


@pytest.fixture(scope="module", autouse=True)
def _library(tmp_path_factory: pytest.TempPathFactory) -> None:
    vectors = np.ones((len(BOOKS), 384), np.float32)
    library = EmbeddedLibrary(tmp_path_factory.mktemp("library") / "books.sqlite", lambda texts: vectors[: len(texts)])
    library.load(BOOKS, vectors)
    LIBRARY.append(library)


def _read(message: str) -> Parsed:
    return read(message, vocabulary_of(LIBRARY[-1]), select=LIBRARY[-1].select)


def _told(parsed: Parsed, fate: str) -> list[str]:
    return [word.text for word in parsed.words if word.fate == fate]


@pytest.mark.parametrize(
    ("message", "whom"),
    [
        ("fantasy for my niece", ["for my niece"]),
        ("fantasy for my old neighbour, she is 71", ["for my old neighbour", "she is 71"]),
        ("books about rivers for a pupil aged 12", ["for a pupil aged 12"]),
        ("books about rivers for a twelve-year-old", ["for a twelve-year-old"]),
        ("fantasy for a long train ride", ["for a long train ride"]),
        ("How many romance books have you for my uncle?", ["for my uncle"]),
    ],
)
def test_for_whom_is_looked_is_told_and_is_no_title(message: str, whom: list[str]) -> None:
    parsed = _read(message)
    assert [word.text for word in parsed.words if word.as_ == FOR_WHOM] == whom
    assert (parsed.unknown, _told(parsed, "unused"), parsed.declined) == ((), [], False)
    assert parsed.plan.where or parsed.plan.about == "rivers"


@pytest.mark.parametrize("message", ["books for my niece", "something for a dentist"])
def test_for_whom_alone_names_no_book_and_is_called_no_title(message: str) -> None:
    parsed = _read(message)
    assert (parsed.unknown, parsed.declined or parsed.talk != "") == ((), True)


@pytest.mark.parametrize(
    "message",
    [
        "books for my niece, she is 13, she likes rivers but hates romance",
        "My brother adores rivers and can't stand romance",
        "a gift for a nurse who is keen on rivers and is tired of romance",
        "I need a book for dad. He loves rivers. He doesn't like romance.",
        "They really enjoy reading about rivers, but never liked romance",
        "my cousin is 13 and likes rivers, but no romance",
        "my mother is retired and loves rivers but dislikes romance",
        "a boy who likes rivers but not romance",
        "something for a reader who likes rivers, but no romance",
        "Two books for a colleague who is moving away and adores rivers, but no romance",
        "something for my son who is 6 and loves rivers, but no romance",
    ],
)
def test_what_somebody_likes_is_the_topic_and_what_they_dislike_is_left_out(message: str) -> None:
    parsed = _read(message)
    [test] = [test for clause in parsed.plan.where for one in clause.any_of for test in one.all_of]
    assert (parsed.plan.about, test.values, test.denied) == ("rivers", ("Romance",), True)
    assert (_told(parsed, "unused"), parsed.question) == ([], message)


def test_words_of_a_wish_are_told_as_they_stand() -> None:
    parsed = _read("My brother adores rivers and loathes romance")
    assert {"My brother adores rivers", "and loathes romance"} <= {*_told(parsed, "used")}


def test_what_stands_behind_but_is_told_and_is_no_topic() -> None:
    parsed = _read("something for my 9 year old daughter who likes dragons but gets scared easily")
    assert (parsed.plan.about, _told(parsed, "unused")) == ("dragons", ["gets", "scared", "easily"])


@pytest.mark.parametrize(
    ("message", "about"),
    [
        ("books about the search for a cure", "search for a cure"),
        ("books about a country for old men", "country for old men"),
        ("books about rivers or journeys by canoe", "rivers or journeys by canoe"),
        ("books about a house by the sea", "house by the sea"),
    ],
)
def test_a_topic_may_be_for_or_by_something(message: str, about: str) -> None:
    assert _read(message).plan.about == about


@pytest.mark.parametrize("name", ["hemingway", "Brook", "zadie"])
def test_who_may_write_is_no_part_of_a_topic(name: str) -> None:
    parsed = _read(f"books about rivers by {name}")
    assert (parsed.plan.about, [(one.said, one.column) for one in parsed.unknown]) == ("rivers", [(name, "authors")])


def test_what_is_told_beside_a_question_for_a_figure_stays_beside_it() -> None:
    parsed = _read("My brother loves dragons. How many books are from 2003?")
    assert (parsed.plan.about, len(parsed.plan.measures)) == ("", 1)
