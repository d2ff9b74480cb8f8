"""What an agent hands on: a book goes into a result and out again; what the next question may point back to."""

from __future__ import annotations

from core.stores.library import Book
from core.systems.library_chat.agents.results import (
    book_of,
    result_of,
    source_of,
)

BOOK = Book("1", "Amber", ("Ada Pine", "Bo Reed"), ("Mystery",), 1999, None, ("resin",))


def test_a_book_goes_into_a_result_and_out_again() -> None:
    assert book_of(result_of(BOOK, "resin", 0.8, "Genre Match", "Mystery")) == BOOK


def test_the_path_leads_through_the_node_and_names_a_book_once() -> None:
    through = result_of(BOOK, "resin", 0.8, "Genre Match", "Mystery")["path"]
    assert [(step["kind"], step["name"]) for step in through] == [
        ("Question", "resin"), ("Genre", "Mystery"), ("Book", "Amber"),
    ]  # fmt: skip
    itself = result_of(BOOK, "resin", 0.8, "Book Match", "Amber")["path"]
    assert [step["kind"] for step in itself] == ["Question", "Book"]


def test_programs_are_given_the_keys_of_the_specification() -> None:
    assert source_of(result_of(BOOK, "resin", 0.8, "Book Match", "Amber")) == {
        "book": "Amber", "author": "Ada Pine, Bo Reed", "year": 1999, "genre": "Mystery", "pages": None,
        "score": 0.8, "reason": "Book Match",
    }  # fmt: skip
