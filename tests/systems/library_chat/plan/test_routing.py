"""Who is to answer, and which questions are none about books."""

from __future__ import annotations

import pytest

from tests.systems.library_chat.plan.little_catalogue import understand


@pytest.mark.parametrize(
    "question",
    [
        "What is the weather today?",
        "Write me a poem",
        "2 + 2 = ?",
        "Who won the cup in 2014?",
        "Translate this to French",
    ],
)
def test_what_is_foreign_to_the_catalogue_needs_no_agent(question: str) -> None:
    read = understand(question)
    assert (read.intent.name, read.agent, read.topic, read.unknown) == ("foreign", "none", "", ())


@pytest.mark.parametrize(
    "question",
    ["gardens", "something about lighthouses", "romance", "books about the weather", "anything by Cy Dole"],
)
def test_what_may_be_a_topic_of_a_book_is_for_the_librarian(question: str) -> None:
    assert understand(question).agent == "librarian"


def test_the_names_that_were_found_are_cues_for_the_librarian() -> None:
    assert understand("romance by Cy Dole").cues[-2:] == (
        {"words": "romance", "says": "names a genre", "agent": "librarian"},
        {"words": "Cy Dole", "says": "names a title or an author", "agent": "librarian"},
    )
