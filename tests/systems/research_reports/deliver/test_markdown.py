"""The Markdown file, read by a reader of its own."""

from __future__ import annotations

from markdown_it import MarkdownIt

from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.write.citations import source_numbers
from tests.systems.research_reports.deliver.reading import Tags, texts


def test_markdown_holds_every_sentence_with_its_source_and_every_source(state):
    shown = Tags(MarkdownIt("commonmark", {"html": True}).render(to_markdown(state))).text
    assert texts(state)
    assert all(text in shown for text in texts(state))
    assert all(state["papers"][id]["title"] in shown for id in source_numbers(state))
    assert "[1]" in shown


def test_in_markdown_nothing_from_data_becomes_html_or_an_image(evil):
    page = Tags(MarkdownIt("commonmark", {"html": True}).render(to_markdown(evil)))
    assert not {tag for tag, _ in page.tags} & {"script", "img"}
    assert "<script>alert(1)</script>" in page.text
