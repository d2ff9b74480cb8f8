"""One suite for both stores of the library graph; then the two compared with each other."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.evaluate.ship_vectors import VECTORS
from core.language.names import plain_name
from core.retrieval.embedder import DIMENSIONS, Embedder
from core.settings import Settings
from core.stores.library import EXACT, Book, Library, readable
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_neo4j import Neo4jLibrary
from core.stores.library_plan import Clause, How, Order, Plan, Test, Where, must
from core.stores.library_server import shared_server
from core.systems.library_chat.catalogue.catalogues import sample_books
from tests.stores.little_library import BOOKS, EMBEDDER, ask, clustered, loaded

SEARCHES = ("search_books", "search_authors", "search_genres")
HOSTILE = (
    "'; MATCH (n) DETACH DELETE n; //",
    "'); DROP TABLE book; --",
    "$catalogue `x` {y} \\ \" ' \\u0000 %s ? :genres",
    'AND OR NOT +-&|!(){}[]^"~*?:\\/',
    "\ud800 half a pair, \x00 nothing, \u202e turned, 書名 🂡",
    "x" * 10_000,
    "word " * 2_000,
)


def genre(*names: str) -> Clause:
    return must(Test(column="genres", values=names))


def until(year: float) -> Clause:
    return must(Test(column="year", how="between", high=year))


def books_in(library: Library) -> list[Book]:
    return list(library.select(Plan()).books)


@contextmanager
def in_neo4j(place: Settings, encode: Any = EMBEDDER.encode) -> Iterator[Neo4jLibrary]:
    """An empty catalogue of one's own, taken away afterwards."""
    server = shared_server(place.neo4j_uri, place.neo4j_username, place.neo4j_password)
    library = Neo4jLibrary(server, f"test-{secrets.token_hex(6)}", encode)
    try:
        yield library
    finally:
        library.clear()


@pytest.fixture(params=["embedded", "Neo4j"])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    """An empty library of each kind."""
    if request.param == "embedded":
        yield EmbeddedLibrary(tmp_path / "library.sqlite", EMBEDDER.encode)
    else:
        with in_neo4j(request.getfixturevalue("neo4j")) as library:
            yield library


# --- searching --------------------------------------------------------------------------------------------------------


def test_the_nearest_book_comes_first_with_the_score_of_neo4j_and_its_reason(library: Library) -> None:
    first, *rest = loaded(library).search_books(ask(BOOKS[2].context), 3)
    assert (first.book, first.reason, first.node) == (BOOKS[2], "Book Match", "Iron Tides")
    assert first.score == pytest.approx(1, abs=1e-5)
    assert all(0 <= match.score < first.score for match in rest)


def test_an_author_leads_to_the_books_by_title_at_most_as_many_as_asked_for(library: Library) -> None:
    matches = loaded(library).search_authors(ask("Ines Okafor"), 1)
    assert [(match.node, match.book.title, match.reason) for match in matches] == [
        ("Ines Okafor", "The Amber Lighthouse", "Author Match")
    ]
    two = loaded(library).search_authors(ask("Ines Okafor"), 2)
    assert [match.book.id for match in two if match.node == "Ines Okafor"] == ["1", "2"]


def test_a_genre_leads_to_those_of_its_books_that_are_nearest(library: Library) -> None:
    question = ask(f"Romance {BOOKS[1].context}")
    matches = [match for match in loaded(library).search_genres(question, 5) if match.node == "Romance"]
    assert [match.book.id for match in matches] == ["2", "1"]
    assert len({match.score for match in matches}) == 1
    assert len([match for match in library.search_genres(question, 1) if match.node == "Romance"]) <= 1


@pytest.mark.parametrize("operation", SEARCHES)
def test_a_search_gives_only_books_that_pass_and_finds_them_however_far_they_are(
    library: Library, operation: str
) -> None:
    asked = (until(1960), must(Test(column="authors", values=("Wanda Quist",), denied=True)))
    matches = getattr(loaded(library), operation)(ask("Orbit of Glass by Wanda Quist"), 10, asked)
    assert {match.book.id for match in matches} == {"1"}


@pytest.mark.parametrize("operation", SEARCHES)
def test_nothing_is_near_a_vector_of_zeros_and_no_book_is_given_where_none_is_asked_for(
    library: Library, operation: str
) -> None:
    search = getattr(loaded(library), operation)
    assert search(np.zeros(DIMENSIONS, np.float32), 10) == []
    assert search(ask("tides"), 0) == search(ask("tides"), -3) == []


