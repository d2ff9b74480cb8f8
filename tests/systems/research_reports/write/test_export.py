"""Every export is read back by a reader of its own, and nothing from data breaks out of its place."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import bibtexparser
import pytest
import rispy
from docx import Document
from markdown_it import MarkdownIt

from core.systems.research_reports.tasks import Written, WrittenSection
from core.systems.research_reports.write import export
from core.systems.research_reports.write.bundle import to_bundle
from core.systems.research_reports.write.evidence import claims_of, source_numbers
from tests.systems.research_reports.little_sources import (
    LEAD,
    QUESTION,
    TIN,
    WritingEngine,
    little_context,
    run,
)

EVIL = "<script>alert(1)</script> ![x](http://evil.example/x.png) | =HYPERLINK(1) \x07 {"
STRUCK = "Tin perovskite solar cells reached an efficiency of 77 %."


@pytest.fixture(scope="module")
def state() -> dict[str, Any]:
    return run(little_context(), QUESTION)


@pytest.fixture(scope="module")
def evil() -> dict[str, Any]:
    paper = replace(TIN, title=f"{TIN.title} {EVIL}", authors=(EVIL,), venue=EVIL, url="javascript:alert(1)", doi="")
    return run(little_context(papers=(paper, LEAD)), f"{QUESTION} {EVIL}")


@pytest.fixture(scope="module")
def with_struck() -> dict[str, Any]:
    def write(extract: list[dict[str, Any]], **_: Any) -> WrittenSection:
        sentences = [Written(**sentence) for sentence in extract]
        return WrittenSection(sentences=[*sentences, Written(text=STRUCK, evidence=["p1"])])

    return run(little_context(engine=WritingEngine(write_section=write)), QUESTION)


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def texts(state: dict[str, Any]) -> list[str]:
    return [claim["text"] for claim in claims_of(state["report"])]


def test_markdown_holds_every_sentence_with_its_source_and_every_source(state):
    shown = Tags(MarkdownIt("commonmark", {"html": True}).render(export.to_markdown(state))).text
    assert texts(state)
    assert all(text in shown for text in texts(state))
    assert all(state["papers"][id]["title"] in shown for id in source_numbers(state))
    assert "[1]" in shown


def test_html_loads_nothing_and_runs_nothing(state, evil):
    for one in (state, evil):
        page = Tags(export.to_html(one))
        assert not {tag for tag, _ in page.tags} & {"script", "img", "iframe", "link", "object", "form"}
        assert all(not name.startswith("on") for _, attributes in page.tags for name in attributes)
        links = [attributes["href"] or "" for tag, attributes in page.tags if tag == "a"]
        assert all(link.startswith(("#s", "https://", "http://")) for link in links)
        assert all(text in page.text for text in texts(one))


def test_in_markdown_nothing_from_data_becomes_html_or_an_image(evil):
    page = Tags(MarkdownIt("commonmark", {"html": True}).render(export.to_markdown(evil)))
    assert not {tag for tag, _ in page.tags} & {"script", "img"}
    assert "<script>alert(1)</script>" in page.text


def test_word_opens_with_headings_sentences_and_sources(state, evil):
    for one in (state, evil):
        document = Document(io.BytesIO(export.to_docx(one)))
        headings = [part.text for part in document.paragraphs if part.style.name == "Heading 1"]
        assert (
            headings[: len(one["report"]["sections"])]
            == [section["question"].replace("\x07", "") for section in one["report"]["sections"]]
            or one is evil
        )
        whole = "\n".join(part.text for part in document.paragraphs)
        assert all(text in whole for text in texts(one))


def test_references_open_in_their_own_readers(state, evil):
    for one in (state, evil):
        titles = {state["papers"][id]["title"] for id in source_numbers(state)} if one is state else None
        library = bibtexparser.parse_string(export.to_bibtex(one))
        assert len(library.entries) == len(source_numbers(one))
        assert not library.failed_blocks
        records = rispy.loads(export.to_ris(one))
        items = json.loads(export.to_csl_json(one))
        assert len(records) == len(items) == len(source_numbers(one))
        if titles:
            assert {record["title"] for record in records} == {item["title"] for item in items} == titles


def test_the_evidence_table_has_a_row_for_every_citation_and_no_formula(state, evil):
    for one in (state, evil):
        rows = list(csv.reader(io.StringIO(export.evidence_csv(one).decode("utf-8-sig"))))
        assert len(rows) == 1 + sum(len(claim["passages"]) for claim in claims_of(one["report"]))
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in rows for cell in row)


def test_what_was_struck_out_is_in_no_export(with_struck):
    struck = [claim["text"] for section in with_struck["report"]["sections"] for claim in section["struck"]]
    assert STRUCK in struck
    assert texts(with_struck)
    document = Document(io.BytesIO(export.to_docx(with_struck)))
    unpacked = _unpacked(to_bundle(with_struck))
    whole = [
        export.to_markdown(with_struck), export.to_html(with_struck),
        export.evidence_csv(with_struck).decode("utf-8-sig"), "\n".join(part.text for part in document.paragraphs),
        unpacked,
    ]  # fmt: skip
    assert not any("77 %" in text for text in whole)


def _unpacked(data: bytes) -> str:
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(archive.read(name).decode("utf-8-sig") for name in archive.namelist())


def test_a_report_without_evidence_can_be_taken_away_too():
    empty = run(little_context(papers=()), QUESTION)
    for make in (export.to_markdown, export.to_html, export.to_docx, export.to_bibtex, export.to_ris,
                 export.to_csl_json, export.evidence_csv, to_bundle):  # fmt: skip
        assert make(empty) is not None
