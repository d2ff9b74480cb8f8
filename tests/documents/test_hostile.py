"""No document and no archive makes the server grow, or wait without end: it is read, or refused in words."""

from __future__ import annotations

import hashlib
import io
import warnings
import zipfile
from pathlib import Path

import pytest

from core import documents
from core.documents.archive import take_apart
from core.documents.json_parts import read_json_parts
from core.errors import InputError
from core.isolation import Limits
from core.systems.knowledge_base.ingest.documents import read_document
from tests.hostile_files import ARCHIVES, DOCUMENTS, growth
from tests.systems.knowledge_base.little_files import make_docx, make_pdf, make_zip

MOST_GROWN = 300.0  # MB


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.md", b"# Title\n\nWords.\n"),
        ("a.pdf", make_pdf([["Words"]])),
        ("a.docx", make_docx()),
        ("a.csv", b"a,b\n1,2\n"),
    ],
    ids=["Markdown", "PDF", "DOCX", "CSV"],
)
def test_a_document_read_apart_is_the_one_that_is_read_here(name: str, data: bytes) -> None:
    assert documents.read_file(data, name) == documents.read_here(data, name)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("a PDF whose page tree is a loop", "damaged"),
        ("a DOCX of entities", "declares XML entities"),
        ("an HTML of nested elements", "nests its elements too deeply"),
        ("a text of tiny paragraphs", "more than 200,000 paragraphs"),
        ("a CSV of separators as a document", "more than 16,384 cells"),
    ],
)
def test_a_hostile_document_is_refused_in_words_and_the_server_hardly_grows(what: str, words: str) -> None:
    name, data = DOCUMENTS[what]()
    with growth() as grown, pytest.raises(InputError, match=words):
        read_document(data, name)
    assert grown() < MOST_GROWN


@pytest.mark.slow
@pytest.mark.parametrize("what", ["a DOCX of empty paragraphs", "a DOCX of a table of a million cells"])
def test_a_small_document_that_takes_its_reader_minutes_is_given_up(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "_limits", lambda _: Limits(seconds=2))
    name, data = DOCUMENTS[what]()
    with growth() as grown, pytest.raises(InputError, match=r"takes longer|damaged|memory"):
        read_document(data, name)
    assert grown() < MOST_GROWN


# --- archives ---------------------------------------------------------------------------------------------------------


def taken_apart(data: bytes, folder: Path) -> dict[str, tuple[str, bytes]]:
    """The reason and what was laid down, by the path of each file; of the same paths the last."""
    archive = folder / "archive"
    archive.write_bytes(data)
    entries = take_apart(archive, "a.zip", 5)
    archive.unlink()
    contents = {file.name: file.read_bytes() for file in folder.iterdir()}
    return {path: (why, contents.get(f"{number}", b"")) for number, (path, why) in enumerate(entries or (), start=5)}


def test_links_and_paths_in_an_archive_lead_nowhere_and_the_same_name_twice_overwrites_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "incoming"
    folder.mkdir()
    found = taken_apart(ARCHIVES["a zip of links and paths"]()[1], folder)
    assert "is a link to another file" in found["link.md"][0]
    assert "would leave the archive" in found["/etc/absolute.md"][0]
    assert "would leave the archive" in found["../above.md"][0]
    assert "archive inside an archive" in found["inner.zip"][0]
    assert found["good.md"] == ("", b"# Good")
    assert sorted(file.name for file in folder.iterdir()) == ["10", "9"]
    assert [file.name for file in tmp_path.iterdir()] == ["incoming"]
    assert not any(file.is_symlink() for file in folder.iterdir())


def test_a_document_that_is_packed_as_an_archive_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "archive").write_bytes(make_docx())
    assert take_apart(tmp_path / "archive", "a.docx", 0) is None
    assert [file.name for file in tmp_path.iterdir()] == ["archive"]


def test_an_archive_whose_directory_names_a_million_files_is_refused(tmp_path: Path) -> None:
    _, data = ARCHIVES["a zip of a million names"]()
    with growth() as grown, pytest.raises(InputError, match="more than 10,000 files"):
        taken_apart(data, tmp_path)
    assert grown() < MOST_GROWN


# --- JSON in a zip ----------------------------------------------------------------------------------------------------


def test_parts_of_json_are_given_in_their_order_and_what_is_none_is_told() -> None:
    data = make_zip({"a.json": b"[1]", "b.json": b'{"a": "b"}', "c.json": b"{"})
    read = read_json_parts(data, "a.zip", ("b.json", "a.json"), 100)
    assert read == ([{"a": "b"}, [1]], {"c.json": hashlib.sha256(b"{").hexdigest()})
    for parts in (("a.json", "missing.json"), ("c.json",)):
        assert read_json_parts(data, "a.zip", parts, 100) is None
    assert read_json_parts(b"no zip", "a.zip", ("a.json",), 100) is None
    with pytest.raises(InputError, match="more memory"):
        read_json_parts(data, "a.zip", ("b.json",), 5)
    with pytest.raises(InputError, match="more memory"):
        read_json_parts(make_zip({"a.json": b"1", "b": b"1234", "c": b"5678"}), "a.zip", ("a.json",), 6)


def test_of_several_parts_of_one_name_the_last_counts_and_the_others_are_seen() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for value in (b"1", b"2"):
            archive.writestr("a.json", value)
    read = read_json_parts(packed.getvalue(), "a.zip", ("a.json",), 100)
    assert read == ([2], {"a.json#0": hashlib.sha256(b"1").hexdigest()})
