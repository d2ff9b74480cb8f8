"""Whose people are searched: the sample that comes with Glassbox, or tables that the analyst brought.

A collection of the analyst's is a folder: the two tables as they were accepted, a card, and, until every text is
embedded, the journal of that work. An interrupted indexing goes on where it was.
"""

from __future__ import annotations

import csv
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

import pandas as pd

from core.errors import InputError
from core.language.names import may_be_several
from core.own_data import Lent, OwnData, embedding, not_indexed
from core.paths import SAMPLES
from core.retrieval.embedder import Embedder
from core.stores.uploads import Kind, fresh
from core.systems.expert_search.people.records import (
    Expert,
    People,
    ProjectAnswer,
    answer_from,
    expert_from,
    read_answers,
    read_experts,
)
from core.tables import Field, RowProblem, TableKind
from core.tables.headers import says_nothing
from core.tables.problems import Outcome
from core.tables.values import has_decimal_comma, read_years

SAMPLE = "sample"
SAMPLE_FOLDER = SAMPLES / "experts"
EXPERTS = TableKind(
    "experts",
    (
        Field("id", "What tells one person from another, such as the number of an employee."),
        Field("name", "The full name; first and last names may stand in two columns.", needed=True),
        Field("headline", "What the person is: the title of the job."),
        Field("bio", "A text about the person."),
        Field("skills", "What the person knows, one after the other."),
        Field("location", "Where the person is."),
        Field("years_experience", "Years of experience, as a number."),
        Field("organisation", "Where the person works."),
        Field("languages", "The languages that the person speaks, one after the other."),
    ),
    full_name="name",
)
ANSWERS = TableKind(
    "answers",
    (
        Field("expert_id", "The id of the person in the table of experts.", needed=True),
        Field("project", "What the project is called."),
        Field("question", "What was asked."),
        Field("answer", "What the person answered.", needed=True),
        Field("date", "When it was answered."),
    ),
)
LONGEST_CELL = 20_000
MOST_YEARS = 80
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


# --- checking rows ----------------------------------------------------------------------------------------------------


def check_experts(table: pd.DataFrame, columns: Mapping[str, str | None]) -> tuple[list[Expert], list[RowProblem]]:
    """Return the experts in a table of text, by the column chosen for each field, and what could not be used."""
    good: dict[str, Expert] = {}
    problems: list[RowProblem] = []
    records = _records(table, columns, EXPERTS)
    decimal_comma = has_decimal_comma(row["years_experience"] for _, row in records)
    met: dict[str, int] = {}
    for number, row in records:
        has_id = bool(row["id"])
        row["id"] = row["id"] or f"row-{number}"
        reason = _missing(row, EXPERTS.needed)
        if not reason and row["id"] in good:
            reason = f"the id {row['id']!r} is taken by an earlier row"
        if not reason and not any(row[field] for field in ("headline", "bio", "skills")):
            reason = "there is nothing to search in: no headline, no bio, no skills"
        if reason:
            problems.append(RowProblem(number, reason))
            continue
        earlier = met.setdefault(row["name"].casefold(), number)
        if earlier != number and not has_id:
            told = f"as somebody else than row {earlier}, who has the same name"
            problems.append(RowProblem(number, told, columns["name"] or "", row["name"], "read"))
        if may_be_several(row["name"]) or _is_odd(row["name"]):
            problems.append(RowProblem(number, "as one person", columns["name"] or "", row["name"], "read"))
        problems += _cut(number, row, columns)
        years = read_years(row["years_experience"], columns["years_experience"] or "", MOST_YEARS, decimal_comma)
        if years.told:
            outcome: Outcome = "left empty" if years.value is None else "read"
            column = columns["years_experience"] or ""
            problems.append(RowProblem(number, years.told, column, row["years_experience"], outcome))
        row["years_experience"] = ""
        good[row["id"]] = replace(expert_from(row), years_experience=years.value)
    return list(good.values()), problems


def check_answers(
    table: pd.DataFrame, columns: Mapping[str, str | None], experts: Sequence[Expert]
) -> tuple[list[ProjectAnswer], list[RowProblem]]:
    """Return the project answers in a table of text, and what could not be used; an answer of nobody in `experts`
    cannot."""
    known = {expert.id for expert in experts}
    good: list[ProjectAnswer] = []
    problems: list[RowProblem] = []
    for number, row in _records(table, columns, ANSWERS):
        reason = _missing(row, ANSWERS.needed)
        if not reason and row["expert_id"] not in known:
            reason = f"nobody among the experts has the id {row['expert_id']!r}"
        cut = _cut(number, row, columns)
        answer = answer_from(row, number)
        if not reason and answer.id in known:
            reason = f"the answer would be called {answer.id!r}, as an expert is"
        if reason:
            problems.append(RowProblem(number, reason))
        else:
            problems += cut
            good.append(answer)
    return good, problems


def _records(
    table: pd.DataFrame, columns: Mapping[str, str | None], kind: TableKind
) -> list[tuple[int, dict[str, str]]]:
    values = {
        field.name: table[column].tolist() if (column := columns.get(field.name)) else None for field in kind.fields
    }
    return [
        (number, {field: _cell(field, cells[place]) if cells else "" for field, cells in values.items()})
        for place, number in enumerate(table.index.tolist())
    ]


def _cell(field: str, value: object) -> str:
    """Return the text of a cell; empty where it says that nothing is known. Of a number that is told later on."""
    text = str(value).strip()
    return "" if field != "years_experience" and says_nothing(text) else text


def _missing(row: Mapping[str, str], needed: Sequence[str]) -> str:
    return next((f"{field.replace('_', ' ')} is empty" for field in needed if not row[field]), "")


def _is_odd(name: str) -> bool:
    """Whether more, or less, than a name stands there: “to be found”, “Yann Le Goff (deceased)”."""
    return "(" in name or (" " in name and name.islower())


def _cut(number: int, row: dict[str, str], columns: Mapping[str, str | None]) -> list[RowProblem]:
    """Shorten what no search would read to its end, and say so."""
    long = [field for field, cell in row.items() if len(cell) > LONGEST_CELL]
    problems = [
        RowProblem(number, f"cut after {LONGEST_CELL:,} characters", columns.get(field) or "", row[field][:80], "read")
        for field in long
    ]
    row.update({field: row[field][:LONGEST_CELL] for field in long})
    return problems


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
