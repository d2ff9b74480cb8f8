"""Text of data in a file of Markdown is read there as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.language.markdown import as_text
from tests.hostile import EVERYTHING, PAYLOADS
from tests.systems.research_reports.deliver.reading import Tags

READERS = [
    MarkdownIt("commonmark", {"html": True}),
    MarkdownIt("gfm-like", {"html": True, "linkify": False}).enable("table"),
]


@pytest.mark.parametrize(
    "text", [*PAYLOADS.values(), EVERYTHING, "- item", "1. item", "12) item", "+ x", "# x", "=== "]
)
@pytest.mark.parametrize("reader", READERS, ids=["commonmark", "github"])
def test_nothing_hostile_becomes_more_than_text(reader: MarkdownIt, text: str) -> None:
    page = Tags(reader.render(as_text(text)))
    assert {tag for tag, _ in page.tags} <= {"p"}
    assert page.text.strip() == " ".join(text.split())


@given(st.text())
def test_any_text_is_read_as_it_stands(text: str) -> None:
    page = Tags(READERS[0].render(f"x {as_text(text)}"))
    assert {tag for tag, _ in page.tags} == {"p"}


@pytest.mark.parametrize("name", ["bare address", "bare www", "e-mail"])
def test_no_bare_address_is_left_for_a_reader_that_makes_links_of_them(name: str) -> None:
    assert PAYLOADS[name] not in as_text(PAYLOADS[name])
