"""How well the expert search orders reviewers for a paper: by which documents, sides and candidates it does best.

`python -m core.evaluate.reviewers COLLECTION …` makes people of each judged collection (see `core.evaluate.retrieval`):
everybody has one to three interests, each what is relevant to one of its queries, some papers of each, and a few of
anything beside. Papers that nobody has are the requests, as long texts. The grade of a person for one is 0 to 3, by how
many of their papers are relevant to a query that it is relevant to as well. Nothing in that knows how texts are
compared. The loss of an order is the share of its pairs that stand the wrong way round, a tie as half, each weighing by
the difference of the grades; everybody counts, also who was not found.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.evaluate.retrieval import Collection, read_collection
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.systems.expert_search.people.records import Corpus, Expert, People, ProjectAnswer, Side
from core.systems.expert_search.ranking.fusion import fuse_results
from core.systems.expert_search.ranking.search import search, topics_of
from core.systems.expert_search.requirements.requirement import Requirements
from core.systems.expert_search.state import Context, State

PEOPLE, PAPERS = 80, 100
FEWEST, MOST = 3, 20  # papers of a person
LEAST_WORDS, LEAST_RELEVANT = 25, 5  # of a paper; to a query that is an interest
HEADLINE = 10  # words of a paper that a profile tells
SEARCHES: tuple[tuple[str, Corpus, Side], ...] = (
    ("profile_vector_results", "profile", "vector"),
    ("profile_keyword_results", "profile", "keyword"),
    ("project_vector_results", "project", "vector"),
    ("project_keyword_results", "project", "keyword"),
)
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "default": {},
    "candidates 10": {"candidates": 10},
    "candidates 30": {"candidates": 30},
    "side mean": {"side": "mean"},
    "best document": {"combine": "best"},
    "best three": {"combine": "best three"},
    "alpha 0.4": {"alpha": 0.4},
    "alpha 0.8": {"alpha": 0.8},
    "min-max": {"normalisation": "min-max"},
    "reciprocal rank": {"method": "reciprocal rank"},
}


@dataclass(frozen=True)
class Reviewing:
    """People, papers that none of them wrote, and the grades [papers, people]."""

    people: People
    papers: Sequence[str]
    grades: NDArray[np.int64]


def make_reviewing(collection: Collection, embedder: Embedder, seed: int = 1) -> Reviewing:
    """Make people and papers of a collection. Raises `InputError` when too little in it is judged."""
    chance = Random(seed)  # noqa: S311
    texts = {id: text for id, text in collection.documents.items() if len(text.split()) >= LEAST_WORDS}
    relevant = [
        [id for id, grade in grades.items() if grade > 0 and id in texts] for grades in collection.judged.values()
    ]
    interests = [found for found in relevant if len(found) >= LEAST_RELEVANT]
    if len(interests) < 2:
        raise InputError("Too little of this collection is judged to make people of it.")
    papers = sorted({id for found in interests for id in found})
    asked = set(chance.sample(papers, min(PAPERS, len(papers) // 3)))
    written = [_papers(interests, [id for id in texts if id not in asked], asked, chance) for _ in range(PEOPLE)]
    experts = [
        Expert(f"p{place}", f"Person {place}", " ".join(texts[own[0]].split()[:HEADLINE]))
        for place, own in enumerate(written)
    ]
    answers = [
        ProjectAnswer(f"{expert.id}-{id}", expert.id, answer=texts[id])
        for expert, own in zip(experts, written, strict=True)
        for id in own
    ]
    of_paper = {id: {place for place, found in enumerate(interests) if id in set(found)} for id in papers}
    shared = [
        [sum(bool(of_paper[paper] & of_paper.get(id, set())) for id in own) for own in written]
        for paper in sorted(asked)
    ]
    grades = np.digitize(np.array(shared), [1, 2, 4])
    people = People.build("reviewers", experts, answers, embedder)
    return Reviewing(people, [texts[id] for id in sorted(asked)], grades)


def _papers(interests: Sequence[Sequence[str]], others: Sequence[str], asked: set[str], chance: Random) -> list[str]:
    """Return the papers of one person, of their interests first."""
    own = chance.sample(interests, min(len(interests), chance.choice((1, 1, 2, 2, 3))))
    drawn = [chance.choice(chance.choice(own)) for _ in range(chance.randint(FEWEST, MOST))]
    stray = chance.sample(others, min(len(others), chance.randint(0, len(drawn) // 2)))
    return list(dict.fromkeys([id for id in drawn if id not in asked] + stray)) or [others[0]]


def losses(reviewing: Reviewing) -> dict[str, float]:
    """Return the loss of each of the `SETTINGS`."""
    context = Context(OfflineEngine(), reviewing.people)
    found = [_search(paper, context) for paper in reviewing.papers]
    ids = list(reviewing.people.experts)
    told = {}
    for name, numbers in SETTINGS.items():
        changed = Context(OfflineEngine(), reviewing.people, **numbers)
        scores = np.zeros(reviewing.grades.shape)
        for row, state in enumerate(found):
            of = {one.id: one.score for one in fuse_results(state, changed, state["topics"][0])}
            scores[row] = [of.get(id, 0.0) for id in ids]
        told[name] = loss(scores, reviewing.grades)
    return told


def _search(paper: str, context: Context) -> State:
    topics = topics_of(paper, Requirements())
    results = {key: {topics[0]["id"]: search(topics[0], context, corpus, side)} for key, corpus, side in SEARCHES}
    return cast(State, {"topics": topics, **results})


def loss(scores: NDArray[np.float64], grades: NDArray[np.int64]) -> float:
    """Return the share of the pairs in each list that stand the wrong way round [lists, people], as told above."""
    apart = grades[:, :, None] - grades[:, None, :]
    ahead = scores[:, :, None] - scores[:, None, :]
    weights = np.maximum(apart, 0)
    wrong = weights * ((ahead < 0) + 0.5 * (ahead == 0))
    return float(wrong.sum() / max(weights.sum(), 1))


def main(arguments: Sequence[str]) -> None:
    """Print the losses. Raises `InputError` for a file that is missing or wrong."""
    embedder = Embedder(Path(".glassbox") / "embeddings.sqlite")
    rows = {name: losses(make_reviewing(read_collection(Path(name)), embedder)) for name in arguments}
    print(" " * 16, *(f"{Path(name).name[:9]:>9}" for name in rows), "     mean")
    for setting in SETTINGS:
        values = [row[setting] for row in rows.values()]
        print(f"{setting:16}", *(f"{value:9.3f}" for value in [*values, float(np.mean(values))]))


if __name__ == "__main__":
    main(sys.argv[1:])
