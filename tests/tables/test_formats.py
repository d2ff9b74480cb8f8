"""A file that is no table is told as what it is, whatever its name says."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.tables import TableFile
from core.tables.streaming import stream_csv

PDF = b"%PDF-1.3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n(cook, driver)\n%%EOF\n"
WRONG = [
    (PDF, "jobs.csv", "jobs.csv is not a table but a PDF"),
    (b"\xef\xbb\xbf \n" + PDF, "jobs.csv", "jobs.csv is not a table but a PDF"),
    (b"<!DOCTYPE html>\n<table><tr><td>job</td></tr></table>", "jobs.csv", "not a table but a web page"),
    (b"{\\rtf1\\ansi cook, driver}", "jobs.txt", "not a table but RTF"),
    (b"\x1f\x8b\x08\x00cook", "jobs.csv", "not a table but a compressed file"),
    (b"only words,\nand lines of them\n", "jobs.xlsx", "jobs.xlsx is not an XLSX file that can be read"),
    (b"\x81\x8d\x8f\x90\x9d" * 99, "jobs.XLSX", "jobs.XLSX is not an XLSX file that can be read"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "jobs.csv", "an XLS file of old, or locked with a password"),
]


@pytest.mark.parametrize(("data", "name", "told"), WRONG)
def test_what_is_no_table_is_told_as_what_it_is(tmp_path: Path, data: bytes, name: str, told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        TableFile(data, name)
    assert caught.value.advice
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=told):
        stream_csv(tmp_path / name)


@pytest.mark.parametrize("first", ["% of time,job", "html page,job", "<htm>,job"])
def test_a_table_whose_first_cell_only_looks_so_is_read(first: str) -> None:
    assert TableFile(f"{first}\n5,cook\n".encode(), "jobs.csv").grid("").rows[0] == first.split(",")
