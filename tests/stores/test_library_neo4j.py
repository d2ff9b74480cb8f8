"""What can happen to the library graph in Neo4j: faults of the server, and the belongings of others."""

from __future__ import annotations

import secrets
import signal
import socket
import socketserver
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from neo4j.exceptions import TransientError

from core.errors import StoreError
from core.settings import Settings
from core.stores import library_server as module
from core.stores.library_neo4j import Neo4jLibrary
from core.stores.library_plan import Plan
from core.stores.library_server import SCHEMES, Neo4jServer
from core.systems.library_chat.catalogue import catalogues
from tests.lending import lent
from tests.neo4j_server import OwnServer
from tests.stores.little_library import BOOKS, EMBEDDER, ask, loaded


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that failed is asked again at once."""
    monkeypatch.setattr(module, "_REST", 0.0)


@pytest.fixture
def nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody answers, however often and however long one asks."""
    monkeypatch.setattr(module, "_RETRYING", 0.1)
    monkeypatch.setattr(module, "_CONNECTING", 0.3)
    monkeypatch.setattr(module, "_QUEUEING", 0.3)


@contextmanager
def connected(settings: Settings, password: str | None = None, timeout: float = 15.0) -> Iterator[Neo4jServer]:
    server = Neo4jServer(settings.neo4j_uri, settings.neo4j_username, password or settings.neo4j_password, timeout)
    with closing(server):
        yield server


def library_on(server: Neo4jServer, catalogue: str = "test") -> Neo4jLibrary:
    return Neo4jLibrary(server, catalogue, EMBEDDER.encode)


def size(library: Neo4jLibrary) -> int:
    return library.select(Plan(limit=0)).passing


def everything(server: Neo4jServer) -> list[Any]:
    """All nodes with all they have, all relations, all indexes."""
    nodes = "MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties ORDER BY elementId(n)"
    relations = "MATCH ()-[r]->() RETURN type(r) AS type, properties(r) AS properties ORDER BY elementId(r)"
    indexes = "SHOW INDEXES YIELD name RETURN name ORDER BY name"
    return [
        server.read(lambda transaction, text=text: transaction.run(text).data()) for text in (nodes, relations, indexes)
    ]


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("nobody_there")
def test_a_server_that_is_not_there_is_told_in_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with connected(Settings(neo4j_uri=f"bolt://127.0.0.1:{port}", neo4j_password="wrong")) as server:
        for operation in (library_on(server).check, library_on(server).totals, library_on(server).clear):
            with pytest.raises(StoreError, match=rf"Neo4j at bolt://127.0.0.1:{port} does not answer") as caught:
                operation()
            assert "NEO4J_URI" in caught.value.advice


@pytest.mark.slow
@pytest.mark.usefixtures("nobody_there")
def test_something_else_at_the_address_is_told_in_words() -> None:
    class Web(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(100)
            self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Web) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        uri = f"bolt://127.0.0.1:{web.server_address[1]}"
        with (
            connected(Settings(neo4j_uri=uri, neo4j_password="x"), timeout=0.3) as server,
            pytest.raises(StoreError, match="not answer"),
        ):
            library_on(server).check()
        web.shutdown()


@pytest.mark.slow
@pytest.mark.usefixtures("nobody_there")
def test_a_server_that_accepts_and_says_nothing_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        uri = f"bolt://127.0.0.1:{silent.getsockname()[1]}"
        with (
            connected(Settings(neo4j_uri=uri, neo4j_password="x"), timeout=0.3) as server,
            pytest.raises(StoreError, match="not answer"),
        ):
            library_on(server).check()


@pytest.mark.parametrize("uri", ["http://localhost:7474", "localhost:7687", "file:///etc/passwd", ""])
def test_an_address_that_is_none_of_bolt_is_refused_before_anything_is_opened(uri: str) -> None:
    with pytest.raises(StoreError, match="no address of Neo4j") as caught:
        Neo4jServer(uri, "neo4j", "secret")
    assert all(f"{scheme}://" in caught.value.advice for scheme in SCHEMES)


def test_a_wrong_password_is_told_and_not_shown(neo4j: Settings) -> None:
    with connected(neo4j, password="not-the-password") as server:
        with pytest.raises(StoreError, match="refuses the user name or the password") as caught:
            library_on(server).check()
        assert "NEO4J_PASSWORD" in caught.value.advice
        assert "not-the-password" not in caught.value.in_full()


def test_a_transient_error_is_tried_again_a_few_times_and_then_told(neo4j: Settings) -> None:
    calls = []

    def stumbles(times: int) -> Any:
        def work(transaction: Any) -> int:
            calls.append(1)
            if len(calls) <= times:
                raise TransientError("come back later")
            return int(transaction.run("RETURN 1 AS one").single()["one"])

        calls.clear()
        return work

    with connected(neo4j) as server:
        assert server.read(stumbles(1)) == 1
        with pytest.raises(StoreError, match="is busy"):
            server.read(stumbles(1_000))
        assert len(calls) < 10


