"""Moves of a rank in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ui.scores import move_in_words


@pytest.mark.parametrize(
    ("before", "now", "words"), [(None, 3, "new"), (2, 2, "same"), (4, 2, "▲ 2 up"), (1, 2, "▼ 1 down")]
)
def test_a_move_is_said_with_a_sign_and_a_word(before: int | None, now: int, words: str) -> None:
    assert move_in_words(before, now) == words


@given(st.integers(1, 200), st.integers(1, 200))
def test_a_move_and_its_reverse_are_as_long(before: int, now: int) -> None:
    there, back = move_in_words(before, now), move_in_words(now, before)
    assert there.strip("▲▼ updown") == back.strip("▲▼ updown")
    assert ("up" in there) == ("down" in back)
