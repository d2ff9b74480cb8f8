"""Names compared as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given

from core.language.names import joined_people, may_be_several, plain_name
from tests.language.prose import prose


@pytest.mark.parametrize(
    ("name", "plain"),
    [("Beyoncé", "beyonce"), ("O’Connell & Sons", "oconnell and sons"), ("J.R.R. Tolkien", "j r r tolkien"), ("…", "")],
)
def test_a_name_is_compared_in_small_letters_without_accents(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@given(prose)
def test_a_plain_name_is_words_with_single_spaces(text: str) -> None:
    assert all(word.isalnum() for word in plain_name(text).split(" ") if plain_name(text))


def test_names_are_parted_at_a_word_for_and_where_each_has_two_words() -> None:
    assert joined_people("Ann Ray und  Bob Sole") == ["Ann Ray", "Bob Sole"]
    assert joined_people("Santiago Ramón y Cajal") == ["Santiago Ramón y Cajal"]


@pytest.mark.parametrize(
    "text",
    [
        "Rafael Pinto & Ana Mota",
        "Grace Oyelaran and Tim Low",
        "Ann Ray, Bob Sole",
        "Jo Hale / Kim Moss",
        "A; B",
        "Huber, Sepp u. Huber, Ria",
    ],
)
def test_a_name_that_may_be_two_people_is_seen(text: str) -> None:
    assert may_be_several(text)


@pytest.mark.parametrize("text", ["Ann Ray", "Ray, Ann", "Ramón y Cajal", "Ann Ray, PhD", "दर्शन लाल", ""])
def test_a_name_of_one_person_is_one(text: str) -> None:
    assert not may_be_several(text)
