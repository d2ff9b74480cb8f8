"""Whose people are searched: the sample that comes with Glassbox, or tables that the analyst brought.

A collection of the analyst's is a folder: the two tables as they were accepted, a card, and, until every text is
embedded, the journal of that work. An interrupted indexing goes on where it was.
"""

from __future__ import annotations

import csv
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import pandas as pd

from core.bulk import Job
from core.embedding import embedding_job, forget_job, take_vectors
from core.errors import InputError
from core.paths import SAMPLES
from core.retrieval.embedder import Embedder
from core.stores.folders import Folders, fresh
from core.systems.expert_search.people.records import (
    Expert,
    People,
    ProjectAnswer,
    answer_from,
    expert_from,
    read_answers,
    read_experts,
)

SAMPLE = "sample"
SAMPLE_FOLDER = SAMPLES / "experts"
EXPERT_COLUMNS: dict[str, tuple[str, ...]] = {
    "id": ("expert id", "person id", "employee id", "key", "number"),
    "name": ("full name", "expert", "person", "who"),
    "headline": ("title", "job title", "position", "role"),
    "bio": ("biography", "about", "summary", "description", "profile"),
    "skills": ("skill", "expertise", "keywords", "topics", "tags"),
    "location": ("city", "place", "country", "office"),
    "years_experience": ("years", "experience", "years of experience", "seniority"),
}
ANSWER_COLUMNS: dict[str, tuple[str, ...]] = {
    "expert_id": ("expert", "person id", "id", "author", "employee id"),
    "project": ("project name", "engagement", "client project"),
    "question": ("asked", "query", "q"),
    "answer": ("response", "reply", "text", "a"),
}
NEEDED = {"experts": ("name",), "answers": ("expert_id", "answer")}
LONGEST_CELL = 20_000
CHUNK = 50  # texts embedded together: about a second on two cores


@dataclass(frozen=True)
class BadRow:
    """A row that was left out, by its number in the index of the table (as a spreadsheet counts), and why."""

    row: int
    reason: str


@dataclass(frozen=True)
class Collection:
    """The card of a collection; `ready` once every text is embedded."""

    id: str
    name: str
    experts: int
    answers: int
    created: str
    ready: bool


# --- checking rows ----------------------------------------------------------------------------------------------------


def check_experts(table: pd.DataFrame, columns: Mapping[str, str | None]) -> tuple[list[Expert], list[BadRow]]:
    """The experts in a table of text, by the column chosen for each field; bad rows come apart, with reasons."""
    good: dict[str, Expert] = {}
    bad: list[BadRow] = []
    for number, row in _records(table, columns, EXPERT_COLUMNS):
        row["id"] = row["id"] or f"row-{number}"
        reason = _fault(row, NEEDED["experts"])
        if not reason and row["id"] in good:
            reason = f"the id {row['id']!r} is taken by an earlier row"
        if not reason and not any(row[field] for field in ("headline", "bio", "skills")):
            reason = "there is nothing to search in: no headline, no bio, no skills"
        if reason:
            bad.append(BadRow(number, reason))
            continue
        try:
            good[row["id"]] = expert_from(row)
        except ValueError:
            bad.append(BadRow(number, f"years of experience is no number: {row['years_experience']!r}"))
    return list(good.values()), bad


def check_answers(
    table: pd.DataFrame, columns: Mapping[str, str | None], experts: Sequence[Expert]
) -> tuple[list[ProjectAnswer], list[BadRow]]:
    """The project answers in a table of text; an answer of nobody in `experts` is a bad row."""
    known = {expert.id for expert in experts}
    good: list[ProjectAnswer] = []
    bad: list[BadRow] = []
    for number, row in _records(table, columns, ANSWER_COLUMNS):
        reason = _fault(row, NEEDED["answers"])
        if not reason and row["expert_id"] not in known:
            reason = f"nobody among the experts has the id {row['expert_id']!r}"
        answer = answer_from(row, number)
        if not reason and answer.id in known:
            reason = f"the answer would be called {answer.id!r}, as an expert is"
        if reason:
            bad.append(BadRow(number, reason))
        else:
            good.append(answer)
    return good, bad


