"""The sample, and catalogues that the analyst brings: kept, loaded into either store, gone on with, removed."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core import embedding
from core.errors import InputError, StoreError
from core.evaluate.ship_vectors import VECTORS
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.stores.library import Book, Library
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_neo4j import Neo4jLibrary
from core.stores.library_plan import Column, Plan, Test, must
from core.stores.uploads import read_json, write_json
from core.systems.library_chat.catalogue import catalogues
from core.systems.library_chat.catalogue.catalogues import (
    CATALOGUES,
    SAMPLE,
    Catalogue,
    Store,
    add_catalogue,
    is_loaded,
    is_prepared,
    lent_library,
    load_books,
    remove_catalogue,
    sample_books,
)
from tests.lending import lent
from tests.systems.library_chat.loading import EMBEDDER

ROOT = Path(__file__).parents[4]
BOOKS = [Book(str(n), f"Title {n}", (f"Author {n % 7}",), (f"Genre {n % 3}",), 1950 + n, 100 + n) for n in range(100)]


def books_in(library: Library) -> list[Book]:
    return list(library.select(Plan()).books)


def size(library: Library, *genres: str) -> int:
    where = (must(Test(column="genres", values=genres)),) if genres else ()
    return library.select(Plan(where=where, limit=0)).passing


@pytest.fixture(autouse=True)
def workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What embeds in the bulk work."""
    monkeypatch.setattr(embedding, "shared_embedder", lambda: EMBEDDER)


@pytest.fixture(params=["embedded", "neo4j"])
def store(request: pytest.FixtureRequest) -> Store:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def settings(store: Store, request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """An installation whose configured store is `store`."""
    place = request.getfixturevalue("neo4j") if store == "neo4j" else Settings()
    return replace(place, data=tmp_path)


@pytest.fixture
def remove(settings: Settings) -> Callable[[Catalogue], None]:
    return lambda card: remove_catalogue(lent(settings.data, EMBEDDER, settings), card.id)


def load(settings: Settings, card: Catalogue) -> Catalogue:
    here = lent(settings.data, EMBEDDER, settings)
    job = CATALOGUES.job(here, card.id)
    assert job is not None
    assert job.run().status == "done"
    CATALOGUES.finish(here, card.id)
    return CATALOGUES.card(settings.data, card.id)


# --- the sample -------------------------------------------------------------------------------------------------------


def test_the_sample_is_what_was_promised() -> None:
    books = {book.title: book for book in sample_books()}
    assert len(sample_books()) == 56
    assert len({author for book in sample_books() for author in book.authors}) == 42
    genres = Counter(genre for book in sample_books() for genre in book.genres)
    assert set(genres) == {
        "Fiction", "Science Fiction", "Thriller", "Technology", "Romance", "Fantasy", "Historical", "Adventure",
    }  # fmt: skip
    assert genres["Science Fiction"] == 12
    love, letter = books["Love Beyond Walls"], books["The Last Letter"]
    assert (love.authors, love.year, love.genres, love.pages) == (("Samira Haddad",), 2020, ("Romance",), 310)
    assert (letter.authors, letter.year, letter.genres, letter.pages) == (("Emma Clarke",), 2019, ("Romance",), 280)
    for title in ("Storm Chaser", "Children of the Storm"):
        assert (books[title].authors, books[title].genres) == (("Leo Harding",), ("Adventure",))
    assert all("Science Fiction" in books[title].genres for title in ("Edge of Tomorrow", "Mapping the Stars"))
    assert "Science Fiction" in books["The Quantum Key"].genres
    assert all("Fiction" in books[title].genres for title in ("Blossoms of Dust", "The Silent Forest"))
    assert len(books) == 55, "one title stands twice"


def test_books_about_space_are_the_five_that_pass_the_threshold(tmp_path: Path) -> None:
    embedder = Embedder(None, [VECTORS / "library.npz"])
    library = CATALOGUES.open(lent(tmp_path, embedder), SAMPLE)
    found = library.search_books(embedder.encode(["Do you have any books about space?"])[0], 10)
    assert {match.book.title for match in found if match.score >= 0.7} == {
        "Edge of Tomorrow", "Mapping the Stars", "The Quantum Key", "Blossoms of Dust", "The Silent Forest",
    }  # fmt: skip


def test_the_sample_is_loaded_when_it_is_first_asked_and_embeds_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "sample_id", lambda: f"sample-{settings.data.name}")
    embedder = Embedder(None, [VECTORS / "library.npz"])
    library = CATALOGUES.open(lent(settings.data, embedder, settings), SAMPLE)
    try:
        assert library.totals() == {"books": 56, "authors": 42, "genres": 8}
        assert size(library, "Science Fiction") == 12
        assert not embedder.ready
        assert CATALOGUES.open(lent(settings.data, embedder, settings), SAMPLE) is library
    finally:
        library.clear()


