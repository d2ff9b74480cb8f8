"""What each column adds is measured by the work of a file: each choice of columns sees its own and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.evaluate import nco_columns
from core.evaluate.nco_columns import FIELDS, KnownJob, evaluate_columns, read_known_jobs
from core.systems.nco_classification.survey.batch import Item, said_in
from core.systems.nco_classification.survey.rows import Row, row_without_code
from core.systems.nco_classification.survey.said import Said

DATA = Path(__file__).parents[1] / "data" / "nco"


def test_a_choice_of_columns_is_coded_without_the_others_and_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    def code(items: list[Item]) -> list[Row]:
        told = [said_in(item) for item in items]
        return [
            {**row_without_code(said.text, ""), "likeliest_code": "8151" if said.industry else "9999",
             "status": "coded", "confidence": 0.8}
            for said in told
        ]  # fmt: skip

    monkeypatch.setattr(nco_columns, "code_texts", code)
    figures = evaluate_columns([KnownJob(Said("operator", "spins", "mill"), ("8151", "8152"))] * 2)
    assert figures["title"]["first"] == figures["title, duties"]["first"] == 0
    assert figures["title, industry"]["first"] == figures["all four"]["first"] == 1
    assert figures["title"]["wrong and silent"] == 1
    assert figures["all four"]["wrong and silent"] == 0


@pytest.mark.parametrize("half", ["dev", "held_out"])
def test_the_jobs_in_four_columns_are_there_in_two_halves_that_share_none(half: str) -> None:
    jobs = read_known_jobs(DATA / f"jobs_of_four_columns_{half}.csv")
    other = read_known_jobs(DATA / f"jobs_of_four_columns_{'held_out' if half == 'dev' else 'dev'}.csv")
    assert len(jobs) >= 200
    assert sum(bool(job.said.industry and job.said.education) for job in jobs) >= 200
    assert not {job.said for job in jobs} & {job.said for job in other}


def test_a_file_without_the_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "jobs.csv"
    path.write_text("title,families\ncook,5120\n", encoding="utf-8")
    with pytest.raises(InputError, match=", ".join(FIELDS[1:])):
        read_known_jobs(path)
    with pytest.raises(InputError, match="no file"):
        read_known_jobs(tmp_path / "none.csv")
