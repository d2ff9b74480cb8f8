"""Neo4j is killed in the middle of a load, or comes back empty: words, then all goes on, each book once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import InputError, StoreError
from core.settings import Settings
from core.stores import library_server as module
from core.stores.library import Book
from core.stores.library_neo4j import Neo4jLibrary
from core.systems.library_chat.catalogue.catalogues import CATALOGUES, Catalogue, add_catalogue, load_books
from tests.lending import lent
from tests.neo4j_server import OwnServer
from tests.stores.little_library import EMBEDDER, ask

BOOKS = [
    Book(str(number), f"Tides {number}", (f"Ann {number % 40}",), (f"Genre {number % 7}",), 1900 + number % 100, 100)
    for number in range(1_500)
]


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that failed is asked again at once."""
    monkeypatch.setattr(module, "_REST", 0.0)


@pytest.fixture
def settings(mortal_neo4j: OwnServer, tmp_path: Path) -> Iterator[Settings]:
    given = mortal_neo4j.settings
    yield Settings(data=tmp_path, neo4j_uri=given.neo4j_uri, neo4j_password=given.neo4j_password)
    module.shared_server.cache_clear()


def test_a_catalogue_whose_server_dies_in_the_middle_of_loading_is_whole_when_it_is_back(
    mortal_neo4j: OwnServer, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = lent(tmp_path, EMBEDDER, settings)
    card = add_catalogue(tmp_path, "Mine", BOOKS)
    told: list[int] = []
    portions = Neo4jLibrary.load

    def dying(library: Neo4jLibrary, *arguments: Any) -> None:
        if len(told) == 1:  # while the second portion is on its way
            threading.Timer(0.02, mortal_neo4j.signal, [signal.SIGKILL]).start()
        portions(library, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Neo4jLibrary, "load", dying)
        with pytest.raises(StoreError, match="does not answer") as caught:
            load_books(here, card, lambda done, of: told.append(done))
    assert "NEO4J_URI" in caught.value.advice
    assert told[0] == 500
    with pytest.raises(InputError, match="not loaded"):
        CATALOGUES.open(here, card.id)  # half a catalogue is not asked
    mortal_neo4j.start()
    load_books(here, card)
    library = CATALOGUES.open(here, card.id)
    assert library.totals() == {"books": 1_500, "authors": 40, "genres": 7}
    assert sum(library.values("authors").values()) == 1_500
    library.clear()


def loaded(settings: Settings, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Catalogue]:
    here = lent(folder, EMBEDDER, settings)
    monkeypatch.setattr("core.embedding.shared_embedder", lambda: EMBEDDER)
    card = add_catalogue(folder, "Mine", BOOKS[:200])
    while job := CATALOGUES.job(here, card.id):
        job.run()
        CATALOGUES.finish(here, card.id)
    return here, card


def test_a_server_that_lost_its_data_is_told_and_the_catalogue_is_loaded_again(
    mortal_neo4j: OwnServer, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, card = loaded(settings, tmp_path, monkeypatch)
    CATALOGUES.open(here, card.id).clear()  # what a server without its volume comes back with
    module.shared_server.cache_clear()
    with pytest.raises(InputError, match="the server has lost it"):
        CATALOGUES.open(here, card.id)
    while job := CATALOGUES.job(here, card.id):
        job.run()
        CATALOGUES.finish(here, card.id)
    CATALOGUES.finish(here, card.id)
    library = CATALOGUES.open(here, card.id)
    assert library.totals()["books"] == 200
    assert library.search_books(ask("Tides 7"), 1)
    library.clear()
