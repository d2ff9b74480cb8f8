"""What a page says of a table that was brought, before the analyst goes on."""

from __future__ import annotations

import pandas as pd
import pytest

from core.errors import InputError
from core.tables.headers import JOINED
from core.ui.own_data import refuse_too_many, unused_columns


def test_columns_that_stand_for_no_field_are_told_and_empty_ones_are_not() -> None:
    table = pd.DataFrame({"Name": ["Ada"], "Ersch.-Jahr": ["1931"], "Autor (2)": ["Bo Lind"], "Notes": [" "]})
    assert unused_columns(table, {"name": "Name", "bio": None}) == ["Ersch.-Jahr", "Autor (2)"]


def test_parts_of_a_joined_column_are_used() -> None:
    both = f"First{JOINED}Last"
    table = pd.DataFrame({"First": ["Ada"], "Last": ["Moss"], both: ["Ada Moss"]})
    assert unused_columns(table, {"name": both}) == []
    assert unused_columns(table, {"name": "First"}) == ["Last", both]


def test_a_table_whose_records_would_fill_the_memory_is_refused_by_its_rows_and_columns() -> None:
    refuse_too_many("a.csv", 150_000, 7)
    for rows, columns in ((300_000, 3), (180_000, 7), (30_000, 100)):
        with pytest.raises(InputError, match=f"has {rows:,} rows; of a table with {columns} columns") as caught:
            refuse_too_many("a.csv", rows, columns)
        assert caught.value.advice
