"""Words that a line end or a page end broke are mended, and compounds keep their hyphens."""

from __future__ import annotations

from core.documents import read_outline
from tests.systems.knowledge_base.little_files import make_pdf


def read(*pages: list[str]) -> str:
    return read_outline(make_pdf(pages), "a.pdf").text


def test_a_broken_word_is_mended_when_it_stands_whole_elsewhere() -> None:
    assert read(["The infor-", "mation desk has information."]) == "The information desk has information."


def test_a_compound_keeps_its_hyphen_even_when_both_spellings_stand_elsewhere() -> None:
    said = read(["A well-", "known pump, well-known as wellknown."])
    assert said == "A well-known pump, well-known as wellknown."


def test_a_word_that_is_not_known_keeps_its_hyphen() -> None:
    assert read(["The pump-", "house is open."]) == "The pump-house is open."


def test_a_word_that_a_page_broke_is_whole_on_the_page_where_it_begins() -> None:
    said = read(["All information.", "The infor-"], ["mation desk.", "It is open."])
    assert said.replace("\n\f\n", "\f") == "All information.\nThe information\fdesk.\nIt is open."
