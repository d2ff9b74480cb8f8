"""How well expert search finds the right people, reads what is asked for, and tells when nobody fits.

`python -m core.evaluate experts DIR [--people DIR]`, where DIR holds requests (see `core.evaluate.judged_requests`) and
`experts.csv` (id,name,headline,bio,skills,location,years_experience, …) with `answers.csv`
(expert_id,project,question,answer), unless the people lie elsewhere; without any, they are those of the sample. Every
request runs through the whole graph, once by the specification's rule and once by the default.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import cast

from core.codec import from_state
from core.evaluate.expert_requirements import Cosine, best_coverage, ignored, matched, team_coverage
from core.evaluate.judged_people import read_people
from core.evaluate.judged_requests import Request, read_requests
from core.language.reading import Reading
from core.llm.engine import Engine, OfflineEngine
from core.retrieval.embedder import Embedder
from core.retrieval.metrics import ndcg, precision
from core.systems.expert_search.graph import build_graph
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.requirement import Requirements
from core.systems.expert_search.state import Context, State

Rule = Callable[[Engine, People], Context]
RULES: dict[str, Rule] = {
    "specification": partial(Context, candidates=10, combine="best", normalisation="min-max", side="mean"),
    "default": Context,
}
FIRST = 5


@dataclass(frozen=True)
class Answered:
    """A request and what came of it, in so many milliseconds."""

    request: Request
    state: State
    ms: float

    @property
    def read(self) -> Requirements:
        """What was understood of it."""
        return from_state(Requirements, self.state["requirements"])

    @property
    def reading(self) -> Reading:
        """What became of each of its words."""
        return from_state(Reading, self.state["reading"])

    @property
    def first(self) -> list[str]:
        """The people it was answered with."""
        return [expert["id"] for expert in self.state["final_experts"]]

    @property
    def clear(self) -> bool:
        """Whether somebody fits."""
        return any(grade > 0 for grade in self.request.grades.values())

    @property
    def plain(self) -> bool:
        """Whether it was answered without any doubt: no word was left unused, and the first is good and fits."""
        doubted = any(word.fate == "unused" for word in self.reading.words) or bool(self.read.unsaid)
        return not (self.state["nothing_good"] or doubted) and self.state["final_experts"][:1] != [] and (
            self.state["final_experts"][0]["fits"] == "all"
        )  # fmt: skip


def evaluate_experts(folder: Path, embedder: Embedder, elsewhere: Path | None = None) -> dict[str, dict[str, float]]:
    """Return the figures of both rules. Raises `InputError` for a file that is missing or wrong."""
    requests = read_requests(folder)
    people = read_people(folder, elsewhere, embedder)  # takes long: all files were read before
    embedder.encode([request.text for request in requests])

    def cosine(one: str, other: str) -> float:
        first, second = embedder.encode([one, other])
        return float(first @ second)

    return {name: figures(answer_all(requests, rule(OfflineEngine(), people)), cosine) for name, rule in RULES.items()}


def answer_all(requests: Sequence[Request], context: Context) -> list[Answered]:
    """Put each request to the whole graph."""
    graph, answered = build_graph(), []
    for request in requests:
        began = time.perf_counter()
        state = cast(State, graph.invoke({"request": request.text}, {"recursion_limit": 60}, context=context))
        answered.append(Answered(request, state, (time.perf_counter() - began) * 1000))
    return answered


def figures(answered: Sequence[Answered], cosine: Cosine) -> dict[str, float]:
    """Sum up what came of some requests; what a figure needs and nobody wrote down is left out.

    `nothing_good_caught` counts requests that nobody fits, or that are too vague; `silently_wrong` all that were
    answered `plain` while the first person is not one who fits. The others are told in
    `core.evaluate.expert_requirements`.
    """
    clear = [one for one in answered if one.clear]
    return {
        "nDCG@5": _mean(ndcg(one.first, one.request.grades, FIRST) for one in clear),
        "P@5": _mean(precision(one.first, one.request.grades, FIRST) for one in clear),
        "nothing_good_caught": _mean(one.state["nothing_good"] for one in answered if not one.clear),
        "refined_clear": _mean(one.state["iteration"] > 0 for one in clear),
        "silently_wrong": _mean(one.plain and not one.request.grades.get(one.first[0], 0) for one in answered),
        **_reading([one for one in answered if one.request.gold is not None], cosine),
        **_teams([one for one in answered if one.request.met and one.request.people > 1]),
        "ms": median([one.ms for one in answered] or [0.0]),
    }


def _reading(answered: Sequence[Answered], cosine: Cosine) -> dict[str, float]:
    if not answered:
        return {}
    found = sum(len(matched(one.request, one.read, cosine)) for one in answered)
    gold = sum(len(one.request.gold or ()) for one in answered)
    read = sum(len(one.read.wanted) for one in answered)
    dropped = sum(len(ignored(one.request, one.read, one.reading, cosine)) for one in answered)
    asked = [bool(one.read.vague) for one in answered if one.request.expect == "ask"]
    counted = [one.read.people == one.request.people for one in answered]
    return {
        "requirements_f1": 2 * found / (gold + read) if gold + read else 1.0,
        "head_counts": _mean(counted),
        "silently_ignored": dropped / gold if gold else 0.0,
        **({"asked": _mean(asked)} if asked else {}),
    }


def _teams(answered: Sequence[Answered]) -> dict[str, float]:
    """Return what the proposed teams cover, as a share of what the best of their size could."""
    shares = []
    for one in answered:
        team = one.state["team"]
        members = cast(list[str], team["members"]) if team else one.first
        if best := best_coverage(one.request):
            shares.append(team_coverage(one.request, members[: one.request.people]) / best)
    return {"team_coverage": _mean(shares)} if shares else {}


def _mean(values: Iterable[float]) -> float:
    return fmean(some) if (some := list(values)) else 0.0
