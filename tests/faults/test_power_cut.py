"""After a power cut, what was told to be kept is there, what was not yet is there or not, and nothing is half.

A disk that loses its power keeps what was synced. Of the rest it may keep anything: names of files without their
content, content without names, the beginning of a log, or zeros of the right length.
"""

from __future__ import annotations

import os
import random
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.refused import Refused, refuse, refused
from core.settings import Settings
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.sqlite import open_shared
from core.stores.thumbs import Thumb, give, thumbs
from core.stores.uploads import Kind, Uploads, fresh, write_json
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, add_collection, add_files, stage
from tests.lending import lent
from tests.stores.little_library import BOOKS
from tests.tiny_system import CHAT, new_house, open_tiny
from tests.word_embedder import WordEmbedder

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody look at what was synced")


# --- a disk that remembers what was synced ----------------------------------------------------------------------------


class Disk:
    """What lies below a folder, and what of it would be there after a power cut. What was there before is synced."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._contents: dict[int, bytes] = {}
        self._names: dict[int, dict[str, int]] = {}
        for inode in self._paths():
            self._synced(inode)

    def _paths(self) -> dict[int, Path]:
        return {path.stat().st_ino: path for path in (self._root, *self._root.rglob("*"))}

    def _synced(self, inode: int) -> None:
        path = self._paths().get(inode)
        if path is not None and path.is_dir():
            self._names[inode] = {one.name: one.stat().st_ino for one in path.iterdir()}
        elif path is not None:
            self._contents[inode] = path.read_bytes()

    def sync(self, descriptor: int) -> None:
        self._synced(os.fstat(descriptor).st_ino)

    def after_a_cut(self, into: Path, *, keeps_names: bool, fills: bytes = b"") -> Path:
        """Lay down what is left: names as they are now or as they were synced, contents as they were synced.

        Content that was not is empty, or as many bytes as there were of `fills`.
        """
        paths = self._paths()

        def lay(inode: int, path: Path) -> None:
            here = paths.get(inode)
            is_folder = inode in self._names or (here is not None and here.is_dir())
            if not is_folder:
                length = here.stat().st_size if here is not None else 0
                path.write_bytes(self._contents.get(inode, fills * length))
                return
            path.mkdir()
            now = {one.name: one.stat().st_ino for one in here.iterdir()} if here is not None else {}
            for name, child in (now if keeps_names else self._names.get(inode, {})).items():
                lay(child, path / name)

        lay(self._root.stat().st_ino, into)
        return into


@dataclass
class Cuts:
    """The folder as it may be after a cut before any of the syncs, and after the last of them."""

    before: list[Path]
    last: list[Path]


CutEverywhere = Callable[[Path, Callable[[], object]], Cuts]


@pytest.fixture
def cut_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CutEverywhere:
    """Do a deed in a folder, and give what is left of the folder when the power goes at any moment of it."""
    numbers = iter(range(10_000))

    def cuts_of(root: Path, deed: Callable[[], object]) -> Cuts:
        disk = Disk(root)

        def left() -> list[Path]:
            ways = ({"keeps_names": False}, {"keeps_names": True}, {"keeps_names": True, "fills": b"\0"})
            return [disk.after_a_cut(tmp_path / f"left-{next(numbers)}", **way) for way in ways]  # type: ignore[arg-type]

        before: list[Path] = []

        def fsync(descriptor: int) -> None:
            before.extend(left())
            disk.sync(descriptor)

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fsync)
            deed()
        return Cuts(before, left())

    return cuts_of


@dataclass(frozen=True)
class Thing:
    id: str
    name: str
    created: str


KIND = Kind("things", Thing)


def whole(root: Path) -> list[str]:
    """The things that are shown, each of which must be whole; nothing may be there that cannot be read."""
    things = Uploads(root / "owners" / "somebody", KIND)
    assert things.unreadable() == []
    for card in things.all():
        assert (things.path(card.id) / "below" / "content.txt").read_text() == f"content of {card.name}"
    return [card.name for card in things.all()]


def bring(root: Path, name: str) -> None:
    def fill(place: Path) -> None:
        (place / "below").mkdir()
        (place / "below" / "content.txt").write_text(f"content of {name}")

    Uploads(root / "owners" / "somebody", KIND).add(Thing(name, name, fresh()[1]), fill)


def test_what_an_owner_brought_is_there_after_a_power_cut_or_was_never_shown(
    tmp_path: Path, cut_everywhere: CutEverywhere
) -> None:
    root = tmp_path / "data"
    root.mkdir()
    cuts = cut_everywhere(root, lambda: bring(root, "first"))
    assert {tuple(whole(left)) for left in cuts.last} == {("first",)}
    assert {tuple(whole(left)) for left in cuts.before} <= {(), ("first",)}
    cuts = cut_everywhere(root, lambda: bring(root, "second"))
    assert {tuple(whole(left)) for left in cuts.last} == {("second", "first")}
    assert all("first" in whole(left) for left in cuts.before)


def test_what_was_removed_is_gone_after_a_power_cut_or_still_there_and_never_both(
    tmp_path: Path, cut_everywhere: CutEverywhere
) -> None:
    root = tmp_path / "data"
    root.mkdir()
    cut_everywhere(root, lambda: bring(root, "one"))
    cuts = cut_everywhere(root, lambda: Uploads(root / "owners" / "somebody", KIND).remove("one"))
    assert {tuple(whole(left)) for left in cuts.last} == {()}
    assert {tuple(whole(left)) for left in cuts.before} <= {(), ("one",)}


@pytest.mark.parametrize("made", [b"", b'{"old": 1}'], ids=["none", "old"])
def test_a_file_of_ours_is_the_old_one_or_the_new_one_after_a_power_cut(
    tmp_path: Path, cut_everywhere: CutEverywhere, made: bytes
) -> None:
    root = tmp_path / "data"
    root.mkdir()
    if made:
        (root / "value.json").write_bytes(made)
    cuts = cut_everywhere(root, lambda: write_json(root / "value.json", {"new": 2}))
    found = [(left / "value.json").read_bytes() if (left / "value.json").exists() else b"" for left in cuts.before]
    assert set(found) <= {made, b'{"new": 2}'}
    assert {(left / "value.json").read_bytes() for left in cuts.last} == {b'{"new": 2}'}


def test_a_refused_assumption_is_remembered_over_a_power_cut(tmp_path: Path, cut_everywhere: CutEverywhere) -> None:
    root = tmp_path / "owner"
    root.mkdir()
    cuts = cut_everywhere(root, lambda: refuse(root, Refused("nco", "1", "smith", "a surname")))
    assert all(len(refused(left, "nco")) == 1 for left in cuts.last)
    assert all(len(refused(left, "nco")) <= 1 for left in cuts.before)


def test_a_thumb_is_remembered_over_a_power_cut_and_no_former_one_is_lost(
    tmp_path: Path, cut_everywhere: CutEverywhere
) -> None:
    root = tmp_path / "owner"
    root.mkdir()
    give(root, Thumb("knowledge_base", "local", "run", 1, 0, up=True))
    cuts = cut_everywhere(root, lambda: give(root, Thumb("knowledge_base", "local", "run", 2, 0, up=False)))
    assert all([one.turn for one in thumbs(left, "knowledge_base")] == [1, 2] for left in cuts.last)
    assert all(thumbs(left, "knowledge_base")[0].turn == 1 for left in cuts.before)


def test_files_that_were_accepted_are_read_after_a_power_cut(tmp_path: Path, cut_everywhere: CutEverywhere) -> None:
    root = tmp_path / "owner"
    root.mkdir()
    collection = add_collection(root, "Mine").id
    incoming = Path("documents") / collection / "incoming"
    cuts = cut_everywhere(root, lambda: add_files(root, collection, [("a.md", b"# Tides\n\nThe sea rises.")]))
    assert all(stage(left, collection) == "reading" for left in cuts.last)
    begun = [left for left in (*cuts.before, *cuts.last) if stage(left, collection)]
    assert {(left / incoming / "0").read_bytes() for left in begun} == {b"# Tides\n\nThe sea rises."}


# --- logs that lose their end -----------------------------------------------------------------------------------------

TAILS: list[Callable[[bytes], bytes]] = [
    lambda lost: b"",
    lambda lost: bytes(len(lost)),
    lambda lost: random.Random(7).randbytes(len(lost)),
    lambda lost: bytes(len(lost) // 2) + lost[len(lost) // 2 :],  # the later half was written before the earlier
]


@dataclass(frozen=True)
class Moment:
    """A SQLite file and its log as they lie on the disk at one moment."""

    file: bytes
    log: bytes

    @classmethod
    def of(cls, path: Path) -> Moment:
        log = path.with_name(path.name + "-wal")
        return cls(path.read_bytes(), log.read_bytes() if log.exists() else b"")

    def cut(self, path: Path, at: int, tail: Callable[[bytes], bytes]) -> None:
        """Lay it down with the log whole up to a byte, and what a power cut made of the rest."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.file)
        path.with_name(path.name + "-wal").write_bytes(self.log[:at] + tail(self.log[at:]))
        path.with_name(path.name + "-shm").unlink(missing_ok=True)


