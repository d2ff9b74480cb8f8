"""A request with one topic and nothing else scores as it did before requests had requirements, by the rules of then.

`one_topic_before.json` holds what the rules gave then: scores, sides, raw scores and variants. A model of language
gives other last digits on other processors, of a score up to `LAST_DIGITS`: people that are nearer may change places.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core.codec import to_state
from core.llm.engine import OfflineEngine
from core.retrieval.fusion import Receipt
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.fusion import fuse_results
from core.systems.expert_search.ranking.together import standings
from core.systems.expert_search.state import Context
from tests.systems.expert_search.little_people import little_people, run

BEFORE: list[dict[str, Any]] = json.loads((Path(__file__).parent / "one_topic_before.json").read_text(encoding="utf-8"))
LAST_DIGITS = 0.01
RULES = {"candidates": 10, "side": "mean", "combine": "best three"}


@pytest.mark.parametrize("before", BEFORE, ids=lambda before: before["request"])
def test_one_topic_by_the_rules_of_before_has_the_very_same_scores(sample: People, before: dict[str, Any]) -> None:
    people = sample if before["people"] == "sample" else little_people()
    numbers = {**RULES, **before["numbers"]}
    state: Any = run(people, before["request"], **numbers)
    (topic,) = state["topics"]
    assert topic["refined_queries"] == before["refined"]
    assert topic["query_weights"] == pytest.approx(before["weights"], abs=1e-6)
    context = Context(OfflineEngine(), people, **numbers)
    fused = to_state(fuse_results(state, context, topic), list[Receipt])
    known = {id: (score, vector, keyword, raw) for id, score, vector, keyword, raw in before["fused"]}
    assert {receipt["id"] for receipt in fused} == known.keys()
    for receipt in fused:
        *scores, raw = known[receipt["id"]]
        assert [receipt["score"], receipt["vector"], receipt["keyword"]] == pytest.approx(scores, abs=LAST_DIGITS)
        assert {part["source"]: part["raw"] for part in receipt["parts"]} == pytest.approx(raw, abs=LAST_DIGITS)
    in_order = [known[receipt["id"]][0] for receipt in fused]
    assert all(before >= after - 2 * LAST_DIGITS for before, after in pairwise(in_order))
    places = standings(state, context)
    assert [(one.id, one.score) for one in places] == [(one["id"], one["score"]) for one in fused]
