"""The rows of a file that something is measured on, and a true message where they cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.evaluate.rows import read_rows


def _written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "asked.csv"
    path.write_bytes(data)
    return path


def test_rows_are_read_and_what_a_short_one_lacks_is_empty(tmp_path: Path) -> None:
    path = _written(tmp_path, "\ufeffid,text\n1,où?\n2\n".encode())
    assert read_rows(path, ("id", "text")) == [{"id": "1", "text": "où?"}, {"id": "2", "text": ""}]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "lacks the column id, text"),
        (b"id,words\n1,a\n", "lacks the column text"),
        (b"id,text\n", "has no rows"),
        ("id,text\n1,über\n".encode("latin-1"), "is not in UTF-8"),
    ],
)
def test_a_file_that_cannot_be_measured_on_says_why(tmp_path: Path, data: bytes, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_rows(_written(tmp_path, data), ("id", "text"))


def test_a_file_that_is_not_there_and_one_that_may_be_empty(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no file"):
        read_rows(tmp_path / "none.csv", ("id",))
    with pytest.raises(InputError, match="cannot be read"):
        read_rows(tmp_path, ("id",))
    assert read_rows(_written(tmp_path, b"id\n"), ("id",), may_be_empty=True) == []
