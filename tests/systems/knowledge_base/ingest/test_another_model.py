"""A collection goes over to another embedding model as a whole, whatever was in hand, and loses nothing on the way."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core import embedding
from core.errors import InputError, StoreError
from core.retrieval.embedder import DIMENSIONS, Embedder, shared_embedder
from core.retrieval.named_model import NamedModel
from core.settings import Settings
from core.systems import Resources
from core.systems.knowledge_base import open_context
from core.systems.knowledge_base.ingest import opening
from core.systems.knowledge_base.ingest.collections import (
    DOCUMENTS,
    MANUAL,
    add_collection,
    add_files,
    index_anew,
    needs_anew,
    stage,
    status,
)
from core.systems.knowledge_base.ingest.opening import forget_opened
from core.systems.knowledge_base.search.retrieval import search_both_ways
from tests.lending import lent
from tests.little_model import little_model
from tests.word_embedder import WordEmbedder

FILES = {"pumps.md": b"# Pumps\n\nThe pump is maintained every week.", "money.md": b"Invoices are paid in thirty days."}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    prompts = {"query": "query: ", "document": "passage: "}
    return little_model(tmp_path_factory.mktemp("models") / "little", prompts=prompts)


@pytest.fixture(params=["embedded", "PostgreSQL"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    url = request.getfixturevalue("database_url") if request.param == "PostgreSQL" else ""
    yield Settings(data=tmp_path / "data", database_url=url)
    for server in list(getattr(sys.modules.get("core.stores.passages_postgres.server"), "_servers", {})):
        sys.modules["core.stores.passages_postgres.server"]._servers.pop(server).pool.close()
    forget_opened()


@pytest.fixture
def before(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Resources:
    """With the model that ships, or words by hash in its place."""
    words = WordEmbedder()
    monkeypatch.setattr(embedding, "shared_embedder", lambda model="": shared_embedder(model) if model else words)
    return lent(tmp_path / "owner", words, settings)


@pytest.fixture
def after(before: Resources, folder: Path) -> Resources:
    """With another model for documents."""
    return replace(before, own_model=Embedder(None, model=NamedModel(str(folder))))


def work(lent: Resources, collection: str, until: str = "") -> None:
    """All jobs that are left, or those before a stage."""
    while (stage(lent.folder, collection) != until or not until) and (job := DOCUMENTS.job(lent, collection)):
        job.run()
    if not until:
        DOCUMENTS.finish(lent, collection)


def names(lent: Resources, collection: str) -> list[str]:
    return [document.name for document in DOCUMENTS.open(lent, collection).documents()]


def nearest(lent: Resources, collection: str, query: str) -> list[str]:
    """The texts that are found by meaning, nearest first."""
    context = open_context(lent, collection)
    by_meaning = search_both_ways(context.passages, query, context)[0]
    return [passage.text for passage in context.passages.get([id for id, _ in by_meaning.hits])]


def test_documents_are_indexed_and_found_by_the_model_of_the_settings(after: Resources) -> None:
    collection = add_collection(after.folder, "Mine").id
    add_files(after.folder, collection, FILES.items())
    work(after, collection)
    card = DOCUMENTS.open(after, collection).card()
    assert (card.model, card.dimensions) == (after.document_embedder.name, 32)
    passages = ["Pumps\nThe pump is maintained every week.", "Invoices are paid in thirty days."]
    query = "pump every week"
    cosines = after.document_embedder.encode(passages) @ after.document_embedder.encode_query(query)
    expected = [passages[place].rpartition("\n")[2] for place in np.argsort(-cosines)]
    assert [text.rpartition("\n")[2] for text in nearest(after, collection, query)] == expected


def test_an_index_of_the_model_before_is_made_anew_and_back_again(before: Resources, after: Resources) -> None:
    collection = add_collection(before.folder, "Mine").id
    add_files(before.folder, collection, FILES.items())
    work(before, collection)
    known = status(before.folder, collection)
    for now, dimensions in ((after, 32), (before, DIMENSIONS)):
        assert needs_anew(now, DOCUMENTS.card(now.folder, collection))
        with pytest.raises(InputError, match="was indexed by"):
            DOCUMENTS.open(now, collection)
        index_anew(now, collection)
        work(now, collection)
        assert DOCUMENTS.open(now, collection).card().dimensions == dimensions
        assert names(now, collection) == sorted(FILES)
        assert status(now.folder, collection) == known
        assert len(nearest(now, collection, "pump")) == 2


def test_what_is_brought_to_an_index_of_another_model_takes_the_whole_collection_along(
    before: Resources, after: Resources
) -> None:
    collection = add_collection(before.folder, "Mine").id
    add_files(before.folder, collection, FILES.items())
    work(before, collection)
    add_files(after.folder, collection, [("new.md", b"Who knows the motor?"), ("money.md", FILES["money.md"])])
    work(after, collection)
    assert names(after, collection) == ["money.md", "new.md", "pumps.md"]
    states = [(one.name, one.state) for one in status(after.folder, collection)]
    assert states[:2] == [(name, "added") for name in FILES]
    assert states[2:] == [("new.md", "added"), ("money.md", "duplicate")]
    assert not needs_anew(after, DOCUMENTS.card(after.folder, collection))
    assert len(nearest(after, collection, "motor")) == 3


@pytest.mark.parametrize("reached", ["embedding", "keeping"])
def test_work_that_was_begun_for_another_model_begins_anew(before: Resources, after: Resources, reached: str) -> None:
    collection = add_collection(before.folder, "Mine").id
    add_files(before.folder, collection, FILES.items())
    work(before, collection, until=reached)
    work(after, collection)
    assert DOCUMENTS.open(after, collection).card().model == after.document_embedder.name
    assert names(after, collection) == sorted(FILES)
    assert {one.state for one in status(after.folder, collection)} == {"added"}


def test_work_that_only_was_to_be_finished_is_not_taken_for_that_of_another_model(
    before: Resources, after: Resources
) -> None:
    collection = add_collection(before.folder, "Mine").id
    add_files(before.folder, collection, FILES.items())
    while job := DOCUMENTS.job(before, collection):
        job.run()
    DOCUMENTS.finish(after, collection)
    assert stage(after.folder, collection) == "embedding"
    work(after, collection)
    assert DOCUMENTS.open(after, collection).card().model == after.document_embedder.name
    assert names(after, collection) == sorted(FILES)


def test_a_model_that_is_gone_stops_the_work_in_words_and_what_was_brought_stays(
    before: Resources, after: Resources
) -> None:
    collection = add_collection(before.folder, "Mine").id
    add_files(before.folder, collection, FILES.items())
    gone = replace(before, own_model=Embedder(None, model=NamedModel("/nowhere/e5")))
    with pytest.raises(StoreError, match="is not on this machine"):
        work(gone, collection)
    work(after, collection)
    assert names(after, collection) == sorted(FILES)


def test_the_manual_is_embedded_anew_by_another_model(
    after: Resources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "one.md").write_bytes(FILES["pumps.md"])
    monkeypatch.setattr(opening, "MANUAL_FOLDER", tmp_path / "docs")
    assert DOCUMENTS.open(after, MANUAL).card().dimensions == 32
    assert nearest(after, MANUAL, "pump every week")


def test_what_was_found_is_weighed_by_the_model_that_the_weights_were_fitted_to(after: Resources) -> None:
    collection = add_collection(after.folder, "Mine").id
    add_files(after.folder, collection, FILES.items())
    work(after, collection)
    context = open_context(after, collection)
    assert context.finder is after.own_model
    assert context.embedder is after.embedder
