"""The examples that the page offers, answered from the shelf: a specialist of each field would sign what they cite.

For each example: papers that no report on it may miss, and papers of the shelf that are beside the point.
"""

from __future__ import annotations

from typing import cast

import pytest

from core.language.absence import stance
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.systems.research_reports import SYSTEM
from core.systems.research_reports.graph import build_graph
from core.systems.research_reports.search.screening import context_of
from core.systems.research_reports.search.shelves import open_shelf
from core.systems.research_reports.state import Context, State
from core.systems.research_reports.write.citations import source_numbers, sources_of

LEAD_FREE, RETRIEVAL, OCCUPATIONS, AGENTS = SYSTEM.examples
MUST_CITE = {
    LEAD_FREE: {"10.1039/c4ee01076k", "10.1038/nphoton.2014.82", "10.1002/adma.201401991"},
    RETRIEVAL: {"2005.11401"},
    OCCUPATIONS: {"10.1093/jssam/smaa023"},
    AGENTS: {"2302.04761", "2307.16789"},
}
OPENS_WITH = {
    LEAD_FREE: "lead-free",
    RETRIEVAL: "retrieval-augmented generation",
    OCCUPATIONS: "occupation coding",
    AGENTS: "language model",
}


@pytest.fixture(scope="module", params=SYSTEM.examples)
def answered(request: pytest.FixtureRequest, embedder: Embedder) -> tuple[str, State]:
    context = Context(OfflineEngine(), embedder, shelves=(open_shelf(embedder),), ask_plan=False)
    state = build_graph().invoke({"request": request.param}, {"recursion_limit": 60}, context=context)
    return request.param, cast(State, state)


def test_an_example_cites_the_papers_that_nobody_may_miss(answered: tuple[str, State]) -> None:
    example, state = answered
    assert {f"shelf:{id}" for id in MUST_CITE[example]} <= set(source_numbers(state))


def test_an_example_opens_with_a_sentence_on_its_subject(answered: tuple[str, State]) -> None:
    example, state = answered
    first = state["report"]["sections"][0]["claims"][0]
    assert OPENS_WITH[example] in first["text"].lower()


def test_every_sub_question_of_an_example_is_answered_or_says_why_not(answered: tuple[str, State]) -> None:
    _, state = answered
    assert all(section["claims"] or section["note"] for section in state["report"]["sections"])


def test_a_report_on_lead_free_cells_rests_on_no_paper_about_cells_with_lead(answered: tuple[str, State]) -> None:
    example, state = answered
    if example != LEAD_FREE:
        assert state["plan"]["absent"] == []
        return
    assert state["plan"]["absent"] == ["lead"]
    cited = {id for section in state["report"]["sections"] for claim in section["claims"]
             for id in sources_of(state, claim)}  # fmt: skip
    for id in cited:
        paper = state["papers"][id]
        assert stance(context_of(paper["title"], paper["abstract"]), "lead") == "without", paper["title"]
