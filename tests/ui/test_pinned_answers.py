"""An answer is pinned on the page and turns changed with its documents; a watched folder tells how it is."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from core.installation import NOBODY, Installation
from core.systems.knowledge_base.living.folders import stop_watching, watch_folder
from core.systems.knowledge_base.living.pins import pins_of
from core.ui.knowledge_base.living import folders
from core.upkeep import Upkeep
from tests.ui import steps
from tests.ui.steps import labels, press, said, say

pytestmark = pytest.mark.usefixtures("words_by_hash")
open_tab = partial(steps.open_tab, tabs="knowledge_base:tabs")
PUMP = "The default speed of the pump is 40 litres a minute."
QUESTION = "What is the default speed of the pump?"


@pytest.fixture
def papers(house: Installation, tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "pump.md").write_text(PUMP)
    return folder


def look(house: Installation, times: int = 3) -> None:
    """Let happen what goes on by itself."""
    upkeep = Upkeep(lambda: house)
    for _ in range(times):
        upkeep.look_at_folders()
    for _ in range(times):
        upkeep.keep_pins_true()
    upkeep.close()


def test_a_pinned_answer_turns_changed_with_its_document_and_its_new_answer_is_kept(
    house: Installation, papers: Path
) -> None:
    owner = house.folder_of(NOBODY)
    collection = watch_folder(owner, papers, "page", house.settings.data)
    look(house)
    test = steps.opened("knowledge_base", documents=collection)
    assert said(test, "Watched: 1 file, last change")
    press(say(test, QUESTION), "Pin")
    assert said(test, "Pinned. It stands under")
    open_tab(test, "Pinned")
    assert said(test, "holds")
    (papers / "pump.md").write_text(PUMP.replace("40", "48"))
    look(house)
    open_tab(test, "Documents")
    open_tab(test, "Pinned")
    assert said(test, "It says something else now.")
    assert said(test, ":red-background[40]")
    assert said(test, ":green-background[48]")
    press(test, "Keep the new answer")
    look(house)
    (kept,) = pins_of(owner).all()
    assert (kept.label, "48" in kept.then["lines"][0]["text"]) == ("holds", True)
    open_tab(test, "Documents")
    open_tab(test, "Pinned")
    press(test, "Unpin")
    assert said(test, "Nothing is pinned.")
    press(test, "Undo")
    assert [one.id for one in pins_of(owner).all()] == [kept.id]


def test_a_folder_is_added_on_the_page_and_watched_no_longer(
    house: Installation, papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Add a folder" not in labels(steps.opened("knowledge_base"))
    monkeypatch.setattr(folders, "is_at_this_machine", lambda: True)
    test = steps.opened("knowledge_base")
    next(one for one in test.text_input if one.label == "Whole path of the folder").set_value(str(papers))
    press(test, "Add a folder")
    assert said(test, "Watched: 0 files")
    assert said(test, f"Kept as the folder {papers} is.")
    press(test, "Watch it no longer")
    assert not said(test, "Watched:")


def test_the_folder_of_the_operator_is_not_let_go_on_the_page(house: Installation, papers: Path) -> None:
    collection = watch_folder(house.folder_of(NOBODY), papers, "settings", house.settings.data)
    test = steps.opened("knowledge_base", documents=collection)
    assert said(test, "Named in WATCH_FOLDERS.")
    assert "Watch it no longer" not in labels(test)
    stop_watching(house.folder_of(NOBODY), collection)


def test_a_folder_that_is_gone_is_told(house: Installation, papers: Path) -> None:
    collection = watch_folder(house.folder_of(NOBODY), papers, "page", house.settings.data)
    look(house)
    papers.rename(papers.with_name("away"))
    look(house)
    test = steps.opened("knowledge_base", documents=collection)
    assert said(test, "cannot be looked at")
