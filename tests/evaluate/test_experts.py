"""`core.evaluate experts` measures both rules on judged people, and says what is wrong with a folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from core.evaluate.__main__ import SHIPPED_VECTORS, main
from core.evaluate.experts import evaluate_experts
from core.evaluate.judged_people import read_people
from core.retrieval.embedder import Embedder
from core.systems.expert_search.people.collections import SAMPLE_FOLDER
from tests.systems.expert_search.little_people import WordEmbedder

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
        assert set(values) == {"nDCG@5", "P@5", "nothing_good_caught", "refined_clear", "silently_wrong", "ms"}
        assert values["nDCG@5"] > 0.5
        assert values["nothing_good_caught"] == 1.0
        assert values["refined_clear"] == 0.0
    assert "specification" in capsys.readouterr().out


def test_requests_with_requirements_tell_what_was_understood_and_what_a_team_covers(folder: Path) -> None:
    french = '[{""kind"": ""people"", ""value"": 2}, {""kind"": ""topic"", ""value"": ""perovskite solar cells""}]'
    (folder / "queries.csv").write_text(
        f'id,text,requirements,expect\nq1,Two people for perovskite solar cells,"{french}",answer\n'
        "q2,someone good,[],ask\n",
        encoding="utf-8",
    )
    (folder / "qrels.csv").write_text("query_id,expert_id,grade\nq1,e001,3\n", encoding="utf-8")
    (folder / "met.csv").write_text("query_id,requirement,expert_id\nq1,1,e001\n", encoding="utf-8")
    figures = evaluate_experts(folder, Embedder(folder / "embeddings.sqlite", SHIPPED_VECTORS))["default"]
    assert {"requirements_f1", "head_counts", "silently_ignored", "asked", "team_coverage"} <= set(figures)
    assert figures["requirements_f1"] == figures["head_counts"] == figures["nothing_good_caught"] == 1.0
    assert figures["team_coverage"] == 1.0


def test_people_may_lie_elsewhere_and_are_those_of_the_sample_where_there_are_none(folder: Path) -> None:
    embedder = WordEmbedder()
    elsewhere = folder / "people"
    elsewhere.mkdir()
    for name in ("experts.csv", "answers.csv"):
        shutil.move(folder / name, elsewhere)
    sample = len(read_people(folder, None, embedder).experts)
    assert len(read_people(folder, elsewhere, embedder).experts) == sample > 100
    (elsewhere / "answers.csv").unlink()
    assert main(["experts", str(folder), "--people", str(elsewhere), "--cache", str(folder)]) == 2


@pytest.mark.parametrize("missing", ["experts.csv", "answers.csv", "queries.csv", "qrels.csv"])
def test_a_missing_file_is_named(folder: Path, missing: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / missing).unlink()
    assert main(["experts", str(folder), "--cache", str(folder)]) == 2
    assert missing in capsys.readouterr().err


def test_a_grade_that_is_no_number_is_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "qrels.csv").write_text("query_id,expert_id,grade\na01,e001,good\n", encoding="utf-8")
    assert main(["experts", str(folder), "--cache", str(folder)]) == 2
    assert "'good'" in capsys.readouterr().err
