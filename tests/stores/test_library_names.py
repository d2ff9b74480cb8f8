"""Names like the words that were typed: the same first, then the nearest, whatever accents, order and slips."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stores.library import Named
from core.stores.library_names import NameIndex, name_words, query_words

NAMES = NameIndex(
    [
        Named("Author", "Inés Okafor", "Inés Okafor", 0),
        Named("Author", "Ines Storm", "Ines Storm", 0),
        Named("Genre", "Science Fiction", "Science Fiction", 0),
        Named("Book", "The Storm", "1", 0),
        Named("Book", "Storm", "2", 0),
        Named("Book", "…", "3", 0),
    ]
)


def found(text: str, limit: int = 1) -> list[tuple[str, int]]:
    return [(named.name, named.distance) for named in NAMES.find(text, limit)]


@pytest.mark.parametrize(
    ("text", "name", "distance"),
    [
        ("ines okafor", "Inés Okafor", 0),
        ("OKAFOR, Inés", "Inés Okafor", 0),
        ("okafro", "Inés Okafor", 1),
        ("okafr", "Inés Okafor", 1),
        ("sciencefiction", "Science Fiction", 0),
        ("sience fition", "Science Fiction", 2),
    ],
)
def test_a_name_is_found_without_its_accents_in_any_order_and_with_a_slip(text: str, name: str, distance: int) -> None:
    assert found(text) == [(name, distance)]


def test_among_equals_the_name_with_fewer_other_words_comes_first_then_the_kind() -> None:
    assert found("storm", 3) == [("Storm", 0), ("Ines Storm", 0), ("The Storm", 0)]


def test_each_book_is_named_by_its_id_and_a_genre_by_its_name() -> None:
    assert [(named.kind, named.id) for named in NAMES.find("the storm", 1)] == [("Book", "2")]
    assert [(named.kind, named.id) for named in NAMES.find("science fiction", 1)] == [("Genre", "Science Fiction")]


def test_no_words_no_names_and_no_limit_find_nothing() -> None:
    assert found("?!", 3) == found("storm", 0) == NameIndex([]).find("storm", 3) == []


def test_stop_words_are_looked_for_only_where_there_is_nothing_else() -> None:
    assert query_words("who wrote the storm") == ["wrote", "storm"]
    assert query_words("the who") == ["the", "who"]


def test_a_very_long_query_is_cut_and_a_very_long_word_too() -> None:
    assert len(query_words("storm " * 1_000)) == 12
    assert name_words("x" * 1_000) == ["x" * 40]


@given(st.text(max_size=30))
def test_whatever_is_typed_gives_the_nearest_names_in_order(text: str) -> None:
    distances = [distance for _, distance in found(text, 6)]
    assert distances == sorted(distances)
    assert len(distances) == (6 if query_words(text) else 0)
