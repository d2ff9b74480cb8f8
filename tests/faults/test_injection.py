"""Text in the syntax of Cypher, SQL or a full-text search is text: in a query, in data, in a name, in an id.

For both implementations of each store: it raises nothing but an error with words, changes nothing, and finds what a
literal search finds.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as some
from pydantic import ValidationError

from core.errors import AppError, InputError, StoreError
from core.language.tokens import words
from core.settings import Settings
from core.stores.checkpoints import open_checkpoints
from core.stores.library import Book, Library, readable
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_plan import Column, How, Key, Plan, Test, must
from core.stores.passages import Passages
from core.stores.passages_embedded import EmbeddedPassages
from core.stores.passages_postgres import PostgresPassages
from core.stores.threads import Threads
from tests.properties import examples
from tests.stores.little_library import EMBEDDER, ask, vectors_of
from tests.stores.little_passages import made, put
from tests.stores.little_passages import vectors_of as vectors_of_passages
from tests.stores.little_plans import passes, selected
from tests.stores.test_library import in_neo4j

PIECES = (
    "'", '"', "`", "\\", "\\'", "\\u0027", "\\u0060", "$", "$catalogue", "%s", "%(vector)s", "{}", "{0}", ";", "--",
    "//", "/*", "*/", "*", "%", "_", "?", "?1", ":x", "(", ")", "[a TO b]", "~2", "^4", "&", "|", "!", "<->", ":*",
    "!!!", "NEAR(", "AND", "OR", "NOT", "title:", "name:*", "/.*/", "'}) DETACH DELETE n //",
    "`) MATCH (n) DETACH DELETE n //", "' OR '1'='1", "'; DROP TABLE book; --", "x' UNION SELECT * FROM book --",
    "') RETURN 1 UNION MATCH (n) RETURN n //", "tides", "Iron", "c++", "what's \"up", "\x00", "\ud800", "\u202e",
    "\u200b", "é", "İ", "ß", "𝔘", " ", "\n", "\t",
)  # fmt: skip
several = some.lists(
    some.sampled_from(PIECES) | some.text(string.printable, max_size=6) | some.text(max_size=6), max_size=6
).map(lambda pieces: " ".join(pieces)[:200])
hostile = some.sampled_from(PIECES) | several


def every_piece(test: Callable[..., None], name: str = "text") -> Callable[..., None]:
    """Let a property hold for each piece alone, whatever else is tried."""
    for piece in PIECES:
        test = example(**{name: piece})(test)
    return test


SHARED = {"suppress_health_check": [HealthCheck.function_scoped_fixture]}  # the store is asked, and stays as it is


# --- books ------------------------------------------------------------------------------------------------------------

PUBLISHER = Column(name="publisher", title="'] `Publisher` $x", kind="text")
BOOKS = [
    Book(f"{number}'\"`", f"Tides {piece}", (f"Ann {piece}",), (f"Genre {piece}",), 1900 + number, 100,
         (f"sea {piece}",), {"publisher": f"house {piece}"})
    for number, piece in enumerate(PIECES)
]  # fmt: skip
KEPT = [
    Book(readable(one.id), readable(one.title), tuple(map(readable, one.authors)), tuple(map(readable, one.genres)),
         one.year, one.pages, tuple(map(readable, one.subjects)), {"publisher": readable(str(one.extra["publisher"]))})
    for one in BOOKS
]  # fmt: skip


@pytest.fixture(scope="module", params=["embedded", "Neo4j"])
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    if request.param == "embedded":
        there: Library = EmbeddedLibrary(tmp_path_factory.mktemp("library") / "library.sqlite", EMBEDDER.encode)
        there.load(BOOKS, vectors_of(BOOKS), [PUBLISHER])
        yield there
    else:
        with in_neo4j(request.getfixturevalue("neo4j")) as library:
            library.load(BOOKS, vectors_of(BOOKS), [PUBLISHER])
            yield library


def test_books_with_names_in_any_syntax_are_kept_as_they_are(library: Library) -> None:
    assert sorted(library.select(Plan()).books, key=lambda one: one.id) == sorted(KEPT, key=lambda one: one.id)
    assert set(library.values("genres")) == {one.genres[0] for one in KEPT}
    assert {match.book.id for match in library.search_books(ask("tides"), 200)} == {one.id for one in KEPT}


@given(
    text=hostile,
    column=some.sampled_from(["title", "authors", "genres", "subjects", "id", "publisher", "year", "nothing' here"]),
    how=some.sampled_from(["is", "contains", "begins", "ends"]),
)
@examples(30, **SHARED)
def test_a_condition_in_any_syntax_finds_what_a_scan_finds_and_changes_nothing(
    library: Library, text: str, column: str, how: How
) -> None:
    before = library.state(), library.totals()
    try:
        plan = Plan(where=(must(Test(column=column, how=how, values=(text,))),), by=(Key(column="genres"),))
        found = library.select(plan)
        near = library.search_books(ask("tides"), 200, plan.where)
        library.statement("select", plan=plan)
    except InputError:
        assert column in ("year", "nothing' here") or not text.strip() or not words(text)
    else:
        expected = selected(KEPT, plan)
        assert found.passing == expected.passing
        assert {group.names for group in found.groups} == {group.names for group in expected.groups}
        assert {match.book.id for match in near} == {one.id for one in KEPT if passes(one, plan.where)}
    assert (library.state(), library.totals()) == before


@every_piece
@given(text=hostile)
@examples(30, **SHARED)
def test_what_is_searched_by_meaning_or_by_name_may_be_in_any_syntax(library: Library, text: str) -> None:
    before = library.state(), library.totals()
    deeds: list[Callable[[], object]] = [
        lambda: library.search_books(ask(text), 5),
        lambda: library.search_authors(ask(text), 5),
        lambda: library.search_genres(ask(text), 5),
        lambda: library.values(text),
        lambda: library.select(Plan(like=text)),
        lambda: library.select(Plan(about=text)),
        lambda: library.select(Plan(path=(text, f"Ann {text}"))),
        lambda: library.select(Plan(by=(Key(column=text),))),
    ]
    for deed in deeds:
        try:
            deed()
        except (AppError, ValidationError):  # pydantic's, for a plan that is none, before any store is asked
            continue
    assert (library.state(), library.totals()) == before


# --- passages ---------------------------------------------------------------------------------------------------------

TEXTS = {
    f"document {number}": [f"A passage about {piece} and moisture.", "Argon."] for number, piece in enumerate(PIECES)
}


@pytest.fixture(scope="module", params=["embedded", "PostgreSQL"])
def passages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Passages]:
    if request.param == "PostgreSQL":
        server = request.getfixturevalue("postgres")
        store: Passages = PostgresPassages(server.get_uri(), "'; DROP TABLE passages; -- %s", EMBEDDER)
    else:
        store = EmbeddedPassages(tmp_path_factory.mktemp("passages") / "passages.sqlite", EMBEDDER)
    for name, texts in TEXTS.items():
        put(store, name, [readable(text) for text in texts])
    yield store
    store.clear()


@every_piece
@given(text=hostile)
@examples(40, **SHARED)
def test_a_search_in_any_syntax_finds_the_passages_that_hold_its_words_and_changes_nothing(
    passages: Passages, text: str
) -> None:
    before = passages.card()
    vector = np.asarray(EMBEDDER.encode([readable(text)])[0])
    _, by_words = passages.search(f"{text} moisture", vector, 500)
    assert {id for id, _ in by_words.hits} >= {f"{name}:0" for name in TEXTS}
    assert passages.frequencies(["moistur", text]).get("moistur") == len(TEXTS)
    assert passages.passages(text) == []
    assert passages.get([text, f"{text}:0", "document 0:0"])[0].id == "document 0:0"
    with pytest.raises(InputError):
        passages.text(text)
    passages.remove(text)
    assert passages.card() == before


@every_piece
@given(text=hostile)
@examples(15, **SHARED)
def test_a_document_with_names_in_any_syntax_comes_back_as_it_was_and_can_be_found(
    passages: Passages, text: str
) -> None:
    text = readable(text)
    document, whole, some_passages = made(f"new {text}".strip(), [f"{text} zebrafish"], (text,))
    assert passages.add(document, whole, some_passages, vectors_of_passages(some_passages))
    try:
        assert passages.text(document.id) == whole
        assert passages.passages(document.id) == some_passages
        _, by_words = passages.search("zebrafish", np.asarray(EMBEDDER.encode(["zebrafish"])[0]), 5)
        assert [id for id, _ in by_words.hits] == [some_passages[0].id]
    finally:
        passages.remove(document.id)


# --- runs -------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def threads(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Threads]:
    server = request.param == "PostgreSQL"
    settings = Settings(database_url=request.getfixturevalue("database_url")) if server else Settings(data=tmp_path)
    with open_checkpoints(settings) as checkpoints:
        yield Threads(checkpoints)


@given(owner=hostile.map(readable) | some.just("\0"), system=hostile, title=hostile, id=hostile)
@examples(30, **SHARED)
def test_owners_titles_and_ids_in_any_syntax_reach_nothing_that_is_not_theirs(
    threads: Threads, owner: str, system: str, title: str, id: str
) -> None:
    kept = threads.begin(threads.new_id(), "system", "somebody", "request", {"key": readable(title)})
    assert threads.find(id) is None
    assert threads.steps(id) == []
    threads.forget(id)
    mine = threads.new_id()
    try:
        assert kept.id not in [one.id for one in threads.of(owner)]
        assert kept.id not in [one.id for one in threads.of("somebody", f"{system}'")]
        threads.begin(mine, "system", owner, title, {})
        assert [one.id for one in threads.of(owner)] == ([] if "\0" in owner else [mine])
    except StoreError as error:
        assert "NUL" in str(error)  # noqa: PT017 - what PostgreSQL cannot hold, and nothing else
    finally:
        threads.forget(mine)
        assert threads.find(kept.id) == kept
        threads.forget(kept.id)
