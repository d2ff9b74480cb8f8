"""A file that was brought with several columns: kept, coded by all of them, and given back as it was."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.systems.nco_classification.state import Context
from core.systems.nco_classification.survey import batch
from core.systems.nco_classification.survey.rows import Row, row_without_code
from core.systems.nco_classification.survey.said import JobColumns, Said
from core.systems.nco_classification.survey.surveys import SURVEYS, add_survey
from core.tables import read_table
from tests.lending import lent

FILE = (
    "no,job,note,note,,wt,NIC\n"
    "01,operator,=1+1,x,,\"1,5\",13\n"
    "02,operator,007,y,2024-01-05,2,13\n"
    "03,cook,,,,many,\n"
)  # fmt: skip


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[Said]:
    """No index is opened; what was to be decided is listed."""
    seen: list[Said] = []

    def decide(saids: Sequence[Said], context: Any) -> list[Row]:
        seen.extend(saids)
        return [row_without_code(said.text, f"about {said.text}") for said in saids]

    monkeypatch.setattr(batch, "code_in_context", decide)
    monkeypatch.setattr(batch, "_context", lambda *_: Context(*[None] * 3))  # type: ignore[arg-type]
    return seen


def test_all_columns_count_and_come_back_with_each_rows_own_id_and_weight(tmp_path: Path, decided: list[Said]) -> None:
    table = read_table(FILE.encode(), "jobs.csv", keep_blank=True)
    survey = add_survey(tmp_path, "jobs.csv", table, JobColumns("job", industry="NIC", weight="wt", id="no"))
    here = lent(tmp_path)
    job = SURVEYS.job(here, survey.id)
    assert job is not None
    job.run()
    SURVEYS.finish(here, survey.id)
    coded = SURVEYS.open(here, survey.id)
    assert decided == [Said("operator", industry="13"), Said("cook")]
    assert survey.texts == 2
    assert [(row["id"], row["weight"]) for row in coded.rows] == [("01", 1.5), ("02", 2.0), ("03", 1.0)]
    assert [row["reason"] for row in coded.rows] == ["about operator (13)", "about operator (13)", "about cook"]
    head, *rows = csv.reader(io.StringIO(coded.to_csv().decode("utf-8-sig"), newline=""))
    assert head[:7] == ["no", "job", "note", "note", "", "wt", "NIC"]
    assert [row[:7] for row in rows] == [
        ["01", "operator", "'=1+1", "x", "", "1,5", "13"],
        ["02", "operator", "007", "y", "2024-01-05", "2", "13"],
        ["03", "cook", "", "", "", "many", ""],
    ]
