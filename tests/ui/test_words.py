"""Words on the screen: text of data stays text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ui.words import count, duration, linked, marked, plain, spoken_date, step_name

APART = re.compile(r"(?<!\\):color\[\\(.)\]")
"""A sign in a piece of its own, without a colour."""
SEEN_AGAIN = re.compile(r"https?://|www\.|[-.\w+]@[-\w]|:material[/_]\w|:streamlit:|<->|->|<-|--|[<>~]=", re.IGNORECASE)
"""What Streamlit finds in the text behind the backslashes: addresses, e-mail, icons, arrows."""
EMOJI = re.compile(r":(?!material/|streamlit:)[\w+-][\w+-]*:")
"""What makes Streamlit look for emoji: this, before it has taken the backslashes away."""


def unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", APART.sub(r"\\\1", text).replace("&#58;", "\\:"))


def pieces(text: str) -> list[str]:
    """The pieces of text that Streamlit looks at one by one."""
    return [unescaped(piece) for piece in APART.split(text)]


@given(st.text())
def test_nothing_in_plain_text_can_become_markdown_html_a_link_or_a_formula(text: str) -> None:
    shown = plain(text)
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_\[\]#|>~$:<&@=]", APART.sub("", shown).replace("&#58;", ""))
    assert unescaped(shown) == " ".join(text.split())


PARTS = [
    "http://", "https://", "HTTPS://", "www.", "evil.example", "me@", ":me@", "/x.png", ":material/home:",
    ":streamlit:", ":+1:", "->", "<-", "--", ">=", "<=", "~=", "![a](", "javascript:", "ftp://", " ", "a", "\\", ":",
]  # fmt: skip


@given(st.lists(st.sampled_from(PARTS) | st.characters(), max_size=8).map("".join))
def test_in_no_piece_is_an_address_an_icon_or_an_arrow_left_to_be_found(text: str) -> None:
    for shown in (plain(text), marked(text, [])):
        assert [piece for piece in pieces(shown) if SEEN_AGAIN.search(piece)] == []
        assert not EMOJI.search(shown)


def test_an_address_becomes_a_link_where_a_page_says_so_and_nowhere_else() -> None:
    assert linked("https://doi.org/10.1/a_b").endswith(r"](<https\://doi\.org/10\.1/a\_b>)")
    assert "](" not in plain("https://doi.org/10.1/a_b [x](https://evil.example)")


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
    assert marked("title\n-", []) == "title  \n\\-"
    assert pieces(marked("title\n---", [])) == ["title  \n", "-", "", "-", "-"]


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


@pytest.mark.parametrize(
    ("iso", "spoken"), [("2021-09-06", "6 Sep 2021"), ("2021-09", "Sep 2021"), ("2021", "2021"), ("", "")]
)
def test_a_time_is_said_as_far_as_it_is_known(iso: str, spoken: str) -> None:
    assert spoken_date(iso) == spoken
