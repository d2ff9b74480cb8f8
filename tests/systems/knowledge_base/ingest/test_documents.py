"""A file becomes a document: known by its content, in its language, with its passages."""

from __future__ import annotations

import pytest

from core.errors import InputError
from core.systems.knowledge_base.ingest.documents import read_document
from tests.systems.knowledge_base.little_files import make_pdf

TEXT = "Solar cells lose power when moisture reaches them, and sealing keeps it away for many years."


def test_a_document_tells_what_it_is() -> None:
    document, text, passages = read_document(f"# Cells\n\n{TEXT}\n".encode(), "cells.md")
    assert (document.name, document.kind, document.language, document.encoding) == (
        "cells.md",
        "markdown",
        "en",
        "utf-8",
    )
    assert document.characters == len(text)
    assert document.added.endswith("+00:00")
    assert [passage.text for passage in passages] == [TEXT]
    assert passages[0].document == document.id


def test_the_same_content_has_one_id_whatever_its_name_encoding_and_line_ends() -> None:
    files = {
        "one.txt": "Größe\nzählt\n".encode(),
        "two.txt": "Größe\r\nzählt\r\n".encode("cp1252"),
        "three.txt": "Größe\nzählt\n".encode("utf-16"),
    }
    assert len({read_document(data, name)[0].id for name, data in files.items()}) == 1
    assert read_document(b"Other words", "one.txt")[0].id != read_document(files["one.txt"], "one.txt")[0].id


@pytest.mark.parametrize("data", ["…\n\n---", "***\n", " . "])
def test_a_file_without_a_readable_word_is_refused(data: str) -> None:
    with pytest.raises(InputError, match="holds no text"):
        read_document(data.encode(), "dots.txt")


def test_a_scan_is_refused_with_what_to_do() -> None:
    with pytest.raises(InputError, match="holds no text") as caught:
        read_document(make_pdf([[]]), "scan.pdf")
    assert "text recognition" in caught.value.advice
