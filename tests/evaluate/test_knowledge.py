"""`core.evaluate knowledge` measures each stage and compares a λ for each question with the best fixed one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import InputError
from core.evaluate import knowledge
from core.evaluate.knowledge import GRID, evaluate_knowledge
from tests.word_embedder import WordEmbedder

TEXTS = {
    "d1": "a pump moves cooling water",
    "d2": "the valve closes the loop",
    "d3": "the sensor measures heat",
    "d4": "roses need water",
}


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(knowledge, "Embedder", WordEmbedder)
    corpus = "\n".join(json.dumps({"_id": one, "title": "", "text": text}) for one, text in TEXTS.items())
    (tmp_path / "corpus.jsonl").write_text(corpus, encoding="utf-8")
    queries = {"q1": "pump for cooling water", "q2": "what does the sensor measure?", "q3": "nobody judged"}
    lines = "\n".join(json.dumps({"_id": one, "text": text}) for one, text in queries.items())
    (tmp_path / "queries.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td3\t1\n", encoding="utf-8")
    return tmp_path


def test_every_stage_is_measured_over_the_judged_queries(collection: Path, tmp_path: Path) -> None:
    measured = evaluate_knowledge(collection, tmp_path)
    assert list(measured.stages) == [
        "vectors",
        "text",
        "rrf, dynamic λ",
        "rrf, best fixed λ",
        "whole (reranked), dynamic λ",
        "whole (reranked), best fixed λ",
    ]
    assert all(row["nDCG@10"] == 1.0 for row in measured.stages.values())
    assert sum(measured.lambdas["types"].values()) == 2


def test_the_best_fixed_lambda_is_the_best_of_the_grid(collection: Path, tmp_path: Path) -> None:
    measured = evaluate_knowledge(collection, tmp_path)
    for stage, row in (("rrf", "rrf, best fixed λ"), ("rerank", "whole (reranked), best fixed λ")):
        fixed = measured.lambdas["fixed"][stage]
        assert len(fixed) == len(GRID)
        assert (
            measured.stages[row]["nDCG@10"] == max(fixed.values()) == fixed[str(measured.lambdas["best_fixed"][stage])]
        )


def test_a_collection_without_judgements_is_refused(collection: Path, tmp_path: Path) -> None:
    (collection / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n", encoding="utf-8")
    with pytest.raises(InputError, match="no document is judged"):
        evaluate_knowledge(collection, tmp_path)
