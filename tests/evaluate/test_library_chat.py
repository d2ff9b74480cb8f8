"""`core.evaluate library_chat`: the shipped scenarios and our questions pass, on the sample and another catalogue."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from core.evaluate.__main__ import main
from core.evaluate.library_chat import read_questions
from core.evaluate.word_vectors import WordsOnly
from core.paths import SAMPLES

DATA = Path(__file__).parents[1] / "data" / "library"


def measured(arguments: list[str], folder: Path) -> dict[str, float]:
    out = folder / "figures.json"
    assert main(["library_chat", *arguments, "--json", str(out), "--cache", str(folder)]) == 0
    figures: dict[str, float] = json.loads(out.read_text(encoding="utf-8"))
    assert list(figures) == ["n", "expected_found", "passed", "routing", "ms_p50"]
    return figures


def test_the_four_scenarios_of_the_specification_pass(tmp_path: Path) -> None:
    figures = measured([str(SAMPLES / "library" / "scenarios.csv")], tmp_path)
    assert (figures["n"], figures["expected_found"], figures["passed"], figures["routing"]) == (4, 1.0, 1.0, 1.0)


def test_the_short_name_of_the_command_is_taken_too(tmp_path: Path) -> None:
    assert main(["library", str(SAMPLES / "library" / "scenarios.csv"), "--cache", str(tmp_path)]) == 0


@pytest.mark.slow
def test_all_questions_over_the_sample_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = measured([str(DATA / "questions.csv")], tmp_path)
    assert figures["passed"] == 1.0, capsys.readouterr().out
    assert figures["routing"] == 1.0
    assert figures["n"] >= 60


@pytest.mark.slow
def test_questions_over_another_catalogue_pass_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = ["--catalogue", str(DATA / "other_catalogue.csv")]
    figures = measured([str(DATA / "other_questions.csv"), *other], tmp_path)
    assert figures["passed"] == 1.0, capsys.readouterr().out
    assert figures["routing"] == 1.0


def test_the_questions_cover_every_kind() -> None:
    kinds = Counter(one.kind.partition(":")[0] for one in read_questions(DATA / "questions.csv"))
    wanted = {"range", "negation", "comparison", "average", "absent", "two authors", "typo", "followup", "small talk"}
    assert wanted <= set(kinds)
    assert kinds["foreign"] >= 3


def test_what_fails_is_told_with_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(
        "question,expected,agent,kind\nHow many books?,57,librarian,\nFind romance,,,absent\n", encoding="utf-8"
    )
    figures = measured([str(path)], tmp_path)
    assert (figures["passed"], figures["routing"], figures["expected_found"]) == (0.0, 0.0, 0.0)
    printed = capsys.readouterr().out
    assert "missing 57" in printed
    assert "to analyst, not to librarian" in printed
    assert "books found where there are none" in printed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("question\nx\n", "question and expected"),
        ("question,expected\n,x\n", "the question is empty"),
        ("question,expected,agent\nx,y,boss\n", "librarian, analyst"),
    ],
)
def test_a_wrong_file_is_refused_in_words(
    tmp_path: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(text, encoding="utf-8")
    assert main(["library", str(path), "--cache", str(tmp_path)]) == 2
    assert says in capsys.readouterr().err


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", str(tmp_path / "nothing.csv"), "--cache", str(tmp_path)]) == 2
    assert "nothing.csv" in capsys.readouterr().err


def test_a_run_of_words_alone_needs_no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        pytest.fail("the model was loaded")

    monkeypatch.setattr("core.retrieval.embedder.Model", refuse)
    path = tmp_path / "few.csv"
    path.write_text("question,expected\nHow many Mystery books?,7\nWho wrote Tin Prophets?,Pryce\n", encoding="utf-8")
    figures = measured([str(path), "--words-only"], tmp_path)
    assert figures["n"] == 2
    assert not list(tmp_path.glob("embeddings*"))


def test_a_text_without_the_model_is_like_itself_alone() -> None:
    first, again, other = WordsOnly().encode(["Horror", "horror", "Romance"])
    assert first @ again == pytest.approx(1)
    assert abs(first @ other) < 0.3


def test_neo4j_that_is_not_configured_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "few.csv"
    path.write_text("question,expected\nHow many books?,57\n", encoding="utf-8")
    assert main(["library", str(path), "--store", "neo4j", "--cache", str(tmp_path), "--words-only"]) == 2
    assert "NEO4J_URI" in capsys.readouterr().err