def _records(
    table: pd.DataFrame, columns: Mapping[str, str | None], fields: Mapping[str, object]
) -> list[tuple[int, dict[str, str]]]:
    values = {field: table[column].tolist() if (column := columns.get(field)) else None for field in fields}
    return [
        (number, {field: str(cells[place]).strip() if cells else "" for field, cells in values.items()})
        for place, number in enumerate(table.index.tolist())
    ]


def _fault(row: Mapping[str, str], needed: Sequence[str]) -> str:
    for field in needed:
        if not row[field]:
            return f"{field.replace('_', ' ')} is empty"
    return next(
        (
            f"{field} is longer than {LONGEST_CELL:,} characters"
            for field, cell in row.items()
            if len(cell) > LONGEST_CELL
        ),
        "",
    )


# --- keeping ----------------------------------------------------------------------------------------------------------


def add_collection(folder: Path, name: str, experts: Sequence[Expert], answers: Sequence[ProjectAnswer]) -> Collection:
    """Keep two accepted tables of this owner; they are searched once `index_job` has worked through them."""
    if not experts:
        raise InputError("There is no expert to keep.", "See the reasons beside the rows that were left out.")
    id, created = fresh()
    collection = Collection(id, name, len(experts), len(answers), created, ready=False)

    def fill(place: Path) -> None:
        _write(place / "experts.csv", experts)
        _write(place / "answers.csv", answers)

    _kept(folder).add(collection, fill)
    return collection


def collections_of(folder: Path) -> list[Collection]:
    """This owner's collections, newest first."""
    return _kept(folder).all()


def remove_collection(folder: Path, collection: str) -> None:
    """Undo `add_collection`."""
    _kept(folder).remove(collection)


def _kept(folder: Path) -> Folders[Collection]:
    return Folders(folder / "experts", Collection)


def _write(path: Path, rows: Sequence[Expert] | Sequence[ProjectAnswer]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(vars(rows[0])) if rows else ["expert_id", "answer"])
        writer.writeheader()
        for row in rows:
            values = vars(row)
            writer.writerow({name: "" if value is None else value for name, value in values.items()})


# --- indexing ---------------------------------------------------------------------------------------------------------


def index_job(folder: Path, collection: str, scheduler: str | None = None) -> Job:
    """The work of embedding every text of a collection, begun or gone on with by `start()`."""
    place = _kept(folder).place(collection)
    return embedding_job(_texts(place), place, chunk=CHUNK, scheduler=scheduler)


def finish_indexing(folder: Path, collection: str, embedder: Embedder) -> None:
    """Keep the vectors of a finished `index_job` where the embedder finds them, and call the collection ready.

    What the job could not do is embedded when the collection is opened.
    """
    kept = _kept(folder)
    card, place = kept.get(collection), kept.place(collection)
    if card is None or card.ready:
        return
    take_vectors(_texts(place), place, embedder)
    kept.update(replace(card, ready=True))
    forget_job(place)


def _texts(place: Path) -> list[str]:
    experts, answers = read_experts(place / "experts.csv"), read_answers(place / "answers.csv")
    return [expert.text for expert in experts] + [answer.text for answer in answers]


# --- opening ----------------------------------------------------------------------------------------------------------


def open_people(folder: Path, collection: str, embedder: Embedder) -> People:
    """The people of a collection, indexed. Raises `InputError` for one that is not there."""
    if collection == SAMPLE:
        return _open(SAMPLE_FOLDER, "Sample", True, embedder)
    card = _kept(folder).get(collection)
    if card is None:
        raise InputError("This collection of experts is not here.", "It may have been removed. Choose another one.")
    if not card.ready:
        raise InputError(f"“{card.name}” is not indexed yet.", "Wait for the indexing, or carry on with it.")
    return _open(_kept(folder).place(collection), card.name, False, embedder)


_opening = threading.Lock()


def _open(place: Path, name: str, is_sample: bool, embedder: Embedder) -> People:
    with _opening:  # several first visitors at once wait for one of them to build it
        return _build(place, name, is_sample, embedder)


@lru_cache(maxsize=8)
def _build(place: Path, name: str, is_sample: bool, embedder: Embedder) -> People:
    return People.build(
        name, read_experts(place / "experts.csv"), read_answers(place / "answers.csv"), embedder, is_sample
    )
