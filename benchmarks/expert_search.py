"""A whole expert search, warm and without a model, beside the same four searches written with rank_bm25 and pandas.

    python -m benchmarks.expert_search [--experts 1000] [--answers 5000] [--searches 500]

People are put together from the words of the sample. A search is what a page does: a session, a thread of its own,
every step checkpointed and traced in SQLite, the query embedded anew. The gate is open, because random texts would
all be refined. The peer does none of that: it embeds, scores, takes the best ten of each list and fuses them in a data
frame. Re-ranking is what a page does when a slider moves: everybody's place anew, from what was found. Printed:
milliseconds p50 and p95 of all three, and how much memory the process gained between the fiftieth and the last search.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

import numpy as np
import pandas as pd
from rank_bm25 import BM25Okapi

from benchmarks import megabytes
from core.installation import Installation
from core.language.terms import analyse
from core.language.tokens import words
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import DIMENSIONS
from core.settings import Settings
from core.systems.expert_search import SYSTEM
from core.systems.expert_search.people.collections import SAMPLE_FOLDER
from core.systems.expert_search.people.records import Expert, People, ProjectAnswer, read_answers, read_experts
from core.systems.expert_search.ranking.together import standings
from core.systems.expert_search.requirements.understanding import understand
from core.systems.expert_search.state import Context


class RandomVectors:
    """The embedder for the benchmark: documents get random vectors at once, a query is really embedded."""

    dimensions = DIMENSIONS

    def __init__(self, house: Installation) -> None:
        self.house = house
        self.random = np.random.default_rng(3)

    def encode(self, texts: list[str], progress: object = None) -> np.ndarray:
        """Return unit vectors [n, 384]."""
        if len(texts) == 1:
            return self.house.embedder.encode(texts)
        vectors = self.random.standard_normal((len(texts), DIMENSIONS)).astype(np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def make_people(experts: int, answers: int, embedder: RandomVectors) -> People:
    """Invented people whose texts are drawn from the words of the sample."""
    draw = random.Random(5)
    sample = [expert.text for expert in read_experts(SAMPLE_FOLDER / "experts.csv")]
    sample += [answer.text for answer in read_answers(SAMPLE_FOLDER / "answers.csv")]
    vocabulary = [word for text in sample for word in words(text)]

    def text(length: int) -> str:
        return " ".join(draw.choices(vocabulary, k=length))

    return People.build(
        "Benchmark",
        [Expert(f"e{n}", f"Person {n}", headline=text(7), bio=text(70), skills=text(8)) for n in range(experts)],
        [ProjectAnswer(f"a{n}", f"e{draw.randrange(experts)}", "", text(10), text(60)) for n in range(answers)],
        embedder,  # type: ignore[arg-type]
    )


class Peer:
    """The same four searches as most people would write them."""

    def __init__(self, people: People, embedder: RandomVectors) -> None:
        self.embedder = embedder
        self.corpora = []
        for texts, owners in (
            ([expert.text for expert in people.experts.values()], list(people.experts)),
            (
                [answer.text for answer in people.answers.values()],
                [answer.expert_id for answer in people.answers.values()],
            ),
        ):
            self.corpora.append((BM25Okapi([analyse(text) for text in texts]), embedder.encode(texts), owners))

    def search(self, query: str) -> list[str]:
        """Return the ids of the first five."""
        vector, tokens, frames = self.embedder.encode([query])[0], analyse(query), []
        for corpus, (keywords, matrix, owners) in enumerate(self.corpora):
            for side, scores in (("vector", matrix @ vector), ("keyword", keywords.get_scores(tokens))):
                best = pd.DataFrame({"id": owners, "score": scores}).groupby("id").score.max().nlargest(10)
                low, high = best.min(), best.max()
                normal = (best - low) / (high - low) if high > low else best * 0 + 1
                frames.append(normal.rename(f"{side}{corpus}"))
        table = pd.concat(frames, axis=1)
        sides = {side: table.filter(like=side).mean(axis=1).fillna(0).rename(side) for side in ("vector", "keyword")}
        return list((0.6 * sides["vector"] + 0.4 * sides["keyword"]).nlargest(5).index)


def main() -> None:
    """Measure both and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--experts", type=int, default=1_000)
    parser.add_argument("--answers", type=int, default=5_000)
    parser.add_argument("--searches", type=int, default=500)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = Installation(Settings(data=Path(folder)))
        embedder = RandomVectors(house)
        people = make_people(arguments.experts, arguments.answers, embedder)
        peer = Peer(people, embedder)
        queries = _queries(people, arguments.searches)
        ours, again, theirs, memory = [], [], [], []
        for number, query in enumerate(queries):
            began = time.perf_counter()
            context = Context(OfflineEngine(), people, threshold=0.0)
            session = house.open_session(SYSTEM, {}, context)
            session.start(query)
            session.wait(60)
            ours.append((time.perf_counter() - began) * 1000)
            assert len(session.state["final_experts"]) == 5, session.failure
            state, began = session.state, time.perf_counter()
            standings(state, replace(context, alpha=0.3))
            again.append((time.perf_counter() - began) * 1000)
            if number % 10 == 0:
                began = time.perf_counter()
                peer.search(f"{query} again")
                theirs.append((time.perf_counter() - began) * 1000)
            memory.append(megabytes())
        house.close()
    print(f"{len(people.experts):,} experts, {len(people.answers):,} answers, {len(queries)} searches")
    print(f"{'':34}{'p50 ms':>8}{'p95 ms':>8}")
    for name, times in (
        ("expert search, checkpointed", ours[10:]),
        ("ranking again after a slider", again[10:]),
        ("rank_bm25 and pandas, bare", theirs[1:]),
    ):
        print(f"{name:34}{median(times):8.1f}{quantiles(times, n=20)[-1]:8.1f}")
    print(f"the peer takes {median(theirs[1:]) / median(ours[10:]):.1f} times as long")
    fifty = min(50, len(memory) - 1)
    print(f"memory: {memory[fifty]:.0f} MB after {fifty} searches, {memory[-1]:.0f} MB after {len(memory)}")


def _queries(people: People, count: int) -> list[str]:
    """Return requests of four words that are read as a topic and nothing else: neither a place nor a language."""
    draw, context = random.Random(9), Context(OfflineEngine(), people)
    texts = [answer.text for answer in people.answers.values()]
    queries: list[str] = []
    while len(queries) < count:
        query = " ".join(draw.sample(draw.choice(texts).split(), 4))
        wanted = understand(query, context)[0].wanted
        if [one.kind for one in wanted if not one.excluded] == ["topic"]:
            queries.append(query)
    return queries


if __name__ == "__main__":
    main()
