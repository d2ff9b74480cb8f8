"""Conditions: numbers, times, what is missing, what must not be, and what is joined."""

from __future__ import annotations

import pytest

from core.stores.library_plan import Test
from tests.systems.library_chat.grammar.small_vocabulary import alternatives_in, only, plan, read

FANTASY = Test(column="genres", values=("Fantasy",))


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [
        ("more than 300 pages", 301, None),
        ("at least 300 pages", 300, None),
        ("300 pages or more", 300, None),
        ("under 300 pages", None, 299),
        ("at most 300 pages", None, 300),
        ("between 200 and 300 pages", 200, 300),
        ("exactly 300 pages", 300, 300),
        ("no more than 300 pages", None, 300),
    ],
)
def test_bounds_on_pages(said: str, low: float | None, high: float | None) -> None:
    assert only(plan(f"books with {said}")) == [Test(column="pages", how="between", low=low, high=high)]


def test_a_hyphen_is_no_obstacle_to_a_bound() -> None:
    assert only(plan("how many sub-200 pages books")) == [Test(column="pages", how="between", high=199)]


def test_no_pages_are_unknown_pages() -> None:
    assert only(plan("books with 0 pages")) == [Test(column="pages", how="missing")]


def test_and_over_goes_on_with_a_bound() -> None:
    assert Test(column="pages", how="between", low=401) in only(plan("books that are horror and over 400 pages"))


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [
        ("from 1980 up to and including 1984", 1980, 1984),
        ("in the nineties", 1990, 1999),
        ("since 1995", 1995, None),
        ("dating back to the 1930s", 1930, 1939),
    ],
)
def test_years(said: str, low: float | None, high: float | None) -> None:
    assert only(plan(f"books {said}")) == [Test(column="year", how="between", low=low, high=high)]


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [
        ("from March 1999", 19990301, 19990331),
        ("in the first quarter of 2005", 20050101, 20050331),
        ("after 30 June 2007", 20070701, None),
        ("on 16 September 2006", 20060916, 20060916),
    ],
)
def test_dates(said: str, low: float, high: float | None) -> None:
    assert only(plan(f"books published {said}")) == [Test(column="published", how="between", low=low, high=high)]


def test_without_a_genre_is_missing_also_before_a_year() -> None:
    assert only(plan("books without genre from 2003")) == [
        Test(column="genres", how="missing"),
        Test(column="year", how="between", low=2003, high=2003),
    ]


def test_neither_of_two_columns_is_both_missing() -> None:
    assert only(plan("books with neither genre nor pages")) == [
        Test(column="genres", how="missing"),
        Test(column="pages", how="missing"),
    ]


@pytest.mark.parametrize(
    "said",
    [
        "that are not fantasy",
        "that aren't fantasy",
        "except fantasy",
        "excluding those of fantasy",
        "other than fantasy",
    ],
)
def test_what_must_not_be(said: str) -> None:
    assert only(plan(f"books {said}")) == [FANTASY.model_copy(update={"denied": True})]


def test_left_out_may_stand_around_what_it_leaves_out() -> None:
    (test,) = only(plan("books by year, leave the 1990s out"))
    assert (test.low, test.high, test.denied) == (1990, 1999, True)


def test_a_language_other_than_one() -> None:
    assert only(plan("books in a language other than English")) == [
        Test(column="language", values=("English",), denied=True)
    ]


def test_either_but_not_both() -> None:
    clauses = alternatives_in(plan("books that are horror or romance but not both").where)
    assert [[test.denied for test in one] for one in clauses[0]] == [[False, True], [False, True]]


def test_both_must_be_there() -> None:
    assert only(plan("books that are both horror and romance")) == [
        Test(column="genres", how="all", values=("Horror", "Romance"))
    ]


def test_alone_is_exactly_the_author() -> None:
    for said in ("that Greta Holm wrote alone", "by Greta Holm without any co-author"):
        assert only(plan(f"books {said}")) == [Test(column="authors", how="exactly", values=("Greta Holm",))]


def test_wrote_with_is_together() -> None:
    assert only(plan("books Greta Holm wrote with Mira Okonkwo")) == [
        Test(column="authors", how="all", values=("Greta Holm", "Mira Okonkwo"))
    ]


def test_several_authors_are_a_number_of_names() -> None:
    assert only(plan("books with more than one author")) == [Test(column="authors", how="number", low=2)]
    assert only(plan("single-author books")) == [Test(column="authors", how="number", low=1, high=1)]


def test_longer_than_a_book_is_left_over_where_nothing_can_be_looked_up() -> None:
    parsed = read("books longer than Winter Moon")
    assert parsed.declined


