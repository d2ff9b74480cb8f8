"""Whose work is somebody else's may not be the answer: the families of whom somebody teaches, hires or serves."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.people import People

PEOPLE = People(Classification.load())


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("teaches welders", "7212"), ("recruits drivers", "8322"), ("trains electricians at ITI", "7411"),
        ("teaches carpenters", "7115"), ("trains new call centre staff", "5244"),
        ("kisanon ko beej bechta hoon", "6111"), ("trains girls to repair mobile phones", "7422"),
        ("teaches young boys to repair motorcycles", "5165"), ("teaches tailoring to village women", "7531"),
        ("gaon ke bachchon ko tabla sikhata hoon", "5311"),
    ],
)  # fmt: skip
def test_the_families_of_others_are_told(text: str, family: str) -> None:
    _, families = PEOPLE.told_as_others(text)
    assert family in families
    assert "2320" not in families


def test_it_is_told_where_others_stand() -> None:
    text = "supplies tools to carpenters and masons"
    assert [text[start:end] for start, end in PEOPLE.beside(text)] == ["carpenters", "masons"]


def test_who_teaches_driving_may_teach_driving_and_who_also_sews_may_sew() -> None:
    assert "5165" not in PEOPLE.told_as_others("teaches people to drive cars")[1]
    assert "7531" not in PEOPLE.told_as_others("teaches sewing to girls and stitches blouses")[1]


@pytest.mark.parametrize(
    "text", ["welder", "teaches class 2 children", "kheti se guzara", "sells to area managers", ""]
)
def test_words_without_a_trade_of_others_stay_as_they_are(text: str) -> None:
    assert PEOPLE.told_as_others(text) == (text, frozenset())


@pytest.mark.parametrize(
    ("word", "is_one"), [("mason", True), ("masonry", False), ("computer", False), ("darzi", True)]
)
def test_a_person_is_told_from_work_and_things(word: str, is_one: bool) -> None:
    assert PEOPLE.is_one(word) is is_one
