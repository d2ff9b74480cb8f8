"""Files become collections: each file has its end told, killed work goes on, nothing is lost and nothing done twice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from core import documents as formats
from core import embedding
from core.documents import Text, chunking, read_file, read_here
from core.errors import InputError, StoreError
from core.isolation import Limits
from core.settings import Settings
from core.stores.journal import Failed
from core.systems.knowledge_base.ingest import documents, jobs, opening
from core.systems.knowledge_base.ingest.collections import (
    DOCUMENTS,
    MANUAL,
    FileStatus,
    add_collection,
    add_files,
    give_up,
    index_anew,
    needs_anew,
    original_of,
    remove_collection,
    remove_document,
    rename_document,
    stage,
    status,
)
from tests.lending import lent
from tests.systems.knowledge_base.ingesting import work
from tests.systems.knowledge_base.little_files import make_docx, make_endless_pdf, make_pdf, make_zip
from tests.word_embedder import WordEmbedder

ROOT = Path(__file__).parents[4]
GOOD = {"cells.md": b"# Cells\n\nSolar cells need sealing.", "steel.txt": b"Welding of steel needs argon."}


class OtherModel(WordEmbedder):
    name = "another model"


@pytest.fixture(params=["embedded", "PostgreSQL"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    url = request.getfixturevalue("database_url") if request.param == "PostgreSQL" else ""
    yield Settings(data=tmp_path / "data", database_url=url)
    _close_all()


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Settings]:
    yield Settings(data=tmp_path / "data")
    _close_all()


def _close_all() -> None:
    """Let go of every store that was opened, as the end of the process would."""
    for url in list(getattr(sys.modules.get("core.stores.passages_postgres.server"), "_servers", {})):
        servers = sys.modules["core.stores.passages_postgres.server"]._servers
        servers.pop(url).pool.close()
    opening.forget_opened()


@pytest.fixture
def embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture(autouse=True)
def worker(monkeypatch: pytest.MonkeyPatch, embedder: WordEmbedder) -> None:
    """What embeds in the bulk work."""
    monkeypatch.setattr(embedding, "shared_embedder", lambda: embedder)


@pytest.fixture
def owner(tmp_path: Path) -> Path:
    return tmp_path / "owner"


def ingest(
    owner: Path, files: Mapping[str, bytes], settings: Settings, embedder: WordEmbedder, name: str = "Mine"
) -> str:
    collection = add_collection(owner, name).id
    add_files(owner, collection, files.items())
    work(owner, collection, embedder, settings)
    return collection


def states(owner: Path, collection: str) -> dict[str, str]:
    return {one.name: one.state for one in status(owner, collection)}


# --- from files to passages -------------------------------------------------------------------------------------------


def test_a_guessed_encoding_is_told_with_the_file(owner: Path, local: Settings, embedder: WordEmbedder) -> None:
    files = {"sure.md": "Größe zählt.".encode(), "guessed.txt": "Größe zählt, meint Müller.".encode("cp1252")}
    told = {one.name: one.reason for one in status(owner, ingest(owner, files, local, embedder))}
    assert told["sure.md"] == ""
    assert "read as cp1252, a guess: “Müller”" in told["guessed.txt"]


def test_files_of_every_format_become_documents_that_are_found(
    owner: Path, settings: Settings, embedder: WordEmbedder
) -> None:
    files = {
        **GOOD,
        "boats.pdf": make_pdf([["Boats float on water."]]),
        "oars.docx": make_docx([("Heading 1", "Oars"), ("Normal", "Oars are made of ash.")]),
        "page.html": b"<h1>Page</h1><p>Kites fly on strings.</p>",
        "prices.csv": b"name,price\nsail,40\n",
        "more.zip": make_zip({"deep/ropes.md": b"Ropes are made of hemp.", "deep/masts.md": b"Masts are tall."}),
    }
    collection = ingest(owner, files, settings, embedder)
    store = DOCUMENTS.open(lent(owner, embedder, settings), collection)
    assert {document.kind for document in store.documents()} == {"markdown", "text", "pdf", "docx", "html", "csv"}
    for query, name in (
        ("sealing", "cells.md"),
        ("oars", "oars.docx"),
        ("hemp", "deep/ropes.md"),
        ("kites", "page.html"),
    ):
        found = store.search(query, embedder.encode([query])[0], 3)[1].hits[0][0]
        names = {document.id: document.name for document in store.documents()}
        assert names[store.get([found])[0].document] == name
    (card,) = DOCUMENTS.uploads(owner).all()
    assert (card.name, card.documents, card.ready) == ("Mine", 8, True)
    assert set(states(owner, collection).values()) == {"added"}


def test_bad_files_are_refused_with_their_reasons_and_the_rest_goes_in(
    owner: Path, local: Settings, embedder: WordEmbedder
) -> None:
    files = {
        "empty.md": b"",
        "really.txt": make_pdf([["text"]]),
        "broken.pdf": make_pdf([["text"]])[:400],
        "broken.zip": b"PK\x03\x04 nothing",
        "mixed.zip": make_zip({"../evil.md": b"evil", "inner.zip": make_zip({"a": b"a"}), "good.md": b"Good words."}),
        **GOOD,
    }
    collection = ingest(owner, files, local, embedder)
    told = {one.name: one for one in status(owner, collection)}
    assert {name for name, one in told.items() if one.state == "added"} == {"cells.md", "steel.txt", "good.md"}
    for name, reason in (
        ("empty.md", "is empty"),
        ("really.txt", "is PDF, not text"),
        ("broken.pdf", "damaged"),
        ("broken.zip", "damaged"),
        ("../evil.md", "would leave the archive"),
        ("inner.zip", "archive inside an archive"),
    ):
        assert told[name].state == "refused"
        assert reason in told[name].reason


@pytest.mark.slow
def test_a_pdf_that_hangs_costs_its_time_only_and_the_rest_goes_in(
    owner: Path, local: Settings, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats, "_limits", lambda _: Limits(seconds=2))
    files = {"endless.pdf": make_endless_pdf(), "oar.md": b"# Oar\n\nAn oar moves a boat."}
    collection = ingest(owner, files, local, embedder)
    told = {one.name: one for one in status(owner, collection)}
    assert told["endless.pdf"].state == "refused"
    assert "takes longer than 2 seconds" in told["endless.pdf"].reason
    assert told["oar.md"].state == "added"


def test_a_name_with_a_path_keeps_its_last_part_only(owner: Path, local: Settings, embedder: WordEmbedder) -> None:
    collection = ingest(owner, {"..\\..\\x/../evil.md": b"Words."}, local, embedder)
    assert states(owner, collection) == {"evil.md": "added"}


def test_the_same_content_is_kept_once_and_the_second_told_as_a_duplicate(
    owner: Path, settings: Settings, embedder: WordEmbedder
) -> None:
    collection = ingest(owner, {**GOOD, "copy.md": GOOD["cells.md"]}, settings, embedder)
    assert states(owner, collection) == {"cells.md": "added", "steel.txt": "added", "copy.md": "duplicate"}
    add_files(owner, collection, [("again.txt", GOOD["steel.txt"]), ("new.md", b"New words.")])
    work(owner, collection, embedder, settings)
    assert states(owner, collection) | {"again.txt": "duplicate", "new.md": "added"} == states(owner, collection)
    assert len(DOCUMENTS.open(lent(owner, embedder, settings), collection).documents()) == 3


LONG = "# Boats\n\n" + " ".join(f"Boat {number} has {number + 2} oars of ash." for number in range(60))


def test_a_file_that_is_brought_again_after_passages_are_cut_otherwise_is_the_same_file_cut_anew(
    owner: Path, settings: Settings, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"boats.md": LONG.encode(), **GOOD}
    collection = ingest(owner, files, settings, embedder)
    store = DOCUMENTS.open(lent(owner, embedder, settings), collection)
    before = {document.name: store.passages(document.id) for document in store.documents()}
    monkeypatch.setattr(chunking, "LONGEST", 90)
    monkeypatch.setattr(documents, "read_file", read_here)  # in this process, where passages are cut otherwise
    for _ in range(2):  # the second time everything is there as it would be cut
        add_files(owner, collection, [("boats.md", LONG.encode()), ("steel.txt", GOOD["steel.txt"])])
        work(owner, collection, embedder, settings)
    after = {document.name: store.passages(document.id) for document in store.documents()}
    assert sorted(after) == sorted(before)
    assert len(after["boats.md"]) > len(before["boats.md"])
    assert after["boats.md"][0].document == before["boats.md"][0].document
    assert after["steel.txt"] == before["steel.txt"]  # as short as it is, it is cut as before
    assert store.card().passages == sum(map(len, after.values()))
    found = store.search("boat 59", embedder.encode(["boat 59"])[0], 3)[1].hits[0][0]
    assert "Boat 59" in store.get([found])[0].text
    told = [(one.name, one.state) for one in status(owner, collection)]
    assert told.count(("boats.md", "added")) == 1


def test_a_file_that_is_read_otherwise_after_an_upgrade_takes_the_place_of_what_it_was(
    owner: Path, settings: Settings, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = ingest(owner, GOOD, settings, embedder)

    def read_better(data: bytes, name: str) -> Text:
        return read_file(data.replace(b"argon", b"argon gas"), name)

    monkeypatch.setattr(documents, "read_file", read_better)
    add_files(owner, collection, [("welding.txt", GOOD["steel.txt"]), ("cells.md", GOOD["cells.md"])])
    work(owner, collection, embedder, settings)
    store = DOCUMENTS.open(lent(owner, embedder, settings), collection)
    assert sorted(store.text(one.id) for one in store.documents()) == [
        "Cells\n\nSolar cells need sealing.",
        "Welding of steel needs argon gas.",
    ]
    known = {document.id for document in store.documents()}
    assert {one.document for one in status(owner, collection)} == known


def test_a_document_that_another_file_has_become_too_stays_when_one_of_them_is_read_otherwise(
    owner: Path, local: Settings, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "Façades of brick need mortar."
    files = {"old.txt": words.encode("latin-1"), "new.txt": words.encode()}
    collection = ingest(owner, files, local, embedder)
    monkeypatch.setattr(documents, "read_file", lambda data, name: read_file(data + b" Dry.", name))
    add_files(owner, collection, [("old.txt", files["old.txt"])])
    work(owner, collection, embedder, local)
    store = DOCUMENTS.open(lent(owner, embedder, local), collection)
    assert sorted(store.text(one.id) for one in store.documents()) == [words, f"{words} Dry."]


def test_duplicates_are_not_embedded(
    owner: Path, local: Settings, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = ingest(owner, GOOD, local, embedder)
    asked: list[str] = []
    monkeypatch.setattr(jobs, "embed_texts", lambda texts: asked.extend(texts) or [Failed("no")] * len(texts))
    add_files(owner, collection, GOOD.items())
    work(owner, collection, embedder, local)
    assert asked == []


def test_every_file_has_a_state_at_every_moment(owner: Path, local: Settings, embedder: WordEmbedder) -> None:
    collection = add_collection(owner, "Mine").id
    assert status(owner, collection) == []
    add_files(owner, collection, [*GOOD.items(), ("bad.md", b"")])
    seen = [(stage(owner, collection), sorted(states(owner, collection).values()))]
    while job := DOCUMENTS.job(lent(owner, embedder, local), collection):
        job.run()
        seen.append((stage(owner, collection), sorted(states(owner, collection).values())))
    DOCUMENTS.finish(lent(owner, embedder, local), collection)
    seen.append((stage(owner, collection), sorted(states(owner, collection).values())))
    assert seen == [
        ("reading", ["waiting", "waiting", "waiting"]),
        ("keeping", ["read", "read", "refused"]),
        ("embedding", ["added", "added", "refused"]),
        ("embedding", ["added", "added", "refused"]),
        ("", ["added", "added", "refused"]),
    ]


def test_files_that_are_all_refused_leave_an_empty_collection(
    owner: Path, local: Settings, embedder: WordEmbedder
) -> None:
    collection = ingest(owner, {"bad.md": b""}, local, embedder)
    assert stage(owner, collection) == ""
    with pytest.raises(InputError, match="no documents yet"):
        DOCUMENTS.open(lent(owner, embedder, local), collection)


def test_a_passage_that_cannot_be_embedded_is_found_by_words_and_its_file_says_so(
    owner: Path, local: Settings, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = jobs.embed_texts

    def failing(texts: list[str]) -> list[str | Failed]:
        return [Failed("no") if "argon" in text else plain([text])[0] for text in texts]

    monkeypatch.setattr(jobs, "embed_texts", failing)
    collection = ingest(owner, {**GOOD, "last.md": b"Last words."}, local, embedder)
    told = {one.name: one for one in status(owner, collection)}
    assert {one.state for one in told.values()} == {"added"}
    assert told["steel.txt"].reason == "1 of its passages could not be embedded, and are found by words only."
    assert told["last.md"].reason == told["cells.md"].reason == ""
    store = DOCUMENTS.open(lent(owner, embedder, local), collection)
    found = store.search("argon", embedder.encode(["argon"])[0], 5)
    assert len(found[1].hits) == 1
    assert len(found[0].hits) == 2


# --- killed, cancelled, given up --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["reading 3", "embedding 50", "keeping 4"])
def test_killed_work_goes_on_and_nothing_is_lost_or_embedded_twice(
    owner: Path, settings: Settings, embedder: WordEmbedder, moment: str
) -> None:
    files = {
        f"{number}.md": "".join(f"## Part {part} of {number}\n\nWords.\n" for part in range(24)).encode()
        for number in range(5)
    }
    collection = add_collection(owner, "Mine").id
    add_files(owner, collection, files.items())
    settings.data.mkdir(exist_ok=True)
    arguments = [str(owner), collection, str(settings.data), settings.database_url]
    command = [sys.executable, "-m", "tests.systems.knowledge_base.ingesting", *arguments]
    command = [part for part in command if part]
    waiting = {**os.environ, "WAITS_AT": moment}
    with subprocess.Popen(command, cwd=ROOT, env=waiting, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert any(line.strip() == moment for line in process.stdout)
        process.kill()
    assert stage(owner, collection) == moment.split(maxsplit=1)[0]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    assert set(states(owner, collection).values()) == {"added"}
    store = DOCUMENTS.open(lent(owner, embedder, settings), collection)
    assert sorted(document.name for document in store.documents()) == sorted(files)
    assert store.card().passages == 120
    embedded = Counter((settings.data / "embedded.txt").read_text().splitlines())
    assert len(embedded) == 120
    again = sum(embedded.values()) - 120
    assert again in (0, 20, 50), "the chunk in hand when it was killed, and no other"


def test_work_that_was_cancelled_goes_on(owner: Path, local: Settings, embedder: WordEmbedder) -> None:
    collection = add_collection(owner, "Mine").id
    add_files(owner, collection, GOOD.items())
    job = DOCUMENTS.job(lent(owner, embedder, local), collection)
    assert job is not None
    job.cancel()
    assert job.run().status == "cancelled"
    with pytest.raises(InputError, match="being worked on"):
        add_files(owner, collection, [("more.md", b"More.")])
    work(owner, collection, embedder, local)
    assert set(states(owner, collection).values()) == {"added"}


def test_work_can_be_given_up_and_what_was_kept_stays(owner: Path, local: Settings, embedder: WordEmbedder) -> None:
    collection = ingest(owner, GOOD, local, embedder)
    add_files(owner, collection, [("more.md", b"More.")])
    give_up(owner, collection)
    assert stage(owner, collection) == ""
    assert set(states(owner, collection)) == set(GOOD)
    assert len(DOCUMENTS.open(lent(owner, embedder, local), collection).documents()) == 2


def test_a_disk_that_cannot_be_written_is_named_in_words(
    owner: Path, local: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = add_collection(owner, "Mine").id

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(StoreError, match="No space left"):
        add_files(owner, collection, GOOD.items())
    assert stage(owner, collection) == ""


# --- collections ------------------------------------------------------------------------------------------------------


def test_a_document_can_be_removed(owner: Path, settings: Settings, embedder: WordEmbedder) -> None:
    collection = ingest(owner, GOOD, settings, embedder)
    store = DOCUMENTS.open(lent(owner, embedder, settings), collection)
    gone = next(document.id for document in store.documents() if document.name == "steel.txt")
    remove_document(lent(owner, embedder, settings), collection, gone)
    assert [document.name for document in store.documents()] == ["cells.md"]
    assert states(owner, collection) == {"cells.md": "added"}
    assert DOCUMENTS.uploads(owner).all()[0].documents == 1


def test_a_name_of_a_document_can_be_removed_or_become_another_and_what_became_of_the_files_follows(
    owner: Path, settings: Settings, embedder: WordEmbedder
) -> None:
    collection = ingest(owner, {**GOOD, "copy.md": GOOD["cells.md"]}, settings, embedder)
    here = lent(owner, embedder, settings)
    store = DOCUMENTS.open(here, collection)
    cells = next(document.id for document in store.documents() if document.name == "cells.md")
    remove_document(here, collection, cells, "cells.md")
    assert [document.name for document in store.documents()] == ["copy.md", "steel.txt"]
    assert states(owner, collection) == {"copy.md": "duplicate", "steel.txt": "added"}
    assert rename_document(here, collection, "copy.md", "steel.txt") is False
    assert rename_document(here, collection, "copy.md", "cells/new.md") is True
    assert states(owner, collection) == {"cells/new.md": "duplicate", "steel.txt": "added"}
    assert (original_of(here, collection, cells) is not None, store.card().documents) == (True, 2)


def test_a_removed_collection_leaves_nothing_behind(owner: Path, settings: Settings, embedder: WordEmbedder) -> None:
    collection = ingest(owner, GOOD, settings, embedder)
    other = ingest(owner, GOOD, settings, embedder, "Other")
    remove_collection(lent(owner, embedder, settings), collection)
    remove_collection(lent(owner, embedder, settings), collection)
    assert [card.id for card in DOCUMENTS.uploads(owner).all()] == [other]
    assert len(DOCUMENTS.open(lent(owner, embedder, settings), other).documents()) == 2
    for ask in (stage, status, give_up):
        with pytest.raises(InputError, match="not here"):
            ask(owner, collection)


def test_an_owner_does_not_see_the_collections_of_another(
    owner: Path, tmp_path: Path, local: Settings, embedder: WordEmbedder
) -> None:
    collection = ingest(owner, GOOD, local, embedder)
    assert DOCUMENTS.uploads(tmp_path / "somebody").all() == []
    with pytest.raises(InputError, match="not here"):
        DOCUMENTS.open(lent(tmp_path / "somebody", embedder, local), collection)


@pytest.mark.parametrize("id", ["", "..", "../owner", "nothing", "a/b"])
def test_an_id_from_an_address_may_be_anything(owner: Path, local: Settings, embedder: WordEmbedder, id: str) -> None:
    ingest(owner, GOOD, local, embedder)
    with pytest.raises(InputError, match="not here"):
        DOCUMENTS.open(lent(owner, embedder, local), id)


def test_a_collection_needs_a_name(owner: Path) -> None:
    with pytest.raises(InputError, match="needs a name"):
        add_collection(owner, " \n ")
    assert add_collection(owner, "  My \n papers ").name == "My papers"


def test_a_collection_is_opened_once_for_all_visitors(owner: Path, local: Settings, embedder: WordEmbedder) -> None:
    collection = ingest(owner, GOOD, local, embedder)
    assert DOCUMENTS.open(lent(owner, embedder, local), collection) is DOCUMENTS.open(
        lent(owner, embedder, local), collection
    )


# --- another model, another store -------------------------------------------------------------------------------------


def test_another_model_asks_for_the_index_to_be_made_anew_and_then_finds(
    owner: Path, settings: Settings, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = ingest(owner, GOOD, settings, embedder)
    other = OtherModel()
    monkeypatch.setattr(embedding, "shared_embedder", lambda: other)
    assert needs_anew(lent(owner, other, settings), DOCUMENTS.uploads(owner).all()[0])
    with pytest.raises(InputError, match="indexed by words by hash") as caught:
        DOCUMENTS.open(lent(owner, other, settings), collection)
    assert caught.value.advice == "Index it anew."
    before = DOCUMENTS.open(lent(owner, embedder, settings), collection)
    passages = [before.passages(document.id) for document in before.documents()]
    index_anew(lent(owner, other, settings), collection)
    work(owner, collection, other, settings)
    after = DOCUMENTS.open(lent(owner, other, settings), collection)
    assert after.card().model == "another model"
    assert [after.passages(document.id) for document in after.documents()] == passages
    assert states(owner, collection) == dict.fromkeys(GOOD, "added")
    assert not needs_anew(lent(owner, other, settings), DOCUMENTS.uploads(owner).all()[0])


def test_a_collection_moves_to_postgresql_when_a_server_is_set(
    owner: Path, tmp_path: Path, database_url: str, embedder: WordEmbedder
) -> None:
    here, there = Settings(data=tmp_path / "data"), Settings(data=tmp_path / "data", database_url=database_url)
    collection = ingest(owner, GOOD, here, embedder)
    with pytest.raises(InputError, match="PostgreSQL"):
        DOCUMENTS.open(lent(owner, embedder, there), collection)
    index_anew(lent(owner, embedder, there), collection)
    work(owner, collection, embedder, there)
    assert DOCUMENTS.open(lent(owner, embedder, there), collection).kind.startswith("PostgreSQL at ")
    assert len(DOCUMENTS.open(lent(owner, embedder, there), collection).documents()) == 2
    with pytest.raises(InputError, match="PostgreSQL"):
        DOCUMENTS.open(lent(owner, embedder, here), collection)
    _close_all()


# --- the manual -------------------------------------------------------------------------------------------------------


def test_the_manual_is_the_pages_of_the_project_that_are_written_for_analysts(
    owner: Path, settings: Settings, embedder: WordEmbedder
) -> None:
    store = DOCUMENTS.open(lent(owner, embedder, settings), MANUAL)
    pages = {page.name for page in opening.MANUAL_FOLDER.glob("*.md")}
    assert pages > opening.FOR_DEVELOPERS
    assert {document.name for document in store.documents()} == pages - opening.FOR_DEVELOPERS
    query = "how is the fused score made"
    assert store.search(query, embedder.encode([query])[0], 3)[1].hits


def test_the_manual_follows_its_pages(
    owner: Path, local: Settings, embedder: WordEmbedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = tmp_path / "docs"
    pages.mkdir()
    monkeypatch.setattr(opening, "MANUAL_FOLDER", pages)
    for name, text in (("one.md", "One."), ("two.md", "Two."), ("three.md", "Three.")):
        (pages / name).write_text(text)
    assert len(DOCUMENTS.open(lent(owner, embedder, local), MANUAL).documents()) == 3
    (pages / "two.md").write_text("Two, changed.")
    (pages / "three.md").unlink()
    opening.forget_opened()
    store = DOCUMENTS.open(lent(owner, embedder, local), MANUAL)
    assert [store.text(document.id) for document in store.documents()] == ["One.", "Two, changed."]


def test_what_became_of_a_file_is_plain_values() -> None:
    assert vars(FileStatus("a.md", "waiting")) == {
        "name": "a.md", "state": "waiting", "reason": "", "document": "", "passages": 0, "digest": "",
    }  # fmt: skip
