"""How a number is meant by the words around it."""

from __future__ import annotations

import pytest

from core.language.comparators import bound_of, leaves_out, role_of, with_bound


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("about 25", "about"), ("25 or so", "about"), ("~ 25", "about"), ("more than 25", "above"),
        ("at least 25", "above"), ("25 or more", "above"), ("25 and over", "above"), ("up to 25", "below"),
        ("no more than 25", "below"), ("not over 25", "below"), ("no fewer than 25", "above"), ("≤ 25", "below"),
        ("less then 25", "below"), ("25 or fewer", "below"), ("not quite 25", "about"), ("exactly 25", ""),
        ("the other, 25", ""),         ("the 25 or moreover", ""),
    ],
)  # fmt: skip
def test_a_number_is_bounded_by_the_words_around_it(text: str, bound: str) -> None:
    start = text.index("25")
    assert bound_of(text, start, start + 2) == bound


@pytest.mark.parametrize(
    ("text", "role"), [("fell from 25", "from"), ("rose to 25", "to"), ("up to 25", ""), ("25", "")]
)
def test_both_ends_of_a_change_are_told_apart(text: str, role: str) -> None:
    assert role_of(text, text.index("25")) == role


@pytest.mark.parametrize("phrase", ["under 25", "At least 25", "25 or more", "no more than 25", "25"])
def test_a_number_stands_with_the_words_that_say_how_it_is_meant(phrase: str) -> None:
    text = f"lamps of {phrase} for a room"
    start, end = with_bound(text, text.index("25"), text.index("25") + 2)
    assert text[start:end] == phrase


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("more than 25", True), ("under 25", True), ("fewer then 25", True), ("> 25", True), ("at least 25", False),
        ("no more than 25", False), ("over 25 or more", False), ("never more than 25", False), ("25", False),
    ],
)  # fmt: skip
def test_some_bounds_leave_the_number_itself_out(text: str, out: bool) -> None:
    start = text.index("25")
    assert leaves_out(text, start, start + 2) is out
