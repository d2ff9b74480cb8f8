"""`core.evaluate knowledge --database-url` fills both stores with one judged collection and holds them together."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import psycopg
import pytest

from core.evaluate import stores
from core.evaluate.__main__ import main
from core.evaluate.retrieval import read_collection
from core.evaluate.stores import agreement, ask_all
from core.stores.passages_embedded import EmbeddedPassages
from tests.word_embedder import WordEmbedder

SUBJECTS = ["pump", "valve", "sensor", "rose", "loop", "heater"]
DEEDS = ["moves water", "closes the loop", "measures heat", "needs light", "rests at night"]
TEXTS = {f"d{place}:{deed}": f"the {one} {DEEDS[deed]}" for place, one in enumerate(SUBJECTS) for deed in range(5)}
QUERIES = {"q1": "pump for water", "q2": "what does the sensor measure?", "q3": "xylophone"}
JUDGED = [("q1", "d0:0"), ("q2", "d2:2"), ("q3", "d3:1")]


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(stores, "Embedder", WordEmbedder)
    for name, texts in (("corpus", TEXTS), ("queries", QUERIES)):
        lines = [json.dumps({"_id": one, "title": "", "text": text}) for one, text in texts.items()]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    judged = "".join(f"{query}\t{document}\t1\n" for query, document in JUDGED)
    (tmp_path / "qrels.tsv").write_text(f"query-id\tcorpus-id\tscore\n{judged}", encoding="utf-8")
    return tmp_path


def test_both_stores_find_the_same_in_a_judged_collection_and_the_server_is_left_clean(
    collection: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = collection / "figures.json"
    asked = ["knowledge", str(collection), "--database-url", database_url, "--cache", str(collection)]
    assert main([*asked, "--json", str(kept)]) == 0
    rows = json.loads(kept.read_text(encoding="utf-8"))
    ours, theirs = rows["embedded, nDCG@10"], rows["PostgreSQL, nDCG@10"]
    for search in ("vectors", "text", "rrf"):
        assert 0.3 < ours[search] < 1.0  # of three queries one has no answer that words can find
        assert abs(ours[search] - theirs[search]) <= 0.03
        assert rows["first ten in common"][search] >= 0.95
    assert "3 queries" in capsys.readouterr().out
    with psycopg.connect(database_url) as connection:
        names = connection.execute("SELECT name FROM passage_collections WHERE name LIKE 'evaluation %'").fetchall()
    assert names == []


def test_a_store_that_finds_other_things_does_not_agree(collection: Path, tmp_path: Path) -> None:
    judged, embedder = read_collection(collection), WordEmbedder()
    vectors = embedder.encode(list(judged.documents.values()))
    right = ask_all(judged, EmbeddedPassages(tmp_path / "right.sqlite", embedder), vectors, embedder)
    wrong = ask_all(judged, EmbeddedPassages(tmp_path / "wrong.sqlite", embedder), np.roll(vectors, 7, 0), embedder)
    assert agreement(right["text"], wrong["text"]) == 1.0
    assert agreement(right["vectors"], wrong["vectors"]) < 0.9


def test_agreement_counts_the_first_ten_alone_and_nothing_found_twice_is_agreed() -> None:
    many = [str(number) for number in range(12)]
    assert agreement([many], [many[:10][::-1]]) == 1.0
    assert agreement([many], [[*many[5:10], "x", "y", "z", "u", "v"]]) == 0.5
    assert agreement([["a"]], [["a", "b"]]) == 0.5
    assert agreement([[]], [[]]) == 1.0
