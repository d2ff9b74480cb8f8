"""Every example that the page offers is answered from the right page of the manual by what it says there."""

from __future__ import annotations

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from core.evidence.verdicts import WORD_FOR_WORD
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.systems import Resources
from core.systems.knowledge_base import SYSTEM
from core.systems.knowledge_base.answer.checking import verdict_of
from core.systems.knowledge_base.state import Context
from tests.systems.knowledge_base.little_manual import Chat, said

ANSWERS = {
    "How is the quality of an expert search made?": (
        ("made of absolute scores", "how likely it is that the best person knows"),
        {"expert_search.md"},
    ),
    "What does α do?": (
        ("α weighs meaning against words", "at 0 only the two by words", "α weighs meaning against words"),
        {"expert_search.md"},
    ),
    "How are two lists fused by reciprocal rank?": (
        ("weight ÷ (60 + place)", "places count from 1"),
        {"expert_search.md", "knowledge_base.md", "reading_a_page.md"},
    ),
    "What happens when a model fails?": (
        ("the run stops at its step and says why", "Carry on offline goes on by the rules", "never turns silently"),
        {"plugging_in.md", "knowledge_base.md"},
    ),
}


@pytest.fixture(scope="module")
def context(embedder: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Context:
    folder = tmp_path_factory.mktemp("manual")
    context: Context = SYSTEM.open_context(Resources(OfflineEngine(), embedder, folder, Settings(data=folder)))
    return context


def test_the_examples_are_those_whose_answers_are_known() -> None:
    assert set(SYSTEM.examples) == set(ANSWERS)


@pytest.mark.parametrize("question", ANSWERS)
def test_an_example_is_answered_by_what_the_manual_says(question: str, context: Context) -> None:
    expected, pages = ANSWERS[question]
    state = Chat(context, graph=SYSTEM.build_graph(InMemorySaver())).ask(question)
    for words in expected:
        assert words in said(state)
    assert {sentence["name"] for sentence in state["answer"]["sentences"]} <= pages
    assert {verdict_of(sentence).by for sentence in state["answer"]["sentences"]} == {WORD_FOR_WORD}
    assert state["response_grade"]["passed"]


@pytest.mark.parametrize(
    "question",
    [
        "Which classes of questions are there, and which λ has each?",  # rows of a table
        "Which settings switch off parts of the work?",
        "Where are papers searched?",
        "What do the parts of the quality of a search mean?",
    ],
)
def test_whatever_the_rules_answer_is_backed_word_for_word(question: str, context: Context) -> None:
    answer = Chat(context, graph=SYSTEM.build_graph(InMemorySaver())).ask(question)["answer"]
    assert answer["sentences"]
    assert {verdict_of(sentence).by for sentence in answer["sentences"]} == {WORD_FOR_WORD}
    assert answer["struck"] == []
