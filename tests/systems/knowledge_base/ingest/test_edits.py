"""Whatever is done to a collection: what was deleted or replaced is never found, and the index is as one made anew."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from core import embedding
from core.documents import read_here
from core.errors import InputError
from core.installation import NOBODY, Installation
from core.settings import Settings
from core.stores.passages import Passages, Scope
from core.stores.passages_embedded import EmbeddedPassages
from core.stores.passages_postgres import PostgresPassages
from core.systems.knowledge_base import SYSTEM, open_context
from core.systems.knowledge_base.graph import build_graph
from core.systems.knowledge_base.ingest import documents, opening
from core.systems.knowledge_base.ingest.collections import (
    DOCUMENTS,
    add_collection,
    add_files,
    original_of,
    remove_document,
    work_off,
)
from tests.stores.little_passages import EMBEDDER, hits, made, vectors_of
from tests.systems.knowledge_base.little_manual import Chat, context_over, said
from tests.word_embedder import WordEmbedder

EDITS = int(os.environ.get("EDITS", "500"))
"""A longer look is taken by hand."""

NAMES = [f"{folder}{number}.md" for folder in ("", "sub/") for number in range(4)]


def sentence(number: int) -> str:
    """A text whose words no other number has, beside those that all have."""
    return f"The pump{number} is oiled on day{number} by worker{number}."


@pytest.fixture(params=["embedded", "PostgreSQL"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Passages]:
    one: Passages
    if request.param == "PostgreSQL":
        one = PostgresPassages(request.getfixturevalue("database_url"), "edited", EMBEDDER)
    else:
        one = EmbeddedPassages(tmp_path / "edited.sqlite", EMBEDDER)
    yield one
    one.close()


def cited(state: Mapping[str, Any]) -> set[str]:
    """The documents that an answer rests on."""
    sentences = state["answer"]["sentences"]
    return {one["document"] for sentence in sentences for one in (sentence, *sentence["also"])}


class Edits:
    """Random edits of a store, and what each name has, and had, by them."""

    def __init__(self, store: Passages) -> None:
        self.store = store
        self.chance = random.Random(14)
        self.current: dict[str, int] = {}
        self.went: dict[str, list[int]] = {}
        self.moments: list[tuple[str, dict[str, int]]] = []
        self.fresh = 0

    @property
    def held(self) -> set[str]:
        return {str(number) for number in self.current.values()}

    @property
    def gone(self) -> set[str]:
        """What no name has any longer, not even as an earlier version."""
        earlier = {str(number) for texts in self.went.values() for number in texts}
        return {str(number) for number in range(1, self.fresh + 1)} - self.held - earlier

    def edit(self, moment: str) -> None:
        name = self.chance.choice(NAMES)
        deed = self.chance.choice(["new", "new", "back", "remove", "copy", "vectors"])
        if deed == "vectors":
            waiting = self.store.without_vectors(self.chance.randint(1, 3))
            self.store.set_vectors([one.id for one in waiting], vectors_of(waiting))
        elif deed == "remove":
            self.remove(name)
        elif number := self.choose(name, deed):
            self.put(name, number, moment)

    def choose(self, name: str, deed: str) -> int:
        if deed == "back" and self.went.get(name):
            return self.chance.choice(self.went[name])
        if deed == "copy" and self.current:
            return self.chance.choice(sorted(self.current.values()))
        self.fresh += 1
        return self.fresh

    def put(self, name: str, number: int, moment: str) -> None:
        document, whole, passages = made(str(number), [sentence(number), "It is the same everywhere."])
        vectors = vectors_of(passages) if self.chance.random() < 0.5 else None
        self.store.add(replace(document, name=name, added=moment), whole, passages, vectors)
        if self.current.get(name, number) != number:
            self.went.setdefault(name, []).append(self.current[name])
        self.current[name] = number
        self.moments.append((moment, dict(self.current)))

    def remove(self, name: str) -> None:
        gone = self.current.get(name)
        if gone is None:
            return
        self.store.remove(str(gone))
        for other in [other for other, number in self.current.items() if number == gone]:
            del self.current[other]
            self.went.pop(other, None)
        self.went = {other: [one for one in texts if one != gone] for other, texts in self.went.items()}
        self.moments.clear()  # what is removed for good never was


def test_500_random_edits_leave_what_is_current_to_be_found_and_nothing_else(store: Passages, tmp_path: Path) -> None:
    edits = Edits(store)
    for step in range(EDITS):
        edits.edit(f"2026-01-01T{step // 60:02}:{step % 60:02}:00+00:00")
        assert {document.id for document in store.documents()} == edits.held
        asked = edits.chance.randint(1, edits.fresh or 1)
        found = {id.split(":")[0] for some in hits(store, sentence(asked), 50).values() for id, _ in some}
        assert found <= edits.held
        assert (store.frequencies([f"pump{asked}"])[f"pump{asked}"] == 1) == (str(asked) in edits.held)
        if edits.moments and step % 10 == 0:
            then, texts = edits.chance.choice(edits.moments)
            part = store.within(Scope(as_of=then))
            assert {document.id for document in part.documents()} == {str(number) for number in texts.values()}
    while waiting := store.without_vectors(50):
        store.set_vectors([one.id for one in waiting], vectors_of(waiting))
    anew = EmbeddedPassages(tmp_path / "anew.sqlite", EMBEDDER)
    for number in sorted(set(edits.current.values())):
        document, whole, passages = made(str(number), [sentence(number), "It is the same everywhere."])
        anew.add(document, whole, passages, vectors_of(passages))
    assert (store.card().digest, store.card().embedded) == (anew.card().digest, anew.card().embedded)
    for number in (*edits.current.values(), 1):
        mine, other = hits(store, sentence(number), 100), hits(anew, sentence(number), 100)
        assert {source: dict(some) for source, some in mine.items()} == {
            source: pytest.approx(dict(some), abs=1e-3) for source, some in other.items()
        }
    anew.close()


@pytest.mark.slow
def test_after_any_of_500_random_edits_an_answer_cites_and_a_reader_opens_only_what_is_current(store: Passages) -> None:
    edits, told = Edits(store), 0
    graph = build_graph(InMemorySaver())
    for step in range(EDITS):
        edits.edit(f"2026-01-01T{step // 60:02}:{step % 60:02}:00+00:00")
        if step % 3 or not edits.fresh:
            continue
        asked = edits.chance.choice([edits.fresh, edits.chance.randint(1, edits.fresh)])
        chat = Chat(context_over(store), str(step), graph)  # type: ignore[arg-type]
        state = chat.ask(f"On which day is the pump{asked} oiled?")
        opened = {document["document"]: document for document in state["retrieved_documents"]}
        assert opened.keys() | cited(state) <= edits.held
        for id, document in opened.items():
            assert store.text(id)[document["start"] : document["end"]] == document["text"]
        days = set(re.findall(r"\bday\d+", said(state)))
        assert days <= {f"day{number}" for number in edits.held}
        told += f"day{asked}" in days
        for gone in edits.chance.sample(sorted(edits.gone), min(3, len(edits.gone))):
            assert (store.passages(gone), store.get([f"{gone}:0", f"{gone}:1"])) == ([], [])
            with pytest.raises(InputError, match="not here"):
                store.text(gone)
    assert told > EDITS / 20  # what is current is answered


def test_no_answer_rests_on_what_was_replaced_or_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = WordEmbedder()
    monkeypatch.setattr(embedding, "shared_embedder", lambda: embedder)
    monkeypatch.setattr(documents, "read_file", read_here)
    house = Installation(Settings(data=tmp_path / "data"))
    house.__dict__["embedder"] = embedder
    here = house.resources(NOBODY, house.engine())
    collection = add_collection(here.folder, "Edited").id
    chance = random.Random(14)
    current: dict[str, int] = {}
    gone: set[str] = set()
    for step in range(12):
        name = chance.choice(NAMES[:3])
        if step % 4 == 3 and name in current:
            known = {one.name: one.id for one in DOCUMENTS.open(here, collection).documents()}
            remove_document(here, collection, known[name])
            gone.add(known[name])
            del current[name]
        else:
            current[name] = step
            add_files(here.folder, collection, [(name, f"# Oiling\n\n{sentence(step)}".encode())])
            work_off(here, collection)
        if not current:
            continue
        session = house.open_session(SYSTEM, {}, open_context(here, collection))
        session.start("On which day is the pump oiled?")
        session.wait(60)
        state = session.state
        read = {document["text"] for document in state["retrieved_documents"]}
        assert read <= {sentence(number) for number in current.values()}
        assert cited(state) <= {document.id for document in DOCUMENTS.open(here, collection).documents()}
    kept = [original_of(here, collection, one.id) for one in DOCUMENTS.open(here, collection).documents()]
    assert all(kept)
    assert gone
    assert not any(original_of(here, collection, id) for id in gone)
    house.close()
    opening.forget_opened()
