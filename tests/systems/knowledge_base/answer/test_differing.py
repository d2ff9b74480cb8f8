"""Two documents that give different values for one matter are both told; what only looks so is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.systems.knowledge_base.little_manual import PAGES, Chat, context_over, little_manual

EASY = {"min_relevant_docs": 1, "doc_score_threshold": 0.1}
ASKED = "How much is the deposit for a bicycle?"


def ask(folder: Path, *texts: str, question: str = ASKED) -> list[tuple[str, list[str]]]:
    pages = {f"{chr(97 + place)}.md": f"# Rental\n\n{text}" for place, text in enumerate(texts)}
    state = Chat(context_over(little_manual(folder, PAGES | pages), **EASY)).ask(question)
    told = state["answer"]["differing"]
    if told:
        said = " ".join(one["text"] for one in state["answer"]["sentences"][: len(told)])
        assert all(value.removesuffix(" euros") in said for one in told for value in one["values"]), (
            "both stand at the head of the answer"
        )
    return sorted((one["name"], one["values"]) for one in told)


def test_two_values_for_one_matter_are_told_with_their_documents(tmp_path: Path) -> None:
    told = ask(tmp_path, "The deposit for a bicycle is 48 euros.", "The deposit for a bicycle is 61 euros.")
    assert told == [("a.md", ["48 euros"]), ("b.md", ["61 euros"])]


def test_numbers_in_words_differ_too(tmp_path: Path) -> None:
    words = ["A bicycle is kept for seven years.", "A bicycle is kept for ten years."]
    told = ask(tmp_path, *words, question="How many years is a bicycle kept?")
    assert told == [("a.md", ["seven years"]), ("b.md", ["ten years"])]


def test_of_three_documents_each_value_is_told_once(tmp_path: Path) -> None:
    texts = [f"The deposit for a bicycle is {value} euros." for value in (48, 61, 70)]
    assert [values for _, values in ask(tmp_path, *texts)] == [["48 euros"], ["61 euros"], ["70 euros"]]


@pytest.mark.parametrize(
    "other",
    [
        "The deposit for a bicycle is 48 euros, paid in cash.",  # the same value
        "The deposit for a bicycle is 48.00 euros.",
        "The deposit for a helmet is 12 euros.",  # of another thing
        "A bicycle weighs 14 kilograms, and its deposit is paid in cash.",  # of another kind
        "The deposit for a bicycle was agreed upon in 2019.",  # a year is no amount
        "The deposit for a bicycle is 48 euros a week and 61 euros a month.",  # one of them agrees
    ],
)
def test_what_agrees_or_speaks_of_something_else_is_not_told_as_differing(tmp_path: Path, other: str) -> None:
    assert ask(tmp_path, "The deposit for a bicycle is 48 euros.", other) == []


def test_values_of_one_document_do_not_contradict_each_other(tmp_path: Path) -> None:
    text = "The deposit for a bicycle is 48 euros.\n\nThe deposit for a bicycle is 61 euros."
    assert ask(tmp_path, text, "The pump is blue.") == []


def test_only_where_a_value_is_asked_for(tmp_path: Path) -> None:
    texts = ["The deposit for a bicycle is 48 euros.", "The deposit for a bicycle is 61 euros."]
    assert ask(tmp_path, *texts, question="Why is there a deposit for a bicycle?") == []


@pytest.mark.parametrize(
    ("question", "one", "other", "values"),
    [
        ("When does the office open?", "The office opens at 9:00.", "The office opens at 10 am.", ["9:00", "10 am"]),
        (
            "When does the lease of the hall end?",
            "The lease of the hall ends on 3 May 2025.",
            "The lease of the hall ends on 1 June 2026.",
            ["3 May 2025", "1 June 2026"],
        ),
        (
            "When is the library closed?",
            "The library is closed on Monday.",
            "The library is closed on Tuesday.",
            ["Monday", "Tuesday"],
        ),
        (
            "Who is the contact for the hall?",
            "The contact for the hall is Ann Lee.",
            "The contact for the hall is Bo Chan.",
            ["Ann Lee", "Bo Chan"],
        ),
        (
            "Are dogs allowed in the hall?",
            "Dogs are allowed in the hall.",
            "Dogs are not allowed in the hall.",
            ["allowed", "not allowed"],
        ),
        (
            ASKED,
            "The deposit for a bicycle is 48 euros.",
            "| Thing | Deposit (euros) |\n|---|---|\n| Bicycle | 61 |\n| Helmet | 12 |",
            ["48 euros", "61 euros"],
        ),
    ],
)
def test_times_days_names_what_is_allowed_and_cells_differ_too(
    tmp_path: Path, question: str, one: str, other: str, values: list[str]
) -> None:
    assert [value for _, told in ask(tmp_path, one, other, question=question) for value in told] == values


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("When does the office open?", "The office opens at 9:00.", "The office opens at 9 am."),
        ("When is the library closed?", "The library is closed on Monday.", "The library is open on Tuesday."),
        ("Who is the contact for the hall?", "The contact for the hall is Ann Lee.", "The hall was built by Bo Chan."),
        (
            "Are dogs allowed in the hall?",
            "Dogs are allowed in the hall.",
            "Dogs are not allowed in the hall without a lead.",
        ),
        ("Are dogs allowed in the hall?", "Dogs are allowed in the hall.", "Horses are not allowed in the hall."),
    ],
)
def test_sentences_that_are_not_alike_but_for_it_are_not_told(
    tmp_path: Path, question: str, one: str, other: str
) -> None:
    assert ask(tmp_path, one, other, question=question) == []
