"""Each intent is recognised in the words that people use for it, and has its agent."""

from __future__ import annotations

import pytest

from tests.systems.library_chat.plan.little_catalogue import understand


@pytest.mark.parametrize(
    ("question", "intent", "agent"),
    [
        ("Find romance books", "list", "librarian"),
        ("Who wrote Green Rivers?", "book", "librarian"),
        ("Books like Green Rivers", "similar", "librarian"),
        ("Who writes romance?", "authors", "librarian"),
        ("Which genres did Cy Dole write?", "genres", "librarian"),
        ("How many romance books?", "count", "analyst"),
        ("How big is the catalogue?", "totals", "analyst"),
        ("Which genre has the most books?", "group", "analyst"),
        ("Which authors wrote in more than one genre?", "many genres", "analyst"),
        ("Which authors have more than two books?", "many books", "analyst"),
        ("What is the average length?", "pages", "analyst"),
        ("What is the longest book?", "extreme", "analyst"),
        ("Is Green Rivers longer than The Green Door?", "compare", "analyst"),
        ("What percentage of the books is romance?", "share", "analyst"),
        ("What is the time span of the catalogue?", "years", "analyst"),
        ("hello", "greeting", "none"),
        ("thank you", "thanks", "none"),
        ("bye", "farewell", "none"),
        ("help", "help", "none"),
        ("What is the weather today?", "foreign", "none"),
        ("and by her?", "whom", "none"),
    ],
)
def test_each_intent_is_recognised_and_has_its_agent(question: str, intent: str, agent: str) -> None:
    read = understand(question)
    assert (read.intent.name, read.agent) == (intent, agent)


def test_a_count_with_a_list_is_for_both_agents_and_every_cue_says_why() -> None:
    read = understand("How many romance books are there, and which are they?")
    assert read.agent == "both"
    assert {cue["agent"] for cue in read.cues} == {"analyst", "librarian"}
