"""The library graph side by side: SQLite with exact cosine, and Neo4j when `NEO4J_URI` is set.

    python -m benchmarks.library [--books 100000] [--load CATALOGUE.csv]

Synthetic books with clustered unit vectors are loaded into both. Printed: seconds to load, and for each the median and
the 95th percentile, in milliseconds, of the three searches alone and of all three at once from three threads, which is
what a question costs; how far both agree; what a filter costs; and the median for plans over the columns. A few hundred
other questions are asked before. How long numpy takes for the product of all vectors with a question, below which an
exact search cannot go, tells how fast the machine is today. With `--load` a table of books is checked, embedded and
loaded instead: the time of each part, in seconds, with the processor's seconds beside it.
"""

from __future__ import annotations

import argparse
import os
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from core.llm.engine import OfflineEngine
from core.retrieval.embedder import DIMENSIONS, Embedder, Vectors
from core.settings import Settings, read_settings
from core.stores.library import Book, Library
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_neo4j import Neo4jLibrary
from core.stores.library_plan import Having, Key, Measure, Order, Plan, Test, Where, must
from core.stores.library_server import shared_server
from core.systems import Resources
from core.systems.library_chat.catalogue.book_table import BOOKS, check_books
from core.systems.library_chat.catalogue.catalogues import (
    CATALOGUES,
    add_catalogue,
    load_books,
    remove_catalogue,
)
from core.tables import guess_columns, read_table

QUESTIONS = 100
WARMING = 1_000  # questions first: a fresh Java compiles, and Neo4j tidies its indexes up after a load
AUTHORS = 30_000
GENRES = 40
PORTION = 1_000
SEARCHES = ("search_books", "search_authors", "search_genres")
_FILTER = (
    must(Test(column="genres", values=("Genre 1", "Genre 2"))),
    must(Test(column="year", how="between", low=1950, high=1999)),
)
PLANS = {  # the bars of the embedded graph: 15 ms for what looks at the books once, 100 ms for groups
    "count with a filter": Plan(where=_FILTER, limit=0),
    "titles that hold a word": Plan(where=(must(Test(column="title", how="contains", values=("of 5",))),), limit=10),
    "the ten longest": Plan(where=_FILTER, order=(Order(by="pages", descending=True),), limit=10),
    "median and spread of pages": Plan(
        where=_FILTER, measures=(Measure(of="median", column="pages"), Measure(of="spread", column="pages"))
    ),
    "genres by count": Plan(by=(Key(column="genres"),)),
    "authors of three by mean pages": Plan(
        by=(Key(column="authors"),),
        measures=(Measure(of="mean", column="pages"),),
        having=(Having(measure=Measure(), low=3),),
        limit=10,
    ),
    "decades with their two first genres": Plan(by=(Key(column="year", part="decade"), Key(column="genres")), each=2),
}
BARS = {"embedded graph": 15, "Neo4j": 40}


