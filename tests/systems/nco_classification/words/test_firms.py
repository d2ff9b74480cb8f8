"""The name of a firm is told from the words of a job."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.firms import firms


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("works for Shree Balaji Traders", ["for Shree Balaji Traders"]),
        ("works for shree balaji traders", ["for shree balaji traders"]),
        ("accountant at Verma & Sons", ["at Verma & Sons"]),
        ("driver, Patil Roadways", ["Patil Roadways"]),
        ("Works at Infosys", ["at Infosys"]),
        ("helper at Tata Motors", ["at Tata Motors"]),
        ("clerk in Some Pvt Ltd", ["in Some Pvt Ltd"]),
    ],
)
def test_a_name_before_a_word_of_firms_or_after_at_is_one(text, names):
    assert [text[start:end] for start, end in firms(text)] == names


@pytest.mark.parametrize(
    "text",
    [
        "Stock Traders", "packers and movers", "works at Post Office", "Nurse in ICU", "civil drawings in AutoCAD",
        "Tailor For Ladies Garments", "sofware services", "Director, children's services",
        "Cutter (Goods and Garments)",
        "teacher at Government School", "",
    ],
)  # fmt: skip
def test_words_of_a_trade_are_none(text):
    assert firms(text) == ()
