"""The text of scans is recognised where Tesseract is on the machine, at a cost that is told, and marked as a guess."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pypdfium2
import pytest

from core.documents import ocr, read_file
from core.documents.ocr import RECOGNISED, can_recognise, cost_of, scanned_pages, with_words
from core.errors import InputError
from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.ingest.jobs import read
from tests.systems.knowledge_base.little_files import make_pdf

needs_tesseract = pytest.mark.skipif(not can_recognise(), reason="Tesseract is not on this machine")
PAGES = [["The lower valve opens at six bar."], ["The upper valve opens at nine bar."]]


def make_scan() -> bytes:
    """A PDF of pictures of pages."""
    pages = [page.render(scale=200 / 72).to_pil() for page in pypdfium2.PdfDocument(make_pdf(PAGES))]
    file = io.BytesIO()
    pages[0].save(file, "PDF", save_all=True, append_images=pages[1:], resolution=200)
    return file.getvalue()


def test_what_holds_text_or_is_no_pdf_is_no_scan() -> None:
    for name, data in (("a.pdf", make_pdf(PAGES)), ("a.md", b"words"), ("a.pdf", b"%PDF-1.7 broken")):
        assert scanned_pages(data, name) == 0
        assert with_words(data, name) is data
    assert scanned_pages(make_scan(), "a.pdf") == 2


def test_the_cost_is_told_in_pages_and_time() -> None:
    assert cost_of(1) == "1 page, about 4 seconds"
    assert cost_of(90) == "90 pages, about 6 minutes"


def test_a_scan_is_refused_with_what_recognising_it_would_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.systems.knowledge_base.ingest.documents.can_recognise", lambda: True)
    with pytest.raises(InputError, match="holds no text that can be read") as refused:
        read_document(make_scan(), "a.pdf")
    assert refused.value.advice == "It is a scan: bring it again with “Recognise scans” (2 pages, about 8 seconds)."


def test_a_scan_is_refused_as_ever_where_nothing_can_recognise_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.systems.knowledge_base.ingest.documents.can_recognise", lambda: False)
    monkeypatch.setattr(ocr, "can_recognise", lambda: False)
    with pytest.raises(InputError) as refused:
        read_document(make_scan(), "a.pdf")
    assert refused.value.advice == "If it is a scan, run text recognition over it."
    with pytest.raises(InputError, match="Tesseract is not on this machine"):
        with_words(make_scan(), "a.pdf")


def test_a_scan_of_too_many_pages_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "can_recognise", lambda: True)
    monkeypatch.setattr(ocr, "MOST_PAGES", 1)
    with pytest.raises(InputError, match="more than 1 pages"):
        with_words(make_scan(), "a.pdf")


@needs_tesseract
def test_a_recognised_scan_is_read_by_its_pages_and_says_that_it_was_recognised() -> None:
    recognised = with_words(make_scan(), "a.pdf")
    text = read_file(recognised, "a.pdf")
    assert [page.strip() for page in text.text.split("\f")] == [lines[0] for lines in PAGES]
    assert text.encoding == RECOGNISED
    assert with_words(recognised, "a.pdf") is recognised


@needs_tesseract
def test_a_scan_that_is_brought_to_be_recognised_becomes_a_document_that_tells_so(tmp_path: Path) -> None:
    (tmp_path / "0").write_bytes(make_scan())
    (result,) = read(tmp_path, None, [{"name": "a.pdf", "file": "0", "recognise": "yes"}])
    assert isinstance(result, dict)
    assert result["told"] == "Its words were recognised from a scan (OCR) and may be wrong."
    assert b"Tesseract" in (tmp_path / "0").read_bytes()  # the pages that are shown are those with the words


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (subprocess.TimeoutExpired("tesseract", 1), "takes too long"),
        (subprocess.CalledProcessError(1, "tesseract"), "broke down"),
        (FileNotFoundError(), "broke down"),
    ],
)
def test_a_tesseract_that_fails_is_told(broken: Exception, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise broken

    monkeypatch.setattr(ocr, "can_recognise", lambda: True)
    monkeypatch.setattr(ocr, "_languages", lambda: "eng")
    monkeypatch.setattr(ocr.subprocess, "run", fail)
    with pytest.raises(InputError, match=words):
        with_words(make_scan(), "a.pdf")
