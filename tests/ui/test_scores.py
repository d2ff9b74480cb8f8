"""Moves of a rank in words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

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


def page() -> None:
    from core.retrieval.fusion import Part, Receipt
    from core.ui.scores import draw_parts

    parts = [
        Part("vector", "vector", 1, 0.8, 0.8, 0.5, 0.4),
        Part("text", "keyword", 1, 7.0, 0.5, 0.5, 0.25),
    ]
    receipt = Receipt("a", 0.65, 1, parts, 0.8, 0.5)
    draw_parts([receipt], {"a": "Ann <b>"}, {"vector": "Meaning", "text": "Words"}, "parts")


def test_the_bars_of_a_score_are_the_numbers_behind_them() -> None:
    test = AppTest.from_function(page).run(timeout=30)
    assert not test.exception
    [chart], [table] = test.get("plotly_chart"), test.expander[0].dataframe
    bars = json.loads(chart.proto.spec)["data"]
    assert {bar["name"]: bar["x"] for bar in bars} == {name: list(table.value[name]) for name in ("Meaning", "Words")}
    assert list(table.value["Rank and name"]) == ["1. Ann <b>"]
    assert bars[0]["y"] == ["1. Ann &lt;b&gt;"]