def test_a_question_that_takes_longer_than_the_setting_says_is_ended_and_told(
    neo4j: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = "UNWIND range(1, 1000000000) AS a WITH a WHERE a % 7 = 8 RETURN count(a)"
    with connected(neo4j) as server:
        library_on(server).check()  # so that the connection is there already
        monkeypatch.setattr(server, "_timeout", 0.3)
        with pytest.raises(StoreError, match=r"too long|not answer"):
            server.read(lambda transaction: transaction.run(endless).data())


def test_the_patience_with_a_server_is_that_of_the_settings(
    nobody_there: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[float, Neo4jServer]] = []

    def server(uri: str, username: str, password: str, timeout: float) -> Neo4jServer:
        opened.append((timeout, Neo4jServer(uri, username, password, timeout)))
        return opened[-1][1]

    monkeypatch.setattr(catalogues, "shared_server", server)
    settings = Settings(data=tmp_path, neo4j_uri="bolt://127.0.0.1:1", neo4j_password="x", neo4j_timeout=7.0)
    with pytest.raises(StoreError, match="does not answer"):
        catalogues.CATALOGUES.open(lent(tmp_path, EMBEDDER, settings), catalogues.SAMPLE)
    [(timeout, asked)] = opened
    asked.close()
    assert timeout == 7.0


def test_a_read_refuses_to_write(neo4j: Settings) -> None:
    with connected(neo4j) as server:
        with pytest.raises(StoreError):
            server.read(lambda transaction: transaction.run("CREATE (n:Intruder) RETURN n").data())
        assert server.read(lambda transaction: transaction.run("MATCH (n:Intruder) RETURN n").data()) == []


def test_a_server_that_dies_is_told_and_found_again_when_it_is_back_with_all_that_was_loaded(
    mortal_neo4j: OwnServer,
) -> None:
    with connected(mortal_neo4j.settings) as server:
        library = loaded(library_on(server))
        with ThreadPoolExecutor(1) as other:
            slow = "UNWIND range(1, 1000000000) AS a WITH a WHERE a % 7 = 8 RETURN count(a)"
            asking = other.submit(server.read, lambda transaction: transaction.run(slow).data())
            mortal_neo4j.signal(signal.SIGKILL)  # in the middle of a question
            with pytest.raises(StoreError, match=r"not answer|too long"):
                asking.result()
        with pytest.raises(StoreError, match="does not answer"):
            library.search_books(ask("tides"), 3)
        mortal_neo4j.start()
        assert size(library) == len(BOOKS)
        assert library.search_books(ask(BOOKS[2].context), 1)[0].book == BOOKS[2]
        library.clear()


def test_a_server_that_hangs_is_given_up_and_found_again_when_it_moves(
    mortal_neo4j: OwnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connected(mortal_neo4j.settings) as server:
        library = loaded(library_on(server))
        monkeypatch.setattr(server, "_timeout", 0.5)
        mortal_neo4j.signal(signal.SIGSTOP)
        with pytest.raises(StoreError, match="does not answer"):
            size(library)
        mortal_neo4j.signal(signal.SIGCONT)
        monkeypatch.setattr(server, "_timeout", 30.0)
        assert size(library) == len(BOOKS)
        library.clear()


@pytest.mark.usefixtures("nobody_there")
def test_a_server_that_failed_is_left_alone_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_REST", 60.0)
    opened: list[str] = []
    with connected(Settings(neo4j_uri="bolt://127.0.0.1:1", neo4j_password="x")) as server:
        really = server._opened
        monkeypatch.setattr(server, "_opened", lambda: (opened.append("again"), really())[1])
        for _ in range(20):
            with pytest.raises(StoreError, match="does not answer"):
                library_on(server).totals()
    assert opened == ["again"]


# --- what belongs to others -------------------------------------------------------------------------------------------


def test_a_database_is_left_as_it_was_found(mortal_neo4j: OwnServer) -> None:
    with connected(mortal_neo4j.settings) as server:
        before = everything(server)
        loaded(library_on(server)).clear()
        assert everything(server) == before


def test_nodes_that_others_loaded_are_never_touched(mortal_neo4j: OwnServer) -> None:
    theirs = """
        CREATE (a:Author {name: 'Ines Okafor', born: 1930})-[:WROTE]->(b:Book {id: '1', title: 'Not ours'})
        CREATE (b)-[:BELONGS_TO]->(:Genre {name: 'Romance'}), (:Book {title: 'No id'}), (:Book {catalogue: 'theirs'})
        CREATE (:Person {name: 'Somebody', catalogue: 'test'})
    """
    with connected(mortal_neo4j.settings) as server:
        server.write(lambda transaction: transaction.run(theirs).consume())
        other = loaded(library_on(server, "other"), BOOKS[:2])
        before = everything(server)
        library = loaded(library_on(server))
        assert library.totals() == {"books": 6, "authors": 3, "genres": 5}
        assert "Not ours" not in {match.book.title for match in library.search_books(ask("Not ours"), 10)}
        assert "Not ours" not in library.values("title")
        library.clear()
        assert everything(server) == before
        assert size(other) == 2


def test_many_may_make_the_indexes_at_once(mortal_neo4j: OwnServer) -> None:
    with connected(mortal_neo4j.settings) as server, ThreadPoolExecutor(6) as people:
        libraries = [library_on(server, f"test-{number}") for number in range(6)]
        assert [size(library) for library in people.map(loaded, libraries)] == [len(BOOKS)] * 6


def test_many_may_load_the_same_catalogue_at_once(neo4j: Settings) -> None:
    with connected(neo4j) as server:
        name = f"test-{secrets.token_hex(6)}"
        try:
            with ThreadPoolExecutor(4) as people:
                list(people.map(lambda _: loaded(library_on(server, name)), range(4)))
            assert library_on(server, name).totals() == {"books": 6, "authors": 3, "genres": 5}
        finally:
            library_on(server, name).clear()
