"""The command line that codes a file: every row back, in order, whatever is in it and whatever is killed."""

from __future__ import annotations

import csv
import io
import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from core.batch.__main__ import main
from core.batch.nco import choose_column
from core.errors import InputError
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.state import Context
from core.systems.nco_classification.survey import batch
from core.systems.nco_classification.survey.rows import Row, row_without_code
from core.systems.nco_classification.survey.said import Said
from core.tables.formulas import is_formula, rearm

ROOT = Path(__file__).parents[2]


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """No index is opened; the texts that were to be decided are listed."""
    seen: list[str] = []

    def decide(saids: Sequence[Said], context: Any) -> list[Row]:
        seen.extend(said.text for said in saids)
        return [row_without_code(said.text, f"about {said.text}") for said in saids]

    monkeypatch.setattr(batch, "code_in_context", decide)
    monkeypatch.setattr(batch, "_context", lambda *_: Context(*[None] * 3))  # type: ignore[arg-type]
    return seen


def write(path: Path, rows: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def read(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


def run(source: Path, target: Path, *options: str) -> int:
    return main(["nco", str(source), str(target), *options])


def test_every_row_comes_back_in_order_with_its_own_cells_before_the_results(
    tmp_path: Path, decided: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    source = write(tmp_path / "in.csv", [["id", "job", "note"], ["1", "cook", "x"], ["2", "", ""], ["3", "cook", "=1"]])
    assert run(source, tmp_path / "out.csv") == 0
    head, *rows = read(tmp_path / "out.csv")
    assert head[:4] == ["id", "job", "note", "NCO code"]
    assert [row[:3] for row in rows] == [["1", "cook", "x"], ["2", "", ""], ["3", "cook", "'=1"]]
    assert [row[head.index("NCO reason")] for row in rows] == ["about cook", "about ", "about cook"]
    assert decided == ["cook", ""]
    told = capsys.readouterr()
    assert told.out == ""
    assert "2 of 2 different texts in 3 rows" in told.err
    assert "3 rows written" in told.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "out.csv"]


def test_blank_rows_between_rows_come_back_too(tmp_path: Path, decided: list[str]) -> None:
    source = tmp_path / "in.csv"
    source.write_text('job\ncook\n""\n\ndriver\n', encoding="utf-8")
    assert run(source, tmp_path / "out.csv") == 0
    assert [row[0] for row in read(tmp_path / "out.csv")[1:]] == ["cook", "", "", "driver"]


def test_blank_rows_at_the_beginning_and_at_the_end_come_back_too(tmp_path: Path, decided: list[str]) -> None:
    source = tmp_path / "in.csv"
    source.write_text('job,id\n\n,\ncook,1\n"",""\n\n', encoding="utf-8")
    assert run(source, tmp_path / "out.csv") == 0
    assert [row[0] for row in read(tmp_path / "out.csv")[1:]] == ["", "", "cook", "", ""]


def test_a_workbook_goes_in_and_comes_out(tmp_path: Path, decided: list[str]) -> None:
    book = openpyxl.Workbook()
    for row in (["Id", "Occupation"], [7, "cook"], [8, None], [9, "=1+1"]):
        book.active.append(row)  # type: ignore[union-attr]
    book.save(tmp_path / "in.xlsx")
    assert run(tmp_path / "in.xlsx", tmp_path / "out.xlsx") == 0
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx").worksheets[0]
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0][:3] == ("Id", "Occupation", "NCO code")
    assert [row[:2] for row in rows[1:]] == [(7, "cook"), (8, None), (9, None)]
    assert not any(cell.data_type == "f" for row in sheet.iter_rows() for cell in row)


def test_every_column_comes_back_as_it_was_whatever_its_name_and_its_cells(tmp_path: Path, decided: list[str]) -> None:
    head = ["job", "note", "note", "", "code"]
    rows = [
        ["cook", "007", "01/02/2024", "", "1e5"],
        ["driver", " spaces ", "long " * 20_000, "two\nlines", "0,50"],
        ["", "", "", "", ""],
        ["cook", "=1+1", "-5", "@x", '"quoted"'],
    ]
    assert run(write(tmp_path / "in.csv", [head, *rows]), tmp_path / "out.csv") == 0
    found, *given = read(tmp_path / "out.csv")
    assert found[:5] == head
    assert [[rearm(cell) for cell in row[:5]] for row in given] == rows
    assert decided == ["cook", "driver", ""]


def test_duties_industry_and_education_are_known_by_their_names_or_named_or_left_out(
    tmp_path: Path, decided: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    source = write(
        tmp_path / "in.csv",
        [
            ["id", "occupation", "tasks", "NIC", "school"],
            ["1", "operator", "spins", "13", "ITI"],
            ["2", "cook", "", "", ""],
        ],
    )
    assert run(source, tmp_path / "1.csv", "--education", "school") == 0
    assert "Columns: occupation, tasks, NIC, school." in capsys.readouterr().err
    assert run(source, tmp_path / "2.csv", "--industry", "", "--duties", "") == 0
    assert decided == ["operator; spins (13, ITI)", "cook", "operator", "cook"]


def test_a_row_that_is_wider_than_the_names_loses_nothing(tmp_path: Path, decided: list[str]) -> None:
    source = tmp_path / "in.csv"
    source.write_text("job,id\ncook,1\ndriver,2,more,\n", encoding="utf-8")
    assert run(source, tmp_path / "out.csv") == 0
    head, *rows = read(tmp_path / "out.csv")
    assert head[:4] == ["job", "id", "", "NCO code"]
    assert [row[:3] for row in rows] == [["cook", "1", ""], ["driver", "2", "more"]]


@pytest.mark.slow
def test_killed_work_goes_on_with_the_same_command_and_decides_nothing_kept_again(
    tmp_path: Path, decided: list[str]
) -> None:
    cells = [f"job {number}" for number in range(5 * batch.CHUNK)]
    source, target = write(tmp_path / "in.csv", [["job"], *([cell] for cell in cells)]), tmp_path / "out.csv"
    program = (
        "import os, signal\n"
        "from core.batch.__main__ import main\n"
        "from core.batch.nco import Teller\n"
        "from core.systems.nco_classification.survey import batch\n"
        "from core.systems.nco_classification.state import Context\n"
        "from core.systems.nco_classification.survey.rows import row_without_code\n"
        "batch._context = lambda *_: Context(None, None, None)\n"
        "row = lambda text: row_without_code(text, f'about {text}')\n"
        "batch.code_in_context = lambda saids, context: [row(said.text) for said in saids]\n"
        f"def tell(self, progress):\n    if progress.done >= {2 * batch.CHUNK}: os.kill(os.getpid(), signal.SIGKILL)\n"
        "Teller.__call__ = tell\n"
        f"main(['nco', {str(source)!r}, {str(target)!r}])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-c", program], env=environment).returncode == -signal.SIGKILL
    assert not target.exists()
    assert run(source, target) == 0
    assert decided == cells[2 * batch.CHUNK :]
    assert [row[0] for row in read(target)[1:]] == cells
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "out.csv"]


