"""A table of the classification is read as it stands, and a damaged one is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import StoreError
from core.systems.nco_classification.index import tables
from core.systems.nco_classification.index.tables import parts, table_rows, version


def test_the_words_of_a_cell_are_parted_in_their_order_and_none_is_empty() -> None:
    assert parts("own shop; ; stall;") == ("own shop", "stall")
    assert parts("") == ()


def test_a_table_without_its_columns_and_one_that_is_not_there_are_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "roles.csv").write_text("place,role\n", encoding="utf-8")
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    with pytest.raises(StoreError, match=r"roles\.csv must have the columns place,words,role"):
        table_rows("roles.csv", "place,words,role")
    with pytest.raises(StoreError, match=r"frames\.csv cannot be read"):
        table_rows("frames.csv", "place,words,of,role")


def test_a_changed_table_is_another_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    found = set()
    for role in ("instructor", "recruiter"):
        (tmp_path / "roles.csv").write_text(f"place,words,role\nbefore,trains,{role}\n", encoding="utf-8")
        found.add(version())
    assert len(found) == 2
