"""Whether PostgreSQL finds what the embedded store finds: both filled with one judged collection and asked alike.

`python -m core.evaluate knowledge DIR --database-url URL`. On the server a collection with a name of its own is made
and removed again; nothing else there is touched.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from core.errors import InputError
from core.evaluate.knowledge import DEPTH, FIRST, K, Progress
from core.evaluate.retrieval import Collection, read_collection
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.metrics import ndcg
from core.stores.passages import Document, Passage, Passages
from core.stores.passages_embedded import EmbeddedPassages
from core.systems.knowledge_base.search.lambda_weight import adjust_lambda, weigh
from core.systems.knowledge_base.search.retrieval import fuse

_WHOLE = "judged"
_ADDED = "2026-01-01T00:00:00+00:00"


@dataclass(frozen=True)
class Compared:
    """nDCG@10 of each search in each store, and the share of the first ten that both have in common; remarks."""

    rows: dict[str, dict[str, float]]
    remarks: list[str]


def compare_stores(
    folder: Path, data: Path, database_url: str, progress: Progress = lambda deed, done, of: None
) -> Compared:
    """Fill both stores with the collection in `folder` and ask all its queries; `data` keeps what was embedded.

    Raises InputError for a file that is missing or wrong, StoreError when the server cannot be used.
    """
    from core.stores.passages_postgres import PostgresPassages

    collection = read_collection(folder)
    if not collection.measured:
        raise InputError(f"In {folder} no document is judged relevant to any query.")
    embedder = Embedder(data / "embeddings.sqlite")
    vectors = embedder.encode(list(collection.documents.values()), partial(progress, "Embedding"))
    with TemporaryDirectory() as place:
        theirs = PostgresPassages(database_url, f"evaluation {secrets.token_hex(6)}", embedder)
        try:
            ours = EmbeddedPassages(Path(place) / "passages.sqlite", embedder)
            found = [
                ask_all(collection, store, vectors, embedder, partial(progress, f"Asking {name}"))
                for name, store in (("the file", ours), ("PostgreSQL", theirs))
            ]
            ours.close()
        finally:
            theirs.clear()
    return _report(collection, found[0], found[1])


Rankings = dict[str, list[list[str]]]  # of each search, for each query in order, the ids of the documents


def ask_all(
    collection: Collection,
    store: Passages,
    vectors: Vectors,
    embedder: Embedder,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Rankings:
    """Put the documents, with their vectors [n, 384], into an empty store; what it finds for every query."""
    ids, texts = list(collection.documents), list(collection.documents.values())
    starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
    passages = [
        Passage(f"{_WHOLE}:{index}", _WHOLE, index, text, start, start + len(text))
        for index, (text, start) in enumerate(zip(texts, starts, strict=False))
    ]
    whole = "\n".join(texts)
    store.add(Document(_WHOLE, _WHOLE, "text", "", "utf-8", len(whole), _ADDED), whole, passages, vectors)
    name = {passage.id: id for passage, id in zip(passages, ids, strict=True)}
    rankings: Rankings = {"vectors": [], "text": [], "rrf": []}
    for done, query in enumerate(collection.measured, start=1):
        text = collection.queries[query]
        lists = store.search(text, embedder.encode([text])[0], DEPTH)
        for found in lists:
            rankings[found.source].append([name[id] for id, _ in found.hits])
        weight = adjust_lambda(weigh(text), lists)
        rankings["rrf"].append([name[receipt.id] for receipt in fuse(lists, weight.lambda_mult, K)])
        progress(done, len(collection.measured))
    return rankings


def agreement(one: Sequence[Sequence[str]], other: Sequence[Sequence[str]]) -> float:
    """Return the share of the first ten of one that are among the first ten of the other, over all queries.

    Where both find nothing they agree.
    """
    shares = []
    for ours, theirs in zip(one, other, strict=True):
        first, second = set(ours[:FIRST]), set(theirs[:FIRST])
        shares.append(len(first & second) / max(len(first), len(second)) if first or second else 1.0)
    return fmean(shares)


def _report(collection: Collection, ours: Rankings, theirs: Rankings) -> Compared:
    def gain(rankings: Sequence[Sequence[str]]) -> float:
        judged = [collection.judged[query] for query in collection.measured]
        return fmean(ndcg(ranking, grades, FIRST) for ranking, grades in zip(rankings, judged, strict=True))

    rows = {
        "embedded, nDCG@10": {search: gain(rankings) for search, rankings in ours.items()},
        "PostgreSQL, nDCG@10": {search: gain(rankings) for search, rankings in theirs.items()},
        "first ten in common": {search: agreement(ours[search], theirs[search]) for search in ours},
    }
    widest = max(abs(rows["embedded, nDCG@10"][search] - rows["PostgreSQL, nDCG@10"][search]) for search in ours)
    return Compared(rows, [f"{len(collection.measured)} queries; nDCG@10 differs by at most {widest:.4f}."])
