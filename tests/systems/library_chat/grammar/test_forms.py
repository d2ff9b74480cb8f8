"""Forms of questions: figures, groups, rankings, comparisons, and columns of a book."""

from __future__ import annotations

import pytest

from core.stores.library_plan import Having, Key, Measure, Order
from tests.systems.library_chat.grammar.small_vocabulary import only, plan, read

COUNT = Measure()


@pytest.mark.parametrize(
    "question", ["how many horror books", "number of horror books", "horror: how many?", "count the horror books"]
)
def test_counts(question: str) -> None:
    assert plan(question).measures == (COUNT,)


@pytest.mark.parametrize(
    "question",
    [
        "shortest and longest page count of horror books",
        "minimum and maximum pages of horror",
        "range of pages of horror",
    ],
)
def test_two_figures_are_given_at_once(question: str) -> None:
    assert plan(question).measures == (Measure(of="least", column="pages"), Measure(of="most", column="pages"))


def test_the_longest_and_the_shortest_book_are_two_plans() -> None:
    parsed = read("the longest and the shortest book by Greta Holm")
    assert parsed.plan.order == (Order(by="pages", descending=True),)
    assert [one.order for one in parsed.also] == [(Order(by="pages"),)]


def test_half_of_them_is_the_median() -> None:
    assert plan("half of the horror books are shorter than how many pages?").measures == (
        Measure(of="median", column="pages"),
    )


@pytest.mark.parametrize(
    "question", ["top 3 publishers by number of books", "the three publishers with the most books"]
)
def test_top_groups(question: str) -> None:
    found = plan(question)
    assert (found.by, found.limit) == ((Key(column="publisher"),), 3)


def test_several_are_asked_for_in_the_plural() -> None:
    assert plan("largest publisher").limit == 1
    assert plan("largest publishers").limit == 10


@pytest.mark.parametrize(
    ("question", "skip"),
    [("the book with the second most pages", 1), ("third longest book", 2), ("fourth oldest book", 3)],
)
def test_the_nth_by_a_column(question: str, skip: int) -> None:
    found = plan(question)
    assert (found.skip, found.limit) == (skip, 1)


def test_names_become_groups_beside_a_key() -> None:
    assert plan("horror and romance by decade").by == (
        Key(column="year", part="decade"),
        Key(column="genres", values=("Horror", "Romance")),
    )


@pytest.mark.parametrize(
    "question",
    [
        "the longest book in French, in German and in Welsh, one each",
        "for each of French, German and Welsh: the longest book",
    ],
)
def test_one_of_each_named_group(question: str) -> None:
    found = plan(question)
    assert (found.by, found.each) == ((Key(column="language", values=("French", "German", "Welsh")),), 1)


def test_a_column_before_its_names_stays_a_group() -> None:
    assert plan("books by decade and language for French and German").by[1] == Key(column="language")


def test_a_bound_on_groups_may_be_of_some_books() -> None:
    found = plan("authors with at least 5 books in horror and at least 3 in romance")
    assert [having.low for having in found.having] == [5, 3]
    assert all(having.measure.where for having in found.having)


def test_what_groups_must_not_have_is_asked_of_all_their_books() -> None:
    found = plan("publishers with fantasy books but no horror books")
    assert found.where == ()
    assert [(having.low, having.high) for having in found.having] == [(0, 0), (1, None)]


def test_nothing_else_is_a_condition_on_groups() -> None:
    assert [having.high for having in plan("authors who only write poetry").having] == [0, None]


def test_groups_are_bounded_by_their_number() -> None:
    assert plan("authors with more than 4 books").having == (Having(measure=COUNT, low=5),)


@pytest.mark.parametrize(
    "question",
    ["are there more horror or more romance books?", "compare horror and romance by number of books",
     "how many more horror books are there than romance books", "horror vs romance: number of books"],
)  # fmt: skip
def test_groups_are_compared_with_their_difference(question: str) -> None:
    parsed = read(question)
    assert parsed.plan.by == (Key(column="genres", values=("Horror", "Romance")),)
    assert parsed.over == "difference"


