"""The tally of a file is that of its rows with the review in them, whatever was decided."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.decisions import Decision
from core.systems.nco_classification.survey.review import reviewed
from core.systems.nco_classification.survey.tally import STATUSES, tally, wordings_of
from tests.systems.nco_classification.survey.test_review import ROWS

KNOWN = Classification.load()
GIVEN = st.sampled_from(["7531", "75", "7531.0100", "not in work", "refused", "cannot be coded", "ask", "9999"])


@given(st.dictionaries(st.sampled_from(["tailor", "sewing", "textile", "stitch", "somebody else"]), GIVEN))
def test_wordings_counted_with_what_was_decided_are_the_rows_with_the_review_in_them(given: dict[str, str]) -> None:
    decided = {text: Decision(text, gives) for text, gives in given.items()}
    rows = [{**row, "weight": float(number)} for number, row in enumerate(ROWS)]
    counts = tally(wordings_of(rows), decided, KNOWN)  # type: ignore[arg-type]
    after = list(reviewed(rows, decided, KNOWN))  # type: ignore[arg-type]
    times = Counter(row["status"] for row in after)
    assert {status: one.rows for status, one in counts.items()} == {status: times[status] for status in STATUSES}
    for status, one in counts.items():
        assert one.weight == sum(row["weight"] for row in after if row["status"] == status)
