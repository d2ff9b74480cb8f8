"""Names of a catalogue in a question: which of them is meant, and when words are none."""

from __future__ import annotations

import pytest

from core.stores.library_plan import Measure, Test
from core.systems.library_chat.grammar.reading import Unknown, parse
from core.systems.library_chat.grammar.vocabulary import Vocabulary
from tests.systems.library_chat.grammar.small_vocabulary import COLUMNS, only, plan, read, unused


def test_a_genre_inside_number_of_is_no_genre() -> None:
    assert plan("number of fantasy books").where == plan("fantasy books").where


def test_a_publisher_that_begins_with_a_number_is_not_the_number() -> None:
    found = plan("books with two genres")
    assert only(found) == [Test(column="genres", how="number", low=2, high=2)]


def test_a_sign_and_the_word_for_it_are_the_same_publisher() -> None:
    for said in ("Seagull & Sons", "Seagull and Sons", "seagull & sons"):
        (test,) = only(plan(f"books published by {said}"))
        assert set(test.values) == {"Seagull & Sons", "Seagull and Sons"}


def test_a_nationality_before_books_is_their_language() -> None:
    assert only(plan("French books")) == [Test(column="language", values=("French",))]


def test_a_nationality_of_authors_is_nothing_that_the_table_tells() -> None:
    assert read("books by French authors").declined


def test_joined_names_are_of_one_column() -> None:
    assert only(plan("books in Welsh or in Turkish")) == [Test(column="language", values=("Welsh", "Turkish"))]


def test_a_name_in_brackets_says_the_same_again() -> None:
    assert only(plan("books by Amsel (C.D. Amsel)")) == [Test(column="authors", values=("C.D. Amsel",))]


@pytest.mark.parametrize("said", ["Tomas Winterborne", "thomas winterbourne", "Tomas Wintrbourne"])
def test_a_misspelled_author_is_found(said: str) -> None:
    assert only(read(f"books by {said}").plan) == [Test(column="authors", values=("Tomas Winterbourne",))]


def test_initials_need_no_dots() -> None:
    assert only(plan("how many books by CD Amsel are there")) == [Test(column="authors", values=("C.D. Amsel",))]


def test_words_that_begin_several_titles_are_a_series() -> None:
    (test,) = only(plan("Salt Peter books"))
    assert (test.column, test.how, test.values) == ("title", "contains", ("Salt Peter",))


def test_a_name_does_not_reach_over_a_comma() -> None:
    (test,) = only(plan("books that are poetry, horror or romance"))
    assert test.values == ("Poetry", "Horror", "Romance")


def test_a_name_that_nobody_has_is_unknown_with_the_nearest() -> None:
    parsed = read("books by Zebulon Quxley")
    assert [(one.said, one.column) for one in parsed.unknown] == [("Zebulon Quxley", "authors")]


def test_only_names_that_can_be_meant_are_near() -> None:
    assert Unknown("Nigerian", "authors", ("Kenji Morita", "Grace Whitfield")).near == ()
    assert Unknown("Agnes Quxley", "authors", ("Agnes Tully", "Leo Harding")).near == ("Agnes Tully",)


def test_a_code_is_read_behind_its_word() -> None:
    assert only(plan("books with the language code en-GB")) == [Test(column="language_code", values=("en-GB",))]


def test_a_letter_begins_the_titles() -> None:
    (test,) = only(plan("titles that begin with the letter Q"))
    assert (test.how, test.values) == ("begins", ("queen", "quiet"))


def test_authors_that_a_title_has_are_no_words_of_it() -> None:
    (test,) = only(plan("books that have Greta Holm as well as Mira Okonkwo on them"))
    assert test.column == "authors"


def test_an_invented_adjective_is_named_and_the_rest_is_answered() -> None:
    parsed = read("zorblaxian fantasy books")
    assert unused(parsed) == ["zorblaxian"]
    assert not parsed.declined
    assert only(parsed.plan) == [Test(column="genres", values=("Fantasy",))]


def test_titles_counted_once_are_counted_as_titles() -> None:
    assert plan("how many different titles are there").measures == (Measure(column="title"),)


@pytest.mark.parametrize("said", ["Vintner versus Northlight Press", "Northlight Press or vintner"])
def test_what_stands_beside_a_name_is_one_of_its_kind(said: str) -> None:
    values = plan(f"{said}: who has more books?").by[0].values
    assert set(values) == {"Vintner", "Northlight Press"}


def test_a_word_beside_a_name_is_read_with_it_as_names_of_one_column() -> None:
    values = only(plan("quiet roads or Winter Moon, which is longer?"))[0].values
    assert set(values) == {"Quiet Roads", "Winter Moon"}


def test_a_genre_of_the_catalogue_is_named_in_either_number() -> None:
    found = Vocabulary(COLUMNS, {"genres": {"Childrens": 9, "Picture Books": 3}})
    assert only(parse("the average length of a picture book", found).plan)[0].values == ("Picture Books",)


def test_two_publishers_are_not_one_whose_name_holds_both() -> None:
    found = Vocabulary(COLUMNS, {"publisher": {"Sedge": 9, "Sedge Green": 5, "Sedge / Sedge Green": 1}})
    values = only(parse("books by Sedge and Sedge Green", found).plan)[0].values
    assert values == ("Sedge", "Sedge Green")
