"""Whom the agent asks, and what each brings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.stores.passages import Passage
from core.systems.knowledge_base.search.lambda_weight import weigh
from core.systems.knowledge_base.search.tool_calls import ask_tool, choose_tools, search_documents
from core.systems.knowledge_base.state import KNOWLEDGE_BASE, Context, Tool
from tests.systems.knowledge_base.little_manual import context_over, little_manual

CATALOGUE = Tool("catalogue", "prices of spare parts", lambda query: [Passage("c:0", "c", 0, query, 0, len(query))])


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return context_over(little_manual(tmp_path))


def test_with_one_tool_nobody_is_asked_which(context: Context) -> None:
    assert choose_tools("pump", replace(context, engine=None)) == [{"tool": KNOWLEDGE_BASE, "query": "pump"}]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "chosen"), [("price of a valve", [KNOWLEDGE_BASE, "catalogue"]), ("speed", [KNOWLEDGE_BASE])]
)
def test_the_rule_asks_each_tool_that_shares_a_word(context: Context, query: str, chosen: list[str]) -> None:
    calls = choose_tools(query, replace(context, tools=(CATALOGUE,)))
    assert [call["tool"] for call in calls] == chosen


def test_what_a_tool_brings_says_who_brought_it(context: Context) -> None:
    [document] = ask_tool({"tool": "catalogue", "query": "valve"}, replace(context, tools=(CATALOGUE,)))
    assert (document["tool"], document["name"], document["text"]) == ("catalogue", "c", "valve")


def test_what_is_found_are_the_candidates_each_with_its_receipt(context: Context) -> None:
    found = search_documents("pump speed", weigh("pump speed"), replace(context, fetch_k=2))
    assert [document["id"] for document in found.documents] == [one["id"] for one in found.candidates]
    assert len(found.documents) == 2
    assert {found.documents[0]["name"]} == {"pump.md"}
    assert sorted(str(one["rrf"]["rank"]) for one in found.candidates) == sorted(
        str(rank) for rank in range(1, len(found.candidates) + 1)
    )


def test_a_fixed_lambda_is_not_moved_by_what_is_found(context: Context) -> None:
    weight = replace(weigh("pump speed"), lambda_mult=0.9)
    assert search_documents("pump speed", weight, replace(context, lambda_mult=0.9)).weight is weight


def test_meaning_looks_halfway_to_what_a_matching_passage_may_say_and_words_do_not(context: Context) -> None:
    def places(query: str, would_say: str) -> tuple[list[str], list[str]]:
        meaning, by_words = search_documents(query, weigh(query), context, would_say).lists
        return [id for id, _ in meaning.hits], [id for id, _ in by_words.hits]

    alone, guessed = places("noise", ""), places("noise", "How to clean the filter of the pump")
    assert alone[0] != guessed[0]
    assert alone[1] == guessed[1]
    assert guessed[0][0] == places("How to clean the filter of the pump", "")[0][0]
