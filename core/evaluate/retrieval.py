"""How well five rankers find what was judged relevant, and how long they take.

`python -m core.evaluate retrieval DIR`, where DIR holds a collection as BEIR lays it out: `corpus.jsonl` (_id, title,
text), `queries.jsonl` (_id, text) and `qrels.tsv` (query-id, corpus-id, score). No setting depends on the collection.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import fmean, median

import numpy as np

from core.errors import InputError
from core.language.terms import analyse
from core.retrieval.embedder import Embedder
from core.retrieval.fusion import Found, Side, reciprocal_rank, weighted_sum
from core.retrieval.keywords import best_positions
from core.retrieval.metrics import ndcg, recall
from core.retrieval.metrics import reciprocal_rank as reciprocal_rank_of_first
from core.retrieval.ranking import Ranker

DEPTH = 100  # candidates of each search, and how far recall looks
ALPHA = 0.5  # better than 0.6 on Cranfield, CACM and NFCorpus alike: .572, .568, .357 against .570, .555, .349
K = 60  # of reciprocal rank fusion

_LAYOUT = (
    "It needs corpus.jsonl (_id, title, text), queries.jsonl (_id, text) and qrels.tsv (query-id, corpus-id, score)."
)


@dataclass(frozen=True)
class Collection:
    """Documents and queries by id, and for each query the grades of the documents that somebody judged."""

    documents: dict[str, str]
    queries: dict[str, str]
    judged: dict[str, dict[str, int]]

    @property
    def measured(self) -> list[str]:
        """The queries to which something is relevant; the others tell nothing about a ranker."""
        return [query for query in self.queries if any(grade > 0 for grade in self.judged.get(query, {}).values())]


@dataclass(frozen=True)
class Measured:
    """The figures of each ranker: nDCG@10, MRR@10, Recall@100 and the median milliseconds of a query."""

    rankers: dict[str, dict[str, float]]
    queries: int
    left_out: int


def evaluate_retrieval(
    folder: Path, data: Path, progress: Callable[[str, int, int], None] = lambda deed, done, of: None
) -> Measured:
    """Measure all five rankers on the collection in `folder`; `data` keeps what was embedded.

    `progress` hears what is being done, how many are done, of how many. Raises InputError for a file that is missing or
    wrong, StoreError when the embedding model cannot be loaded.
    """
    collection = read_collection(folder)
    measured = collection.measured
    if not measured:
        raise InputError(f"In {folder} no document is judged relevant to any query.", _LAYOUT)
    ids, texts = list(collection.documents), list(collection.documents.values())
    best = Ranker.build(ids, texts, Embedder(data / "embeddings.sqlite"), data, partial(progress, "Embedding"))
    figures = {
        name: _measure(rank, best, collection, measured, partial(progress, f"Ranking by {name}"))
        for name, rank in RANKERS.items()
    }
    return Measured(figures, len(measured), len(collection.queries) - len(measured))


# --- the rankers ------------------------------------------------------------------------------------------------------


def _by_words(index: Ranker, query: str) -> list[str]:
    return [index.ids[place] for place, _ in index.keywords.top(analyse(query), DEPTH)]


def _by_meaning(index: Ranker, query: str) -> list[str]:
    return [index.ids[place] for place, _ in index.vectors.top(index.embedder.encode([query])[0], DEPTH)]


def _by_weighted_sum(index: Ranker, query: str) -> list[str]:
    """Both scores of all that either search found, so that min-max sees the same documents on both sides."""
    words = analyse(query)
    keyword, vector = index.keywords.get_scores(words), index.vectors.scores(index.embedder.encode([query])[0])
    found = [place for place, _ in index.keywords.top(words, DEPTH)]
    candidates = np.union1d(best_positions(vector, DEPTH), np.array(found, np.int64))
    sides: tuple[tuple[Side, Mapping[int, float]], ...] = (
        ("keyword", {int(place): float(keyword[place]) for place in candidates}),
        ("vector", {int(place): float(vector[place]) for place in candidates}),
    )
    lists = [
        Found(side, side, [(index.ids[place], scores[place]) for place in sorted(scores, key=scores.__getitem__)[::-1]])
        for side, scores in sides
    ]
    return [receipt.id for receipt in weighted_sum(lists, ALPHA)]


def _by_reciprocal_rank(index: Ranker, query: str) -> list[str]:
    words = index.keywords.top(analyse(query), DEPTH)
    meaning = index.vectors.top(index.embedder.encode([query])[0], DEPTH)
    lists = [
        Found("keyword", "keyword", [(index.ids[place], score) for place, score in words]),
        Found("vector", "vector", [(index.ids[place], score) for place, score in meaning]),
    ]
    return [receipt.id for receipt in reciprocal_rank(lists, K)]


def _by_all(index: Ranker, query: str) -> list[str]:
    return [receipt.id for receipt in index.rank(query, DEPTH)]


RANKERS: dict[str, Callable[[Ranker, str], list[str]]] = {
    "bm25": _by_words,
    "vectors": _by_meaning,
    "alpha": _by_weighted_sum,
    "rrf": _by_reciprocal_rank,
    "best": _by_all,
}


def _measure(
    rank: Callable[[Ranker, str], list[str]],
    index: Ranker,
    collection: Collection,
    measured: list[str],
    progress: Callable[[int, int], None],
) -> dict[str, float]:
    # An embedder of its own, which has seen no query yet: every ranker pays for embedding what was never asked before.
    index = replace(index, embedder=Embedder(None))
    rank(index, "warming up")
    gains, firsts, shares, times = [], [], [], []
    for done, query in enumerate(measured, start=1):
        text, grades = collection.queries[query], collection.judged[query]
        began = time.perf_counter()
        ranking = rank(index, text)
        times.append((time.perf_counter() - began) * 1000)
        if collection.documents.get(query, "").endswith(text):
            # As in BEIR: where queries are documents themselves (ArguAna), finding oneself is no answer.
            ranking = [document for document in ranking if document != query]
        gains.append(ndcg(ranking, grades, 10))
        firsts.append(reciprocal_rank_of_first(ranking, grades, 10))
        shares.append(recall(ranking, grades, 100))
        progress(done, len(measured))
    return {"nDCG@10": fmean(gains), "MRR@10": fmean(firsts), "Recall@100": fmean(shares), "ms": median(times)}


# --- reading a collection ---------------------------------------------------------------------------------------------


def read_collection(folder: Path) -> Collection:
    """Read a collection in BEIR's layout. Raises InputError, which names the file and the line."""
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}.", _LAYOUT)
    documents = {
        one: f"{row.get('title') or ''} {row['text']}".strip() for one, row in _objects(folder / "corpus.jsonl")
    }
    if not documents:
        raise InputError("corpus.jsonl holds no document.", _LAYOUT)
    queries = {one: str(row["text"]) for one, row in _objects(folder / "queries.jsonl")}
    return Collection(documents, queries, _grades(folder / "qrels.tsv"))


