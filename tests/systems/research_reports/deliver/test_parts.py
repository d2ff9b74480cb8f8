"""What holds of every file of a report alike."""

from __future__ import annotations

import io
import zipfile

from docx import Document

from core.systems.research_reports.deliver.bundle import to_bundle
from core.systems.research_reports.deliver.html import to_html
from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.deliver.references import evidence_csv, to_bibtex, to_csl_json, to_ris
from core.systems.research_reports.deliver.word import to_docx
from tests.systems.research_reports.deliver.reading import STRUCK, texts
from tests.systems.research_reports.little_sources import QUESTION, little_context, run


def test_what_was_struck_out_is_in_no_export(with_struck):
    struck = [claim["text"] for section in with_struck["report"]["sections"] for claim in section["struck"]]
    assert STRUCK in struck
    assert texts(with_struck)
    document = Document(io.BytesIO(to_docx(with_struck)))
    unpacked = _unpacked(to_bundle(with_struck))
    whole = [
        to_markdown(with_struck), to_html(with_struck),
        evidence_csv(with_struck).decode("utf-8-sig"), "\n".join(part.text for part in document.paragraphs),
        unpacked,
    ]  # fmt: skip
    assert not any("77 %" in text for text in whole)


def _unpacked(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(archive.read(name).decode("utf-8-sig") for name in archive.namelist())


def test_a_report_without_evidence_can_be_taken_away_too():
    empty = run(little_context(papers=()), QUESTION)
    for make in (to_markdown, to_html, to_docx, to_bibtex, to_ris,
                 to_csl_json, evidence_csv, to_bundle):  # fmt: skip
        assert make(empty) is not None