@pytest.mark.parametrize(
    "question", ["which is longer on average, horror or romance?", "is horror longer than romance on average?"]
)
def test_lengths_are_compared_by_the_mean(question: str) -> None:
    assert read(question).plan.measures == (Measure(of="mean", column="pages"),)


def test_two_decades_are_compared() -> None:
    assert plan("compare the 1980s and the 1990s by number of books").by == (
        Key(column="year", part="decade", values=("1980s", "1990s")),
    )


def test_two_books_are_compared() -> None:
    parsed = read("was Winter Moon published before Quiet Roads?")
    assert (parsed.plan.show, parsed.over) == (("published",), "difference")


def test_a_change_is_told_by_the_unit_that_is_named() -> None:
    assert plan("how did the number of books change from the 1980s to the 2000s").by == (
        Key(column="year", part="decade"),
    )
    assert plan("did horror grow from 2001 to 2006?").by == (Key(column="year"),)


def test_an_average_number_of_names_is_over_books() -> None:
    for question in ("average number of authors per book", "how many authors does a book have on average?"):
        parsed = read(question)
        assert (parsed.plan.by, parsed.over) == ((Key(column="id"),), "mean")


def test_co_authors_are_ranked_without_the_one_who_is_named() -> None:
    found = plan("with whom did Greta Holm collaborate most often?")
    assert (found.by, found.limit) == ((Key(column="authors", without=("Greta Holm",)),), 1)


def test_columns_of_books_are_shown() -> None:
    assert plan("show title and publisher of the books from 1953").show == ("publisher",)
    assert plan("who wrote Winter Moon").show == ("authors",)
    assert plan("how many pages does the longest book have").show == ("pages",)


def test_orders_are_read_with_their_direction() -> None:
    for question in ("horror books by length, longest first", "horror books from the longest to the shortest"):
        assert plan(question).order == (Order(by="pages", descending=True),)


def test_the_books_may_be_wanted_beside_their_number() -> None:
    assert read("how many horror books are there and which?").lists_too
    assert not read("how many horror books are there?").lists_too


def test_further_columns_beside_groups_are_not_dropped() -> None:
    assert [test.column for test in only(plan("authors and publishers of the books from 1953"))] == ["year"]
    assert plan("authors and publishers of the books from 1953").show == ("authors", "publisher")


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("rank the decades by how many horror books came out", Key(column="year", part="decade")),
        ("order the publishers by the number of horror books", Key(column="publisher")),
    ],
)
def test_groups_are_ranked_by_how_many_books_they_have(question: str, key: Key) -> None:
    found = plan(question)
    assert found.by == (key,)
    assert found.order == (Order(by="value", descending=True),)
    assert [test.values for test in only(found)] == [("Horror",)]


def test_a_time_behind_by_year_is_no_part_of_the_grouping() -> None:
    found = plan("number of books by year since 2000, but only fantasy")
    assert found.by == (Key(column="year"),)
    assert {test.column for test in only(found)} == {"year", "genres"}


@pytest.mark.parametrize("question", ["compare the number of books in 1995 and 2005", "the ratio of fantasy to horror"])
def test_numbers_of_books_are_compared(question: str) -> None:
    parsed = read(question)
    assert (len(parsed.plan.by[0].values), parsed.plan.measures, parsed.over) == (2, (COUNT,), "difference")


def test_a_second_comparison_is_answered_too() -> None:
    parsed = read("who wrote more books, Mira Okonkwo or Greta Holm, and whose are longer?")
    assert parsed.plan.measures == (COUNT,)
    assert [one.measures for one in parsed.also] == [(Measure(of="mean", column="pages"),)]


