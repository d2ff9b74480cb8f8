"""A collection is kept like a folder: nothing half-written comes in, nothing is lost by what cannot be looked at."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from core.errors import StoreError
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, add_files, stage, status
from core.systems.knowledge_base.living import looking, watch
from core.systems.knowledge_base.living.looking import Stamp
from tests.systems.knowledge_base.little_files import make_pdf, make_zip
from tests.systems.knowledge_base.living.little_folder import PUMP, VALVE, LittleFolder
from tests.word_embedder import WordEmbedder

as_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")


def test_new_changed_and_deleted_files_are_seen_with_their_paths(here: LittleFolder) -> None:
    here.write("pump.md", PUMP)
    here.write("parts/valve.md", VALVE)
    here.write("parts/pump.md", "Another pump.")
    here.settle()
    assert here.texts == {"pump.md": PUMP, "parts/valve.md": VALVE, "parts/pump.md": "Another pump."}
    assert (here.standing.files, here.standing.to_come, here.standing.trouble) == (3, 0, "")
    here.write("pump.md", PUMP.replace("40", "48"))
    (here.folder / "parts/valve.md").unlink()
    here.settle()
    assert here.texts == {"pump.md": PUMP.replace("40", "48"), "parts/pump.md": "Another pump."}
    assert here.standing.files == 2


def test_a_file_waits_until_two_looks_see_it_the_same(here: LittleFolder) -> None:
    here.write("pump.md", PUMP[:20])
    here.watcher.look()
    assert here.texts == {}
    assert here.standing.waits == {"pump.md": "It is being written."}
    here.write("pump.md", PUMP[:30])
    here.watcher.look()
    here.write("pump.md", PUMP)
    here.watcher.look()
    assert here.texts == {}
    here.watcher.look()
    assert here.texts == {"pump.md": PUMP}
    assert here.standing.waits == {}


def test_a_file_that_changes_while_it_is_read_waits(here: LittleFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    file = here.write("pump.md", PUMP)
    here.watcher.look()
    real = looking.read_whole

    def slow(folder: Path, path: str, stamp: Stamp) -> bytes:
        monkeypatch.setattr(watch, "read_whole", real)
        here.write("pump.md", PUMP + " And")
        return real(folder, path, stamp)

    monkeypatch.setattr(watch, "read_whole", slow)
    here.watcher.look()
    assert here.texts == {}
    assert list(here.standing.waits) == [file.name]
    here.settle()
    assert here.texts == {"pump.md": PUMP + " And"}


@pytest.mark.parametrize(
    "name", ["~$pump.docx", ".pump.md", ".~lock.pump.md#", "pump.md.part", "pump.pdf.crdownload", ".hidden/pump.md"]
)
def test_what_programs_lay_down_for_a_while_is_no_document(here: LittleFolder, name: str) -> None:
    here.write(name, PUMP)
    here.settle()
    assert here.texts == {}
    assert here.standing.waits == here.standing.left_out == {}


def test_an_empty_file_waits_and_its_former_version_stays(here: LittleFolder) -> None:
    here.write("pump.md", PUMP)
    here.settle()
    here.write("pump.md", "")
    here.settle()
    assert here.texts == {"pump.md": PUMP}
    assert here.standing.waits == {"pump.md": "It is empty so far."}


def test_a_renamed_file_is_the_same_document_under_its_new_name(here: LittleFolder) -> None:
    here.write("pump.md", PUMP)
    here.write("valve.md", VALVE)
    here.settle()
    digest = DOCUMENTS.open(here.lent, here.collection).card().digest
    (here.folder / "pump.md").rename(here.folder / "pumps.md")
    (here.folder / "valve.md").rename(here.folder / "pump.md")
    here.settle()
    assert here.texts == {"pumps.md": PUMP, "pump.md": VALVE}
    assert DOCUMENTS.open(here.lent, here.collection).card().digest == digest


def names_of_versions(here: LittleFolder) -> list[tuple[str, bool]]:
    versions = DOCUMENTS.open(here.lent, here.collection).versions()
    return sorted((one.document.name, one.ended == "") for one in versions)


def test_a_renamed_file_keeps_its_versions(here: LittleFolder) -> None:
    here.write("pump.md", PUMP)
    here.settle()
    here.write("pump.md", PUMP.replace("40", "48"))
    here.write("valve.md", VALVE)
    here.settle()
    (here.folder / "old").mkdir()
    (here.folder / "pump.md").rename(here.folder / "old" / "pump 1.md")
    here.settle()
    assert names_of_versions(here) == [("old/pump 1.md", False), ("old/pump 1.md", True), ("valve.md", True)]
    assert {one.name for one in status(here.lent.folder, here.collection)} == {"old/pump 1.md", "valve.md"}
    here.watcher = here.another_watcher()
    here.write("old/pump 1.md", PUMP.replace("40", "52"))  # and goes on having them
    here.settle()
    assert [one for one, _ in names_of_versions(here)] == ["old/pump 1.md"] * 3 + ["valve.md"]


def test_a_folder_full_of_files_that_is_renamed_keeps_all_versions(
    here: LittleFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "_AT_ONCE", 2)
    for text in (PUMP, PUMP.replace("40", "48")):
        for number in range(5):
            here.write(f"papers/{number}.md", f"{text} It is pump {number}.")
        here.settle()
    (here.folder / "papers").rename(here.folder / "archive")
    here.settle()
    assert names_of_versions(here) == [(f"archive/{number}.md", now) for number in range(5) for now in (False, True)]


def test_a_file_that_takes_the_name_of_another_is_a_version_of_that(here: LittleFolder) -> None:
    here.write("pump.md", PUMP)
    here.write("draft.md", VALVE)
    here.settle()
    (here.folder / "draft.md").replace(here.folder / "pump.md")
    here.settle()
    assert here.texts == {"pump.md": VALVE}
    assert names_of_versions(here) == [("pump.md", False), ("pump.md", True)]


def test_a_file_of_another_content_is_no_renamed_one(here: LittleFolder) -> None:
    here.write("pump.md", PUMP)
    here.settle()
    (here.folder / "pump.md").unlink()
    here.write("pumps.md", PUMP.replace("40", "48"))
    here.settle()
    assert names_of_versions(here) == [("pumps.md", True)]


def test_removing_one_of_several_names_of_one_content_removes_that_name_only(here: LittleFolder) -> None:
    here.write("a.md", VALVE)
    here.write("b.md", VALVE + " Yes.")
    here.settle()
    here.write("a.md", PUMP)
    here.write("b.md", PUMP)
    here.settle()
    (here.folder / "a.md").unlink()
    here.settle()
    assert here.texts == {"b.md": PUMP}
    assert names_of_versions(here) == [("b.md", False), ("b.md", True)]
    assert [one.name for one in status(here.lent.folder, here.collection)] == ["b.md"]
    assert here.standing.files == 1


def test_of_two_files_with_one_content_the_other_stays_when_one_goes_or_changes(here: LittleFolder) -> None:
    here.write("a.md", PUMP)
    here.write("b.md", PUMP)
    here.settle()
    assert list(here.texts.values()) == [PUMP]
    (here.folder / next(iter(here.texts))).unlink()
    here.settle()
    (left,) = here.texts
    assert here.texts == {left: PUMP}
    here.write("c.md", PUMP)
    here.settle()
    here.write(left, VALVE)
    here.settle()
    assert here.texts == {left: VALVE, "c.md": PUMP}


def test_nothing_is_removed_while_the_folder_is_gone_and_it_is_told(here: LittleFolder) -> None:
    here.write("pump.md", PUMP)
    here.settle()
    away = here.folder.with_name("away")
    here.folder.rename(away)
    here.settle()
    assert here.texts == {"pump.md": PUMP}
    assert "cannot be looked at" in here.standing.trouble
    here.folder.mkdir()  # as where a disk was taken away
    here.settle()
    assert here.texts == {"pump.md": PUMP}
    assert "is empty" in here.standing.trouble
    here.folder.rmdir()
    away.rename(here.folder)
    here.write("valve.md", VALVE)
    here.settle()
    assert here.texts == {"pump.md": PUMP, "valve.md": VALVE}
    assert here.standing.trouble == ""


def test_a_folder_that_is_emptied_while_it_is_watched_leaves_nothing(here: LittleFolder) -> None:
    here.write("pump.md", PUMP)
    here.settle()
    (here.folder / "pump.md").unlink()
    here.settle()
    assert here.texts == {}
    here.write("valve.md", VALVE)
    here.settle()
    assert here.texts == {"valve.md": VALVE}


def test_what_was_deleted_while_nobody_watched_goes_and_what_came_is_seen(here: LittleFolder) -> None:
    here.write("pump.md", PUMP)
    here.write("valve.md", VALVE)
    here.settle()
    (here.folder / "pump.md").unlink()
    here.write("sensor.md", "The sensor is calibrated.")
    here.watcher = here.another_watcher()
    here.settle()
    assert set(here.texts) == {"valve.md", "sensor.md"}


def test_links_and_what_is_no_file_are_not_followed(here: LittleFolder, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("The password is hunter2.")
    (here.folder / "link.md").symlink_to(outside / "secret.md")
    (here.folder / "linked").symlink_to(outside)
    os.mkfifo(here.folder / "pipe.md")
    here.write("pump.md", PUMP)
    here.settle()
    assert here.texts == {"pump.md": PUMP}
    assert set(here.standing.left_out) == {"link.md", "pipe.md"}


def test_a_folder_that_becomes_a_link_after_the_look_lets_nothing_from_outside_in(
    here: LittleFolder, tmp_path: Path
) -> None:
    here.write("parts/pump.md", PUMP)
    stamp = looking.look_at(here.folder).files["parts/pump.md"]
    shutil.move(here.folder / "parts", tmp_path / "elsewhere")
    (here.folder / "parts").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(looking.AppError, match="behind a link"):
        looking.read_whole(here.folder, "parts/pump.md", stamp)


def test_a_file_that_cannot_be_read_is_told_and_tried_again_and_its_document_stays(
    here: LittleFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.write("pump.md", PUMP)
    here.settle()
    real = os.open

    def closed(path: str | Path, flags: int, *rest: int) -> int:
        if Path(path).name == "pump.md":
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, flags, *rest)

    here.write("pump.md", PUMP.replace("40", "48"))
    here.write("valve.md", VALVE)
    monkeypatch.setattr(os, "open", closed)
    here.settle()
    assert here.texts == {"pump.md": PUMP, "valve.md": VALVE}
    assert here.standing.left_out == {"pump.md": "It cannot be read: Permission denied."}
    monkeypatch.undo()
    monkeypatch.setattr("core.embedding.shared_embedder", WordEmbedder)
    here.settle()
    assert here.texts["pump.md"] == PUMP.replace("40", "48")
    assert here.standing.left_out == {}


def test_a_subfolder_that_is_closed_keeps_its_documents(here: LittleFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    here.write("parts/pump.md", PUMP)
    here.write("valve.md", VALVE)
    here.settle()
    real = os.scandir

    def closed(path: str | Path):  # type: ignore[no-untyped-def]
        if Path(path).name == "parts":
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", closed)
    (here.folder / "valve.md").unlink()
    here.settle()
    assert here.texts == {"parts/pump.md": PUMP}
    assert list(here.standing.left_out) == ["parts/"]


def test_a_huge_file_is_refused_unread_and_a_damaged_one_leaves_its_former_version(
    here: LittleFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = make_pdf([["Boats float on water."]])
    here.write("boats.pdf", whole)
    here.settle()
    monkeypatch.setattr(looking, "LARGEST_FILE", 5_000)
    monkeypatch.setattr(watch, "LARGEST_FILE", 5_000)
    here.write("boats.pdf", whole[: len(whole) // 3])
    here.write("huge.md", "x" * 5_001)
    here.settle()
    assert list(here.texts) == ["boats.pdf"]
    assert "larger" in here.standing.left_out["huge.md"]
    assert here.standing.left_out["boats.pdf"].endswith("Its former version is still asked.")


def test_an_archive_with_the_name_of_a_document_is_told(here: LittleFolder) -> None:
    here.write("pump.md", make_zip({"inside.md": b"Words inside."}))
    here.settle()
    assert "archive" in here.standing.left_out["pump.md"]


def test_files_of_other_kinds_are_counted(here: LittleFolder) -> None:
    here.write("photo.jpg", b"\xff\xd8\xff")
    here.write("film.mp4", b"0")
    here.settle()
    assert here.standing.others == 2


def test_many_files_come_in_bit_by_bit_the_newest_first(here: LittleFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_AT_ONCE", 3)
    for number in range(8):
        here.write(f"{number}.md", f"Page number {number} of the report.")
    here.watcher.look()
    assert here.watcher.look()
    assert set(here.texts) == {"7.md", "6.md", "5.md"}
    assert here.standing.to_come == 5
    here.settle()
    assert len(here.texts) == 8
    shutil.rmtree(here.folder)
    here.folder.mkdir()


def test_more_documents_than_may_be_watched_change_nothing(here: LittleFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    here.write("pump.md", PUMP)
    here.settle()
    monkeypatch.setattr(looking, "MOST_WATCHED", 2)
    for number in range(3):
        here.write(f"{number}.md", f"Page {number}.")
    here.settle()
    assert here.texts == {"pump.md": PUMP}
    assert "more than 2 documents" in here.standing.trouble


def test_a_server_killed_in_the_middle_leaves_nothing_twice_and_nothing_behind(
    here: LittleFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.write("pump.md", PUMP)
    here.settle()
    here.write("pump.md", PUMP.replace("40", "48"))
    here.write("valve.md", VALVE)

    class Killed(BaseException):
        pass

    def killed(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(watch, "keep_known", killed)
    with pytest.raises(Killed):
        here.settle()
    monkeypatch.undo()
    monkeypatch.setattr("core.embedding.shared_embedder", WordEmbedder)
    here.watcher = here.another_watcher()
    here.settle()
    assert here.texts == {"pump.md": PUMP.replace("40", "48"), "valve.md": VALVE}
    assert here.standing.files == 2


def test_what_was_brought_on_the_page_is_worked_off_and_stays(here: LittleFolder) -> None:
    add_files(here.lent.folder, here.collection, [("brought.md", b"Brought by hand.")])
    here.write("pump.md", PUMP)
    here.settle()
    assert stage(here.lent.folder, here.collection) == ""
    assert here.texts == {"brought.md": "Brought by hand.", "pump.md": PUMP}
    here.settle()
    assert set(here.texts) == {"brought.md", "pump.md"}


def test_a_store_that_cannot_be_used_is_told_and_the_work_goes_on_later(
    here: LittleFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.write("pump.md", PUMP)
    here.watcher.look()

    def full(*_: object) -> None:
        raise StoreError("The disk is full.", "Make room.")

    monkeypatch.setattr(watch, "add_files", full)
    here.watcher.look()
    assert here.standing.trouble == "The disk is full. Make room."
    monkeypatch.setattr(watch, "add_files", add_files)
    here.settle()
    assert here.texts == {"pump.md": PUMP}
    assert here.standing.trouble == ""
