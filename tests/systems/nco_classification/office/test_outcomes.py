"""A code is read as a spreadsheet writes it, a word as it is listed, and anything else is refused with words."""

from __future__ import annotations

import pytest

from core.errors import InputError
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.outcomes import ASK, is_code, read_outcome

KNOWN = Classification.load()


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (" 7531 ", "7531"), ("7531.01", "7531.0100"), ("75", "75"), ("7", "7"), ("Not  in work", "not in work"),
        ("REFUSED", "refused"), ("cannot be coded", "cannot be coded"),
    ],
)  # fmt: skip
def test_codes_of_any_level_and_words_for_what_has_none_are_read(written: str, read: str) -> None:
    assert read_outcome(written, KNOWN) == read
    assert is_code(read) == read[0].isdigit()


@pytest.mark.parametrize("written", ["9999", "=7531", "7531.9", "75310100", "tailor", "ask"])
def test_anything_else_is_no_outcome_and_the_error_says_what_is(written: str) -> None:
    with pytest.raises(InputError, match="not a code of the classification") as raised:
        read_outcome(written, KNOWN)
    assert "7531.0100" in raised.value.advice


def test_an_empty_cell_is_told_apart_and_a_further_word_is_read_where_it_is_one() -> None:
    with pytest.raises(InputError, match="No code is given"):
        read_outcome(" ", KNOWN)
    assert read_outcome("Ask", KNOWN, (ASK,)) == ASK