def test_who_wrote_most_often_with_somebody_is_a_co_author() -> None:
    found = plan("which person wrote most often with Mira Okonkwo?")
    assert found.by == (Key(column="authors", without=("Mira Okonkwo",)),)


def test_who_has_published_with_a_publisher_is_an_author() -> None:
    assert plan("who has published with Two Lions?").by == (Key(column="authors"),)


def test_a_bound_may_be_of_books_in_a_language() -> None:
    found = plan("which publishers have at least five German-language books?")
    assert found.having == (Having(measure=COUNT, low=5),)
    assert only(found)[0].column == "language"


def test_what_comes_first_sorts_the_books() -> None:
    found = plan("horror books, oldest edition first")
    assert (found.order, found.limit) == ((Order(by="published"),), None)


@pytest.mark.parametrize(
    "question",
    ["Two Lions or Northlight Press: who has more?", "from whom are more books, Two Lions or Northlight Press?"],
)
def test_who_has_more_is_one_of_those_that_are_named(question: str) -> None:
    assert set(plan(question).by[0].values) == {"Two Lions", "Northlight Press"}


@pytest.mark.parametrize(
    "question",
    ["the share of each language among horror books", "what share of the horror books does each language have?"],
)
def test_a_share_of_groups_is_the_part_of_all_books_that_each_is(question: str) -> None:
    parsed = read(question)
    assert (parsed.plan.by, parsed.plan.measures, parsed.over) == ((Key(column="language"),), (COUNT,), "share")
    assert [test.values for test in only(parsed.plan)] == [("Horror",)]


@pytest.mark.parametrize(
    "question",
    ["the share of books under 100 pages per language", "what share of each language's books is under 100 pages?"],
)
def test_a_share_of_some_books_is_told_of_each_group(question: str) -> None:
    parsed = read(question)
    assert (parsed.plan.where, parsed.plan.measures[0].of, parsed.over) == ((), "share", "")


@pytest.mark.parametrize(("question", "limit"), [("the biggest fantasy book", 1), ("the biggest fantasy books", 10)])
def test_the_biggest_book_is_the_longest(question: str, limit: int) -> None:
    found = plan(question)
    assert (found.order, found.limit) == ((Order(by="pages", descending=True),), limit)


def test_a_comparison_of_several_figures_gives_them_all() -> None:
    parsed = read("compare Two Lions and Northlight Press: number of books, average pages")
    assert [one.measures[0].of for one in (parsed.plan, *parsed.also)] == ["mean", "count"]


def test_years_are_ranked_by_their_number_of_books() -> None:
    assert plan("which were the ten years with the most books?").limit == 10


def test_an_order_may_name_its_direction_first() -> None:
    assert plan("fantasy books in descending order of length").order == (Order(by="pages", descending=True),)


def test_the_book_that_has_the_least_is_given_too() -> None:
    parsed = read("what is the earliest publication date of Two Lions books, and which book is it?")
    assert [one.of for one in parsed.plan.measures] == ["least"]
    assert [(one.order, one.limit) for one in parsed.also] == [((Order(by="published"),), 1)]


def test_more_and_more_is_a_change_over_the_years() -> None:
    assert plan("did we get more horror books from 2000 to 2005, year by year?").by == (Key(column="year"),)


@pytest.mark.parametrize(
    "question", ["how many books in French and German?", "median length of our French and German books"]
)
def test_a_figure_of_several_is_given_of_each_too(question: str) -> None:
    parsed = read(question)
    assert parsed.readings == ()
    assert [(one.by, one.measures, one.where) for one in parsed.also] == [
        ((Key(column="language", values=("French", "German")),), parsed.plan.measures, parsed.plan.where)
    ]


def test_titles_are_books_unless_different_ones_are_counted() -> None:
    assert plan("publishers with more than ten titles").having[0].measure == COUNT
    assert plan("publishers with more than ten different titles").having[0].measure == Measure(column="title")
