"""Statements set apart by their times or by a word that adds may each be a job; tasks of one job are not parted."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.jobs import jobs, told_alone


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("mornings I sell milk, evenings I drive a rickshaw", ("mornings I sell milk", "evenings I drive a rickshaw")),
        ("nurse by day, tailor at night", ("nurse by day", "tailor at night")),
        ("subah doodh bechta hoon, shaam ko auto chalata hoon",
         ("subah doodh bechta hoon", "shaam ko auto chalata hoon")),
        ("clerk and also runs a shop", ("clerk", "also runs a shop")),
        ("teacher and runs a shop", ("teacher", "runs a shop")),
        ("barber; sells insurance on the side", ("barber", "sells insurance on the side")),
        ("apart from teaching music he works in a bank", ("teaching music", "he works in a bank")),
        ("half the year fisherman, half the year labourer", ("half the year fisherman", "half the year labourer")),
        ("two jobs: guard at a bank, and cook in the evening", ("guard at a bank", "cook in the evening")),
    ],
)  # fmt: skip
def test_what_is_set_apart_may_be_a_job_of_its_own(text: str, parts: tuple[str, ...]) -> None:
    assert jobs(text).parts == parts


@pytest.mark.parametrize(
    "text",
    [
        "drives a tractor and keeps its engine in order", "cooks and serves food at his dhaba", "cook", "",
        "mornings I milk the cows, evenings I clean and feed them", "nurse who also keeps patient records",
        "night shift security guard", "drives a bus and in the evening washes it",
        "guards a gate, at night walks round", "makes furniture and also polishes it",
    ],
)  # fmt: skip
def test_tasks_of_one_job_are_not_parted(text: str) -> None:
    assert jobs(text).parts == ()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("grows paddy and in the off season pulls a rickshaw", ("grows paddy", "in the off season pulls a rickshaw")),
        ("khet mein mazdoori karta hoon, shaadi mein band bajata hoon",
         ("khet mein mazdoori karta hoon", "shaadi mein band bajata hoon")),
    ],
)  # fmt: skip
def test_a_season_of_its_own_may_be_that_of_another_job(text: str, parts: tuple[str, ...]) -> None:
    found = jobs(text)
    assert found.parts == parts
    assert found.partly


def test_only_the_work_of_a_statement_is_searched() -> None:
    assert told_alone("evenings I also drive a rickshaw") == "I drive a rickshaw"
