"""Requests with their requirements are read from a folder, and what is wrong in it is named."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import InputError
from core.evaluate.judged_requests import read_requests
from core.systems.expert_search.requirements.requirement import Requirement

WANTED = [
    {"kind": "people", "value": 2},
    {"kind": "topic", "value": "flood modelling"},
    {"kind": "years", "low": 10, "people": 1},
    {"kind": "organisation", "value": "ministry", "excluded": True, "wish": True},
]


def write(
    folder: Path, requirements: Any = WANTED, expect: str = "answer", grade: str = "3", number: str = "2"
) -> Path:
    files = {
        "queries": [("id", "text", "requirements", "expect"), ("q", "two people", json.dumps(requirements), expect)],
        "qrels": [("query_id", "expert_id", "grade"), ("q", "e1", grade)],
        "met": [("query_id", "requirement", "expert_id"), ("q", number, "e1")],
    }
    for name, rows in files.items():
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)
    return folder


def test_requirements_are_values_and_the_head_count_is_none_of_them(tmp_path: Path) -> None:
    (read,) = read_requests(write(tmp_path))
    assert read.gold == (
        Requirement("topic", "flood modelling"),
        Requirement("years", "", low=10.0, people=1),
        Requirement("organisation", "ministry", hard=False, excluded=True),
    )
    assert (read.people, read.expect, read.grades) == (2, "answer", {"e1": 3})
    assert read.met == {0: frozenset(), 1: frozenset({"e1"}), 2: frozenset()}


def test_without_requirements_nobody_wrote_down_what_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "queries.csv").write_text("id,text\nq,floods\nn,nothing\n", encoding="utf-8")
    (tmp_path / "qrels.csv").write_text("query_id,expert_id,grade\nq,e1,3\n", encoding="utf-8")
    known, nobody = read_requests(tmp_path)
    assert (known.gold, known.people, known.expect) == (None, 1, "answer")
    assert nobody.expect == "nobody"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"expect": "perhaps"}, "perhaps"),
        ({"grade": "good"}, "'good'"),
        ({"number": "first"}, "'first'"),
        ({"requirements": [{"kind": "colour", "value": "red"}]}, "colour"),
        ({"requirements": [{"value": "red"}]}, "cannot be read"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_requests(write(tmp_path, **wrong))
