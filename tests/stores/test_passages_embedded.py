"""What only the SQLite file has: an index in memory that follows the file, opened quickly, whoever changes it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import StoreError
from core.stores import passages_embedded
from core.stores.passages_embedded import EmbeddedPassages, counts
from tests.stores.little_passages import EMBEDDER, fill, hits, put

ROOT = Path(__file__).parents[2]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "passages.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[EmbeddedPassages]:
    store = EmbeddedPassages(file, EMBEDDER)
    yield store
    store.close()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts whose words were counted since."""
    seen: list[str] = []
    analyse = counts.analyse

    def watched(text: str) -> list[str]:
        seen.append(text)
        return analyse(text)

    monkeypatch.setattr(counts, "analyse", watched)
    monkeypatch.setattr(counts, "_FEW", 0)
    return seen


def everything(store: EmbeddedPassages) -> list[Any]:
    return [hits(store, query) for query in ("solar cells", "argon steel", "robots", "nothing")]


def test_opening_again_counts_no_words_again(file: Path, counted: list[str]) -> None:
    first = EmbeddedPassages(file, EMBEDDER)
    fill(first)
    found = everything(first)
    counted.clear()
    assert everything(EmbeddedPassages(file, EMBEDDER)) == found
    assert counted == []


def test_what_came_or_went_since_the_counts_were_kept_is_put_right_at_opening(file: Path, counted: list[str]) -> None:
    first = EmbeddedPassages(file, EMBEDDER)
    fill(first)
    hits(first, "solar")  # keeps the counts
    first.remove("solar")
    put(first, "more", ["More about argon."])
    anew = everything(first)
    first.close()
    (kept := file.with_suffix(".words.npz")).unlink()
    assert everything(EmbeddedPassages(file, EMBEDDER)) == anew
    assert kept.exists()


def test_only_what_is_new_is_counted(file: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first = EmbeddedPassages(file, EMBEDDER)
    fill(first)
    hits(first, "solar")
    put(first, "more", ["More about argon."])
    counted.clear()
    hits(EmbeddedPassages(file, EMBEDDER), "argon")
    assert counted == ["Head › Sub\nMore about argon."]


@pytest.mark.parametrize("content", [b"", b"damaged", b"PK\x03\x04 no archive"])
def test_counts_that_are_damaged_are_made_anew_with_a_warning(
    file: Path, counted: list[str], content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    first = EmbeddedPassages(file, EMBEDDER)
    fill(first)
    found = everything(first)
    file.with_suffix(".words.npz").write_bytes(content)
    assert everything(EmbeddedPassages(file, EMBEDDER)) == found
    assert "made anew" in caplog.text


def test_counts_of_another_file_that_was_once_at_this_place_are_not_used(file: Path, counted: list[str]) -> None:
    first = EmbeddedPassages(file, EMBEDDER)
    fill(first)
    hits(first, "solar")
    first.close()
    for ending in ("", "-wal", "-shm"):
        Path(f"{file}{ending}").unlink(missing_ok=True)
    other = EmbeddedPassages(file, EMBEDDER)
    put(other, "a", ["Zebra one."])
    put(other, "b", ["Zebra two."])
    assert [id for id, _ in hits(other, "zebra")["text"]] == ["a:0", "b:0"]
    assert hits(other, "solar")["text"] == []


def test_a_search_follows_what_another_process_changes(store: EmbeddedPassages, file: Path) -> None:
    fill(store)
    assert hits(store, "zebra")["text"] == []
    program = (
        "import sys; from pathlib import Path; from core.stores.passages_embedded import EmbeddedPassages;"
        "from tests.stores.little_passages import EMBEDDER, put;"
        "put(EmbeddedPassages(Path(sys.argv[1]), EMBEDDER), 'z', ['A zebra.'])"
    )
    subprocess.run([sys.executable, "-c", program, str(file)], check=True, cwd=ROOT)
    assert [id for id, _ in hits(store, "zebra")["text"]] == ["z:0"]


def test_a_process_killed_while_it_adds_leaves_whole_documents_only(file: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from core.stores.passages_embedded import EmbeddedPassages;"
        "from tests.stores.little_passages import EMBEDDER, put;"
        "store = EmbeddedPassages(Path(sys.argv[1]), EMBEDDER)\n"
        "for number in range(10_000):\n"
        "    put(store, f'd{number}', ['One part.', 'Another part.'])\n"
        "    print(number, flush=True)"
    )
    process = subprocess.Popen([sys.executable, "-c", program, str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    acknowledged = [int(process.stdout.readline()) for _ in range(20)][-1]
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    store = EmbeddedPassages(file, EMBEDDER)
    names = {document.id for document in store.documents()}
    assert {f"d{number}" for number in range(acknowledged + 1)} <= names
    assert all(len(store.passages(name)) == 2 for name in names)
    assert len(hits(store, "part", limit=1_000_000)["text"]) == 2 * len(names)


def test_a_reader_does_not_wait_for_one_who_writes(store: EmbeddedPassages, file: Path) -> None:
    fill(store)
    before = everything(store)
    writer = sqlite3.connect(file, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE card SET version = version + 1")
    assert everything(store) == before
    assert len(store.documents()) == 3
    writer.execute("ROLLBACK")
    writer.close()


def test_one_who_writes_is_told_in_words_when_another_does_not_end(
    store: EmbeddedPassages, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passages_embedded, "PATIENCE", 0.1)
    fill(other := EmbeddedPassages(file, EMBEDDER))
    writer = sqlite3.connect(file, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"passages\.sqlite is being used by another program"):
        put(other, "more", ["text"])
    writer.execute("ROLLBACK")
    writer.close()
    assert put(other, "more", ["text"]) is True


def test_a_damaged_file_is_named_in_words(file: Path) -> None:
    file.write_bytes(b"this is no database" * 1000)
    with pytest.raises(StoreError, match=r"passages\.sqlite is damaged"):
        EmbeddedPassages(file, EMBEDDER)


def test_a_folder_that_cannot_be_made_is_named_in_words(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(StoreError, match="cannot be made"):
        EmbeddedPassages(tmp_path / "taken" / "passages.sqlite", EMBEDDER)


def test_the_check_notices_a_file_that_was_deleted(store: EmbeddedPassages, file: Path) -> None:
    store.check()
    file.unlink()
    with pytest.raises(StoreError, match="moved or deleted"):
        store.check()


def test_clearing_leaves_no_file_behind(file: Path, counted: list[str]) -> None:
    store = EmbeddedPassages(file, EMBEDDER)
    fill(store)
    hits(store, "solar")
    store.clear()
    assert list(file.parent.iterdir()) == []
