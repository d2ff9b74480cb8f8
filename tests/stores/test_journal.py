"""The journal keeps a chunk whole or not at all, reads back in order, and says in words why it cannot be used."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import StoreError
from core.stores.journal import Chunk, Counts, Failed, Journal, Purpose, Record

PURPOSE = Purpose("double, version 1", 2, None, None)
ANY_TEXT = st.text(st.characters(codec="utf-8"))


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "folder" / "journal")


def write(journal: Journal, *chunks: tuple[Chunk, list[Record]]) -> None:
    with journal.writing(PURPOSE) as writer:
        for chunk, records in chunks:
            writer.write(chunk, records)


def rig(monkeypatch: pytest.MonkeyPatch, change: Callable[[sqlite3.Connection], Any]) -> None:
    """Do something to every connection that is opened from now on."""
    connect = sqlite3.connect

    def rigged(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **options)
        change(connection)
        return connection

    monkeypatch.setattr(sqlite3, "connect", rigged)


FIRST = (Chunk(0, ['"a"', '"b"']), [Record('"A"', None), Record(None, "b is bad")])
THIRD = (Chunk(4, ['"e"']), [Record("null", None)])


def test_results_come_in_the_order_of_the_items_whatever_came_first(journal: Journal) -> None:
    write(journal, THIRD, FIRST)
    assert list(journal.results()) == [(0, "A"), (1, Failed("b is bad")), (4, None)]
    assert journal.counts() == Counts(3, 1, None)


def test_results_may_be_read_slowly_while_others_are_written(journal: Journal) -> None:
    many = Chunk(0, [str(number) for number in range(2_500)])
    with journal.writing(PURPOSE) as writer:
        writer.write(many, [Record(item, None) for item in many.items])
        reading = journal.results()
        assert next(reading) == (0, 0)
        writer.write(Chunk(2_500, ["2500"]), [Record("2500", None)])
        assert list(reading) == [(number, number) for number in range(1, 2_501)]


def test_a_chunk_is_kept_whole_or_not_at_all(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    write(journal, FIRST)
    rig(monkeypatch, lambda connection: connection.execute("PRAGMA max_page_count = 12"))
    long = Record(f'"{"x" * 3_000}"', None)
    with pytest.raises(StoreError, match="disk is full") as raised:
        write(journal, THIRD, (Chunk(6, ["1"] * 40), [long] * 40))
    assert "Make room" in raised.value.advice
    assert journal.counts().done == 3
    assert [number for number, _ in journal.results()] == [0, 1, 4]


def test_no_item_has_two_results(journal: Journal) -> None:
    write(journal, FIRST)
    with pytest.raises(StoreError, match="UNIQUE constraint"):
        write(journal, (Chunk(1, ['"b"']), [Record('"B"', None)]))
    assert list(journal.results())[1] == (1, Failed("b is bad"))


@given(items=st.lists(ANY_TEXT, max_size=5), others=st.lists(ANY_TEXT, max_size=5))
def test_other_items_never_have_the_same_digest(items: list[str], others: list[str]) -> None:
    from json import dumps

    one, other = Chunk(0, [dumps(item) for item in items]), Chunk(0, [dumps(item) for item in others])
    if items and others:
        assert (one.digest == other.digest) == (items == others)


def test_a_journal_that_another_program_locks_is_told(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    write(journal, FIRST)
    other = sqlite3.connect(journal.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    rig(monkeypatch, lambda connection: connection.execute("PRAGMA busy_timeout = 10"))
    with pytest.raises(StoreError, match="is locked by another program") as raised:
        write(journal, THIRD)
    other.close()
    assert "Close that program" in raised.value.advice
    write(journal, THIRD)


def test_a_read_only_journal_is_told(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    write(journal, FIRST)
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda path, **options: connect(f"file:{path}?mode=ro", uri=True, **options)
    )
    with pytest.raises(StoreError, match="is read-only") as raised:
        write(journal, THIRD)
    assert "Allow writing" in raised.value.advice
    assert journal.counts().done == 2


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\x07" * 5_000])
def test_a_file_that_is_no_journal_is_told(journal: Journal, content: bytes) -> None:
    journal.path.parent.mkdir()
    journal.path.write_bytes(content)
    with pytest.raises(StoreError, match="not a journal, or is damaged"):
        write(journal, FIRST)
    with pytest.raises(StoreError, match="not a journal, or is damaged"):
        journal.counts()
    assert journal.path.read_bytes() == content


def test_a_place_where_no_file_can_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match="There is no folder for the journal"):
        write(Journal(tmp_path / "file" / "journal"), FIRST)
    with pytest.raises(StoreError, match="cannot be opened"):
        write(Journal(tmp_path / "folder"), FIRST)


def test_reading_what_was_never_begun_is_told_and_makes_no_file(journal: Journal) -> None:
    with pytest.raises(StoreError, match="There is no journal"):
        list(journal.results())
    with pytest.raises(StoreError, match="There is no journal"):
        journal.counts()
    assert not journal.path.exists()


def test_a_journal_that_is_looked_at_while_it_is_being_begun_has_nothing_done(journal: Journal) -> None:
    journal.path.parent.mkdir()
    sqlite3.connect(journal.path).close()  # the file is there, its tables are not yet
    assert journal.counts() == Counts(0, 0, None)
    assert list(journal.results()) == []
