"""The examples that the page offers and the specification's own query, over the sample: who is found is who knows."""

from __future__ import annotations

import pytest

from core.systems.expert_search import SYSTEM
from tests.systems.conftest import Search

PEROVSKITE, JOB_TITLES, RANSOMWARE, FLOODS = SYSTEM.examples
# By the headlines and answers of the sample: whom a specialist would name first, and who else must be among the five.
KNOWS = {
    PEROVSKITE: ({"e001", "e002", "e004", "e005"}, {"e001", "e002", "e005"}),
    JOB_TITLES: ({"e085", "e086"}, {"e085", "e086"}),
    RANSOMWARE: ({"e065"}, {"e065"}),
    FLOODS: ({"e046"}, {"e046", "e050"}),
    "machine learning expert": ({"e129"}, {"e129", "e130", "e131"}),
    "AI specialist with ML experience": ({"e129"}, {"e129", "e130", "e131"}),
    "data scientist machine learning": ({"e130"}, {"e129", "e130", "e131"}),
    "artificial intelligence researcher": ({"e131"}, {"e129", "e130", "e131"}),
}


@pytest.mark.parametrize("query", KNOWS)
def test_who_is_found_knows_about_it(search: Search, query: str) -> None:
    first, among = KNOWS[query]
    found = [expert["id"] for expert in search(query)["final_experts"]]
    assert found[0] in first
    assert among <= set(found)


@pytest.mark.parametrize("query", KNOWS)
def test_it_is_found_at_once_and_good_enough(search: Search, query: str) -> None:
    state = search(query)
    assert not state["nothing_good"]
    assert state["iteration"] == 0
