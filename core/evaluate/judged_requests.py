"""Requests whose requirements are known, and who fits them: what the expert search is measured on.

`queries.csv` (id,text and, if known, requirements,expect), `qrels.csv` (query_id,expert_id,grade 0–3: who fits the
whole request) and, where it is, `met.csv` (query_id,requirement,expert_id: everybody who meets that requirement,
counted from 1 without the head-count). `requirements` is JSON: a list of objects with `kind` and `value`, `low` and
`high`, `column`, `near`, `excluded`, `wish`, `people`; {"kind": "people", "value": 2} is the head-count. `expect` is
`answer`, `ask` (too vague to search) or `nobody`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from core.errors import InputError
from core.evaluate.rows import read_rows
from core.systems.expert_search.requirements.requirement import Kind, Requirement

Expect = Literal["answer", "ask", "nobody"]


@dataclass(frozen=True)
class Request:
    """One request: what it asks for (`gold` is None where nobody wrote that down), of how many `people`, and who fits.

    `grades` are those of the people who fit the whole of it, `met` tells who meets each of `gold`, by its place there.
    """

    id: str
    text: str
    expect: Expect
    gold: tuple[Requirement, ...] | None
    people: int
    grades: Mapping[str, int]
    met: Mapping[int, frozenset[str]]


def read_requests(folder: Path) -> list[Request]:
    """Read the requests of a folder. Raises `InputError` for a file that is missing or wrong."""
    queries = read_rows(folder / "queries.csv", ("id", "text"))
    grades: dict[str, dict[str, int]] = {}
    for row in read_rows(folder / "qrels.csv", ("query_id", "expert_id", "grade"), may_be_empty=True):
        grades.setdefault(row["query_id"], {})[row["expert_id"]] = _whole(row["grade"], "qrels.csv has a grade")
    met: dict[str, dict[int, set[str]]] = {}
    if (folder / "met.csv").exists():
        for row in read_rows(folder / "met.csv", ("query_id", "requirement", "expert_id"), may_be_empty=True):
            number = _whole(row["requirement"], "met.csv has a requirement") - 1
            met.setdefault(row["query_id"], {}).setdefault(number, set()).add(row["expert_id"])
    return [_request(row, grades.get(row["id"], {}), met.get(row["id"], {})) for row in queries]


def _request(row: Mapping[str, str], grades: dict[str, int], met: dict[int, set[str]]) -> Request:
    expect = row.get("expect") or ("answer" if any(grade > 0 for grade in grades.values()) else "nobody")
    if expect not in get_args(Expect):
        raise InputError(f"queries.csv expects “{expect}” of {row['id']}.", f"Write {', '.join(get_args(Expect))}.")
    wanted, people = _requirements(row["id"], row["requirements"]) if row.get("requirements") else (None, 1)
    known = {number: frozenset(met.get(number, ())) for number in range(len(wanted))} if wanted and met else {}
    return Request(row["id"], row["text"], expect, wanted, people, grades, known)  # type: ignore[arg-type]


def _requirements(id: str, written: str) -> tuple[tuple[Requirement, ...], int]:
    try:
        items = json.loads(written)
        people = next((int(item["value"]) for item in items if item["kind"] == "people"), 1)
        return tuple(_requirement(item) for item in items if item["kind"] != "people"), people
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"queries.csv has requirements of {id} that cannot be read: {error}.") from None


def _requirement(item: Mapping[str, Any]) -> Requirement:
    if item["kind"] not in get_args(Kind):
        raise ValueError(f"there is no kind “{item['kind']}”")
    low, high = (float(item[bound]) if bound in item else None for bound in ("low", "high"))
    return Requirement(
        item["kind"],
        str(item.get("value", "")),
        hard=not item.get("wish", False),
        excluded=bool(item.get("excluded", False)),
        low=low,
        high=high,
        near=bool(item.get("near", False)),
        column=str(item.get("column", "")),
        people=int(item.get("people", 0)),
    )


def _whole(written: str, what: str) -> int:
    try:
        return int(written)
    except ValueError:
        raise InputError(f"{what} that is no number: {written!r}.") from None
