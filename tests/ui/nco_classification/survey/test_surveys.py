"""What came of a file as the page shows it: the analyst's id and columns first, then what was made of each row."""

from __future__ import annotations

import pandas as pd

from core.systems.nco_classification.survey.rows import row_without_code
from core.systems.nco_classification.survey.surveys import Coded, Survey
from core.ui.nco_classification.survey.surveys import _check, result_table
from core.ui.own_data import Mapped


def test_the_id_and_the_chosen_columns_stand_before_the_results_of_the_rows_that_are_shown() -> None:
    table = pd.DataFrame({"no": ["7", "8", "9"], "Code": ["a", "b", "c"], "job": ["cook", "tailor", "nurse"]})
    rows = [row_without_code(job, "a test") for job in table["job"]]
    survey = Survey("x", "jobs.csv", "job", 3, 3, "2026-01-01", ids="no", shown=("Code",))
    shown = result_table(Coded(table, rows), survey, [0, 2])
    assert list(shown.columns)[:4] == ["no", "“Code”", "Job", "Code"]
    assert shown["no"].tolist() == ["7", "9"]
    assert shown["“Code”"].tolist() == ["a", "c"]
    assert shown["Job"].tolist() == ["cook", "nurse"]


def test_a_file_needs_no_weights_and_a_weight_that_is_no_number_counts_as_one_and_is_told() -> None:
    table = pd.DataFrame({"job": ["cook", "nurse"], "weight": ["2.5", "many"]})
    assert _check(Mapped("jobs.csv", table, {"title": "job", "weight": None})) == (["cook", "nurse"], [])
    titles, [problem] = _check(Mapped("jobs.csv", table, {"title": "job", "weight": "weight"}))
    assert (titles, problem.value) == (["cook", "nurse"], "many")
