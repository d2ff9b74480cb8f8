"""Messages of several sentences: what is told beside a question is left aside and told, or can be pointed to."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.reading import content_words
from core.stores.library import Book
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_plan import Column
from core.systems.library_chat.grammar.messages import BESIDE, read
from core.systems.library_chat.grammar.reading import IN_DOUBT, Parsed
from core.systems.library_chat.grammar.vocabulary import vocabulary_of

FURTHER = (Column(name="language", title="Language", kind="text"),)
BOOKS = (
    Book("1", "Salt and Iron", ("Mira Okonkwo",), ("Fantasy",), 1994, 310, (), {"language": "English"}),
    Book("2", "The Ember Gate", ("Mira Okonkwo",), ("Fantasy", "Horses"), 2003, 120, (), {"language": "English"}),
    Book("3", "Nachtwald", ("Jonas Weller",), ("Horror",), 1994, 240, (), {"language": "Welsh"}),
    Book("5", "Ida Falk", ("Jonas Weller",), ("Biography",), 1990, 90, (), {"language": "Polish"}),
    Book("6", "Grauwasser", ("Ida Falk",), ("Memoir",), 2011, 410, (), {"language": "Polish"}),
    Book("4", "Winter Orchard", ("Ruth Calloway",), ("Horses", "Romance"), 1987, 350, (), {"language": "German"}),
)
LIBRARY: list[EmbeddedLibrary] = []


@pytest.fixture(scope="module", autouse=True)
def _library(tmp_path_factory: pytest.TempPathFactory) -> None:
    vectors = np.ones((len(BOOKS), 384), np.float32)
    library = EmbeddedLibrary(tmp_path_factory.mktemp("library") / "books.sqlite", lambda texts: vectors[: len(texts)])
    library.load(BOOKS, vectors, FURTHER)
    LIBRARY.append(library)


def _read(message: str) -> Parsed:
    library = LIBRARY[-1]
    return read(message, vocabulary_of(library), select=library.select)


def _answerable(message: str) -> Parsed:
    parsed = _read(message)
    assert (parsed.lacks, parsed.declined, parsed.talk) == ("", False, "")
    return parsed


def _titles(message: str) -> list[str]:
    parsed = _answerable(message)
    return sorted(book.title for book in LIBRARY[-1].select(parsed.plan).books)


def _figure(message: str) -> float | None:
    parsed = _answerable(message)
    return LIBRARY[-1].select(parsed.plan).figures[0].value


def _beside(message: str) -> list[str]:
    return [word.text for word in _read(message).words if word.as_ == BESIDE]


@pytest.mark.parametrize(
    ("message", "beside"),
    [
        ("My pen friend is coming on Friday. Do you have anything in German?", "My pen friend is coming on Friday."),
        ("I am moving house! Any books in German?", "I am moving house!"),
        ("Any books in German? It's for my mother.", "It's for my mother."),
        ("Any books in German, it's for a school thing", "it's for a school thing"),
        ("I'm cleaning up our records: list everything in German", "I'm cleaning up our records:"),
    ],
)
def test_what_is_told_beside_a_question_is_no_condition_and_is_told(message: str, beside: str) -> None:
    assert _titles(message) == ["Winter Orchard"]
    assert _beside(message) == [beside]


def test_a_question_can_point_to_what_was_told() -> None:
    assert _figure("I was born in 1994. How many books came out that year?") == 2
    assert _titles("I teach German. Which books do you have in that language?") == ["Winter Orchard"]


def test_a_sentence_that_says_less_than_a_question_asks_about_what_was_told() -> None:
    assert _titles("My neighbour swears nobody has anything in Welsh. Do you?") == ["Nachtwald"]


def test_sentences_that_lean_on_each_other_are_one_question() -> None:
    assert _figure("Fantasy, please. Under 200 pages. How many are there?") == 1
    assert _figure("Everything from 1994, how many is that?") == 2
    assert _titles("Those titles that begin with the word The. Let me see them") == ["The Ember Gate"]


def test_a_name_before_a_question_of_its_own_is_left_aside() -> None:
    message = "Horses, horses. Anything with horses that's under 200 pages?"
    assert _titles(message) == ["The Ember Gate"]
    assert _beside(message) == ["Horses, horses."]


def test_books_that_are_counted_and_then_listed_are_both() -> None:
    parsed = _read("How many fantasy books do you have? List them.")
    assert parsed.lists_too
    assert _figure("How many fantasy books do you have? List them.") == 2


def test_two_questions_are_both_answered() -> None:
    parsed = _read("How many fantasy books are there? Which is the longest book in German?")
    assert len(parsed.also) == 1


@pytest.mark.parametrize(
    "message",
    ["Who wrote “Salt. And Iron”?", "Find books called “W. W. Salt”", "books by J. R. Weller", "Mr. Weller's books"],
)
def test_a_full_stop_within_a_name_ends_no_sentence(message: str) -> None:
    assert _beside(message) == []


SENTENCES = st.lists(
    st.sampled_from(
        [
            "My aunt loves quatrobins.", "How many fantasy books are there?", "In German.", "Which is the longest?",
            "List them!", "I was born in 1994.", "Do you?", "zorblax", "Under 200 pages, please.", "Thanks",
        ]
    ),
    min_size=1, max_size=4,
)  # fmt: skip


@given(SENTENCES)
def test_no_word_of_any_sentence_is_dropped(sentences: list[str]) -> None:
    message = " ".join(sentences)
    parsed = _read(message)
    assert all(message[word.start : word.end] == word.text for word in parsed.words)
    told = {at for word in parsed.words for at in range(word.start, word.end)}
    for strange in ("quatrobins", "zorblax"):
        start = message.find(strange)
        assert start < 0 or start in told
    assert list(content_words(message)) is not None


def test_a_title_that_leaves_nothing_beside_an_author_is_read_as_words_of_a_title_and_told() -> None:
    assert _titles("Ruth Calloway's book called Winter") == ["Winter Orchard"]


def test_what_is_compared_may_be_named_in_the_sentence_before() -> None:
    parsed = _answerable("Take Mira Okonkwo and Jonas Weller. Whose books are longer on average?")
    assert parsed.plan.by[0].values == ("Mira Okonkwo", "Jonas Weller")
    assert parsed.readings == ()


def test_she_is_who_a_biography_is_called_after() -> None:
    assert _titles("I write about Ida Falk. What do you have by her?") == ["Grauwasser"]


def test_two_superlatives_with_books_of_their_own_are_two_questions() -> None:
    parsed = _answerable("the oldest book in English and the longest in German")
    values = [plan.where[0].any_of[0].all_of[0].values for plan in (parsed.plan, *parsed.also)]
    assert values == [("English",), ("German",)]
    assert [plan.order[0].by for plan in (parsed.plan, *parsed.also)] == ["year", "pages"]


def test_what_is_to_be_left_out_is_left_out_of_the_question() -> None:
    assert _titles("Horses should be left out of this. Which books are from 1980 to 2003?") == [
        "Ida Falk", "Nachtwald", "Salt and Iron",
    ]  # fmt: skip


def test_books_that_are_named_before_a_question_that_names_none_may_be_meant() -> None:
    parsed = _read("A lady wants horror. How many books came out before 2000?")
    assert [LIBRARY[-1].select(plan).figures[0].value for _, plan in parsed.readings] == [1, 4]
    assert [word.as_ for word in parsed.words if word.fate == "unused"] == [IN_DOUBT]


def test_a_question_that_names_its_books_is_in_no_doubt() -> None:
    assert _read("I love horror. Which horses do you have?").readings == ()


def test_how_many_behind_a_ranking_asks_nothing_else() -> None:
    parsed = _answerable("In which decade did the most horses appear, and how many were they?")
    assert (parsed.plan.limit, parsed.over, parsed.also) == (1, "", ())


@pytest.mark.parametrize(
    "message", ["Which horses are there, and how many are they?", "How many horses are there? List them, please."]
)
def test_books_and_their_number_are_both_given(message: str) -> None:
    parsed = _answerable(message)
    assert (len(parsed.plan.measures), parsed.lists_too) == (1, True)