@pytest.mark.parametrize(
    ("options", "target", "words"),
    [
        (["--column", "trade"], "out.csv", "no column 'trade'. The columns are: id, work done, name"),
        ([], "out.csv", "Name it with --column: id, work done, name"),
        (["--column", "id"], "out.json", "neither a CSV nor an XLSX"),
        (["--column", "id"], "in.csv", "would replace the input"),
        (["--column", "id", "--threshold", "70"], "out.csv", "from 0 to 1, not 70"),
    ],
)
def test_what_cannot_be_done_is_refused_with_words_before_anything_is_worked_on(
    tmp_path: Path,
    decided: list[str],
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    target: str,
    words: str,
) -> None:
    source = write(tmp_path / "in.csv", [["id", "work done", "name"], ["1", "cook", "x"]])
    before = source.read_bytes()
    assert run(source, tmp_path / target, *options) == 2
    assert words in capsys.readouterr().err
    assert decided == []
    assert source.read_bytes() == before


def test_an_output_that_cannot_be_written_costs_no_work(
    tmp_path: Path, decided: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    source, blocked = write(tmp_path / "in.csv", [["job"], ["cook"]]), tmp_path / "out.csv.unfinished"
    blocked.mkdir()
    assert run(source, tmp_path / "out.csv") == 2
    assert "cannot be written" in capsys.readouterr().err
    blocked.rmdir()
    assert run(source, tmp_path / "out.csv") == 0
    assert decided == ["cook"]


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "none.csv", tmp_path / "out.csv") == 2
    assert "none.csv cannot be read" in capsys.readouterr().err


