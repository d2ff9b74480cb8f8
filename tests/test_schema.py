"""A store is brought from whatever version it is of to that of today, once, whole or not at all."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from core.errors import StoreError
from core.schema import Schema, prepare_file, prepare_server, version_of

FIRST = Schema(1, "CREATE TABLE IF NOT EXISTS songs (name TEXT);", store="songs")


def statement(sql: str) -> Callable[[Any], object]:
    return lambda connection: connection.execute(sql)


THIRD = Schema(
    3,
    "CREATE TABLE IF NOT EXISTS songs (name TEXT, tune TEXT, key TEXT);"
    "CREATE INDEX IF NOT EXISTS by_key ON songs (key)",
    {
        1: statement("ALTER TABLE songs ADD COLUMN tune TEXT"),
        2: statement("ALTER TABLE songs ADD COLUMN key TEXT DEFAULT 'C'"),
    },
    store="songs",
)
BROKEN = Schema(
    3, THIRD.tables, {1: THIRD.upgrades[1], 2: statement("ALTER TABLE nothing ADD COLUMN key TEXT")}, "songs"
)


def opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A file of the first version with a song in it."""
    path = tmp_path / "songs.sqlite"
    with closing(opened(path)) as connection:
        prepare_file(connection, FIRST, "The file")
        connection.execute("INSERT INTO songs VALUES ('Salt')")
    return path


def test_an_older_file_goes_through_every_version_between_and_keeps_what_it_holds(first: Path) -> None:
    with closing(opened(first)) as connection:
        for _ in range(2):
            prepare_file(connection, THIRD, "The file")
            assert version_of(connection) == 3
            assert connection.execute("SELECT * FROM songs").fetchall() == [("Salt", None, "C")]


def test_a_fresh_file_is_made_as_today_and_goes_through_none(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "new.sqlite")) as connection:
        prepare_file(connection, BROKEN, "The file")
        assert version_of(connection) == 3


def test_an_upgrade_that_breaks_leaves_the_file_as_it_was(first: Path) -> None:
    with closing(opened(first)) as connection:
        with pytest.raises(sqlite3.OperationalError, match="nothing"):
            prepare_file(connection, BROKEN, "The file")
        assert version_of(connection) == 1
        assert connection.execute("SELECT * FROM songs").fetchall() == [("Salt",)]


def test_several_that_open_an_older_file_at_once_bring_it_up_to_date_once(first: Path) -> None:
    together, failed = threading.Barrier(8), []

    def open_it() -> None:
        with closing(opened(first)) as connection:
            together.wait(30)
            try:
                prepare_file(connection, THIRD, "The file")
            except sqlite3.Error as error:
                failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_newer_file_is_refused_by_its_name(first: Path) -> None:
    with closing(opened(first)) as connection:
        connection.execute("PRAGMA user_version = 2")
        with pytest.raises(StoreError, match=r"^The file was kept by a newer version"):
            prepare_file(connection, FIRST, "The file")


def test_a_database_goes_through_the_same(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        prepare_server(connection, FIRST, "The server")
        connection.execute("INSERT INTO songs VALUES ('Salt')")
        with pytest.raises(psycopg.errors.UndefinedTable):
            prepare_server(connection, BROKEN, "The server")
        assert connection.execute("SELECT * FROM songs").fetchall() == [("Salt",)]
        for _ in range(2):
            prepare_server(connection, THIRD, "The server")
            assert connection.execute("SELECT * FROM songs").fetchall() == [("Salt", None, "C")]
        connection.execute("DELETE FROM glassbox_schema")
        connection.execute("ALTER TABLE songs DROP COLUMN tune, DROP COLUMN key")
        prepare_server(connection, replace(THIRD, known_by="songs"), "The server")  # from before there were numbers
        assert connection.execute("SELECT * FROM songs").fetchall() == [("Salt", None, "C")]
        with pytest.raises(StoreError, match=r"^The server was kept by a newer version"):
            prepare_server(connection, FIRST, "The server")
