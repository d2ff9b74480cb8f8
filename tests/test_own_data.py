"""What an owner brings, whatever it is: one contract for people, documents, books, descriptions, surveys, papers.

Each is added, worked through, finished, opened, listed, replaced, removed and brought back by the same names.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from core import embedding
from core.errors import InputError, StoreError
from core.own_data import Lent, OwnData
from core.sources.exports import to_bibtex
from core.sources.papers import Paper
from core.stores.library import Book
from core.stores.uploads import Uploads
from core.systems.expert_search.people import collections as experts
from core.systems.expert_search.people.records import Expert
from core.systems.knowledge_base.ingest import collections as documents
from core.systems.library_chat.catalogue import catalogues
from core.systems.nco_classification.index import official
from core.systems.nco_classification.survey import batch, surveys
from core.systems.nco_classification.survey.rows import row_without_code
from core.systems.research_reports.search import references
from tests.lending import lent
from tests.word_embedder import WordEmbedder

PAPER = Paper(id="one", source="references", title="Bronze", abstract="Tin makes it brittle.")


@dataclass(frozen=True)
class Brought:
    """A kind of thing that is brought: what a system declares of it, how one is added under a name, and how often a job
    is needed until it can be opened."""

    own: OwnData[Any, Any]
    add: Callable[[Path, str], Any]
    jobs: int = 1

    def uploads(self, folder: Path) -> Uploads[Any]:
        return self.own.uploads(folder)

    def work_through(self, here: Lent, id: str) -> int:
        """Do all that is left to do, and say how many jobs that took."""
        jobs = 0
        while job := self.own.job(here, id):
            assert job.run().status == "done"
            self.own.finish(here, id)
            jobs += 1
            assert jobs < 10, "there is always another job"
        self.own.finish(here, id)
        return jobs


def add_documents(folder: Path, name: str) -> documents.Collection:
    card = documents.add_collection(folder, name)
    documents.add_files(folder, card.id, [("salt.md", b"Salt keeps fish.")])
    return card


KINDS = {
    "experts": Brought(
        experts.PEOPLE, lambda folder, name: experts.add_collection(folder, name, [Expert("e1", "Ann", "Films")], [])
    ),
    "documents": Brought(documents.DOCUMENTS, add_documents, jobs=3),
    "catalogues": Brought(
        catalogues.CATALOGUES,
        lambda folder, name: catalogues.add_catalogue(folder, name, [Book("1", "Salt", ("Ann Lee",), ())]),
    ),
    "descriptions": Brought(
        official.OFFICIAL, lambda folder, name: official.keep_official(folder, name, {"7531": "Sews"})
    ),
    "surveys": Brought(
        surveys.SURVEYS,
        lambda folder, name: surveys.add_survey(folder, name, pd.DataFrame({"job": ["cook"]}), "job"),
    ),
    "references": Brought(
        references.REFERENCES,
        lambda folder, name: references.add_references(folder, name, to_bibtex([PAPER]).encode())[0],
        jobs=0,
    ),
}
EACH = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@EACH
def test_what_is_brought_is_listed_with_its_name_and_its_moment(kind: Brought, tmp_path: Path) -> None:
    card = kind.add(tmp_path, "mine.csv")
    assert kind.uploads(tmp_path).all() == [card]
    assert (card.name, kind.uploads(tmp_path).get(card.id)) == ("mine.csv", card)
    assert card.created.endswith("+00:00")


@EACH
def test_nobody_sees_what_another_owner_brought(kind: Brought, tmp_path: Path) -> None:
    card = kind.add(tmp_path / "ann", "mine.csv")
    assert kind.uploads(tmp_path / "bob").all() == []
    kind.uploads(tmp_path / "bob").remove(card.id)
    assert kind.uploads(tmp_path / "ann").all() == [card]


@EACH
def test_a_removal_can_be_undone_until_the_next_one(kind: Brought, tmp_path: Path) -> None:
    kept = kind.uploads(tmp_path)
    card = kind.add(tmp_path, "first.csv")
    before = sorted(path.relative_to(kept.path(card.id)) for path in kept.path(card.id).rglob("*"))
    kept.remove(card.id)
    assert (kept.all(), kept.removed()) == ([], card)
    kept.bring_back(card.id)
    assert (kept.all(), kept.removed()) == ([card], None)
    assert sorted(path.relative_to(kept.path(card.id)) for path in kept.path(card.id).rglob("*")) == before
    kept.remove(card.id)
    second = kind.add(tmp_path, "second.csv")
    kept.remove(second.id)
    assert kept.removed() == second
    with pytest.raises(InputError, match="cannot be brought back any more"):
        kept.bring_back(card.id)
    assert [path.name for path in kept.folder.iterdir()] == [".removed"]


@EACH
def test_what_stands_in_the_place_of_another_makes_way_for_it_again(kind: Brought, tmp_path: Path) -> None:
    kept = kind.uploads(tmp_path)
    old, new = kind.add(tmp_path, "old.csv"), kind.add(tmp_path / "elsewhere", "new.csv")
    source = kind.uploads(tmp_path / "elsewhere").path(new.id)
    if old in kept.all():
        kept.replace(old.id, new, lambda folder: shutil.copytree(source, folder, dirs_exist_ok=True))
    assert (kept.all(), kept.removed()) == ([new], old)
    kept.bring_back(old.id, instead_of=new.id)
    assert (kept.all(), kept.removed()) == ([old], new)


@EACH
def test_what_was_kept_before_there_were_versions_still_opens(kind: Brought, tmp_path: Path) -> None:
    kept = kind.uploads(tmp_path)
    card = kind.add(tmp_path, "mine.csv")
    path = kept.path(card.id) / "card.json"
    plain = json.loads(path.read_bytes())
    assert plain.pop("schema") == kind.own.kind.schema
    path.write_text(json.dumps(plain), encoding="utf-8")
    assert kept.all() == [card]


@EACH
def test_what_a_newer_version_kept_is_told_and_left_alone(kind: Brought, tmp_path: Path) -> None:
    kept = kind.uploads(tmp_path)
    card = kind.add(tmp_path, "mine.csv")
    path = kept.path(card.id) / "card.json"
    newer = json.dumps({**json.loads(path.read_bytes()), "schema": 99, "unheard": "of"})
    path.write_text(newer, encoding="utf-8")
    assert kept.all() == []
    (told,) = kept.unreadable()
    assert (told.name, told.reason) == (
        "mine.csv",
        "It was kept by a newer version of Glassbox, and is left as it is.",
    )
    kept.remove(card.id)
    assert path.read_text(encoding="utf-8") == newer


@EACH
@pytest.mark.parametrize("damage", ["", "{", "[]", '{"name": "mine.csv"}'], ids=["empty", "cut", "list", "poor"])
def test_a_damaged_card_is_told_and_the_others_open(kind: Brought, damage: str, tmp_path: Path) -> None:
    kept = kind.uploads(tmp_path)
    sound = kind.add(tmp_path, "sound.csv")
    hurt = kept.folder / "hurt"
    hurt.mkdir()
    (hurt / "card.json").write_text(damage, encoding="utf-8")
    assert kept.all() == [sound]
    assert [told.id for told in kept.unreadable()] == ["hurt"]


@EACH
def test_a_disk_that_refuses_leaves_nothing_half_done(
    kind: Brought, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(StoreError, match="No space left"):
        kind.add(tmp_path, "mine.csv")
    monkeypatch.undo()
    assert kind.uploads(tmp_path).all() == []
    assert list(kind.uploads(tmp_path).folder.iterdir()) == []


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lent:
    """An owner who was lent words by hash, with which bulk work embeds too."""
    embedder = WordEmbedder()
    monkeypatch.setattr(embedding, "shared_embedder", lambda: embedder)
    monkeypatch.setattr(batch, "code_texts", lambda texts, threshold: [row_without_code(one, "") for one in texts])
    return lent(tmp_path, embedder)


@EACH
def test_what_is_brought_can_be_opened_once_it_is_worked_through_and_not_before(kind: Brought, here: Lent) -> None:
    card = kind.add(here.folder, "mine.csv")
    if kind.jobs:
        with pytest.raises(InputError):
            kind.own.open(here, card.id)
    assert kind.work_through(here, card.id) == kind.jobs
    assert kind.own.job(here, card.id) is None
    assert kind.own.open(here, card.id)


@EACH
def test_finishing_twice_changes_nothing_and_what_was_removed_is_not_finished(kind: Brought, here: Lent) -> None:
    card = kind.add(here.folder, "mine.csv")
    kind.work_through(here, card.id)
    ready = kind.uploads(here.folder).get(card.id)
    kind.own.finish(here, card.id)
    assert kind.uploads(here.folder).get(card.id) == ready
    kind.uploads(here.folder).remove(card.id)
    kind.own.finish(here, card.id)
    assert kind.uploads(here.folder).all() == []


@EACH
@pytest.mark.parametrize("id", ["", "..", "../other", "nothing", "a/b"])
def test_what_is_not_there_or_another_owners_has_no_work_and_is_not_opened(
    kind: Brought, id: str, here: Lent, tmp_path: Path
) -> None:
    foreign = kind.add(tmp_path / "other", "theirs.csv")
    kind.add(here.folder, "mine.csv")
    for wrong in (id, foreign.id):
        with pytest.raises(InputError, match="is not here"):
            kind.own.job(here, wrong)
        with pytest.raises(InputError, match="is not here"):
            kind.own.open(here, wrong)


@EACH
def test_what_was_brought_back_is_as_far_as_it_was(kind: Brought, here: Lent) -> None:
    card = kind.add(here.folder, "mine.csv")
    kind.work_through(here, card.id)
    kept = kind.uploads(here.folder)
    kept.remove(card.id)
    kept.bring_back(card.id)
    assert kind.own.job(here, card.id) is None
    assert kind.own.open(here, card.id)


def test_descriptions_that_an_earlier_version_kept_without_a_folder_of_their_own_still_open(tmp_path: Path) -> None:
    place = tmp_path / "nco" / "official"
    place.mkdir(parents=True)
    (place / "descriptions.csv").write_text("7531,Sews\n", encoding="utf-8")
    (place / "card.json").write_text(
        json.dumps({"id": "old", "name": "nco.csv", "descriptions": 1, "ready": False}), encoding="utf-8"
    )
    card = official.official_of(tmp_path)
    assert card is not None
    assert (card.id, card.name, card.descriptions) == ("old", "nco.csv", 1)
    job = official.OFFICIAL.job(lent(tmp_path), card.id)
    assert job is not None
    assert job.progress.status == "waiting"
