"""What was brought can be had again, byte for byte, as long as its document is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import embedding
from core.settings import Settings
from core.systems import Resources
from core.systems.knowledge_base.ingest import opening
from core.systems.knowledge_base.ingest.collections import (
    DOCUMENTS,
    MANUAL,
    add_collection,
    add_files,
    original_of,
    remove_document,
    work_off,
)
from tests.lending import lent
from tests.systems.knowledge_base.little_files import make_pdf, make_zip
from tests.word_embedder import WordEmbedder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Resources:
    monkeypatch.setattr(embedding, "shared_embedder", WordEmbedder)
    return lent(tmp_path / "owner", WordEmbedder(), Settings(data=tmp_path / "data"))


def test_the_bytes_of_every_file_are_kept_and_go_with_its_document(here: Resources) -> None:
    collection = add_collection(here.folder, "Mine").id
    pdf = make_pdf([["Boats float on water."]])
    archive = make_zip({"deep/ropes.md": b"Ropes are made of hemp."})
    told = work_off_of(here, collection, {"boats.pdf": pdf, "more.zip": archive, "bad.md": b""})
    assert [one.state for one in told] == ["added", "added", "refused"]
    kept = {one.name: original_of(here, collection, one.document) for one in told if one.document}
    assert {name: file and file.read_bytes() for name, file in kept.items()} == {
        "boats.pdf": pdf,
        "deep/ropes.md": b"Ropes are made of hemp.",
    }
    remove_document(here, collection, told[0].document)
    assert original_of(here, collection, told[0].document) is None
    assert original_of(here, collection, told[1].document) is not None


@pytest.mark.parametrize("id", ["", "..", "../card.json", "nothing", "a" * 32, "a" * 5_000, "a\0b"])
def test_an_id_that_is_none_leads_to_no_file(here: Resources, id: str) -> None:
    collection = add_collection(here.folder, "Mine").id
    work_off_of(here, collection, {"a.md": b"Words."})
    assert original_of(here, collection, id) is None
    assert original_of(here, MANUAL, id) is None


def test_a_page_of_the_manual_is_its_own_original(here: Resources) -> None:
    page = next(one for one in DOCUMENTS.open(here, MANUAL).documents() if one.name == "knowledge_base.md")
    assert original_of(here, MANUAL, page.id) == opening.MANUAL_FOLDER / "knowledge_base.md"


def test_a_relative_path_is_the_name_of_a_document_and_one_that_leads_elsewhere_is_not(here: Resources) -> None:
    collection = add_collection(here.folder, "Mine").id
    names = ["handbooks/pumps/one.md", "sub\\two.md", "./three.md", "/etc/four.md", "a/../five.md", "C:/x/six.md"]
    told = work_off_of(here, collection, {name: f"Words of {name}".encode() for name in names})
    assert [one.name for one in told] == [
        "handbooks/pumps/one.md", "sub/two.md", "three.md", "four.md", "five.md", "six.md",
    ]  # fmt: skip


def work_off_of(here: Resources, collection: str, files: dict[str, bytes]):  # type: ignore[no-untyped-def]
    add_files(here.folder, collection, files.items())
    return work_off(here, collection)
