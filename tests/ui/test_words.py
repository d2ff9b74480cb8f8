"""Words on the screen: text of data stays text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ui.words import count, duration, marked, plain, step_name


def unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


@given(st.text())
def test_nothing_in_plain_text_can_become_markdown_html_a_link_or_a_formula(text: str) -> None:
    shown = plain(text)
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_\[\]#|>~$:<&@=]", shown)
    assert unescaped(shown) == " ".join(text.split())


@given(st.text(alphabet=st.characters(exclude_categories=["Z", "C"]), min_size=1), st.data())
def test_highlighting_never_changes_the_text(text: str, data: st.DataObject) -> None:
    ends = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6, unique=True)))
    spans = list(zip(ends[::2], ends[1::2], strict=False))
    shown = marked(text, spans)
    bare = re.sub(r"(?<!\\)((?:\\\\)*):blue-background\[((?:\\.|[^\\\]])*)\]", r"\1\2", shown)
    assert unescaped(bare) == text


def test_lines_stay_lines_and_blank_ones_do_not_break_what_surrounds_them() -> None:
    assert marked("one\n\n  two", []) == "one  \ntwo"
    assert marked("one \t two", []) == "one two"


def test_a_heading_cannot_be_smuggled_in_under_a_line() -> None:
    assert marked("title\n===", []) == "title  \n\\=\\=\\="
    assert marked("title\n---", []) == "title  \n\\-\\-\\-"


def test_a_space_beside_a_highlight_stays() -> None:
    assert marked("solar cells", [(0, 5)]) == ":blue-background[solar] cells"


@pytest.mark.parametrize(
    ("seconds", "words"), [(None, "working"), (0.0, "0 ms"), (0.0123, "12 ms"), (1.25, "1.2 s"), (90, "1.5 min")]
)
def test_durations_are_easy_to_compare(seconds: float | None, words: str) -> None:
    assert duration(seconds) == words


def test_counts_and_steps_read_as_an_analyst_says_them() -> None:
    assert [count(1, "step"), count(2, "step"), count(1234, "person", "people")] == [
        "1 step",
        "2 steps",
        "1,234 people",
    ]
    assert step_name("check_refine") == "Check refine"