# --- an analyst's catalogues ------------------------------------------------------------------------------------------


def test_a_catalogue_is_asked_once_it_is_loaded(settings: Settings, remove: Callable[[Catalogue], None]) -> None:
    card = add_catalogue(settings.data, "Ours", BOOKS)
    with pytest.raises(InputError, match="“Ours” is not loaded yet"):
        CATALOGUES.open(lent(settings.data, EMBEDDER, settings), card.id)
    loaded = load(settings, card)
    assert CATALOGUES.uploads(settings.data).all() == [loaded]
    library = CATALOGUES.open(lent(settings.data, EMBEDDER, settings), card.id)
    assert loaded.loaded == (library.kind,)
    assert library.totals() == {"books": 100, "authors": 7, "genres": 3}
    remove(loaded)
    assert CATALOGUES.uploads(settings.data).all() == []
    with pytest.raises(InputError, match="not here"):
        CATALOGUES.open(lent(settings.data, EMBEDDER, settings), card.id)


def test_a_catalogue_is_asked_at_once_and_searched_by_meaning_when_its_work_is_done(
    settings: Settings, remove: Callable[[Catalogue], None]
) -> None:
    here = lent(settings.data, EMBEDDER, settings)
    card = load_books(here, add_catalogue(settings.data, "Ours", BOOKS))
    try:
        assert (is_loaded(here, card), is_prepared(here, card)) == (True, False)
        assert CATALOGUES.card(settings.data, card.id) == card
        library = CATALOGUES.open(here, card.id)
        question = EMBEDDER.encode([BOOKS[20].context])[0]
        assert size(library, "Genre 0") == 34
        assert library.search_books(question, 1) == []
        assert load_books(here, card) == card
        while job := CATALOGUES.job(here, card.id):
            job.run()
            CATALOGUES.finish(here, card.id)
        card = CATALOGUES.card(settings.data, card.id)
        assert (is_loaded(here, card), is_prepared(here, card)) == (True, True)
        assert library.search_books(question, 1)[0].book == BOOKS[20]
        assert library.totals() == {"books": 100, "authors": 7, "genres": 3}
    finally:
        remove(card)


def test_the_further_columns_of_a_catalogue_are_there_at_once(tmp_path: Path) -> None:
    column = Column(name="publisher", title="Publisher", kind="text")
    books = [replace(BOOKS[0], extra={"publisher": "Penguin"})]
    here = lent(tmp_path, EMBEDDER)
    card = load_books(here, add_catalogue(tmp_path, "Ours", books, [column]))
    assert CATALOGUES.open(here, card.id).values("publisher") == {"Penguin": 1}


