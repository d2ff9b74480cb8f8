"""What was changed in the review is laid over what was shown, and what could not be carried out is not lost."""

from __future__ import annotations

from typing import Any

import pandas as pd

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.survey.review import (
    CHOOSE,
    DECISION,
    LEAVE,
    OTHER_CODE,
    Refused,
    as_queue,
    cases_of,
)
from core.systems.nco_classification.survey.rows import row_without_code
from core.ui.nco_classification.survey.review import as_filled, told_of_refused, with_left

CASES = cases_of([row_without_code(text, "a test") for text in ("doctor", "sewing")])
QUEUE = as_queue(CASES, Classification.load())


def test_only_the_cells_that_were_changed_are_others_than_shown() -> None:
    filled = as_filled(QUEUE, {0: {DECISION: CHOOSE, OTHER_CODE: "2211"}})
    assert filled.loc[0, [DECISION, OTHER_CODE]].tolist() == [CHOOSE, "2211"]
    assert filled.loc[1].equals(QUEUE.loc[1])
    assert filled.drop(columns=[DECISION, OTHER_CODE]).equals(QUEUE.drop(columns=[DECISION, OTHER_CODE]))


def test_a_cell_that_was_emptied_is_empty_and_what_was_shown_stays_as_it_is() -> None:
    before = QUEUE.copy()
    assert pd.isna(as_filled(QUEUE, {0: {OTHER_CODE: None}}).loc[0, OTHER_CODE])
    assert before.equals(QUEUE)


def test_what_could_not_be_carried_out_stands_in_the_table_again_and_nothing_else_does() -> None:
    keys = [case.key for case in CASES]
    queue = with_left(QUEUE.copy(), keys, {"sewing": (CHOOSE, "9999"), "gone": (CHOOSE, "1")})
    assert queue[[DECISION, OTHER_CODE]].to_numpy().tolist() == [[LEAVE, ""], [CHOOSE, "9999"]]


def test_the_same_words_of_another_industry_are_another_line() -> None:
    rows: Any = [{**row_without_code("operator", "a test"), "industry": branch} for branch in ("mill", "cinema")]
    cases = cases_of(rows)
    queue = as_queue(cases, Classification.load())
    filled = with_left(queue, [case.key for case in cases], {cases[0].key: (CHOOSE, "9999")})
    assert filled[OTHER_CODE].tolist() == ["9999", ""]


def test_lines_that_were_not_kept_are_told_and_what_helps_is_said_once() -> None:
    refused = [Refused(f"{number}", f"“{number}” is no code.", "Give a code.") for number in range(7)]
    told, advice = told_of_refused(2, refused)
    assert told.startswith("2 decisions kept, 7 not. “0” is no code. “1” is no code.")
    assert told.endswith("“4” is no code. And 2 more.")
    assert advice == "Give a code."