def clustered(count: int, seed: int, clusters: int = 200) -> Vectors:
    """Return unit vectors [count, 384] in clusters, as those of texts are."""
    centres = np.random.default_rng(1).normal(size=(clusters, DIMENSIONS))
    random = np.random.default_rng(seed)
    rows = centres[random.integers(clusters, size=count)] + random.normal(size=(count, DIMENSIONS))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def make_books(count: int) -> list[Book]:
    """Books with one or two authors and genres, years 1925 to 2024."""
    random = np.random.default_rng(2)
    authors, genres = random.integers(AUTHORS, size=(count, 2)), random.integers(GENRES, size=(count, 2))
    return [
        Book(
            f"{number:06}",
            f"Title {number % 60_000} of {number % 97}",
            tuple(dict.fromkeys(f"Author {one}" for one in authors[number][: 1 + number % 2])),
            tuple(dict.fromkeys(f"Genre {one}" for one in genres[number][: 1 + number % 3 // 2])),
            1925 + number % 100,
            80 + number % 700,
        )
        for number in range(count)
    ]


def milliseconds(call: Callable[[Vectors], Any], questions: Vectors) -> tuple[float, float]:
    """Median and 95th percentile of the time of one call."""
    seconds = []
    for question in questions:
        started = time.perf_counter()
        call(question)
        seconds.append(time.perf_counter() - started)
    return 1_000 * float(np.median(seconds)), 1_000 * float(np.percentile(seconds, 95))


@contextmanager
def libraries(settings: Settings, encode: Callable[..., Vectors]) -> Iterator[list[Library]]:
    """Give an empty library of each kind that is there, taken away afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        found: list[Library] = [EmbeddedLibrary(folder / "books.sqlite", encode)]
        if settings.neo4j_uri:
            server = shared_server(settings.neo4j_uri, settings.neo4j_username, settings.neo4j_password)
            there = Neo4jLibrary(server, f"benchmark-{secrets.token_hex(6)}", encode)
            stack.callback(there.clear)
            found.append(there)
        yield found


def compare(settings: Settings, count: int) -> None:
    """Load synthetic books into each store and ask them the same questions."""
    books, vectors = make_books(count), clustered(count, 3)
    names = dict(zip([f"Author {n}" for n in range(AUTHORS)], clustered(AUTHORS, 4), strict=True))
    names |= dict(zip([f"Genre {n}" for n in range(GENRES)], clustered(GENRES, 5), strict=True))
    questions = clustered(QUESTIONS, 6)
    filtered = (
        must(Test(column="year", how="between", low=1990)),
        must(Test(column="genres", values=("Genre 1",), denied=True)),
    )
    print(f"{count:,} books, {QUESTIONS} questions, limit 10; milliseconds: median (95th percentile)\n")
    print(f"{'':44}{'books':>16}{'authors':>16}{'genres':>16}{'all at once':>16}{'with a filter':>16}")
    medians, answers = [], []
    with (
        libraries(settings, lambda texts: np.array([names[text] for text in texts])) as found,
        ThreadPoolExecutor(3) as threads,
    ):
        for library in found:
            started = time.perf_counter()
            for start in range(0, count, PORTION):
                library.load(books[start : start + PORTION], vectors[start : start + PORTION])
            loading = time.perf_counter() - started

            def all_at_once(question: Vectors, library: Library = library, where: Where = ()) -> list[Any]:
                calls = [threads.submit(getattr(library, search), question, 10, where) for search in SEARCHES]
                return [call.result() for call in calls]

            for question in clustered(WARMING, 7):
                all_at_once(question)
            product, _ = milliseconds(lambda question: vectors @ question, questions)
            row = [milliseconds(lambda q, s=search, x=library: getattr(x, s)(q, 10), questions) for search in SEARCHES]
            row.append(milliseconds(all_at_once, questions))
            row.append(milliseconds(lambda q, ask=all_at_once: ask(q, where=filtered), questions[:20]))
            medians.append((row[3][0], product))
            answers.append([all_at_once(question) for question in questions])
            print(f"{library.kind:44}" + "".join(f"{one:9.1f} ({most:4.0f})" for one, most in row))
            print(f"{'':4}loaded in {loading:.1f} s")
            for what, plan in PLANS.items():
                library.select(plan)
                median, _ = milliseconds(lambda _, asked=plan, x=library: x.select(asked), questions[:20])
                print(f"{'':4}{what:40}{median:9.1f}")
    for kind, (median, product) in zip(BARS, medians, strict=False):
        bar = f"{median / BARS[kind]:.2f} of the bar of {BARS[kind]} ms"
        print(f"\n{kind}: {bar}, {median / product:.1f} times numpy's product of {product:.1f} ms", end="")
    if len(answers) == 2:
        same = sum(
            [(m.book.id, m.node) for m in one] == [(m.book.id, m.node) for m in other]
            for ours, theirs in zip(*answers, strict=True)
            for one, other in zip(ours, theirs, strict=True)
        )
        print(
            f"\nNeo4j takes {medians[1][0] / medians[0][0]:.1f} times as long;"
            f" {same} of {3 * QUESTIONS} searches are equal"
        )


def load(settings: Settings, path: Path) -> None:
    """Check, embed and load a table into each store, with nothing remembered from before."""
    with TemporaryDirectory() as folder:
        here = Path(folder)
        embedder = Embedder(here / "embeddings.sqlite")
        embedder.warm_up()

        def timed(what: str, work: Callable[[], Any]) -> Any:
            wall, processor = time.perf_counter(), time.process_time()
            result = work()
            print(f"{what:24}{time.perf_counter() - wall:8.1f} s {time.process_time() - processor:8.1f} s of processor")
            return result

        table = read_table(path.read_bytes(), path.name)
        columns = guess_columns(list(table.columns), BOOKS.words)
        accepted, bad = timed("check", lambda: check_books(table, columns))
        print(f"{len(accepted):,} books, {len(bad)} bad rows")
        card = add_catalogue(here, path.name, accepted.books, accepted.columns)
        embedded = Resources(OfflineEngine(), embedder, here, replace(settings, neo4j_uri=""))
        timed("books, embedded", lambda: load_books(embedded, card))
        job = CATALOGUES.job(embedded, card.id)
        assert job is not None
        timed("embed", job.run)
        timed("vectors, embedded", lambda: CATALOGUES.finish(embedded, card.id))
        lent = replace(embedded, settings=settings)
        if settings.neo4j_uri:
            timed("books, neo4j", lambda: load_books(lent, CATALOGUES.card(here, card.id)))
            timed("vectors, neo4j", lambda: CATALOGUES.finish(lent, card.id))
        remove_catalogue(lent, card.id)


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--books", type=int, default=100_000)
    parser.add_argument("--load", type=Path)
    arguments = parser.parse_args()
    settings = read_settings(Path(__file__).parents[1], os.environ)
    if arguments.load:
        load(settings, arguments.load)
    else:
        compare(settings, arguments.books)


if __name__ == "__main__":
    main()