def test_books_of_equal_vectors_stand_by_their_ids(library: Library) -> None:
    twins = [replace(BOOKS[2], id=id) for id in ("b", "a", "c")]
    loaded(library, twins)
    assert [match.book.id for match in library.search_books(ask("iron tides"), 2)] == ["a", "b"]


def test_two_books_of_one_title_are_two_books(library: Library) -> None:
    found = loaded(library).search_books(ask("Iron Tides"), 6)
    assert {match.book.id for match in found if match.book.title == "Iron Tides"} == {"3", "4"}


# --- books and numbers ------------------------------------------------------------------------------------------------


def test_what_is_in_the_catalogue_is_counted(library: Library) -> None:
    assert loaded(library).totals() == {"books": 6, "authors": 3, "genres": 5}


def test_a_book_comes_back_as_it_was_loaded_with_its_authors_in_their_order(library: Library) -> None:
    assert books_in(loaded(library)) == sorted(BOOKS, key=lambda book: (book.title, book.id))


def test_an_empty_catalogue_answers_everything_with_nothing(library: Library) -> None:
    assert library.totals() == {"books": 0, "authors": 0, "genres": 0}
    assert books_in(library) == []
    assert library.values("genres") == {}
    assert [column.name for column in library.columns()] == ["title", "id"]
    assert all(getattr(library, operation)(ask("anything"), 10) == [] for operation in SEARCHES)
    library.check()


# --- statements -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("search_books", {"vector": ask("tides"), "limit": 10}),
        ("search_authors", {"vector": ask("tides"), "limit": 10, "where": (genre("Romance"),)}),
        ("search_genres", {"vector": ask("tides"), "limit": 10}),
        ("totals", {}),
        ("columns", {}),
        ("select", {"plan": Plan(where=(genre("Romance"),), order=(Order(by="year"),), limit=3)}),
    ],
)
def test_every_operation_tells_its_cypher_in_which_no_value_stands(
    library: Library, operation: str, arguments: dict[str, Any]
) -> None:
    statement = loaded(library).statement(operation, **arguments)
    assert "$catalogue" in statement.cypher
    assert "Romance" not in statement.cypher
    assert not any(word in statement.cypher for word in ("CREATE", "MERGE", "SET ", "DELETE"))
    assert all(f"${name}" in statement.cypher for name in statement.parameters)
    if "vector" in arguments:
        assert statement.parameters["vector"].endswith("… 384 numbers]")


def test_an_operation_that_is_not_listed_has_no_statement(library: Library) -> None:
    with pytest.raises(KeyError):
        library.statement("MATCH (n) RETURN n")


# --- loading ----------------------------------------------------------------------------------------------------------


def test_loading_again_changes_nothing(library: Library) -> None:
    before = (loaded(library).totals(), books_in(library), library.search_books(ask("tides"), 10))
    loaded(library, [replace(BOOKS[0], title="Another title for the same id"), *BOOKS])
    assert (library.totals(), books_in(library), library.search_books(ask("tides"), 10)) == before


def test_a_load_that_fails_leaves_nothing(library: Library) -> None:
    with pytest.raises(ValueError, match="zip"):
        library.load(BOOKS, EMBEDDER.encode(["one vector too few"]))
    assert library.totals() == {"books": 0, "authors": 0, "genres": 0}


def test_a_cleared_catalogue_is_empty_and_can_be_loaded_again(library: Library) -> None:
    loaded(library).clear()
    assert books_in(library) == library.search_books(ask("tides"), 3) == []
    assert len(books_in(loaded(library))) == 6


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_titles_and_questions_are_text_and_nothing_else(library: Library, text: str) -> None:
    name = text[:150]
    hostile = Book("x", text, (name, f"{name} the second"), (name,), 2000, 100, (name,))
    loaded(library, [*BOOKS, hostile])
    (book,) = library.select(Plan(where=(must(Test(column="authors", values=(name,))),))).books
    assert book.title == readable(text)
    named = (genre(text, name), must(Test(column="genres", values=("Romance",), denied=True)))
    assert library.select(Plan(where=named)).passing == 1
    others = (must(Test(column="authors", values=(name,), denied=True)), until(1e30))
    assert library.select(Plan(where=others, limit=10**30, skip=0)).passing == 5
    asked: list[How] = ["is", "all", "exactly", *(["contains", "begins", "ends"] if plain_name(text) else [])]
    for how in asked:
        found = library.select(Plan(where=(must(Test(column="title", how=how, values=(text,))),)))
        assert [book.id for book in found.books] == ["x"], how
    for operation in SEARCHES:
        getattr(library, operation)(ask(text), 10, (genre(text, "Romance"),))
    assert library.totals() == {"books": 7, "authors": 5, "genres": 6}


