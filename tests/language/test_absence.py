"""What is to be absent: read in a request, and looked for in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.absence import absent_in, stance


@pytest.mark.parametrize(
    ("request_text", "things"),
    [
        ("What is known about lead-free perovskite solar cells?", ["lead"]),
        ("Halide double perovskites without lead", ["lead"]),
        ("paints free of lead and of cadmium", ["lead"]),
        ("gluten-free bread without any added sugar", ["gluten", "added sugar"]),
        ("Retrieval without the labelled data of others", ["labelled data"]),
        ("cobalt‑free cathodes", ["cobalt"]),
        ("disease-free survival after surgery", []),
        ("coding free-text job titles", []),
        ("perovskite solar cells", []),
        ("", []),
    ],
)
def test_a_request_says_what_is_to_be_absent(request_text: str, things: list[str]) -> None:
    assert absent_in(request_text) == things


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Solar cells that use lead halide perovskites.", "has"),
        ("Films of CsPbI3 were stable.", "has"),
        ("MAPbI3 absorbs light.", "has"),
        ("Lead-free perovskites were prepared; lead halides are toxic.", "without"),
        ("A pair of silver and bismuth ions takes the place of two lead ions.", "without"),
        ("Tin replaces the toxic lead.", "without"),
        ("The absorber has no lead in it.", "without"),
        ("Dendrites lead to short circuits.", "silent"),
        ("A leading group of leaders misled us.", "silent"),
        ("Tin perovskites oxidise in air.", "silent"),
        ("", "silent"),
    ],
)
def test_a_text_has_a_thing_does_without_it_or_says_nothing_of_it(text: str, expected: str) -> None:
    assert stance(text, "lead") == expected


def test_a_thing_of_several_words_is_found_with_hyphen_and_in_the_plural() -> None:
    assert stance("We fine-tuned nothing: fine tuning is costly.", "fine-tuning") == "has"
    assert stance("It works without fine-tuning.", "fine tuning") == "without"
    assert stance("Added sugars were measured.", "added sugar") == "has"


def test_what_comes_right_after_no_is_absent_and_what_follows_much_later_is_not() -> None:
    assert stance("There was no difference in taste between this bread and the one with sugar.", "sugar") == "has"


@given(st.text(max_size=60), st.text(min_size=1, max_size=20))
def test_any_text_can_be_asked_about_anything(text: str, thing: str) -> None:
    assert stance(text, thing) in ("has", "without", "silent")
    absent_in(text)
