"""`core.evaluate claims` measures the checks on labelled sentences, and says what is wrong with a file."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from core.evaluate.__main__ import main
from core.evaluate.claims import FAULTS, read_claims

DATA = Path(__file__).parents[1] / "data" / "claims"
HEAD = "sentence,passage,label\n"


@pytest.fixture
def little(tmp_path: Path) -> Path:
    """A few rows of each label of the test set."""
    rows = [
        row
        for label in ("supported", *FAULTS)
        for row in [c for c in read_claims(DATA / "test.csv") if c.label == label][:4]
    ]
    with (tmp_path / "little.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("sentence", "passage", "label"))
        writer.writerows((row.sentence, row.passage, row.label) for row in rows)
    return tmp_path / "little.csv"


def test_the_table_is_printed_and_the_shares_are_written_as_json(
    little: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = little.with_suffix(".json")
    assert main(["claims", str(little), "--json", str(out), "--cache", str(little.parent)]) == 0
    figures = json.loads(out.read_text(encoding="utf-8"))
    assert set(figures) == {*FAULTS, "false_alarms", "rows", "table"}
    assert figures["rows"] == 20
    assert figures["false_alarms"] <= 0.25
    assert all(figures[label] >= 0.5 for label in FAULTS)
    printed = capsys.readouterr().out
    assert "by polarity" in printed
    assert "supported" in printed


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("sentence,passage\nA.,B.\n", "label"),
        (HEAD + "A.,B.,true\n", "row 2"),
        (HEAD + ",B.,number\n", "row 2"),
    ],
)
def test_a_wrong_file_is_described(content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "claims.csv"
    path.write_text(content, encoding="utf-8")
    assert main(["claims", str(path), "--cache", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", str(tmp_path / "none.csv"), "--cache", str(tmp_path)]) == 2
    assert "none.csv" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "least"), [("dev.csv", 250), ("test.csv", 150)])
def test_the_sets_hold_every_label_and_no_row_twice(name: str, least: int) -> None:
    claims = read_claims(DATA / name)
    assert len(claims) == len(set(claims)) >= least
    assert {claim.label for claim in claims} == {"supported", *FAULTS}


@pytest.mark.parametrize(("name", "least"), [("numbers_dev.csv", 250), ("numbers_test.csv", 50)])
def test_the_sets_of_numbers_hold_faults_and_honest_paraphrases_and_no_row_twice(name: str, least: int) -> None:
    claims = read_claims(DATA / name)
    assert len(claims) == len(set(claims)) >= least
    assert {claim.label for claim in claims} >= {"supported", "number"}


def test_no_passage_of_the_test_sets_was_tuned_on() -> None:
    tuned = {claim.passage for name in ("dev.csv", "numbers_dev.csv") for claim in read_claims(DATA / name)}
    for name in ("test.csv", "numbers_test.csv"):
        assert tuned.isdisjoint(claim.passage for claim in read_claims(DATA / name))
