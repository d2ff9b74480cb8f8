"""What a page says of a table that was brought, before the analyst goes on."""

from __future__ import annotations

import pytest

from core.errors import InputError
from core.ui.own_data import refuse_too_many


def test_a_table_whose_records_would_fill_the_memory_is_refused_by_its_rows_and_columns() -> None:
    refuse_too_many("a.csv", 150_000, 7)
    for rows, columns in ((300_000, 3), (180_000, 7), (30_000, 100)):
        with pytest.raises(InputError, match=f"has {rows:,} rows; of a table with {columns} columns") as caught:
            refuse_too_many("a.csv", rows, columns)
        assert caught.value.advice