def cuts_between(low: int, high: int, count: int) -> list[int]:
    """Places in a log: both ends, and some between, on pages and in the middle of them."""
    inside = random.Random(11).sample(range(low, high), min(count, high - low))
    return sorted({low, high, *inside})


def steps_of(session: Any) -> list[str]:
    return [step.node for step in session.steps]


@pytest.mark.slow
def test_an_answer_that_was_shown_as_finished_outlives_a_power_cut_and_the_run_at_work_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: dict[int, int] = {}  # the length of each file when it was synced last
    monkeypatch.setattr(os, "fsync", lambda number: synced.update({os.fstat(number).st_ino: os.fstat(number).st_size}))
    house, gate, memory = new_house(tmp_path / "data"), threading.Event(), dict[str, Any]()
    names = ("checkpoints.sqlite", "threads.sqlite")
    first = open_tiny(house, memory=memory, system=CHAT)
    first.start("one")
    assert first.wait(60).state["answer"] == "ONE NONE"
    settled = {name: synced[(tmp_path / "data" / f"{name}-wal").stat().st_ino] for name in names}
    second = open_tiny(house, memory=memory, system=CHAT, gate=gate)
    second.start("two")
    while "right" not in steps_of(open_tiny(house, memory=memory, system=CHAT)):
        pass
    kept = {name: Moment.of(tmp_path / "data" / name) for name in names}
    gate.set()
    second.wait(60)
    house.close()
    chance = random.Random(3)
    for number, at in enumerate(cuts_between(settled[names[0]], len(kept[names[0]].log), 14)):
        left = tmp_path / f"left-{number}"
        kept[names[0]].cut(left / names[0], at, TAILS[number % len(TAILS)])
        # The entry of the second request was synced before its first checkpoint was made.
        other = (
            len(kept[names[1]].log)
            if at > settled[names[0]]
            else chance.randint(settled[names[1]], len(kept[names[1]].log))
        )
        kept[names[1]].cut(left / names[1], other, TAILS[(number + 1) % len(TAILS)])
        again = new_house(left)
        session = open_tiny(again, memory=dict(memory), system=CHAT)
        assert again.checkpoints.notice == ""  # nothing is damaged
        assert session.turns[0].values["answer"] == "ONE NONE"
        assert steps_of(session)[:4] in (["left", "right", "clarify", "talk"], ["right", "left", "clarify", "talk"])
        if session.unfinished:
            session.carry_on()
            assert session.wait(60).state["answer"] == "TWO NONE"
        else:  # the second request was not entered yet, so nobody was told that it was taken
            assert session.requests == 1
        again.close()