@pytest.mark.parametrize("operation", ["load", "add_vectors"])
def test_loading_or_preparing_that_was_broken_off_is_completed_and_nothing_is_there_twice(
    operation: str, settings: Settings, remove: Callable[[Catalogue], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = lent(settings.data, EMBEDDER, settings)
    card = add_catalogue(settings.data, "Ours", BOOKS)
    monkeypatch.setattr(catalogues, "PORTION", 40)
    job = CATALOGUES.job(here, card.id)
    assert job
    job.run()
    store = Neo4jLibrary if settings.neo4j_uri else EmbeddedLibrary
    try:
        with monkeypatch.context() as broken:
            broken.setattr(store, operation, once(getattr(store, operation)))
            with pytest.raises(StoreError, match="away"):
                CATALOGUES.finish(here, card.id)
        kept = CATALOGUES.card(settings.data, card.id)
        assert (is_loaded(here, kept), is_prepared(here, kept)) == (operation == "add_vectors", False)
        CATALOGUES.finish(here, card.id)
        assert is_prepared(here, CATALOGUES.card(settings.data, card.id))
        library = CATALOGUES.open(here, card.id)
        question = EMBEDDER.encode([BOOKS[20].context])[0]
        found = library.search_books(question, 200)
        assert sorted(match.book.id for match in found) == sorted(book.id for book in BOOKS)
    finally:
        remove(CATALOGUES.card(settings.data, card.id))


def once(work: Callable[..., None]) -> Callable[..., None]:
    """The same, but the store is away from the second time on."""
    times: list[None] = []

    def do(*args: object) -> None:
        times.append(None)
        if len(times) > 1:
            raise StoreError("The store is away.")
        work(*args)

    return do


def test_a_catalogue_that_an_earlier_version_loaded_is_prepared(tmp_path: Path) -> None:
    here = lent(tmp_path, EMBEDDER)
    card = load(Settings(data=tmp_path), add_catalogue(tmp_path, "Ours", BOOKS))
    path = CATALOGUES.uploads(tmp_path).path(card.id) / "card.json"
    old = {name: value for name, value in read_json(path).items() if name not in ("prepared", "schema")}
    write_json(path, old)
    assert is_prepared(here, CATALOGUES.card(tmp_path, card.id))
    assert CATALOGUES.job(here, card.id) is None


def test_loading_twice_changes_nothing(settings: Settings, remove: Callable[[Catalogue], None]) -> None:
    card = load(settings, add_catalogue(settings.data, "Ours", BOOKS))
    library = CATALOGUES.open(lent(settings.data, EMBEDDER, settings), card.id)
    before = library.totals(), books_in(library), library.values("authors")
    here = lent(settings.data, EMBEDDER, settings)
    assert CATALOGUES.job(here, card.id) is None
    CATALOGUES.finish(here, card.id)
    assert CATALOGUES.card(settings.data, card.id) == card
    assert (library.totals(), books_in(library), library.values("authors")) == before
    remove(card)


def test_further_columns_are_kept_and_loaded_and_a_catalogue_from_before_has_none(
    settings: Settings, remove: Callable[[Catalogue], None]
) -> None:
    columns = [Column(name=name, title=name, kind=kind) for name, kind in (("copies", "number"), ("tags", "list"))]
    books = [replace(book, extra={"copies": float(book.pages or 0), "tags": ("a", "b")}) for book in BOOKS]
    ours, older = (add_catalogue(settings.data, "Ours", books, asked) for asked in (columns, ()))
    (CATALOGUES.uploads(settings.data).path(older.id) / "columns.json").unlink()
    try:
        for card, expected in ((ours, columns), (older, [])):
            library = CATALOGUES.open(lent(settings.data, EMBEDDER, settings), load(settings, card).id)
            assert [column for column in library.columns() if column.title.islower()] == expected
            assert dict(books_in(library)[0].extra) == (dict(books[0].extra) if expected else {})
    finally:
        for card in (ours, older):
            remove(card)


def test_catalogues_are_switched_between_and_know_nothing_of_one_another(
    settings: Settings, remove: Callable[[Catalogue], None]
) -> None:
    cards = [load(settings, add_catalogue(settings.data, name, BOOKS[part])) for name, part in
             (("first", slice(10)), ("second", slice(10, 40)))]  # fmt: skip
    first, second = (CATALOGUES.open(lent(settings.data, EMBEDDER, settings), card.id) for card in cards)
    assert (size(first), size(second)) == (10, 30)
    question = EMBEDDER.encode([BOOKS[20].context])[0]
    assert BOOKS[20].id not in {match.book.id for match in first.search_books(question, 50)}
    assert second.search_books(question, 1)[0].book == BOOKS[20]
    remove(cards[0])
    assert size(second) == 30
    remove(cards[1])


def test_a_catalogue_may_be_in_both_stores(neo4j: Settings, tmp_path: Path) -> None:
    settings = replace(neo4j, data=tmp_path)
    card = load(settings, add_catalogue(tmp_path, "Ours", BOOKS))
    here = Settings(data=tmp_path)
    card = load(here, card)
    assert card.loaded == (f"Neo4j at {neo4j.neo4j_uri}", "embedded graph")
    libraries = [CATALOGUES.open(lent(tmp_path, EMBEDDER, store), card.id) for store in (here, settings)]
    assert [size(library) for library in libraries] == [100, 100]
    remove_catalogue(lent(tmp_path, EMBEDDER, settings), card.id)
    assert size(libraries[1]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("killed_in", ["loading", "preparing"])
def test_a_loading_that_is_killed_loses_nothing_that_was_acknowledged_and_a_second_one_completes_it(
    killed_in: str, store: Store, settings: Settings, remove: Callable[[Catalogue], None]
) -> None:
    here = lent(settings.data, EMBEDDER, settings)
    card = add_catalogue(settings.data, "Ours", BOOKS)
    if killed_in == "preparing":
        card = load_books(here, card)
    server = [settings.neo4j_uri, settings.neo4j_username, settings.neo4j_password] if store == "neo4j" else []
    command = [sys.executable, "-m", "tests.systems.library_chat.loading", str(settings.data), card.id, *server]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "20\n"
        process.stdin.write("go on\n")
        process.stdin.flush()
        acknowledged = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
    assert acknowledged == 40
    kept = CATALOGUES.card(settings.data, card.id)
    assert (is_loaded(here, kept), is_prepared(here, kept)) == (killed_in == "preparing", False)
    half = catalogues._library(settings.data, card.id, settings, EMBEDDER, store)  # type: ignore[arg-type]
    question = EMBEDDER.encode([BOOKS[20].context])[0]
    there = books_in(half) if killed_in == "loading" else [match.book for match in half.search_books(question, 200)]
    assert {book.id for book in there} >= {book.id for book in BOOKS[:acknowledged]}
    card = load(settings, card)
    library = CATALOGUES.open(here, card.id)
    assert library.totals() == {"books": 100, "authors": 7, "genres": 3}
    assert sorted(books_in(library), key=lambda book: int(book.id)) == BOOKS
    assert len(library.search_books(question, 200)) == len(BOOKS)
    remove(card)


def test_a_cancelled_loading_goes_on_where_it_was(tmp_path: Path) -> None:
    card = add_catalogue(tmp_path, "Ours", [replace(book, title=f"{book.title} again") for book in BOOKS])
    job = CATALOGUES.job(lent(tmp_path), card.id)
    assert job is not None
    job.cancel()
    assert job.run().status == "cancelled"
    assert load(Settings(data=tmp_path), card).loaded == ("embedded graph",)


def test_what_is_lent_leaves_nothing_behind(settings: Settings) -> None:
    with lent_library(BOOKS[:5], settings, EMBEDDER) as library:
        assert size(library) == 5
    if library.writes_cypher:
        assert size(library) == 0
    assert list(settings.data.iterdir()) == []


def test_no_book_is_no_catalogue_and_an_unknown_one_is_not_loaded(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no book to keep"):
        add_catalogue(tmp_path, "Empty", [])
    with pytest.raises(InputError, match="not here"):
        CATALOGUES.job(lent(tmp_path), "../../etc")
    remove_catalogue(lent(tmp_path, EMBEDDER), "../../etc")


@pytest.mark.slow
def test_a_server_that_is_not_there_does_not_remove_the_card(tmp_path: Path) -> None:
    away = Settings(data=tmp_path, neo4j_uri="bolt://127.0.0.1:1", neo4j_password="x")
    card = add_catalogue(tmp_path, "Ours", BOOKS)
    job = CATALOGUES.job(lent(tmp_path), card.id)
    assert job is not None
    job.run()
    with pytest.raises(StoreError, match="does not answer"):
        CATALOGUES.finish(lent(tmp_path, EMBEDDER, away), card.id)
    assert CATALOGUES.uploads(tmp_path).all() == [card]
    assert load(Settings(data=tmp_path), card).loaded == ("embedded graph",)
