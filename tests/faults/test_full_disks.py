"""A disk that is full or read-only costs what is just being done, in words; what was kept stays, and it is gone on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from core.batch.__main__ import main as batch
from core.errors import StoreError
from core.installation import Installation
from core.refused import Refused, refuse, refused
from core.settings import Settings
from core.stores import leases
from core.stores.uploads import Kind, Uploads, fresh
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, add_collection, add_files, stage, status
from core.systems.library_chat.catalogue.catalogues import CATALOGUES, add_catalogue, load_books
from core.systems.nco_classification.state import Context
from core.systems.nco_classification.survey import batch as survey
from core.systems.nco_classification.survey.rows import Row, row_without_code
from core.systems.nco_classification.survey.said import Said
from tests.faults.disks import LimitedFiles, OwnDisk, SmallDisk, own_disk
from tests.faults.test_power_cut import Thing
from tests.lending import lent
from tests.stores.little_library import BOOKS
from tests.tiny_system import CHAT, new_house, open_tiny
from tests.word_embedder import WordEmbedder

FILES = [
    (f"{name}.md", f"# {name}\n\nThe sea of {name} rises twice a day.".encode()) for name in ("one", "two", "three")
]


@pytest.fixture(params=["a disk of its own", "a limit on files"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SmallDisk]:
    if request.param == "a limit on files":
        yield LimitedFiles(tmp_path)
        return
    with own_disk(tmp_path / "disk") as mounted:
        yield mounted


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[OwnDisk]:
    with own_disk(tmp_path / "disk") as mounted:
        yield mounted


@pytest.fixture(autouse=True)
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.embedding.shared_embedder", WordEmbedder)


def until(there: Callable[[], object]) -> None:
    while not there():
        time.sleep(0.01)


def test_a_run_whose_disk_fills_up_stops_in_words_and_is_carried_on_when_there_is_room(
    disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LENGTH", 1.0)  # of a lease that could not be given back
    house, gate, memory = new_house(disk.folder / "data"), threading.Event(), dict[str, Any]()
    open_tiny(house, memory=memory, system=CHAT).start("one")
    open_tiny(house, memory=memory, system=CHAT).wait(60)
    session = open_tiny(house, memory=memory, system=CHAT, gate=gate)
    session.start("two")
    until(lambda: session.run and len(session.run.steps) == 2)
    with disk.full():
        gate.set()
        session.wait(60)
        assert session.failure is not None
        assert "disk" in session.failure.message
        assert "room" in session.failure.advice or "disk" in session.failure.advice
        assert session.turns[0].values["answer"] == "ONE NONE"  # what was kept can be read
    until(lambda: open_tiny(house, memory=memory, system=CHAT).unfinished)
    again = open_tiny(house, memory=memory, system=CHAT)
    again.carry_on()
    assert again.wait(60).state["answer"] == "TWO NONE"
    assert [turn.values["answer"] for turn in again.turns] == ["ONE NONE", "TWO NONE"]
    house.close()


def test_a_question_on_a_full_disk_is_refused_in_words(disk: SmallDisk) -> None:
    house = new_house(disk.folder / "data")
    session = open_tiny(house)
    with disk.full(), pytest.raises(StoreError, match="disk"):
        session.start("one")
    session = open_tiny(house)
    session.start("one")
    assert session.wait(60).state["answer"] == "ONE NONE"
    house.close()


@pytest.mark.parametrize("full_at", ["reading", "embedding", "keeping", "finishing"])
def test_documents_are_not_blamed_for_a_full_disk_and_are_all_there_when_there_is_room(
    disk: SmallDisk, full_at: str
) -> None:
    folder = disk.folder / "owner"
    resources = lent(folder, WordEmbedder(), Settings(data=disk.folder))
    collection = add_collection(folder, "Mine").id
    add_files(folder, collection, FILES)
    while (job := DOCUMENTS.job(resources, collection)) and stage(folder, collection) != full_at:
        job.run()
    with disk.full(), pytest.raises(StoreError) as told:
        (job.run() if job else DOCUMENTS.finish(resources, collection))
    assert told.value.advice
    while job := DOCUMENTS.job(resources, collection):
        job.run()
    DOCUMENTS.finish(resources, collection)
    assert [one.state for one in status(folder, collection)] == ["added"] * 3
    assert len(DOCUMENTS.open(resources, collection).documents()) == 3


def test_a_long_document_is_not_refused_because_the_disk_has_room_for_the_refusal_alone(read_only: OwnDisk) -> None:
    folder = read_only.folder / "owner"
    resources = lent(folder, WordEmbedder(), Settings(data=read_only.folder))
    collection = add_collection(folder, "Mine").id
    add_files(folder, collection, [("long.md", b"The sea rises twice a day.\n\n" * 40_000)])
    job = DOCUMENTS.job(resources, collection)
    assert job is not None
    with read_only.full(but_for=500_000), pytest.raises(StoreError, match="No space left"):
        job.run()
    assert [one.state for one in status(folder, collection)] == ["waiting"]


def test_nothing_is_kept_half_on_a_full_disk(disk: SmallDisk) -> None:
    things = Uploads(disk.folder / "owner", Kind("things", Thing))
    kept = Thing("kept", "kept", fresh()[1])
    things.add(kept, lambda place: None)
    with disk.full():
        with pytest.raises(StoreError, match="could not be kept"):
            things.add(Thing("more", "more", fresh()[1]), lambda place: (place / "x").write_bytes(b"x" * 100_000))
        with pytest.raises(StoreError, match="could not be kept"):
            things.update(Thing("kept", "renamed" * 10_000, kept.created))
        with pytest.raises(StoreError, match=r"could not be kept|cannot be changed now"):
            refuse(disk.folder / "owner", Refused("nco", "1", "smith" * 10_000, "a surname"))
    assert things.all() == [kept]
    assert sorted(path.name for path in things.folder.iterdir()) == ["kept"]
    assert [path.name for path in things.path("kept").iterdir()] == ["card.json"]
    assert refused(disk.folder / "owner", "nco") == []


def test_a_catalogue_whose_disk_fills_up_while_it_is_loaded_is_whole_when_there_is_room(disk: SmallDisk) -> None:
    resources = lent(disk.folder / "owner", WordEmbedder(), Settings(data=disk.folder))
    card = add_catalogue(resources.folder, "Mine", BOOKS)
    with disk.full(), pytest.raises(StoreError):
        load_books(resources, card)
    load_books(resources, card)
    assert CATALOGUES.open(resources, card.id).totals()["books"] == len(BOOKS)


def test_a_batch_whose_disk_fills_up_says_so_and_the_same_command_goes_on(
    disk: SmallDisk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    filled, decided = ExitStack(), list[str]()

    def decide(saids: Sequence[Said], context: Any) -> list[Row]:
        decided.extend(said.text for said in saids)
        if len(decided) == 10:
            filled.enter_context(disk.full())
        return [row_without_code(said.text, f"about {said.text}", "data") for said in saids]

    monkeypatch.setattr(survey, "CHUNK", 5)
    monkeypatch.setattr(survey, "code_in_context", decide)
    monkeypatch.setattr(survey, "_context", lambda *_: Context(*[None] * 3))  # type: ignore[arg-type]
    house = Installation(Settings(data=disk.folder / "data"))
    monkeypatch.setattr("core.batch.nco.installation", lambda: house)
    table, out = disk.folder / "in.csv", disk.folder / "out.csv"
    table.write_text("job\n" + "\n".join(f"cook {number}" for number in range(30)) + "\n")
    with filled:
        assert batch(["nco", str(table), str(out)]) == 2
    assert "disk" in capsys.readouterr().err
    assert not out.exists()
    assert batch(["nco", str(table), str(out)]) == 0
    assert len(out.read_text(encoding="utf-8-sig").splitlines()) == 31
    assert decided.count("cook 0") == 1  # what was done is not done again


def test_on_a_read_only_disk_all_that_was_kept_is_read_and_all_else_is_refused_in_words(read_only: OwnDisk) -> None:
    folder, data = read_only.folder / "owner", read_only.folder / "data"
    resources = lent(folder, WordEmbedder(), Settings(data=data))
    card = add_catalogue(folder, "Mine", BOOKS)
    load_books(resources, card)
    things = Uploads(folder, Kind("things", Thing))
    things.add(Thing("one", "one", fresh()[1]), lambda place: None)
    house = new_house(data)
    open_tiny(house).start("one").wait(60)
    house.close()
    with read_only.read_only():
        deeds: list[Callable[[], object]] = [
            lambda: things.add(Thing("two", "two", fresh()[1]), lambda place: None),
            lambda: things.remove("one"),
            lambda: add_catalogue(folder, "More", BOOKS),
            lambda: add_collection(folder, "Mine"),
            lambda: refuse(folder, Refused("nco", "1", "smith", "a surname")),
            lambda: open_tiny(new_house(data)),
        ]
        for deed in deeds:
            with pytest.raises(StoreError) as told:
                deed()
            assert told.value.advice
        assert [one.id for one in things.all()] == ["one"]
        assert {one.id for one in CATALOGUES.uploads(folder).all()} == {card.id}
    things.remove("one")
    assert things.all() == []
