"""Two coders are compared digit by digit, chance taken out, and their differences are listed."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.office.agreement import agreement, differences
from core.systems.nco_classification.office.decisions import Decision


def coded(**codes: str) -> dict[str, Decision]:
    return {key: Decision(key, gives) for key, gives in codes.items()}


FIRST = coded(a="7531", b="7531.0100", c="2211", d="refused", e="7531")
SECOND = coded(a="7531", b="7531.0200", c="2212", d="refused", f="7531")


def test_kappa_is_the_textbooks_and_rises_where_fewer_digits_are_asked_for() -> None:
    # 20 and 15 of 50 said the same, with 25 and 20 yes: Cohen's kappa is .40
    answers = [("1", "1")] * 20 + [("1", "2")] * 5 + [("2", "1")] * 10 + [("2", "2")] * 15
    first = {str(n): Decision(str(n), one) for n, (one, _) in enumerate(answers)}
    second = {str(n): Decision(str(n), other) for n, (_, other) in enumerate(answers)}
    line = agreement(first, second, dict.fromkeys(first, 1))[0]
    assert (line.answers, line.agreed) == (50, 0.7)
    assert line.kappa == pytest.approx(0.4)


def test_only_what_both_coded_is_compared_and_counts_as_often_as_it_was_drawn() -> None:
    lines = agreement(FIRST, SECOND, {"a": 3, "b": 1, "c": 1, "d": 1, "e": 9, "f": 9})
    assert [line.answers for line in lines] == [6] * 4
    assert [line.agreed for line in lines] == [1.0, 1.0, 1.0, pytest.approx(5 / 6)]
    assert lines[0].kappa == 1.0
    assert (lines[3].kappa or 0) < 1


def test_where_both_gave_one_code_to_everything_chance_explains_it_all() -> None:
    assert agreement(coded(a="7531"), coded(a="7531"), {"a": 4})[0].kappa is None


def test_nothing_that_both_coded_is_nothing_to_compare() -> None:
    assert agreement(coded(a="7531"), {}, {"a": 1}) == []


def test_differences_are_of_families_and_words_and_not_of_occupations() -> None:
    assert differences(FIRST, SECOND) == ["c"]
