"""BM25 side by side: `rank_bm25.BM25Okapi` against `core.retrieval.keywords.KeywordIndex`, on one synthetic corpus.

    python -m benchmarks.bm25 [--documents 100000]

Each index is built in a fresh process of its own, over the same documents (words drawn by Zipf's law, no stop words
taken out: hard for an inverted index), and answers the same queries. Printed: seconds to build, memory of the index
(a second build, under tracemalloc), milliseconds of processor time a query (best of three rounds, the median of all
queries), and how far the scores differ.
"""

from __future__ import annotations

import argparse
import gc
import time
import timeit
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from statistics import median

import numpy as np
from rank_bm25 import BM25Okapi

from core.retrieval.keywords import KeywordIndex

VOCABULARY = 50_000
WORDS_A_DOCUMENT = 60
QUERIES = 6
WORDS_A_QUERY = 6
ROUNDS = 3
INDEXES = {
    "rank_bm25": (BM25Okapi, BM25Okapi.get_scores),
    "KeywordIndex": (KeywordIndex, KeywordIndex.get_scores),
}


@dataclass(frozen=True)
class Measured:
    """What one index needed."""

    build_seconds: float
    megabytes: float
    milliseconds: float
    scores: list[np.ndarray]


def corpus(documents: int) -> tuple[list[list[str]], list[list[str]]]:
    """Documents and queries as lists of words: always the same ones for the same number of documents."""
    random = np.random.default_rng(7)
    share = 1.0 / np.arange(1, VOCABULARY + 1)
    share /= share.sum()
    names = [f"word{number}" for number in range(VOCABULARY)]
    lengths = np.clip(random.lognormal(np.log(WORDS_A_DOCUMENT), 0.5, documents), 5, 1_000).astype(int)
    drawn = np.split(random.choice(VOCABULARY, int(lengths.sum()), p=share), np.cumsum(lengths)[:-1])
    texts = [[names[number] for number in document.tolist()] for document in drawn]
    wanted = random.choice(VOCABULARY, (QUERIES, WORDS_A_QUERY), p=share)
    return texts, [[names[number] for number in query] for query in wanted.tolist()]


def measure(name: str, documents: int) -> Measured:
    """Build one of the two indexes in this process, weigh it, and ask it every query."""
    build, scores_of = INDEXES[name]
    texts, queries = corpus(documents)
    started = time.perf_counter()
    index = build(texts)
    build_seconds = time.perf_counter() - started
    clock = time.process_time  # processor time: a busy machine would lengthen the slow one's queries more
    seconds = [
        min(timeit.repeat(partial(scores_of, index, query), timer=clock, number=1, repeat=ROUNDS)) for query in queries
    ]
    scores = [scores_of(index, query) for query in queries]
    del index
    return Measured(build_seconds, megabytes_of(build, texts), 1_000 * median(seconds), scores)


def megabytes_of(build: Callable[[list[list[str]]], object], texts: list[list[str]]) -> float:
    """Return what an index keeps, without the documents it is built from."""
    tracemalloc.start()
    index = build(texts)
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del index
    return kept / 1e6


def main() -> None:
    """Measure both and print them under each other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=100_000)
    documents = parser.parse_args().documents
    found = {}
    for name in INDEXES:
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            found[name] = process.submit(measure, name, documents).result()
    theirs, ours = found.values()
    print(f"BM25, {documents:,} documents of about {WORDS_A_DOCUMENT} words, {WORDS_A_QUERY} words a query\n")
    print(f"{'':14}{'build s':>10}{'memory MB':>12}{'ms a query':>12}")
    for name, one in found.items():
        print(f"{name:14}{one.build_seconds:10.1f}{one.megabytes:12.1f}{one.milliseconds:12.3f}")
    print(
        f"\nfaster by      {theirs.milliseconds / ours.milliseconds:8.0f} times (bar: 100)"
        f"\nmemory share   {ours.megabytes / theirs.megabytes:8.3f}       (bar: 0.25)"
        f"\nscores differ  {max(np.abs(a - b).max() for a, b in zip(theirs.scores, ours.scores, strict=True)):8.1e}"
    )


if __name__ == "__main__":
    main()
