"""Three searches, one list: each book once, by its identity, with its best score and every reason."""

from __future__ import annotations

import threading

import numpy as np

from core.stores.library import Book, Match
from core.stores.library_plan import Test, must
from core.systems.library_chat.agents.hybrid_search import combine, either, hybrid_search
from core.systems.library_chat.agents.query_log import QueryLog
from tests.systems.library_chat.little_library import LittleLibrary
from tests.word_embedder import WordEmbedder

ONE = Book("1", "Amber", ("Ada Pine",), ("Mystery",), 1999, 210)
TWIN = Book("2", "Amber", ("Bo Reed",), ("Romance",), 2001, 100)


def test_a_book_found_three_times_stands_once_with_its_best_score_and_all_reasons() -> None:
    matches = [
        Match(ONE, 0.71, "Book Match", "Amber"),
        Match(ONE, 0.9, "Author Match", "Ada Pine"),
        Match(ONE, 0.8, "Genre Match", "Mystery"),
    ]
    [result] = combine("q", matches)
    assert (result["score"], result["reason"]) == (0.9, "Author Match")
    assert [reason["reason"] for reason in result["reasons"]] == ["Author Match", "Genre Match", "Book Match"]
    assert [step["name"] for step in result["path"]] == ["q", "Ada Pine", "Amber"]


def test_two_books_of_one_title_both_stay() -> None:
    matches = [Match(ONE, 0.8, "Book Match", "Amber"), Match(TWIN, 0.8, "Book Match", "Amber")]
    assert [result["id"] for result in combine("q", matches)] == ["1", "2"]


def test_of_several_queries_a_book_keeps_the_best_score_and_the_reasons_of_all() -> None:
    travel = combine("travel", [Match(ONE, 0.71, "Book Match", "Amber"), Match(TWIN, 0.8, "Book Match", "Amber")])
    sea = combine("sea", [Match(ONE, 0.9, "Book Match", "Amber"), Match(ONE, 0.75, "Genre Match", "Mystery")])
    first, second = either([travel, sea])
    assert (first["id"], first["score"], first["path"][0]["name"]) == ("1", 0.9, "sea")
    assert [reason["score"] for reason in first["reasons"]] == [0.9, 0.75]
    assert second["id"] == "2"


def test_the_three_searches_run_side_by_side() -> None:
    together = threading.Barrier(3, timeout=20)

    class Waiting(LittleLibrary):
        def search_books(self, *args: object, **kwargs: object) -> list[Match]:  # type: ignore[override]
            together.wait()
            return []

        search_authors = search_genres = search_books  # type: ignore[assignment]

    hybrid_search({"q": np.ones(384, np.float32)}, QueryLog(Waiting([ONE]), "librarian"))
    assert not together.broken


def test_results_reach_the_threshold_and_near_misses_do_not() -> None:
    embedder = WordEmbedder()
    books = [ONE, TWIN, Book("3", "Basalt", ("Cy Dole",), ("Science",), 2010, 300)]
    log = QueryLog(LittleLibrary(books, embedder), "librarian")
    for threshold in (0.0, 0.5, 0.6, 0.99):
        found = hybrid_search({"Amber": embedder.encode(["Amber"])[0]}, log, threshold=threshold)
        assert all(result["score"] >= threshold for result in found.results)
        assert all(result["score"] < threshold for result in found.near_misses)
        assert found.scores == sorted(found.scores, reverse=True)
        assert len(found.scores) == len({result["id"] for result in [*found.results, *found.near_misses]})


def test_filters_hold_in_all_three_searches_and_at_most_ten_books_come() -> None:
    embedder = WordEmbedder()
    books = [Book(str(n), f"Title {n}", ("Ada Pine",), ("Mystery",), 1990 + n, 100) for n in range(30)]
    log = QueryLog(LittleLibrary(books, embedder), "librarian")
    found = hybrid_search(
        {"x": embedder.encode(["Mystery"])[0]},
        log,
        threshold=0.0,
        where=(must(Test(column="year", how="between", low=2000)),),
    )
    assert len(found.results) == 10
    assert all(result["year"] >= 2000 for result in found.results)
    assert [statement["operation"] for statement in log.statements] == [
        "search_books",
        "search_authors",
        "search_genres",
    ]
