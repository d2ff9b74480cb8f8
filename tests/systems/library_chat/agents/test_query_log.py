"""What was asked of the store is written down with its arguments, once."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_plan import Plan, Test, must
from core.systems.library_chat.agents.query_log import QueryLog
from tests.word_embedder import WordEmbedder


def empty_log(folder: Path) -> QueryLog:
    return QueryLog(EmbeddedLibrary(folder / "books.sqlite", WordEmbedder().encode), "analyst")


def test_an_operation_is_logged_with_its_arguments(tmp_path: Path) -> None:
    log = empty_log(tmp_path)
    assert log.ask(log.library.select, Plan(limit=10)).books == ()
    [logged] = log.statements
    assert (logged["agent"], logged["operation"]) == ("analyst", "select")
    assert logged["parameters"] == {"catalogue": "books", "limit": 10}


def test_every_operation_that_reads_can_be_asked_through_the_log(tmp_path: Path) -> None:
    log = empty_log(tmp_path)
    log.ask(log.library.search_books, np.ones(384, np.float32), 3)
    log.ask(log.library.select, Plan(where=(must(Test(column="genres", values=("Mystery",))),)))
    log.ask(log.library.totals)
    log.ask(log.library.columns)
    assert [logged["operation"] for logged in log.statements] == ["search_books", "select", "totals", "columns"]
    json.dumps(log.statements)


def test_the_same_statement_is_written_down_once(tmp_path: Path) -> None:
    log = empty_log(tmp_path)
    for _ in range(3):
        log.ask(log.library.totals)
    assert len(log.statements) == 1
