"""The review queue: the least certain first, decided by the analyst, with the machine's proposal kept."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.survey.review import ACCEPT, CHOOSE, LEAVE, apply_review, review_queue
from core.systems.nco_classification.survey.rows import Row, row_without_code

KNOWN = Classification.load()


def make_row(text: str, status: str, confidence: float = 0.0, code: str = "", likeliest: str = "") -> Row:
    return {
        **row_without_code(text, "a test"),
        "status": status,
        "machine_status": status,
        "code": code,
        "machine_code": code,
        "confidence": confidence,
        "likeliest_code": likeliest,
        "runners_up": ["7532"] if likeliest else [],
    }  # type: ignore[typeddict-item]


ROWS = [
    make_row("tailor", "coded", 0.9, "7531", "7531"),
    make_row("sewing", "unsure", 0.4, "", "7533"),
    make_row("", "not codable"),
    make_row("textile", "partial", 0.8, "753", "7531"),
    make_row("E010", "not codable"),
    make_row("sewing", "unsure", 0.4, "", "7533"),
    make_row("stitch", "unsure", 0.4, "", "7533"),
]


def decide(text: str, decision: str, code: Any = "") -> list[Row]:
    queue = review_queue(ROWS)
    queue.loc[queue["text"] == text, ["decision", "other code"]] = [decision, code]
    return apply_review(ROWS, queue, KNOWN)


def test_the_queue_holds_what_is_open_once_a_text_the_least_certain_and_then_the_most_frequent_first() -> None:
    queue = review_queue(ROWS)
    assert list(queue["text"]) == ["E010", "sewing", "stitch", "textile"]
    assert list(queue["rows"]) == [1, 2, 1, 1]
    assert set(queue["decision"]) == {LEAVE}
    assert set(queue["other code"]) == {""}


def test_an_empty_queue_has_its_columns_and_changes_nothing() -> None:
    queue = review_queue(ROWS[:1])
    assert queue.empty
    assert list(queue.columns) == list(review_queue(ROWS).columns)
    assert apply_review(ROWS, queue, KNOWN) == ROWS


def test_a_queue_that_is_left_changes_nothing() -> None:
    assert apply_review(ROWS, review_queue(ROWS), KNOWN) == ROWS


def test_accepting_takes_the_likeliest_family_for_every_row_with_the_text_and_keeps_what_the_machine_said() -> None:
    rows = decide("sewing", ACCEPT)
    for row in (rows[1], rows[5]):
        assert (row["status"], row["code"], row["level"]) == ("coded", "7533", "family")
        assert row["title"]
        assert (row["decided_by"], row["answer"]) == ("analyst", "accepted 7533")
        assert (row["machine_status"], row["machine_code"], row["confidence"]) == ("unsure", "", 0.4)
    assert [rows[place] for place in (0, 2, 3, 4, 6)] == [ROWS[place] for place in (0, 2, 3, 4, 6)]
    assert "sewing" not in set(review_queue(rows)["text"])


def test_another_code_of_any_level_may_be_chosen() -> None:
    row = decide("textile", CHOOSE, " 7531.0100 ")[3]
    assert (row["status"], row["code"], row["level"]) == ("coded", "7531.0100", "occupation")
    assert (row["decided_by"], row["answer"], row["machine_code"]) == ("analyst", "chose 7531.0100", "753")
    partial = decide("E010", CHOOSE, "75")[4]
    assert (partial["status"], partial["level"]) == ("partial", "subdivision")


@pytest.mark.parametrize(
    ("text", "decision", "code", "words"),
    [
        ("sewing", CHOOSE, "", "no code is given"),
        ("sewing", CHOOSE, None, "no code is given"),
        ("sewing", CHOOSE, "9999", "9999 is not a code"),
        ("sewing", CHOOSE, "=7531", "is not a code"),
        ("sewing", LEAVE, "7531", "a code is given"),
        ("sewing", ACCEPT, "7531", "a code is given"),
        ("sewing", "maybe", "", "is no decision"),
        ("E010", ACCEPT, "", "no proposal to accept"),
    ],
)
def test_a_decision_that_cannot_be_carried_out_is_refused_with_words(
    text: str, decision: str, code: Any, words: str
) -> None:
    with pytest.raises(InputError, match=words) as raised:
        decide(text, decision, code)
    assert text in str(raised.value)
    assert raised.value.advice


@given(
    st.lists(
        st.tuples(st.sampled_from([LEAVE, ACCEPT, CHOOSE]), st.sampled_from(["", "7531", "75", "0", "x"])),
        min_size=4,
        max_size=4,
    )
)
def test_whatever_is_decided_no_row_is_lost_and_no_code_is_invented(decisions: list[tuple[str, str]]) -> None:
    queue = review_queue(ROWS)
    queue[["decision", "other code"]] = pd.DataFrame(decisions).to_numpy()
    try:
        rows = apply_review(ROWS, queue, KNOWN)
    except InputError:
        return
    assert [row["text"] for row in rows] == [row["text"] for row in ROWS]
    assert {row["code"] for row in rows} <= {"", "753", "7531", "7533", "75"}
    assert [row["machine_code"] for row in rows] == [row["machine_code"] for row in ROWS]
