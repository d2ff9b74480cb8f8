"""What the relations of the graph answer, alike in both stores: books like one, ways, and authors of two genres."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.llm.engine import OfflineEngine
from core.stores.library import Book
from core.stores.library_plan import Plan, Test, must
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.agents.relations import books_like, way_between
from core.systems.library_chat.agents.results import Finding
from core.systems.library_chat.graph import build_graph
from core.systems.library_chat.state import Context
from tests.systems.library_chat.little_library import library_in
from tests.word_embedder import WordEmbedder

EDITIONS = tuple(
    Book(f"e{number}", title, ("Ada Pine",), ("Mystery",), 1990 + number, 200, ("amber", "harbour"))
    for number, title in enumerate(["Amber Harbour", "Amber harbour!", "Amber Harbour (Harbours, #1)"] * 5)
)
BOOKS = (
    *EDITIONS,
    Book("1", "Amber Harbour", ("Bo Reed",), ("Mystery",), 2001, 190, ("amber",)),
    Book("2", "Amber Harbour Nights", ("Ada Pine",), ("Mystery",), 2003, 210, ("harbour",)),
    Book("3", "Storm over Amber", ("Ada Pine", "Cy Dole"), ("Romance",), 2005, 320, ("amber",)),
    Book("4", "Green Rivers", ("Cy Dole", "Di Fell"), ("Romance", "Thriller"), 2008, 320),
    Book("5", "A Quiet Orbit", ("Di Fell", "Ed Gray"), ("Thriller",), 2015, 180),
    Book("6", "Numbers", ("Ed Gray",), ("Romance",), 2020),
    Book("7", "Alone", ("Flo Hart",), ("Thriller",)),
    Book("8", "A Slow Orbit", ("Cy Dole", "Ed Gray", "Gil Ives"), ("Science",), 2016, 99),
    Book("9", "Old Verses", (), ("Poetry",)),
    Book("10", "Old Verses", (), ("Poetry",)),
)


@pytest.fixture(scope="module", params=["embedded", "Neo4j"])
def context(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    with library_in(request.param, request, tmp_path_factory.mktemp("relations"), BOOKS) as library:
        yield Context(OfflineEngine(), library, WordEmbedder(), threshold=0.5)  # type: ignore[arg-type]


def like(context: Context, **asked: object) -> Finding:
    return books_like(Plan(**asked), context, QueryLog(context.library, "librarian"))  # type: ignore[arg-type]


@pytest.mark.parametrize("said", ["e0", "Amber harbour!", "e2"])
def test_a_book_is_not_like_itself_nor_its_editions_however_many_there_are(context: Context, said: str) -> None:
    found = like(context, like=said, limit=3)
    ids = [result["id"] for result in found.results]
    assert len(ids) == 3
    assert not [id for id in ids if id.startswith("e")]
    assert {"1", "2"} <= set(ids), "another author's book of that title, and a longer title, are other books"


def test_books_like_one_keep_to_the_conditions(context: Context) -> None:
    found = like(context, like="e0", where=(must(Test(column="genres", values=("Romance",))),))
    assert {result["id"] for result in [*found.results, *found.near_misses]} <= {"3", "4", "6"}
    assert found.results[0]["id"] == "3"


def test_a_book_without_an_author_has_no_editions_and_one_that_is_gone_is_told(context: Context) -> None:
    found = like(context, like="9", limit=30)
    assert "10" in {result["id"] for result in found.results}
    assert "9" not in {result["id"] for result in found.results}
    assert "no longer" in like(context, like="Nothing of the kind").text


def way(context: Context, first: str, last: str) -> tuple[list[str], QueryLog]:
    log = QueryLog(context.library, "librarian")
    found = way_between(Plan(path=(first, last)), log)
    return [result["book"] for result in found.results], log


def test_the_way_between_two_authors_is_the_shortest_and_one_step_is_one_question(context: Context) -> None:
    assert way(context, "Ada Pine", "Cy Dole")[0] == ["Storm over Amber"]
    books, log = way(context, "Ada Pine", "Ed Gray")
    assert books == ["Storm over Amber", "A Slow Orbit"], "over Di Fell it is longer"
    assert [statement["operation"] for statement in log.statements] == ["select"] * 2
    assert way(context, "Ed Gray", "Ada Pine")[0] == books[::-1]


def test_who_wrote_with_nobody_is_reached_by_no_way(context: Context) -> None:
    log = QueryLog(context.library, "librarian")
    for path in (("Ada Pine", "Flo Hart"), ("Flo Hart", "Ada Pine"), ("Ada Pine", "Nobody")):
        found = way_between(Plan(path=path), log)
        assert (found.results, found.text[:16]) == ([], "No way was found")


@pytest.mark.parametrize(
    ("question", "authors"),
    [
        ("Which authors wrote both Romance and Thriller?", {"Cy Dole", "Di Fell", "Ed Gray"}),
        ("Which authors wrote Mystery and also Romance?", {"Ada Pine"}),
    ],
)
def test_authors_of_two_genres_are_those_of_one_book_of_both_and_those_of_two_books(
    context: Context, question: str, authors: set[str]
) -> None:
    state = build_graph().invoke({"request": question}, context=context)
    assert {figure["name"] for figure in state["statistics"]} == authors


def test_books_of_both_genres_are_of_both_themselves(context: Context) -> None:
    state = build_graph().invoke({"request": "Find books that are both Romance and Thriller"}, context=context)
    assert [result["id"] for result in state["results"]] == ["4"]
