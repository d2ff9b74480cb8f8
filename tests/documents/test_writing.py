"""What is written for a reader elsewhere holds any text, as text."""

from __future__ import annotations

import io
import re
from html import unescape
from html.parser import HTMLParser

from docx import Document
from hypothesis import given
from hypothesis import strategies as st

from core.documents.writing import (
    begin_word,
    html_page,
    html_table,
    in_html,
    printable,
    to_bytes,
    word_code,
    word_table,
)
from tests.properties import examples

TEXTS = st.text(st.characters(codec="utf-16", exclude_categories=()), max_size=40)


class Cells(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)


@given(TEXTS)
def test_any_text_stands_in_html_as_itself_and_opens_no_tag(text: str) -> None:
    page = html_page(text, [html_table([text], [[text]])])
    assert unescape(in_html(text)) == printable(text) or "\r" in text or re.search("[\x80-\x9f\ufdd0-\ufdef]", text)
    assert Cells(page).tags == ["html", "head", "meta", "meta", "meta", "title", "style", "body", "div", "table",
                                "tr", "th", "tr", "td"]  # fmt: skip
    assert page.encode()


@examples(20)
@given(TEXTS.filter(lambda text: "\r" not in text))
def test_any_text_stands_in_word_as_itself(text: str) -> None:
    document = begin_word(text)
    word_code(document, text)
    word_code(document, text)
    word_table(document, [text], [[text]])
    read = Document(io.BytesIO(to_bytes(document)))
    assert [one.text for one in read.paragraphs if one.style and one.style.name == "Code"] == [printable(text)] * 2
    assert [cell.text for cell in read.tables[0].columns[0].cells] == [printable(text)] * 2


def test_what_no_file_can_hold_is_seen_to_be_missing() -> None:
    assert printable("a\x00b\ud800c\ufffed\te\nf") == "a\ufffdb\ufffdc\ufffdd\te\nf"
