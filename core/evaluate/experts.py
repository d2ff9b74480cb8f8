"""How well expert search finds the right people, and how often its gate tells when there are none.

`python -m core.evaluate experts DIR`, where DIR holds `experts.csv` (id,name,headline,bio,skills,location,
years_experience), `answers.csv` (expert_id,project,question,answer), `queries.csv` (id,text) and `qrels.csv`
(query_id,expert_id,grade 0–3). Every query runs through the whole graph, once by the specification's rule and once by
the default.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import cast

from core.errors import InputError
from core.llm.engine import Engine, OfflineEngine
from core.retrieval.embedder import Embedder
from core.retrieval.metrics import ndcg, precision
from core.systems.expert_search.graph import build_graph
from core.systems.expert_search.people.records import People, read_answers, read_experts
from core.systems.expert_search.state import Context, State

Rule = Callable[[Engine, People], Context]
RULES: dict[str, Rule] = {
    "specification": partial(Context, combine="best", normalisation="min-max"),
    "default": Context,
}
FIRST = 5


def evaluate_experts(folder: Path, embedder: Embedder) -> dict[str, dict[str, float]]:
    """Return the figures of both rules. Raises `InputError` for a file that is missing or wrong."""
    experts, answers = read_experts(folder / "experts.csv"), read_answers(folder / "answers.csv")
    queries = _read(folder / "queries.csv", ("id", "text"))
    judged: dict[str, dict[str, int]] = {}
    for row in _read(folder / "qrels.csv", ("query_id", "expert_id", "grade")):
        try:
            judged.setdefault(row["query_id"], {})[row["expert_id"]] = int(row["grade"])
        except ValueError:
            raise InputError(f"qrels.csv has a grade that is no number: {row['grade']!r}.") from None
    people = People.build(folder.name, experts, answers, embedder)  # takes long: all files were read before
    embedder.encode([query["text"] for query in queries])
    return {name: _measure(people, queries, judged, rule) for name, rule in RULES.items()}


def _measure(
    people: People, queries: list[dict[str, str]], judged: Mapping[str, Mapping[str, int]], rule: Rule
) -> dict[str, float]:
    graph, context = build_graph(), rule(OfflineEngine(), people)
    gains, hits, refined, caught, times = [], [], [], [], []
    for query in queries:
        began = time.perf_counter()
        state = cast(State, graph.invoke({"request": query["text"]}, {"recursion_limit": 60}, context=context))
        times.append((time.perf_counter() - began) * 1000)
        grades = judged.get(query["id"], {})
        if not any(grade > 0 for grade in grades.values()):
            caught.append(state["nothing_good"])
            continue
        ranking = [expert["id"] for expert in state["final_experts"]]
        gains.append(ndcg(ranking, grades, FIRST))
        hits.append(precision(ranking, grades, FIRST))
        refined.append(state["iteration"] > 0)
    return {
        "nDCG@5": mean(gains) if gains else 0.0,
        "P@5": mean(hits) if hits else 0.0,
        "nothing_good_caught": mean(caught) if caught else 0.0,
        "refined_clear": mean(refined) if refined else 0.0,
        "ms": median(times) if times else 0.0,
    }


def _read(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path.name} is not in UTF-8.", "Save it again as CSV in UTF-8.") from None
    for number, row in enumerate(rows, start=2):
        if any(row.get(column) is None for column in columns):
            raise InputError(f"{path.name}, row {number}: it needs the columns {', '.join(columns)}.")
    return rows