def test_twenty_may_ask_at_once(library: Library) -> None:
    loaded(library)
    expected = [match.book.id for match in library.search_books(ask("tides"), 3)]

    def chat(_: int) -> bool:
        same = [match.book.id for match in library.search_books(ask("tides"), 3)] == expected
        return same and library.values("authors")["Ines Okafor"] == 2 and library.select(Plan()).passing == 6

    with ThreadPoolExecutor(20) as visitors:
        assert all(visitors.map(chat, range(60)))


# --- parity -----------------------------------------------------------------------------------------------------------

QUESTIONS = """
books about space|Do you have any books about space?|Who wrote The Storm?|Find books by Samira Hadded|romantic books
dragons and magic|a story about robots|spies in the Cold War|learning to program|computer networks|machine learning
the Middle Ages|a siege and hunger|ghosts at a lake|letters that were never sent|a garden|life on an island
lost in the jungle|the sea|smuggling and forged papers|a murder in the theatre|lawyers and a trial|a village bakery
Italy|Persia|the imperial court|climate and politics|bees|childhood and kites|growing old|short novels
fantasy from the 1950s|books by Noor Rahimi|Leo Harding|thrillers of the nineties|an inspector by the river|dance
databases|atomic war|a lighthouse
"""
WHERE: dict[str, Where] = {
    "all": (),
    "genres": (genre("Science Fiction", "Fiction"),),
    "years": (
        must(Test(column="year", how="between", low=1990)),
        must(Test(column="genres", values=("Romance",), denied=True)),
    ),
    "pages": (
        must(Test(column="pages", how="between", high=260)),
        must(Test(column="authors", values=("Leo Harding",), denied=True)),
    ),
}  # fmt: skip


def questions() -> list[str]:
    return QUESTIONS.strip().replace("\n", "|").split("|")


def alike(one: Library, other: Library, vectors: np.ndarray, where: Where) -> None:
    for vector in vectors:
        for operation in SEARCHES:
            ours, theirs = (getattr(library, operation)(vector, 10, where) for library in (one, other))
            assert [(m.book, m.reason, m.node) for m in ours] == [(m.book, m.reason, m.node) for m in theirs]
            np.testing.assert_allclose([m.score for m in ours], [m.score for m in theirs], atol=1e-4)


@pytest.fixture(scope="module")
def model() -> Embedder:
    return Embedder(None, [VECTORS / "library.npz"])


@pytest.fixture(scope="module")
def both(neo4j: Settings, model: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Library]]:
    """The sample in both stores."""
    books = sample_books()
    vectors = model.encode([book.context for book in books])
    with in_neo4j(neo4j, model.encode) as there:
        here = EmbeddedLibrary(tmp_path_factory.mktemp("parity") / "sample.sqlite", model.encode)
        for library in (here, there):
            library.load(books, vectors)
        yield [here, there]


@pytest.mark.parametrize("where", WHERE.values(), ids=WHERE)
def test_forty_questions_find_the_same_books_in_the_same_order_with_the_same_scores(
    both: list[Library], model: Embedder, where: Where
) -> None:
    assert len(questions()) == 40
    alike(*both, model.encode(questions()), where)


def test_a_catalogue_among_larger_ones_is_searched_as_if_it_were_alone(neo4j: Settings, tmp_path: Path) -> None:
    """With more books than are compared exactly, and fewer than the index holds of others."""
    many, few = EXACT + 300, 60
    vectors, asked = np.split(clustered(many + few + 12), [many + few])
    books = [
        Book(
            str(n),
            f"Title {n}",
            (f"Author {n % 700}", f"Author {n % 11}"),
            (f"Genre {n % 13}",),
            1950 + n % 70,
            n % 900,
        )
        for n in range(many + few)
    ]
    names = {f"{kind} {n}": row for kind in ("Author", "Genre") for n, row in enumerate(clustered(700, len(kind)))}

    def encode(texts: Any) -> Any:
        return np.array([names[text] for text in texts], np.float32).reshape(-1, DIMENSIONS)

    with in_neo4j(neo4j, encode) as large, in_neo4j(neo4j, encode) as small:
        for there, part in ((large, slice(many)), (small, slice(many, None))):
            here = EmbeddedLibrary(tmp_path / f"{part}.sqlite", encode)
            for library in (here, there):
                library.load(books[part], vectors[part])
            for where in ((), (must(Test(column="year", how="between", low=1960)),), (genre("Genre 3"),)):
                alike(here, there, asked, where)