def test_a_request_that_was_entered_and_not_begun_is_asked_when_the_run_is_carried_on(tmp_path: Path) -> None:
    house, memory = new_house(tmp_path / "data"), dict[str, Any]()
    session = open_tiny(house, memory=memory, system=CHAT)
    session.start("one")
    session.wait(60)
    house.threads.update(
        memory["thread"], requests=2, unfinished=True, outcome="running", settings=lambda kept: {"request": "two"}
    )
    session = open_tiny(house, memory=memory, system=CHAT)
    assert session.unfinished
    session.carry_on()
    assert session.wait(60).state["answer"] == "TWO NONE"
    assert [turn.values["answer"] for turn in session.turns] == ["ONE NONE", "TWO NONE"]
    house.close()


def test_a_log_that_lost_its_end_anywhere_damages_nothing_and_keeps_a_beginning(tmp_path: Path) -> None:
    """What the two promises rest on, of SQLite itself: of commits that did not wait for the disk the last are lost."""
    path = tmp_path / "made" / "file.sqlite"
    path.parent.mkdir()
    with closing(open_shared(path, each_commit_lasts=False)) as connection:
        connection.execute("CREATE TABLE kept (number INTEGER, text TEXT)")
        for number in range(40):
            connection.execute("INSERT INTO kept VALUES (?, ?)", (number, "x" * 300 * (number % 9)))
        moment = Moment.of(path)
    seen = set()
    for number, at in enumerate(cuts_between(32, len(moment.log), 60)):
        left = tmp_path / f"{number}" / "file.sqlite"
        moment.cut(left, at, TAILS[number % len(TAILS)])
        with closing(sqlite3.connect(left)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            rows = [row[0] for row in connection.execute("SELECT number FROM kept ORDER BY rowid")] if tables else []
        assert rows == list(range(len(rows)))
        seen.add(len(rows))
    assert len(seen) > 10


def test_every_commit_of_what_an_owner_brought_waits_for_the_disk(tmp_path: Path) -> None:
    """A journal that says that a document is kept must not outlive the document."""
    opened: list[int] = []
    connect = sqlite3.connect

    class Watched(sqlite3.Connection):
        def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
            if sql.startswith("BEGIN IMMEDIATE"):
                (level,) = super().execute("PRAGMA synchronous").fetchone()
                opened.append(level)
            return super().execute(sql, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.embedding.shared_embedder", WordEmbedder)
        patch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **{**k, "factory": Watched}))
        folder = tmp_path / "owner"
        collection = add_collection(folder, "Mine").id
        add_files(folder, collection, [("a.md", b"# Tides\n\nThe sea rises twice a day.")])
        resources = lent(folder, WordEmbedder(), Settings(data=tmp_path))
        while job := DOCUMENTS.job(resources, collection):
            job.run()
        DOCUMENTS.finish(resources, collection)
        library = EmbeddedLibrary(tmp_path / "books.sqlite", WordEmbedder().encode)
        library.load(BOOKS, None)
    assert len(opened) > 6
    assert set(opened) == {2}, "2 is FULL"
