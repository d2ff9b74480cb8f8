"""Names in a question are linked to those of the catalogue where they stand, and ordinary words to none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.library_chat.plan.entity_linking import link_entities
from tests.systems.library_chat.plan.little_catalogue import GENRES, lookup

RIVERS = ("Green Rivers", ["Green Rivers"])


def linked(text: str) -> list[tuple[str, list[str]]]:
    """The words that name something, and what they name; nothing where the catalogue does not have it."""
    return [
        (entity.said, [mention.name for mention in entity.mentions]) for entity in link_entities(text, lookup, GENRES)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("books by Ada Pine", [("Ada Pine", ["Ada Pine"])]),
        ("books by ada pine", [("ada pine", ["Ada Pine"])]),
        ("books by Pine and Cy Dole", [("Pine", ["Ada Pine"]), ("Cy Dole", ["Cy Dole"])]),
        ("Ada Pine's novels", [("Ada Pine", ["Ada Pine"])]),
        ("What has Bo Reed written?", [("Bo Reed", ["Bo Reed"])]),
        ("who wrote a quiet orbit?", [("a quiet orbit", ["A Quiet Orbit"])]),
        ("Do you have “Green Rivers”?", [RIVERS]),
        ("Is Green Rivers longer than The Green Door?", [RIVERS, ("The Green Door", ["The Green Door"])]),
    ],
)  # fmt: skip
def test_titles_and_authors_are_found_however_the_question_is_put(
    text: str, found: list[tuple[str, list[str]]]
) -> None:
    assert linked(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "books with large numbers of pages",
        "a green house",
        "which author wrote the most books?",
        "How many mysteries are there?",
        "novels about rivers and doors",
        "",
    ],
)
def test_ordinary_words_are_no_names_though_a_title_holds_them(text: str) -> None:
    assert [names for _, names in linked(text) if names] == []


@pytest.mark.parametrize("text", ["books by Zora Quill", "What has Zora Quill written?"])
def test_a_name_that_the_catalogue_does_not_have_is_found_and_names_nothing(text: str) -> None:
    assert linked(text) == [("Zora Quill", [])]


def test_where_a_year_stands_only_a_title_letter_for_letter_may_stand() -> None:
    text = "books by Pine"
    assert link_entities(text, lookup, GENRES, closed=[(9, 13)]) == []


@given(st.text(max_size=100))
def test_every_name_stands_where_it_is_said_and_none_over_another(text: str) -> None:
    last = 0
    for entity in link_entities(text, lookup, GENRES):
        assert last <= entity.start < entity.end <= len(text)
        assert entity.said.strip() in text
        last = entity.end
