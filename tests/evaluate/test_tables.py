"""Cell F1 counts a cell as right when its text, its row and its column are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.evaluate.__main__ import main
from core.evaluate.tables import Counts, count_cells
from tests.systems.knowledge_base.little_files import make_docx

KNOWN = [["Part", "Euro"], ["Seal", "4"], ["Rod", "9"]]


@pytest.mark.parametrize(
    ("found", "counts"),
    [
        ([KNOWN], Counts(6, 6, 6)),
        ([], Counts(6, 0, 0)),
        ([KNOWN[1:]], Counts(6, 4, 4)),
        ([[["Part", "", "Euro"], ["Seal", "", "4"], ["Rod", "", "9"]]], Counts(6, 6, 6)),  # blank cells count nowhere
        ([[["Part", "Euro"], ["Seal", "4"], ["9", "Rod"]]], Counts(6, 6, 4)),  # columns changed
        ([[["Part", "Euro"], ["Rod", "9"], ["Seal", "4"]]], Counts(6, 6, 4)),  # rows changed
        ([[["Part Euro"], ["Seal 4"], ["Rod 9"]]], Counts(6, 3, 0)),  # columns torn down
        ([KNOWN[:2], [["Rod", "9"]]], Counts(6, 6, 4)),  # torn in two
        ([[["Part ", "Euro"], ["Se al", "4"], ["Rod", "9"]]], Counts(6, 6, 6)),  # white space aside
    ],
)
def test_a_cell_matches_in_its_row_and_column(found: list[list[list[str]]], counts: Counts) -> None:
    assert count_cells([KNOWN], found) == counts


def test_found_tables_are_held_against_the_known_ones_they_match_best() -> None:
    other = [["Name", "Age"], ["Ann", "41"]]
    assert count_cells([KNOWN, other], [other, KNOWN]) == Counts(10, 10, 10)


def test_a_document_without_tables_is_right_when_none_is_found() -> None:
    assert Counts(0, 0, 0).figures() == {"precision": 1.0, "recall": 1.0, "cell_f1": 1.0}
    assert Counts(0, 4, 0).figures()["precision"] == 0.0


def test_a_folder_is_measured_in_any_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one.docx").write_bytes(make_docx([("Table", "Part,Euro\nSeal,4\nRod,9")]))
    (tmp_path / "one.tables.json").write_text(json.dumps([KNOWN]))
    (tmp_path / "two.html").write_text("<p>No table here.</p>")
    (tmp_path / "two.tables.json").write_text("[]")
    (tmp_path / "three.md").write_text("| Part | Euro |\n|---|---|\n| Seal | 5 |\n")
    (tmp_path / "three.tables.json").write_text(json.dumps([KNOWN[:2]]))
    assert main(["tables", str(tmp_path), "--json", str(tmp_path / "figures")]) == 0
    figures = json.loads((tmp_path / "figures").read_text())
    assert figures["one.docx"]["cell_f1"] == figures["two.html"]["cell_f1"] == 1.0
    assert figures["three.md"]["cell_f1"] == pytest.approx(0.75)
    assert figures["all"]["cell_f1"] == pytest.approx(2 * 9 / 20)
    assert "cell_f1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "holds no files"),
        ({"a.tables.json": "[]"}, "no document beside a.tables.json"),
        ({"a.tables.json": "{", "a.md": "x"}, "cannot be read"),
        ({"a.tables.json": '{"a": 1}', "a.md": "x"}, "holds no tables"),
        ({"a.tables.json": '[["a"]]', "a.md": "x"}, "holds no tables"),
    ],
)
def test_a_folder_that_cannot_be_measured_is_told(
    files: dict[str, str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    assert main(["tables", str(tmp_path)]) == 2
    assert words in capsys.readouterr().err
