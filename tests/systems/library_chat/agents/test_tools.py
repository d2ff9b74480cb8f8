"""The tools of specification 004 with every argument, on the stores that Glassbox ships."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.errors import InputError
from core.llm.engine import OfflineEngine
from core.stores.library import Book
from core.stores.library_plan import Test, must
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.tools import Asked, get_book_stats, search_books
from core.systems.library_chat.state import Context
from tests.systems.library_chat.little_library import library_in
from tests.word_embedder import WordEmbedder

EMBEDDER = WordEmbedder()
BOOKS = (
    Book("1", "The Green Door", ("Ada Pine",), ("Mystery",), 1999, 210, ("gardens",)),
    Book("2", "Green Rivers", ("Ada Pine", "Bo Reed"), ("Mystery", "Romance"), 2005, 320, ("rivers",)),
    Book("3", "A Quiet Orbit", ("Cy Dole",), ("Romance",), 2015, 180, ("satellites",)),
    Book("4", "Numbers", ("Cy Dole",), ("Science",), 2020, None, ("numbers",)),
    Book("5", "Romance", ("Mystery",), ("Science",), 2020, 66, ("tables",)),
)


@pytest.fixture(scope="module", params=["embedded", "Neo4j"])
def context(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    with library_in(request.param, request, tmp_path_factory.mktemp("tools"), BOOKS) as library:
        yield Context(OfflineEngine(), library, EMBEDDER, threshold=0.5)  # type: ignore[arg-type]


def test_without_a_question_books_authors_and_genres_are_counted(context: Context) -> None:
    assert get_book_stats(context) == {"books": 5, "authors": 4, "genres": 3}
    assert get_book_stats(context, genre="", author="", year=" ", pages="") == {"books": 5, "authors": 4, "genres": 3}


@pytest.mark.parametrize(
    ("genre", "books"),
    [("Mystery", 2), ("mystery", 2), (" MYSTERY ", 2), ("horror", 0), (("Mystery", "Science"), 4), (("horror",), 0)],
)
def test_a_genre_is_counted_whatever_its_capitals(context: Context, genre: str | tuple[str, ...], books: int) -> None:
    assert get_book_stats(context, genre=genre) == {"books": books}


@pytest.mark.parametrize(
    ("author", "books"), [("Ada Pine", 2), ("ada pine", 2), ("Ada", 0), (["Ada Pine", "Cy Dole"], 4), ("Mystery", 1)]
)
def test_an_author_is_counted_by_the_whole_name_and_is_no_genre(
    context: Context, author: str | list[str], books: int
) -> None:
    assert get_book_stats(context, author=author) == {"books": books}


@pytest.mark.parametrize(
    ("year", "books"),
    [
        (2020, 2), ("2020", 2), (" 2020 ", 2), ("1066", 0), ("the 2000s", 1), ("after 2005", 3), ("2005 to 2015", 2),
        ((None, 2005), 2), ((2015, None), 3), ((1999, 1999), 1),
    ],
)  # fmt: skip
def test_a_year_may_be_a_number_its_figures_a_period_in_words_or_bounds(
    context: Context, year: Asked, books: int
) -> None:
    assert get_book_stats(context, year=year) == {"books": books}


@pytest.mark.parametrize(
    ("pages", "books"), [(210, 1), ("210", 1), ("two hundred and ten", 1), ("under 200 pages", 2), ((100, 320), 3)]
)
def test_a_length_may_be_a_number_words_for_it_or_bounds(context: Context, pages: Asked, books: int) -> None:
    assert get_book_stats(context, pages=pages) == {"books": books}


def test_all_conditions_hold_together(context: Context) -> None:
    assert get_book_stats(context, "romance", "ADA PINE", "2005", (300, 400)) == {"books": 1}
    assert get_book_stats(context, "romance", "ADA PINE", "2006", (300, 400)) == {"books": 0}


@pytest.mark.parametrize(("year", "pages"), [("soon", None), (None, "a lot"), ("1999 and 2005", None)])
def test_words_that_are_no_year_and_no_length_are_refused_and_not_passed_over(
    context: Context, year: str | None, pages: str | None
) -> None:
    with pytest.raises(InputError, match=r"is no (year|number of pages)"):
        get_book_stats(context, year=year, pages=pages)


def test_books_are_searched_by_a_query_alone(context: Context) -> None:
    found = search_books(context, "books about gardens")
    assert found.results[0]["book"] == "The Green Door"
    assert all(result["score"] >= 0.5 for result in found.results)


def test_a_search_keeps_to_its_filters_and_writes_down_what_it_asked(context: Context) -> None:
    log = QueryLog(context.library, "librarian")
    found = search_books(context, "books about gardens", (must(Test(column="genres", values=("Romance",))),), log)
    assert {result["id"] for result in [*found.results, *found.near_misses]} == {"2", "3"}
    assert [logged["operation"] for logged in log.statements] == ["search_books", "search_authors", "search_genres"]
