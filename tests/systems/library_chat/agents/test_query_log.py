"""What was asked of the store is written down with all its arguments, once."""

from __future__ import annotations

import json
from pathlib import Path

from core.stores.library import Filters
from core.stores.library_embedded import EmbeddedLibrary
from core.systems.library_chat.agents.query_log import QueryLog
from tests.word_embedder import WordEmbedder


def empty_log(folder: Path) -> QueryLog:
    return QueryLog(EmbeddedLibrary(folder / "books.sqlite", WordEmbedder().encode), "analyst")


def test_an_operation_is_logged_with_the_arguments_that_were_left_to_their_defaults(tmp_path: Path) -> None:
    log = empty_log(tmp_path)
    assert log.ask(log.library.books) == []
    [logged] = log.statements
    assert (logged["agent"], logged["operation"]) == ("analyst", "books")
    assert logged["parameters"] == {"catalogue": "books", "limit": 10}


def test_every_operation_that_takes_a_name_or_a_filter_can_be_asked_through_the_log(tmp_path: Path) -> None:
    log = empty_log(tmp_path)
    log.ask(log.library.find_names, "words")
    log.ask(log.library.count, Filters(genres=("Mystery",)))
    log.ask(log.library.group, "genre")
    log.ask(log.library.authors_of_many_genres)
    log.ask(log.library.totals)
    log.ask(log.library.years)
    assert [logged["operation"] for logged in log.statements] == [
        "find_names", "count", "group", "authors_of_many_genres", "totals", "years",
    ]  # fmt: skip
    json.dumps(log.statements)


def test_the_same_statement_is_written_down_once(tmp_path: Path) -> None:
    log = empty_log(tmp_path)
    for _ in range(3):
        log.ask(log.library.totals)
    assert len(log.statements) == 1
