"""Columns that stand for no field are found, and get names that are told apart."""

from __future__ import annotations

import pandas as pd
import pytest

from core.tables.further import FreeNames, slug, unused_columns
from core.tables.headers import JOINED


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Day rate (€)", "day_rate"), ("availabilityFrom", "availability_from"), ("Clé d’accès", "cle_d_acces"),
        ("2nd phone", "column_2nd_phone"), ("दर", ""), ("!?", ""),
    ],
)  # fmt: skip
def test_a_header_becomes_a_name_in_small_letters(header: str, name: str) -> None:
    assert slug(header) == name


def test_a_name_that_is_taken_gets_a_number() -> None:
    names = FreeNames(["id"])
    assert [names.new(name) for name in ("id", "rate", "rate", "rate_2")] == ["id_2", "rate", "rate_2", "rate_2_2"]


def test_columns_that_stand_for_no_field_are_told_and_empty_ones_are_not() -> None:
    table = pd.DataFrame({"Name": ["Ada"], "Ersch.-Jahr": ["1931"], "Autor (2)": ["Bo Lind"], "Notes": [" "]})
    assert unused_columns(table, {"name": "Name", "bio": None}) == ["Ersch.-Jahr", "Autor (2)"]


def test_parts_of_a_joined_column_are_used() -> None:
    both = f"First{JOINED}Last"
    table = pd.DataFrame({"First": ["Ada"], "Last": ["Moss"], both: ["Ada Moss"]})
    assert unused_columns(table, {"name": both}) == []
    assert unused_columns(table, {"name": "First"}) == ["Last", both]
