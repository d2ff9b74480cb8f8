"""What goes on by itself: folders and pins, one server at a time, and nothing that goes wrong ends it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core import embedding, upkeep
from core.errors import AppError, SettingsError
from core.installation import NOBODY, Installation
from core.settings import Settings
from core.systems.knowledge_base import open_context
from core.systems.knowledge_base.ingest.collections import DOCUMENTS
from core.systems.knowledge_base.ingest.opening import forget_opened
from core.systems.knowledge_base.living.folders import watched_by
from core.systems.knowledge_base.living.pins import pin, pins_of
from core.upkeep import Upkeep, ask
from tests.word_embedder import WordEmbedder

PUMP = "The default speed of the pump is 40 litres a minute."


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    (tmp_path / "papers").mkdir()
    embedder = WordEmbedder()
    monkeypatch.setattr(embedding, "shared_embedder", lambda: embedder)
    house = Installation(Settings(model="offline", data=tmp_path / "data", watch_folders=(tmp_path / "papers",)))
    house.__dict__["embedder"] = embedder
    yield house
    house.close()
    forget_opened()


def collection_of(house: Installation) -> str:
    ((collection, _),) = watched_by(house.folder_of(NOBODY))
    return collection


def documents(house: Installation) -> int:
    found = DOCUMENTS.uploads(house.folder_of(NOBODY)).all()
    return sum(card.documents for card in found)


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_folder_of_the_settings_becomes_a_collection_once_and_one_server_watches_it(
    house: Installation, tmp_path: Path
) -> None:
    (tmp_path / "papers" / "pump.md").write_text(PUMP)
    one, other = Upkeep(lambda: house), Upkeep(lambda: house)
    for _ in range(3):
        one.look_at_folders()
        other.look_at_folders()
    assert documents(house) == 1
    assert DOCUMENTS.card(house.folder_of(NOBODY), collection_of(house)).name == "papers"
    assert (len(one._watchers), len(other._watchers)) == (1, 0)
    one.close()
    other.look_at_folders()
    assert len(other._watchers) == 1
    other.close()


def test_an_edit_on_the_disk_turns_a_pin_changed_without_anybody_asking(
    house: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "PAUSE", 0.05)
    file = tmp_path / "papers" / "pump.md"
    file.write_text(PUMP)
    at_work = Upkeep(lambda: house)
    at_work.start()
    try:
        wait_for(lambda: documents(house) == 1)
        owner, collection = house.folder_of(NOBODY), collection_of(house)
        context = open_context(house.resources(NOBODY, house.engine()), collection)
        pin(owner, collection, ask(house, "What is the default speed of the pump?", context), {}, context)
        file.write_text(PUMP.replace("40", "48"))
        wait_for(lambda: pins_of(owner).all()[0].label == "changed")
    finally:
        at_work.close()
    assert house.threads.of("upkeep", "knowledge_base") == []  # its runs are forgotten


def test_what_goes_wrong_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "PAUSE", 0.01)
    tries = []

    def house() -> Installation:
        tries.append(1)
        raise (SettingsError("A setting is wrong.") if len(tries) % 2 else RuntimeError("a fault of ours"))

    at_work = Upkeep(house)
    at_work.start()
    wait_for(lambda: len(tries) > 10)
    at_work.close()


def test_a_question_that_is_asked_back_is_told(house: Installation, tmp_path: Path) -> None:
    (tmp_path / "papers" / "pump.md").write_text(PUMP)
    at_work = Upkeep(lambda: house)
    for _ in range(3):
        at_work.look_at_folders()
    context = open_context(house.resources(NOBODY, house.engine()), collection_of(house))
    with pytest.raises(AppError, match="asked back"):
        ask(house, "What is its default?", context)
    at_work.close()