def _objects(path: Path) -> Iterator[tuple[str, dict[str, object]]]:
    seen: set[str] = set()
    for number, line in _lines(path):
        try:
            row = json.loads(line)
        except ValueError:
            raise InputError(f"{path.name}, line {number}: this is not JSON.", _LAYOUT) from None
        if (
            not isinstance(row, dict)
            or not isinstance(row.get("_id"), str | int)
            or not isinstance(row.get("text"), str)
        ):
            raise InputError(f'{path.name}, line {number}: it needs an "_id" and a "text".', _LAYOUT)
        one = str(row["_id"])
        if one in seen:
            raise InputError(f"{path.name}, line {number}: the _id “{one}” is there twice.", "Keep one of them.")
        seen.add(one)
        yield one, row


def _grades(path: Path) -> dict[str, dict[str, int]]:
    judged: dict[str, dict[str, int]] = {}
    for number, line in _lines(path):
        fields = line.split("\t")
        if number == 1 and fields[-1].strip() == "score":
            continue
        try:
            query, document, grade = fields
            judged.setdefault(query, {})[document] = int(grade)
        except ValueError:
            raise InputError(
                f"{path.name}, line {number}: it needs a query-id, a corpus-id and a whole number, parted by tabs.",
                _LAYOUT,
            ) from None
    return judged


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Give the lines that are not blank, with their numbers from 1."""
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(file, start=1):
                try:
                    line = raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
                except UnicodeDecodeError:
                    raise InputError(
                        f"{path.name}, line {number}: this is not UTF-8.", "Save the file as UTF-8."
                    ) from None
                if line.strip():
                    yield number, line
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.", _LAYOUT) from error
