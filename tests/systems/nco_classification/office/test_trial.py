"""Rules are tried on known jobs: each change with what it wins and what it loses, and the machine asked only then."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.office.outcomes import ASK
from core.systems.nco_classification.office.rules import Rule
from core.systems.nco_classification.office.trial import Known, standing, try_rules

GOLD = [
    Known("tailor", "7531"), Known("taxi driver", "8322"), Known("bus driver", "8331"), Known("lorry driver", "8332"),
    Known("housewife", "not in work"),
]  # fmt: skip
MACHINE = {"taxi driver": "8322", "bus driver": "", "lorry driver": "8331", "tailor": "7531", "housewife": "5152"}


def machine(texts: list[str]) -> list[str]:
    return [MACHINE[text] for text in texts]


def never(texts: list[str]) -> list[str]:
    raise AssertionError(texts)


@pytest.mark.parametrize(
    ("given", "right", "stands"),
    [
        ("7531", "7531", "right"),
        ("7531.0100", "7531", "right"),
        ("7531", "7531.0100", "right"),
        ("7531.0200", "7531.0100", "wrong"),
        ("753", "7531", "open"),
        ("75", "75", "right"),
        ("74", "7531", "wrong"),
        ("", "7531", "open"),
        (ASK, "7531", "open"),
        ("refused", "7531", "wrong"),
        ("7531", "refused", "wrong"),
        ("refused", "refused", "right"),
    ],
)
def test_a_code_stands_right_wrong_or_open_at_the_digits_that_both_have(given: str, right: str, stands: str) -> None:
    assert standing(given, right) == stands


def test_a_new_rule_is_held_against_what_the_machine_says_by_itself() -> None:
    rule = Rule("driver", "8332", part=True)
    (effect,) = try_rules([], [rule], GOLD, machine)
    assert (effect.rule, effect.before, effect.texts) == (rule, None, 3)
    assert [one.text for one in effect.won] == ["lorry driver"]
    assert [one.text for one in effect.lost] == ["taxi driver", "bus driver"]


def test_asking_wins_what_was_silently_wrong_and_loses_what_was_right() -> None:
    (effect,) = try_rules([], [Rule("driver", ASK, part=True)], GOLD, machine)
    assert [one.text for one in effect.won] == ["lorry driver"]
    assert [one.text for one in effect.lost] == ["taxi driver"]


def test_a_changed_rule_is_held_against_the_old_one_and_the_machine_is_not_asked() -> None:
    before, after = Rule("tailor", "7533"), Rule("tailor", "7531")
    (effect,) = try_rules([before], [after], GOLD, never)
    assert (effect.rule, effect.before, effect.won, effect.lost) == (after, before, [GOLD[0]], [])


def test_a_rule_taken_away_lets_the_machine_decide_again() -> None:
    before = Rule("housewife", "not in work")
    (effect,) = try_rules([before], [], GOLD, machine)
    assert (effect.rule, effect.before, effect.lost) == (None, before, [GOLD[4]])


def test_rules_that_stay_or_meet_no_known_job_change_nothing() -> None:
    same = Rule("tailor", "7531")
    assert try_rules([same], [same, Rule("astronaut", "2111")], GOLD, never) == []
