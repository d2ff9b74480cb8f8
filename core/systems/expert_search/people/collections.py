"""Whose people are searched: the sample that comes with Glassbox, or tables that the analyst brought.

A collection of the analyst's is a folder: the two tables as they were accepted, a card, and, until every text is
embedded, the journal of that work. An interrupted indexing goes on where it was.
"""

from __future__ import annotations

import csv
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from core.errors import InputError
from core.own_data import Lent, OwnData, embedding, not_indexed
from core.paths import SAMPLES
from core.retrieval.embedder import Embedder
from core.stores.uploads import Kind, fresh
from core.systems.expert_search.people.records import (
    Expert,
    People,
    ProjectAnswer,
    read_answers,
    read_experts,
)

SAMPLE = "sample"
SAMPLE_FOLDER = SAMPLES / "experts"
CHUNK = 50  # texts embedded together: about a second on two cores


@dataclass(frozen=True)
class Collection:
    """The card of a collection; `ready` once every text is embedded."""

    id: str
    name: str
    experts: int
    answers: int
    created: str
    ready: bool


# --- keeping ----------------------------------------------------------------------------------------------------------


def add_collection(folder: Path, name: str, experts: Sequence[Expert], answers: Sequence[ProjectAnswer]) -> Collection:
    """Keep two accepted tables of this owner; they are searched once they are worked through."""
    if not experts:
        raise InputError("There is no expert to keep.", "See the reasons beside the rows that were left out.")
    id, created = fresh()
    collection = Collection(id, name, len(experts), len(answers), created, ready=False)

    def fill(place: Path) -> None:
        _write(place / "experts.csv", experts)
        _write(place / "answers.csv", answers)

    PEOPLE.uploads(folder).add(collection, fill)
    return collection


def _write(path: Path, rows: Sequence[Expert] | Sequence[ProjectAnswer]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        kept = [{**vars(row), **(row.more if isinstance(row, Expert) else {})} for row in rows]
        names = dict.fromkeys(name for one in kept for name in one if name != "more")
        writer = csv.DictWriter(file, list(names) or ["expert_id", "answer"], restval="", extrasaction="ignore")
        writer.writeheader()
        writer.writerows({name: "" if value is None else value for name, value in one.items()} for one in kept)


# --- opening ----------------------------------------------------------------------------------------------------------


@cache
def sample_size() -> int:
    """Count the people of the sample."""
    with (SAMPLE_FOLDER / "experts.csv").open(encoding="utf-8", newline="") as file:
        return sum(1 for _ in csv.DictReader(file))


def _read(lent: Lent, card: Collection) -> People:
    if not card.ready:
        raise not_indexed(card)
    return _open(PEOPLE.uploads(lent.folder).path(card.id), card.name, False, lent.embedder)


def sample_in_words() -> str:
    """Say that the people of the sample are invented, and how many they are."""
    return f"Sample: {sample_size()} invented people"


def in_words(people: People) -> str:
    """Return what people are called: “Sample: 212 invented people”, or the name of an analyst's own table."""
    return sample_in_words() if people.is_sample else people.name


_opening = threading.Lock()


def _open(place: Path, name: str, is_sample: bool, embedder: Embedder) -> People:
    with _opening:  # several first visitors at once wait for one of them to build it
        return _build(place, name, is_sample, embedder)


@lru_cache(maxsize=8)
def _build(place: Path, name: str, is_sample: bool, embedder: Embedder) -> People:
    return People.build(
        name, read_experts(place / "experts.csv"), read_answers(place / "answers.csv"), embedder, is_sample
    )


def _texts(place: Path) -> list[str]:
    experts, answers = read_experts(place / "experts.csv"), read_answers(place / "answers.csv")
    return [expert.text for expert in experts] + [answer.text for answer in answers]


_KIND = Kind("experts", Collection)
PEOPLE = OwnData(
    _KIND,
    "collection of experts",
    _read,
    embedding(
        _KIND,
        _texts,
        chunk=CHUNK,
        is_ready=lambda lent, card: card.ready,
        conclude=lambda done: replace(done.card, ready=True),
    ),
    {SAMPLE: lambda lent: _open(SAMPLE_FOLDER, "Sample", True, lent.embedder)},
)