@pytest.mark.parametrize(
    ("question", "day"),
    [("books published on 29 February", "0229"), ("what came out on Christmas Day?", "1225")],
)
def test_a_day_of_any_year(question: str, day: str) -> None:
    (clause,) = plan(question).where
    (test,) = clause.any_of[0].all_of
    assert test.column == "published"
    assert {value[-4:] for value in test.values} == {day}
    assert len(test.values) == 100


@pytest.mark.parametrize(
    "said", ["Two Lions did not publish", "Two Lions never published", "was not published by Two Lions"]
)
def test_what_somebody_did_not_publish_is_not_theirs(said: str) -> None:
    tests = only(plan(f"everything by Greta Holm that {said}"))
    assert Test(column="publisher", values=("Two Lions",), denied=True) in tests


@pytest.mark.parametrize("said", ["together with nobody else", "alone, no other author with them", "and nobody else"])
def test_nobody_else_is_exactly_these_authors(said: str) -> None:
    tests = only(plan(f"books by Greta Holm and Ana Feldt {said}"))
    assert tests == [Test(column="authors", how="exactly", values=("Greta Holm", "Ana Feldt"))]


@pytest.mark.parametrize(
    "said",
    ["without 'moon' in the title", "leaving out anything called moon", "not titled moon", "except those named moon"],
)
def test_a_word_of_titles_can_be_left_out(said: str) -> None:
    assert Test(column="title", how="contains", values=("moon",), denied=True) in only(plan(f"horror books {said}"))


def test_a_word_of_titles_can_be_left_out_of_those_with_another() -> None:
    tests = only(plan("books with 'moon' in the title but not 'winter'"))
    assert [(test.values, test.denied) for test in tests] == [(("moon",), False), (("winter",), True)]


def test_a_month_that_is_named_is_a_condition() -> None:
    found = plan("how many books came out in the month of May 2004?")
    assert only(found) == [Test(column="published", how="between", low=20040501, high=20040531)]
    assert found.measures[0].column == ""


def test_what_two_authors_share_is_by_both() -> None:
    tests = only(plan("which books do Greta Holm and Jonas Feldt share?"))
    assert tests == [Test(column="authors", how="all", values=("Greta Holm", "Jonas Feldt"))]


def test_books_by_authors_of_some_name_are_books() -> None:
    found = plan("books by authors whose name starts with M")
    assert (found.by, only(found)) == ((), [Test(column="authors", values=("Mira Okonkwo",))])


def test_missing_one_or_the_other_is_either() -> None:
    assert len(alternatives_in(plan("books missing the genre or the page count").where)[0]) == 2
    assert len(alternatives_in(plan("books with no genre and no page count").where)[0]) == 1


@pytest.mark.parametrize("said", ["w/o pages", "without pages", "w/ unknown pages"])
def test_short_words_are_read_as_what_they_stand_for(said: str) -> None:
    assert only(plan(f"horror {said}"))[-1] == Test(column="pages", how="missing")


def test_what_is_unknown_can_be_left_out() -> None:
    tests = only(plan("horror books, leave out unknown pages"))
    assert Test(column="pages", how="missing", denied=True) in tests


def test_more_than_one_can_be_left_out() -> None:
    found = plan("books, leaving out everything that has more than one author")
    assert only(found) == [Test(column="authors", how="number", high=1)]


def test_a_plus_behind_a_number_is_a_bound() -> None:
    assert only(plan("300+ page horror books"))[0] == Test(column="pages", how="between", low=300)


def test_two_authors_that_are_both_named_wrote_together() -> None:
    tests = only(plan("Greta Holm and Jonas Feldt both named as authors, count"))
    assert tests == [Test(column="authors", how="all", values=("Greta Holm", "Jonas Feldt"))]


def test_titles_beginning_with_quoted_words_begin_so() -> None:
    assert only(plan('titles beginning "Salt Peter"')) == [Test(column="title", how="begins", values=("Salt Peter",))]


@pytest.mark.parametrize(
    "bounds",
    [
        "under 250 pages since 2000", "since 2000 under 250 pages", "with fewer than 250 pages from 2000 on",
        "of less than two hundred and fifty pages published since the year 2000", ", under 250 pages, since 2000",
    ],
)  # fmt: skip
def test_a_bound_ends_a_topic_whatever_the_order(bounds: str) -> None:
    asked = plan("books of fewer than 250 pages from 2000 on about the sea")
    found = plan(f"books about the sea {bounds}")
    assert found.about == asked.about == "sea"
    assert sorted(map(str, found.where)) == sorted(map(str, asked.where))


@pytest.mark.parametrize("topic", ["life after death", "life under water", "cooking for two", "travel or islands"])
def test_a_comparing_word_without_an_amount_stays_in_the_topic(topic: str) -> None:
    assert plan(f"books about {topic}").about == topic


def test_genres_named_with_or_behind_about_are_either_of_them() -> None:
    [test] = only(plan("books about fantasy or horror"))
    assert (test.column, set(test.values)) == ("genres", {"Fantasy", "Horror"})
