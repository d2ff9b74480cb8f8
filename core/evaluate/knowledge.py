"""How good each stage of the knowledge base's search is, and whether a λ for each question beats one λ for all.

`python -m core.evaluate knowledge DIR`, where DIR holds a collection as BEIR lays it out: `corpus.jsonl`,
`queries.jsonl` and `qrels.tsv`. "Best fixed" is the best of eleven λ with hindsight: it is chosen on the very
judgements that it is measured on, for each collection and each stage anew, which no search in use can do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.evaluate.retrieval import Collection, read_collection
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.fusion import Found
from core.retrieval.hybrid import HybridIndex
from core.retrieval.metrics import ndcg
from core.retrieval.reranker import Reranker, choose_reranker
from core.stores.passages import Passage
from core.systems.knowledge_base.search.lambda_weight import adjust_lambda, weigh
from core.systems.knowledge_base.search.retrieval import TEXT, VECTORS, fuse, mixing_weight, rerank

DEPTH = 100
CANDIDATES = 15
FIRST = 10
K = 60.0
GRID = tuple(step / 10 for step in range(11))

Progress = Callable[[str, int, int], None]


class Lambdas(TypedDict):
    """nDCG@10 at each fixed λ and the best of them, by stage; the mean of those chosen, and how often each class."""

    best_fixed: dict[str, float]
    fixed: dict[str, dict[str, float]]
    mean_dynamic: float
    types: dict[str, int]


@dataclass(frozen=True)
class Measured:
    """nDCG@10 of each stage; the λ that were best with hindsight and the mean of those chosen; remarks in words."""

    stages: dict[str, dict[str, float]]
    lambdas: Lambdas
    remarks: list[str]


def evaluate_knowledge(folder: Path, data: Path, progress: Progress = lambda deed, done, of: None) -> Measured:
    """Measure all stages on the collection in `folder`; `data` keeps what was embedded.

    Raises InputError for a file that is missing or wrong, StoreError when the embedding model cannot be loaded.
    """
    collection = read_collection(folder)
    if not collection.measured:
        raise InputError(f"In {folder} no document is judged relevant to any query.")
    embedder = Embedder(data / "embeddings.sqlite")
    index = HybridIndex(embedder)
    index.add(list(collection.documents), list(collection.documents.values()), partial(progress, "Embedding"))
    remembering = _Remembering(embedder)
    reranker = choose_reranker(cast(Embedder, remembering))
    return _measure(collection, index, reranker, progress)


def _measure(collection: Collection, index: HybridIndex, reranker: Reranker, progress: Progress) -> Measured:
    passages = {one: Passage(one, one, 0, text, 0, len(text)) for one, text in collection.documents.items()}
    gains: dict[str, list[float]] = {name: [] for name in ("vectors", "text", "rrf", "rerank")}
    fixed: dict[str, list[list[float]]] = {"rrf": [], "rerank": []}
    chosen: list[float] = []
    types: Counter[str] = Counter()
    for done, query in enumerate(collection.measured, start=1):
        text, judged = collection.queries[query], collection.judged[query]
        lists = search(index, text)
        gain = partial(ndcg, judged=judged, k=FIRST)
        weight = adjust_lambda(weigh(text), lists)
        chosen.append(weight.lambda_mult)
        types[weight.type] += 1
        scores = _Scores(reranker, text)
        for found in lists:
            gains[found.source].append(gain([one for one, _ in found.hits]))
        for name, gained in zip(
            ("rrf", "rerank"), _both(lists, weight.lambda_mult, scores, passages, gain), strict=True
        ):
            gains[name].append(gained)
        grid = [_both(lists, one, scores, passages, gain) for one in GRID]
        fixed["rrf"].append([one for one, _ in grid])
        fixed["rerank"].append([one for _, one in grid])
        progress("Asking", done, len(collection.measured))
    return _report(gains, fixed, chosen, types, reranker)


def _both(
    lists: Sequence[Found],
    lambda_mult: float,
    scores: _Scores,
    passages: dict[str, Passage],
    gain: Callable[[list[str]], float],
) -> tuple[float, float]:
    """nDCG@10 after the fusion at one λ, and after a closer look at its first candidates."""
    fused = fuse(lists, lambda_mult, K)[:CANDIDATES]
    ranked = rerank(scores.query, fused, passages, scores, CANDIDATES, scores.weight)
    return gain([receipt.id for receipt in fused]), gain([one["id"] for one in ranked])


def search(index: HybridIndex, query: str) -> list[Found]:
    """Return the two lists of a query, as every store of passages gives them."""
    return [
        Found(VECTORS, "vector", [(hit.id, hit.score) for hit in index.vector_top(query, DEPTH)], -1.0),
        Found(TEXT, "keyword", [(hit.id, hit.score) for hit in index.keyword_top(query, DEPTH)]),
    ]


def _report(
    gains: dict[str, list[float]],
    fixed: dict[str, list[list[float]]],
    chosen: list[float],
    types: Counter[str],
    reranker: Reranker,
) -> Measured:
    means = {name: np.array(rows).mean(axis=0) for name, rows in fixed.items()}
    best = {name: int(row.argmax()) for name, row in means.items()}
    stages = {
        "vectors": {"nDCG@10": fmean(gains["vectors"])},
        "text": {"nDCG@10": fmean(gains["text"])},
        "rrf, dynamic λ": {"nDCG@10": fmean(gains["rrf"])},
        "rrf, best fixed λ": {"nDCG@10": float(means["rrf"][best["rrf"]])},
        "whole (reranked), dynamic λ": {"nDCG@10": fmean(gains["rerank"])},
        "whole (reranked), best fixed λ": {"nDCG@10": float(means["rerank"][best["rerank"]])},
    }
    lambdas: Lambdas = {
        "best_fixed": {name: GRID[place] for name, place in best.items()},
        "fixed": {name: dict(zip(map(str, GRID), map(float, row), strict=True)) for name, row in means.items()},
        "mean_dynamic": fmean(chosen),
        "types": dict(types),
    }
    remarks = [
        f"{len(chosen)} queries: {', '.join(f'{count} {name}' for name, count in types.most_common())}; "
        f"mean λ {fmean(chosen):.2f}.",
        f"Best fixed λ with hindsight: {GRID[best['rrf']]} after fusion, {GRID[best['rerank']]} after reranking.",
        f"Reranked by {reranker.name}, which weighs {mixing_weight(reranker)} beside the fused order.",
    ]
    return Measured(stages, lambdas, remarks)


class _Scores:
    """A reranker's scores for one query, each text scored once, however many λ are tried."""

    def __init__(self, reranker: Reranker, query: str) -> None:
        self._reranker, self.query = reranker, query
        self.name, self.says, self.weight = reranker.name, reranker.says, mixing_weight(reranker)
        self._known: dict[str, float] = {}

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """As the reranker itself."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(missing, self._reranker.scores(query, missing), strict=True))
        return [self._known[text] for text in texts]


class _Remembering:
    """An embedder that runs the word pieces of a text through the model once; half precision, to stay small."""

    def __init__(self, embedder: Embedder) -> None:
        self.name = embedder.name
        self._embedder = embedder
        self._known: dict[str, tuple[list[str], NDArray[np.float16]]] = {}

    def token_vectors(self, texts: Sequence[str]) -> list[tuple[list[str], Vectors]]:
        """As the embedder itself."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        for text, (pieces, vectors) in zip(missing, self._embedder.token_vectors(missing), strict=True):
            self._known[text] = (pieces, vectors.astype(np.float16))
        return [(self._known[text][0], self._known[text][1].astype(np.float32)) for text in texts]
