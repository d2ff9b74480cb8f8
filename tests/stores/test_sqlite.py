"""A file that one writes while others read opens whoever comes first."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from core.stores.sqlite import open_shared, turn


def test_a_new_file_can_be_opened_by_several_at_the_same_moment(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as threads:
        for trial in range(100):
            together = Barrier(4)

            def begin(name: str, file: Path = tmp_path / str(trial), together: Barrier = together) -> None:
                together.wait()
                with closing(open_shared(file)) as connection:
                    connection.execute("CREATE TABLE IF NOT EXISTS names (name TEXT)")
                    connection.execute("INSERT INTO names VALUES (?)", (name,))

            list(threads.map(begin, "abcd"))
            with closing(open_shared(tmp_path / str(trial))) as connection:
                assert {name for (name,) in connection.execute("SELECT name FROM names")} == set("abcd")


def test_who_reads_does_not_wait_for_who_writes(tmp_path: Path) -> None:
    with closing(open_shared(tmp_path / "file")) as writer, closing(open_shared(tmp_path / "file")) as reader:
        writer.execute("CREATE TABLE names (name TEXT)")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO names VALUES ('a')")
        assert reader.execute("SELECT count(*) FROM names").fetchone() == (0,)


def test_a_file_that_stays_locked_is_given_up_after_the_patience(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "file", isolation_level=None)) as other:
        other.execute("CREATE TABLE names (name TEXT)")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            open_shared(tmp_path / "file", patience=0.05)
        other.execute("ROLLBACK")
        open_shared(tmp_path / "file").close()


def test_one_at_a_time_has_its_turn_and_who_does_not_want_to_wait_is_told(tmp_path: Path) -> None:
    file, counted = tmp_path / "turn.lock", tmp_path / "count"
    counted.write_text("0")

    def count(_: int) -> None:
        with turn(file):
            counted.write_text(str(int(counted.read_text()) + 1))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(count, range(40)))
    assert counted.read_text() == "40"
    with turn(file), pytest.raises(sqlite3.OperationalError, match="locked"), turn(file, patience=0):
        raise AssertionError("two had their turn at once")