def test_what_another_command_left_is_not_mixed_in(
    tmp_path: Path, decided: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write(tmp_path / "in.csv", [["job"], ["cook"]])
    with monkeypatch.context() as patch:
        patch.setattr("core.batch.nco.DistinctRows.results", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        assert run(source, tmp_path / "out.csv") == 130
        assert "the same command goes on" in capsys.readouterr().err
    assert run(source, tmp_path / "out.csv", "--threshold", "0.9") == 2
    assert "To begin anew, delete" in capsys.readouterr().err
    assert run(source, tmp_path / "out.csv") == 0
    assert decided == ["cook"]


def test_the_column_is_the_one_asked_for_the_only_one_or_the_one_that_says_so() -> None:
    assert choose_column(["a", "Job Title"], None) == "Job Title"
    assert choose_column(["a"], None) == "a"
    assert choose_column(["Job Title", "Trade"], "trade") == "Trade"
    with pytest.raises(InputError):
        choose_column(["a", "b"], None)


@pytest.mark.slow
def test_ten_thousand_rows_of_every_kind_are_coded_in_one_go(tmp_path: Path) -> None:
    draw = random.Random(11)
    known = Classification.load()
    odd = [
        "", "   ", "\u200b", "E010", "EMP-00123", "12345", "-5", "=SUM(A1:A3)", "@cmd", '=HYPERLINK("http://a","b")',
        "Mumbai", "from Delhi", "driver " * 700, "दर्ज़ी", "дарзи 裁缝 darzi", "водитель", "two\nlines",
        'a "quoted, comma"',         "cook and driver", "!!!", "<b>cook</b>",
    ]  # fmt: skip
    kinds = [*draw.sample(sorted(known.families.values()), 150), *odd]
    cells = [draw.choice(kinds) for _ in range(10_000)]
    notes = [draw.choice(["=1+1", "", "x"]) for _ in cells]
    table = [["id", "job title", "note"]]
    table += [[f"E{number:05}", cell, note] for number, (cell, note) in enumerate(zip(cells, notes, strict=True))]
    assert run(write(tmp_path / "in.csv", table), tmp_path / "out.csv") == 0
    head, *rows = read(tmp_path / "out.csv")
    assert [row[0] for row in rows] == [row[0] for row in table[1:]]
    status, code = head.index("NCO status"), head.index("NCO code")
    assert {row[status] for row in rows} == {"coded", "partial", "unsure", "not codable"}
    assert all(known.exists(row[code]) for row in rows if row[code])
    assert not any(is_formula(cell) for row in rows for cell in row)
    of_cell: dict[str, set[tuple[str, ...]]] = {}
    for cell, row in zip(cells, rows, strict=True):
        of_cell.setdefault(cell, set()).add(tuple(row[3:]))
    assert all(len(results) == 1 for results in of_cell.values())
    assert {row[status] for cell, row in zip(cells, rows, strict=True) if cell in ("E010", "", "12345", "Mumbai")} == {
        "not codable"
    }
