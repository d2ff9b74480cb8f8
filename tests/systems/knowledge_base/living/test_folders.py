"""Which folders are watched: named once, never our own, and known again after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, remove_collection
from core.systems.knowledge_base.living.folders import (
    Standing,
    keep_standing,
    owners_who_watch,
    standing,
    stop_watching,
    watch_folder,
    watched_by,
    watched_folder,
)
from tests.systems.knowledge_base.living.little_folder import PUMP, LittleFolder


def test_a_watched_folder_is_a_collection_named_after_it_and_found_again(here: LittleFolder) -> None:
    assert DOCUMENTS.card(here.lent.folder, here.collection).name == "papers"
    assert owners_who_watch(here.data) == [here.lent.folder]
    assert [(id, one.folder) for id, one in watched_by(here.lent.folder)] == [(here.collection, str(here.folder))]


def test_a_folder_is_watched_once_however_it_is_written(here: LittleFolder) -> None:
    again = watch_folder(here.lent.folder, here.folder / ".." / "papers", "settings", here.data)
    assert again == here.collection
    assert len(list(watched_by(here.lent.folder))) == 1


def test_what_is_no_folder_or_our_own_is_refused(here: LittleFolder) -> None:
    for wrong, words in (("nothing", "There is no folder"), ("data", "Glassbox keeps")):
        with pytest.raises(InputError, match=words):
            watch_folder(here.lent.folder, here.folder.parent / wrong, "page", here.data)


def test_a_folder_of_the_settings_may_come_later(here: LittleFolder, tmp_path: Path) -> None:
    collection = watch_folder(here.lent.folder, tmp_path / "later", "settings", here.data)
    assert watched_folder(here.lent.folder, collection) is not None


def test_a_folder_that_is_no_longer_watched_leaves_its_documents(here: LittleFolder) -> None:
    here.write("pump.md", PUMP)
    here.settle()
    stop_watching(here.lent.folder, here.collection)
    assert watched_folder(here.lent.folder, here.collection) is None
    assert here.texts == {"pump.md": PUMP}
    here.watcher.look()  # one that was at work meanwhile writes nothing back
    assert owners_who_watch(here.data) == []


def test_a_collection_that_is_removed_and_brought_back_is_watched_again(here: LittleFolder) -> None:
    remove_collection(here.lent, here.collection)
    assert owners_who_watch(here.data) == []
    here.watcher.look()
    DOCUMENTS.uploads(here.lent.folder).bring_back(here.collection)
    assert watched_folder(here.lent.folder, here.collection) is not None


def test_the_page_is_told_of_at_most_a_hundred_files_one_by_one(here: LittleFolder) -> None:
    keep_standing(here.lent.folder, here.collection, Standing(waits={f"{n:03}.md": "Why." for n in range(150)}))
    assert len(standing(here.lent.folder, here.collection).waits) == 100
