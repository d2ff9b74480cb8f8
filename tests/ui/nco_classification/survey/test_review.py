"""What was changed in the review is laid over what was shown."""

from __future__ import annotations

import pandas as pd

from core.systems.nco_classification.survey.review import CHOOSE, DECISION, OTHER_CODE, review_queue
from core.systems.nco_classification.survey.rows import row_without_code
from core.ui.nco_classification.survey.review import as_filled

QUEUE = review_queue([row_without_code(text, "a test") for text in ("doctor", "sewing")])


def test_only_the_cells_that_were_changed_are_others_than_shown() -> None:
    filled = as_filled(QUEUE, {0: {DECISION: CHOOSE, OTHER_CODE: "2211"}})
    assert filled.loc[0, [DECISION, OTHER_CODE]].tolist() == [CHOOSE, "2211"]
    assert filled.loc[1].equals(QUEUE.loc[1])
    assert filled.drop(columns=[DECISION, OTHER_CODE]).equals(QUEUE.drop(columns=[DECISION, OTHER_CODE]))


def test_a_cell_that_was_emptied_is_empty_and_what_was_shown_stays_as_it_is() -> None:
    before = QUEUE.copy()
    assert pd.isna(as_filled(QUEUE, {0: {OTHER_CODE: None}}).loc[0, OTHER_CODE])
    assert before.equals(QUEUE)
