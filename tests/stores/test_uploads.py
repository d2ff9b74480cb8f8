"""What an owner keeps: shown when it is whole, gone when it was removed, and a disk that refuses is told in words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from core.errors import StoreError
from core.stores.uploads import Kind, Uploads, fresh


@dataclass(frozen=True)
class Thing:
    id: str
    name: str
    created: str


@pytest.fixture
def things(tmp_path: Path) -> Uploads[Thing]:
    return Uploads(tmp_path, Kind("things", Thing))


def add(things: Uploads[Thing], name: str) -> Thing:
    thing = Thing(fresh()[0], name, fresh()[1])
    things.add(thing, lambda place: (place / "content.txt").write_text(name, encoding="utf-8") and None)
    return thing


def test_what_is_kept_is_listed_newest_first_and_gone_when_removed(things: Uploads[Thing]) -> None:
    first, second = add(things, "first"), add(things, "second")
    assert things.all() == [second, first]
    things.remove(first.id)
    assert things.all() == [second]
    assert not things.path(first.id).exists()
    things.remove("../somewhere")  # an id comes from an address and may be anything


def test_what_could_not_be_written_whole_is_not_there(things: Uploads[Thing]) -> None:
    def full(place: Path) -> None:
        (place / "half.txt").write_text("half", encoding="utf-8")
        raise OSError(28, "No space left on device")

    with pytest.raises(StoreError, match="No space left"):
        things.add(Thing("one", "one", fresh()[1]), full)
    assert things.all() == []
    assert not things.path("one").exists()


def test_what_cannot_be_removed_is_told_and_stays(things: Uploads[Thing], monkeypatch: pytest.MonkeyPatch) -> None:
    thing = add(things, "stays")

    def refused(path: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(StoreError, match="could not be removed: Permission denied"):
        things.remove(thing.id)
    monkeypatch.undo()
    assert things.all() == [thing]
