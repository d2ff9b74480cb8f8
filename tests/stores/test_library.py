"""One suite for both stores of the library graph; then counts compared with a scan, and the two with each other."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given

from core.evaluate.ship_vectors import VECTORS
from core.retrieval.embedder import DIMENSIONS, Embedder
from core.settings import Settings
from core.stores.library import EXACT, Book, Filters, Group, Library, Measure, Order, Row, readable
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_neo4j import Neo4jLibrary
from core.stores.library_server import shared_server
from core.systems.library_chat.catalogue.catalogues import sample_books
from tests.properties import examples
from tests.stores.little_library import BOOKS, EMBEDDER, ask, catalogues, clustered, filters, grouped, loaded, passes

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
    asked = Filters(year_to=1960, without_authors=("Wanda Quist",))
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


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "name", "distance"),
    [
        ("Ines Okafor", "Ines Okafor", 0),
        ("okafor", "Ines Okafor", 0),
        ("Inez Okafro", "Ines Okafor", 2),
        ("the orbit", "Orbit of Glass", 0),
        ("sciencefiction", "Science Fiction", 0),
        ("Wanda Qist", "Wanda Quist", 1),
    ],
)
def test_a_name_is_found_by_its_words_and_by_its_letters(
    library: Library, words: str, name: str, distance: int
) -> None:
    best = loaded(library).find_names(words)[0]
    assert (best.name, best.distance) == (name, distance)


def test_names_that_hold_all_words_come_first_and_each_book_is_named_by_its_id(library: Library) -> None:
    found = loaded(library).find_names("iron tides", 3)
    assert [(named.kind, named.id, named.distance) for named in found[:2]] == [("Book", "3", 0), ("Book", "4", 0)]
    assert found[2].distance > 0


def test_there_is_always_a_nearest_name_and_none_for_no_words(library: Library) -> None:
    assert len(loaded(library).find_names("Zzyzx", 2)) == 2
    assert library.find_names("  ?! ") == library.find_names("") == library.find_names("tides", 0) == []


def test_names_that_were_loaded_later_are_found(library: Library) -> None:
    loaded(library).find_names("Zzyzx")
    loaded(library, [replace(BOOKS[0], id="7", title="Zzyzx Road")])
    assert library.find_names("Zzyzx", 1)[0].name == "Zzyzx Road"


# --- counting ---------------------------------------------------------------------------------------------------------


def test_what_is_in_the_catalogue_is_counted(library: Library) -> None:
    assert loaded(library).totals() == {"books": 6, "authors": 3, "genres": 5}
    assert library.years() == (1955, 2021)
    assert library.count(Filters(genres=("Romance", "Thriller"), year_from=1999)) == 2
    assert library.authors_of_many_genres() == [
        Row("Paul Strand", 3),
        Row("Ines Okafor", 2),
        Row("Wanda Quist", 2),
    ]


def test_a_book_comes_back_as_it_was_loaded_with_its_authors_in_their_order(library: Library) -> None:
    assert loaded(library).books(limit=10) == sorted(BOOKS, key=lambda book: (book.title, book.id))


def test_an_empty_catalogue_answers_everything_with_nothing(library: Library) -> None:
    assert library.totals() == {"books": 0, "authors": 0, "genres": 0}
    assert library.count() == 0
    assert library.years() is None
    assert library.books() == library.group("genre") == library.authors_of_many_genres() == []
    assert library.find_names("anything") == []
    assert all(getattr(library, operation)(ask("anything"), 10) == [] for operation in SEARCHES)
    library.check()


# --- statements -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("search_books", {"vector": ask("tides"), "limit": 10}),
        ("search_authors", {"vector": ask("tides"), "limit": 10, "filters": Filters(year_from=1990)}),
        ("search_genres", {"vector": ask("tides"), "limit": 10}),
        ("find_names", {"words": "tides", "limit": 5}),
        ("books", {"order": "newest", "limit": 3}),
        ("count", {"filters": Filters(genres=("Romance",), pages_to=300)}),
        ("group", {"by": "decade", "measure": "average pages"}),
        ("totals", {}),
        ("years", {}),
        ("authors_of_many_genres", {"least": 2}),
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
    before = (loaded(library).totals(), library.books(limit=10), library.search_books(ask("tides"), 10))
    loaded(library, [replace(BOOKS[0], title="Another title for the same id"), *BOOKS])
    assert (library.totals(), library.books(limit=10), library.search_books(ask("tides"), 10)) == before


def test_a_load_that_fails_leaves_nothing(library: Library) -> None:
    with pytest.raises(ValueError, match="zip"):
        library.load(BOOKS, EMBEDDER.encode(["one vector too few"]))
    assert library.totals() == {"books": 0, "authors": 0, "genres": 0}


def test_a_cleared_catalogue_is_empty_and_can_be_loaded_again(library: Library) -> None:
    loaded(library).clear()
    assert library.count() == 0
    assert library.search_books(ask("tides"), 3) == []
    assert loaded(library).count() == 6


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_titles_and_questions_are_text_and_nothing_else(library: Library, text: str) -> None:
    name = text[:150]
    hostile = Book("x", text, (name, f"{name} the second"), (name,), 2000, 100, (name,))
    loaded(library, [*BOOKS, hostile])
    (book,) = library.books(Filters(authors=(name,)))
    assert book.title == readable(text)
    assert library.count(Filters(genres=(text, name), without_genres=("Romance",))) == 1
    assert library.count(Filters(without_authors=(name,), year_to=10**30, pages_from=-(10**30))) == 5 - 1
    library.find_names(text)
    for operation in SEARCHES:
        getattr(library, operation)(ask(text), 10, Filters(genres=(text, "Romance")))
    assert library.totals() == {"books": 7, "authors": 5, "genres": 6}


def test_twenty_may_ask_at_once(library: Library) -> None:
    loaded(library)
    expected = [match.book.id for match in library.search_books(ask("tides"), 3)]

    def chat(_: int) -> bool:
        same = [match.book.id for match in library.search_books(ask("tides"), 3)] == expected
        return same and library.find_names("okafor")[0].distance == 0 and library.count() == 6

    with ThreadPoolExecutor(20) as visitors:
        assert all(visitors.map(chat, range(60)))


# --- counts, computed twice -------------------------------------------------------------------------------------------


def agree(library: Library, books: list[Book], asked: Filters) -> None:
    """Every count of the store equals that of a scan over the books."""
    passing = [book for book in books if passes(book, asked)]
    assert library.count(asked) == len(passing)
    for by in get_args(Group):
        for measure in get_args(Measure):
            rows = library.group(by, measure, asked, 100)
            assert [row.name for row in rows] == [row.name for row in grouped(passing, by, measure)]
            assert [row.value for row in rows] == pytest.approx([row.value for row in grouped(passing, by, measure)])
    keys: dict[Order, Callable[[Book], Any]] = {
        "title": lambda book: (book.title, book.id),
        "newest": lambda book: (book.year is None, -(book.year or 0), book.title, book.id),
        "oldest": lambda book: (book.year is None, book.year or 0, book.title, book.id),
        "longest": lambda book: (book.pages is None, -(book.pages or 0), book.title, book.id),
        "shortest": lambda book: (book.pages is None, book.pages or 0, book.title, book.id),
    }
    for order, key in keys.items():
        assert library.books(asked, order, 5) == sorted(passing, key=key)[:5]
    genres: dict[str, set[str]] = {}
    for book in books:
        for author in book.authors:
            genres.setdefault(author, set()).update(book.genres)
    many = [Row(author, len(of)) for author, of in genres.items() if len(of) >= 2]
    assert library.authors_of_many_genres(2, 100) == sorted(many, key=lambda row: (-row.value, row.name))
    found = {match.book.id for match in library.search_books(ask("tides"), 100, asked)}
    assert found == {book.id for book in passing}


@given(catalogues(), filters())
@examples(60)
def test_every_count_of_the_embedded_store_is_that_of_a_scan(books: list[Book], asked: Filters) -> None:
    with tempfile.TemporaryDirectory() as folder:
        agree(loaded(EmbeddedLibrary(Path(folder) / "l.sqlite", EMBEDDER.encode), books), books, asked)


@given(books=catalogues(), asked=filters())
@examples(4)
def test_every_count_of_neo4j_is_that_of_a_scan(neo4j: Settings, books: list[Book], asked: Filters) -> None:
    with in_neo4j(neo4j) as library:
        agree(loaded(library, books), books, asked)


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
FILTERS = (
    Filters(),
    Filters(genres=("Science Fiction", "Fiction")),
    Filters(year_from=1990, without_genres=("Romance",)),
    Filters(pages_to=260, without_authors=("Leo Harding",)),
)


def questions() -> list[str]:
    return QUESTIONS.strip().replace("\n", "|").split("|")


def alike(one: Library, other: Library, vectors: np.ndarray, asked: Filters) -> None:
    for vector in vectors:
        for operation in SEARCHES:
            ours, theirs = (getattr(library, operation)(vector, 10, asked) for library in (one, other))
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


@pytest.mark.parametrize("asked", FILTERS, ids=["all", "genres", "years", "pages"])
def test_forty_questions_find_the_same_books_in_the_same_order_with_the_same_scores(
    both: list[Library], model: Embedder, asked: Filters
) -> None:
    assert len(questions()) == 40
    alike(*both, model.encode(questions()), asked)


def test_the_same_names_are_found(both: list[Library]) -> None:
    here, there = both
    for words in (*questions(), "Samira Hadded", "The Storm", "Zzyzx", "salt ledger", "the", "letter"):
        assert here.find_names(words) == there.find_names(words)


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
            for filters in (Filters(), Filters(year_from=1960), Filters(genres=("Genre 3",))):
                alike(here, there, asked, filters)
