"""`core.evaluate research` measures reports and the checks of them, and says what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.evaluate.__main__ import main
from core.evaluate.research import read_questions
from core.sources.shelf import read_shelf

QUESTIONS = Path(__file__).parents[1] / "data" / "research" / "questions.csv"


def test_the_questions_cover_the_four_themes_and_name_papers_that_are_there():
    asked, themes = read_questions(QUESTIONS), {paper.id: paper.identifiers["theme"] for paper in read_shelf()}
    assert len(asked) >= 20
    assert {themes[id] for one in asked for id in one.must_cite} == set(themes.values())


@pytest.mark.slow
def test_every_sentence_of_a_report_over_the_shelf_is_cited_and_grounded_and_faults_are_caught(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    some = [line for place, line in enumerate(QUESTIONS.read_text(encoding="utf-8").splitlines()) if place % 6 == 0]
    file = tmp_path / "some.csv"
    file.write_text("\n".join(some) + "\n", encoding="utf-8")
    assert main(["research", str(file), "--json", str(tmp_path / "out.json"), "--cache", str(tmp_path)]) == 0
    figures = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert figures["reports"] == figures["questions"] == len(some) - 1
    assert figures["valid_citations"] == 1.0
    assert figures["dangling"] == 0
    assert figures["number_grounding"] == 1.0
    assert figures["answerable_with_section"] == 1.0
    assert figures["corrupted"]["false_alarms"] <= 0.05
    assert figures["corrupted"]["number changed"] >= 0.95
    assert "sentences with valid citations" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"), [("words\nx\n", "no column question"), ("question,must_cite\n ,a\n", "row 2"), ("", "empty")]
)
def test_a_file_that_is_wrong_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str):
    file = tmp_path / "wrong.csv"
    file.write_text(content, encoding="utf-8")
    assert main(["research", str(file), "--cache", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
