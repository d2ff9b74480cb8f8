"""A request is made safe and loses nothing that can be read; text of data is read in Markdown as it stands."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.errors import InputError
from core.language.sanitize import as_markdown, tidy
from tests.hostile import EVERYTHING, PAYLOADS
from tests.language.prose import prose
from tests.systems.research_reports.deliver.reading import Tags


def test_a_request_keeps_its_words_lines_and_other_scripts():
    request = "Who knows perovskites?\n\tपेरोव्स्काइट सौर सेल 👩‍🔬 <b>x</b>"
    assert tidy(f"  {request} \n") == request


def test_a_request_is_put_into_unicodes_composed_form():
    assert tidy("Schro\u0308dinger") == "Schrödinger"


def test_control_characters_and_marks_that_turn_or_hide_text_are_removed():
    assert tidy("a\x00b\x1b[31m\u202ec\u200bd\ufeff\ud800") == "ab[31mcd"


def test_every_kind_of_line_break_becomes_one_line_feed():
    assert tidy("a\r\nb\rc\x0bd\u2028e") == "a\nb\nc\nd\ne"


@pytest.mark.parametrize("nothing", ["", "  \n\t ", "\x00\x07", "\u200b\ufeff", "\u200d \u00ad"])
def test_a_request_without_anything_to_read_is_refused_in_plain_words(nothing):
    with pytest.raises(InputError, match="empty") as refused:
        tidy(nothing)
    assert refused.value.advice


def test_the_longest_request_is_taken_and_one_more_character_is_refused_with_both_numbers():
    assert len(tidy("x" * 20_000)) == 20_000
    with pytest.raises(InputError, match=r"20,001 characters; at most 20,000"):
        tidy("x" * 20_001)
    with pytest.raises(InputError, match="at most 5"):
        tidy("123456", limit=5)


@given(prose)
def test_what_is_tidy_is_safe_and_stays_as_it_is(text):
    try:
        tidied = tidy(text)
    except InputError:
        return
    assert tidy(tidied) == tidied == tidied.strip() == unicodedata.normalize("NFC", tidied)
    assert all(character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cs") for character in tidied)


READERS = [
    MarkdownIt("commonmark", {"html": True}),
    MarkdownIt("gfm-like", {"html": True, "linkify": False}).enable("table"),
]


@pytest.mark.parametrize(
    "text", [*PAYLOADS.values(), EVERYTHING, "- item", "1. item", "12) item", "+ x", "# x", "=== "]
)
@pytest.mark.parametrize("reader", READERS, ids=["commonmark", "github"])
def test_nothing_hostile_becomes_more_than_text(reader: MarkdownIt, text: str) -> None:
    page = Tags(reader.render(as_markdown(text)))
    assert {tag for tag, _ in page.tags} <= {"p"}
    assert page.text.strip() == " ".join(text.split())


@given(st.text())
def test_any_text_is_read_as_it_stands(text: str) -> None:
    page = Tags(READERS[0].render(f"x {as_markdown(text)}"))
    assert {tag for tag, _ in page.tags} == {"p"}


@pytest.mark.parametrize("name", ["bare address", "bare www", "e-mail"])
def test_no_bare_address_is_left_for_a_reader_that_makes_links_of_them(name: str) -> None:
    assert PAYLOADS[name] not in as_markdown(PAYLOADS[name])
