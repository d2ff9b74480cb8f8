"""People whose knowledge is known: from judged requests, or made of the documents of a judged collection.

A folder holds `queries.csv` and `qrels.csv` (see `core.evaluate.experts`), with its people beside them or elsewhere, or
a collection as BEIR lays it out (see `core.evaluate.retrieval`). The documents of a collection are given to people who
each know about a few things that lie close together; what is relevant to a query tells who knows about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.evaluate.judged_requests import Request, read_requests
from core.evaluate.retrieval import Collection, read_collection
from core.retrieval.embedder import Embedder
from core.systems.expert_search.people.collections import SAMPLE_FOLDER
from core.systems.expert_search.people.records import Expert, People, ProjectAnswer, read_answers, read_experts

DOCUMENTS = 6  # of a person that is made
HEADLINE = 9  # words of a document that a made person's headline has


@dataclass(frozen=True)
class Place:
    """People, and topics each with the grades of those who know about it, none where nobody does.

    The topics of a `made` place may be asked of the others, as topics that nobody there has.
    """

    name: str
    people: People
    topics: Sequence[tuple[str, Mapping[str, int]]]
    made: bool


def read_place(argument: str, embedder: Embedder) -> Place:
    """Read `FOLDER`, or `FOLDER=PEOPLE` where its people lie elsewhere. Raises `InputError` for a wrong file."""
    name, _, people = argument.partition("=")
    folder = Path(name)
    if (folder / "corpus.jsonl").exists():
        return make_place(folder.name, read_collection(folder), embedder)
    known = read_people(folder, Path(people) if people else None, embedder)
    topics = [topic for request in read_requests(folder) for topic in _topics(request)]
    return Place(known.name, known, topics, made=False)


def read_people(folder: Path, elsewhere: Path | None, embedder: Embedder) -> People:
    """Read experts.csv and answers.csv of a folder, or from elsewhere; the shipped sample where neither has them.

    Raises `InputError` for a file that is missing or wrong.
    """
    files = ("experts.csv", "answers.csv")
    place = elsewhere or (folder if any((folder / name).exists() for name in files) else SAMPLE_FOLDER)
    experts, answers = read_experts(place / files[0]), read_answers(place / files[1])
    return People.build(place.name, experts, answers, embedder)


def _topics(request: Request) -> list[tuple[str, Mapping[str, int]]]:
    """Return the topics of a request of which is known whether anybody knows about them."""
    if request.gold is None:
        return [(request.text, request.grades)]
    alone = len(request.gold) == 1
    return [
        (one.value, dict.fromkeys(request.met[place], 1) if request.met else request.grades)
        for place, one in enumerate(request.gold)
        if one.is_topic and (request.expect == "answer" or alone)
    ]


def make_place(name: str, collection: Collection, embedder: Embedder) -> Place:
    """Make people of a collection: each has the documents nearest to one that nobody has yet."""
    texts = {id: text for id, text in collection.documents.items() if text.strip()}
    ids, vectors = list(texts), embedder.encode(list(texts.values()))
    left, owner = np.ones(len(ids), bool), dict[str, str]()
    experts: list[Expert] = []
    answers: list[ProjectAnswer] = []
    for place, id in enumerate(ids):
        if left[place]:
            nearest = np.argsort(np.where(left, -(vectors @ vectors[place]), np.inf))[:DOCUMENTS]
            own = nearest[left[nearest]]
            left[own] = False
            person = f"person-{len(experts)}"
            experts.append(Expert(person, f"Person {len(experts)}", " ".join(texts[id].split()[:HEADLINE])))
            answers += [ProjectAnswer(f"document-{ids[one]}", person, answer=texts[ids[one]]) for one in own]
            owner |= {ids[one]: person for one in own}
    topics: list[tuple[str, Mapping[str, int]]] = []
    for query, text in collection.queries.items():
        grades = {
            owner[id]: grade for id, grade in collection.judged.get(query, {}).items() if grade > 0 and id in owner
        }
        if grades:
            topics.append((text, grades))
    return Place(name, People.build(name, experts, answers, embedder), topics, made=True)
