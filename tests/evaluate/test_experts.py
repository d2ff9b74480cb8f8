"""`core.evaluate experts` measures both rules on judged people, and says what is wrong with a folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from core.evaluate.__main__ import main
from core.systems.expert_search.people.collections import SAMPLE_FOLDER

JUDGED = Path(__file__).parents[1] / "data" / "experts"
KEPT = ("a01", "a05", "b10", "n11", "m20")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The sample with a handful of its queries."""
    for name in ("experts.csv", "answers.csv"):
        shutil.copy(SAMPLE_FOLDER / name, tmp_path)
    for name in ("queries.csv", "qrels.csv"):
        lines = (JUDGED / name).read_text(encoding="utf-8").splitlines()
        kept = [line for line in lines[1:] if line.startswith(KEPT)]
        (tmp_path / name).write_text("\n".join([lines[0], *kept]) + "\n", encoding="utf-8")
    return tmp_path


def test_both_rules_are_measured_and_written_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["experts", str(folder), "--json", str(folder / "out.json"), "--cache", str(folder)]) == 0
    figures = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    assert set(figures) == {"specification", "default"}
    for values in figures.values():
        assert set(values) == {"nDCG@5", "P@5", "nothing_good_caught", "refined_clear", "ms"}
        assert values["nDCG@5"] > 0.5
        assert values["nothing_good_caught"] == 1.0
        assert values["refined_clear"] == 0.0
    assert "specification" in capsys.readouterr().out


@pytest.mark.parametrize("missing", ["experts.csv", "answers.csv", "queries.csv", "qrels.csv"])
def test_a_missing_file_is_named(folder: Path, missing: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / missing).unlink()
    assert main(["experts", str(folder), "--cache", str(folder)]) == 2
    assert missing in capsys.readouterr().err


def test_a_grade_that_is_no_number_is_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "qrels.csv").write_text("query_id,expert_id,grade\na01,e001,good\n", encoding="utf-8")
    assert main(["experts", str(folder), "--cache", str(folder)]) == 2
    assert "'good'" in capsys.readouterr().err
