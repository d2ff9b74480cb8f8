"""`core.evaluate claims` measures the checks on labelled sentences, and says what is wrong with a file."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.evaluate.__main__ import main
from core.evaluate.claims import FAULTS, Claim, evaluate_claims, read_claims
from core.evidence.judge.protocol import Opinion
from core.evidence.verdicts import Statement

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
    assert figures["rows"] == 20
    assert set(figures["table"]) == {"supported", *FAULTS}
    for shares in (*figures["table"].values(), *figures["made"].values()):
        assert shares["struck"] + shares["backed"] + shares["not_checked"] == pytest.approx(1.0)
    assert figures["honest_struck"] == figures["table"]["supported"]["struck"] <= 0.25
    assert figures["table"]["number"]["struck"] >= 0.5
    assert figures["wrong_backed"] == 0.0
    assert figures["by_source"] == {}
    printed = capsys.readouterr().out
    assert "one digit changed" in printed
    assert "honest with numbers struck" in printed


class Agrees:
    """A judge that backs everything, with the first words of its passage."""

    label = "yes"

    def judge(self, statements: Sequence[Statement]) -> list[Opinion]:
        return [Opinion("backed", (one.passages[0].partition(",")[0],)) for one in statements]


def test_what_is_not_checked_counts_half_and_every_source_is_told() -> None:
    claims = [
        Claim("The mice slept.", "The mice slept. They woke.", "supported", "a"),  # word for word
        Claim("Mice woke later.", "The mice slept. They woke.", "supported", "a"),  # not checked
        Claim("The 34 mice slept.", "The 43 mice slept.", "number", "b"),  # struck
        Claim("The cats slept.", "The mice slept.", "entity", "b"),  # not checked
    ]
    figures = evaluate_claims(claims)
    assert figures["balanced_accuracy"] == (0.75 + 0.75) / 2
    assert (figures["honest_struck"], figures["honest_backed"], figures["wrong_struck"]) == (0.0, 0.5, 0.5)
    assert "honest_with_numbers_struck" not in figures
    assert figures["by_source"]["a"] == {"honest_struck": 0.0, "honest_backed": 0.5}
    assert figures["by_source"]["b"] == {"wrong_struck": 0.5, "wrong_backed": 0.0}


def test_a_judge_is_asked_about_what_no_rule_decides_and_never_about_made_faults() -> None:
    claims = [
        Claim("In 2020 mice woke later.", "The mice slept in 2020, and 12 woke.", "supported"),
        Claim("The 34 mice slept.", "The 43 mice slept.", "number"),
    ]
    alone, judged = evaluate_claims(claims), evaluate_claims(claims, Agrees())
    assert (alone["honest_backed"], judged["honest_backed"]) == (0.0, 1.0)
    assert judged["wrong_struck"] == 1.0
    assert alone["made"] == judged["made"] != {}


def test_a_folder_that_is_no_claim_model_is_named(little: Path, capsys: pytest.CaptureFixture[str]) -> None:
    none = little.parent / "none"
    assert main(["claims", str(little), "--claim-model", str(none), "--cache", str(little.parent)]) == 2
    assert str(none) in capsys.readouterr().err


def test_honest_sentences_stand_and_changed_numbers_do_not() -> None:
    figures = evaluate_claims([one for name in ("test.csv", "numbers_test.csv") for one in read_claims(DATA / name)])
    assert figures["honest_struck"] <= 0.04
    assert figures["honest_with_numbers_struck"] <= 0.08
    assert figures["wrong_backed"] == 0.0
    assert figures["made"]["one digit changed"]["struck"] >= 0.93
    assert figures["made"]["another number of the passage"]["struck"] >= 0.5


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
