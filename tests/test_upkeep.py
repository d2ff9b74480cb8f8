"""What goes on by itself: folders and pins, one server at a time, and nothing that goes wrong ends it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core import embedding, upkeep
from core.errors import AppError, InputError, SettingsError
from core.installation import NOBODY, Installation
from core.settings import Settings
from core.systems.knowledge_base import open_context
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, add_files, open_documents
from core.systems.knowledge_base.ingest.opening import forget_opened
from core.systems.knowledge_base.ingest.sharing import shared_with, stop_sharing
from core.systems.knowledge_base.living.folders import watch_folder, watched_by
from core.systems.knowledge_base.living.pins import name_of, pin, pins_of
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


def test_where_people_sign_in_a_folder_of_the_settings_is_read_by_everybody_as_long_as_they_name_it(
    house: Installation, tmp_path: Path
) -> None:
    (tmp_path / "papers" / "pump.md").write_text(PUMP)
    watch_folder(house.folder_of(NOBODY), tmp_path / "papers", "page", house.settings.data)  # before it was named
    at_work = Upkeep(lambda: house)
    for _ in range(3):
        at_work.look_at_folders()
    ann = house.resources("ann", house.engine())
    assert shared_with(ann) == []
    house.settings = replace(house.settings, sign_in=True)
    at_work.look_at_folders()
    ann = house.resources("ann", house.engine())
    [shared] = shared_with(ann)
    assert (shared.card.name, shared.by_whom) == ("papers", "this installation")
    assert [one.name for one in open_documents(ann, shared.card.id).documents()] == ["pump.md"]
    with pytest.raises(InputError):
        add_files(ann.folder, shared.card.id, [("mine.md", b"Words.")])
    house.settings = replace(house.settings, watch_folders=())
    at_work.look_at_folders()
    assert shared_with(ann) == []
    at_work.close()


def test_a_pin_on_a_shared_collection_is_kept_true_and_is_gone_and_back_with_it(
    house: Installation, tmp_path: Path
) -> None:
    house.settings = replace(house.settings, sign_in=True)
    file = tmp_path / "papers" / "pump.md"
    file.write_text(PUMP)
    at_work = Upkeep(lambda: house)
    look_on(at_work)
    ann = house.resources("ann", house.engine())
    id = shared_with(ann)[0].card.id
    context = open_context(ann, id)
    pin(ann.folder, id, ask(house, "What is the default speed of the pump?", context), {}, context)
    keep_on(at_work)
    assert pins_of(ann.folder).all()[0].label == "holds"
    stop_sharing(house.folder_of(NOBODY), id)
    keep_on(at_work)
    [gone] = pins_of(ann.folder).all()
    assert (gone.label, gone.trouble, name_of(ann, id)) == ("gone", "", "")
    file.write_text(PUMP.replace("40", "48"))
    look_on(at_work)  # which shares it again
    keep_on(at_work)
    assert (pins_of(ann.folder).all()[0].label, name_of(ann, id)) == ("changed", "papers")
    at_work.close()


def look_on(at_work: Upkeep) -> None:
    for _ in range(4):
        at_work.look_at_folders()


def keep_on(at_work: Upkeep) -> None:
    for _ in range(3):
        at_work.keep_pins_true()


def test_documents_of_a_watched_folder_are_found_by_the_model_that_the_settings_name_for_documents(
    house: Installation,
) -> None:
    class Another(WordEmbedder):
        name = "another"

    house.__dict__["own_model"] = Another()
    assert upkeep._lent(house, house.folder_of(NOBODY), house.engine()).document_embedder.name == "another"
