"""Names of places, their adjectives, and names that mean something else too."""

from __future__ import annotations

import pytest

from core.language.places import place, place_names, places_in


@pytest.mark.parametrize(
    ("word", "meant"),
    [("irish", "ireland"), ("ireland", "ireland"), ("bombay", "mumbai"), ("पुणे", "pune"), ("table", None)],
)
def test_an_adjective_and_an_old_name_mean_the_place(word: str, meant: str | None) -> None:
    assert place(word) == meant


def test_a_place_of_india_is_one_though_its_name_has_another_meaning() -> None:
    assert {"salem", "erode", "दिल्ली", "new york", "nigeria"} <= place_names()


@pytest.mark.parametrize("word", ["mali", "china", "turkey", "english", "polish", "states", "us"])
def test_a_gardener_porcelain_a_bird_and_a_language_are_no_places(word: str) -> None:
    assert word not in place_names()


@pytest.mark.parametrize(
    "phrase", ["in Ireland", "near the Netherlands", "outside of Pune", "in China", "based in Turkey"]
)
def test_a_text_says_that_something_is_at_a_place(phrase: str) -> None:
    text = f"weavers {phrase} and elsewhere"
    assert [text[start:end] for start, end in places_in(text)] == [phrase]


@pytest.mark.parametrize("text", ["plates in china", "in turkey sauce", "Irish linen", "in a table"])
def test_a_word_that_only_looks_like_a_place_is_none(text: str) -> None:
    assert places_in(text) == []
