"""Rules of the office hold for exactly the words they name, survive a table, and one that is wrong loses no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.language.reading import spelling_id
from core.refused import Refused, refuse, refused_ids
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.outcomes import AS_WRITTEN, ASK
from core.systems.nco_classification.office.rules import (
    PART,
    SYSTEM,
    Rule,
    RuleBook,
    as_table,
    keep_rules,
    load_rules,
    open_rules,
    read_rules,
    to_file,
)
from core.tables import read_table

KNOWN = Classification.load()
SAME = {name: name for name in ("words", "gives", "where", "note", "by", "on")}
BOOK = RuleBook(
    (
        Rule("tailor", "7531"), Rule("driver", ASK, part=True), Rule("tractor driver", "8341", part=True),
        Rule("driver of a tractor", "8341.0100"), Rule("sen", AS_WRITTEN, part=True),
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("Tailor.", "7531"),
        ("master tailor", None),
        ("taxi driver", ASK),
        ("old TRACTOR driver, village", "8341"),
        ("driver of a tractor", "8341.0100"),
        ("drivers", None),
        ("SEN", None),
        ("", None),
    ],
)
def test_a_whole_wording_goes_before_a_part_and_a_longer_part_before_a_shorter_one(
    text: str, gives: str | None
) -> None:
    rule = BOOK.match(text)
    assert (rule.gives if rule else None) == gives


def test_what_a_rule_gives_says_so() -> None:
    decision = BOOK.decide("taxi driver")
    assert decision is not None
    assert decision.told == "by a rule of the office: “…driver…” is asked about"
    assert replace(decision, gives="8322").told == "by a rule of the office: “…driver…” is 8322"
    assert BOOK.decide("nurse") is None


def test_a_table_of_rules_is_read_row_by_row_and_a_wrong_one_is_told_with_its_row() -> None:
    table = pd.DataFrame(
        {
            "words": ["tailor", "baker", "…", "cook", None, "Tailor", "smith"],
            "gives": ["7531.01", "9999", "7531", "Ask", "7531", "refused", "7221"],
            "where": ["", "", "", PART.upper(), "", None, "somewhere"],
        },
        index=range(2, 9),
    )
    rules, problems = read_rules(table, {**SAME, "note": None, "by": None, "on": None}, KNOWN, by="Asha", on="2026")
    assert rules == [
        Rule("Tailor", "refused", by="Asha", on="2026"),
        Rule("cook", ASK, part=True, by="Asha", on="2026"),
    ]
    assert [(problem.row, problem.value) for problem in problems] == [(3, "baker"), (4, "…"), (6, ""), (8, "smith")]
    assert "“9999” is not a code" in problems[0].reason


@given(
    st.lists(
        st.builds(
            Rule,
            st.text("abcé =+द\"',;", min_size=1, max_size=12).filter(lambda text: text.strip("=+ \"',;")),
            st.sampled_from(["7531", "7531.0100", "75", ASK, AS_WRITTEN, "refused"]),
            st.booleans(),
            st.text("abc", max_size=3),
            by=st.sampled_from(["", "Asha"]),
        ),
        max_size=6,
        unique_by=lambda rule: rule.key,
    ).map(lambda rules: [replace(rule, words=" ".join(rule.words.split())) for rule in rules])
)
def test_rules_come_back_from_their_file_as_they_were(rules: list[Rule]) -> None:
    table = read_table(to_file(rules), "rules.csv") if rules else as_table(rules)
    back, problems = read_rules(table, SAME, KNOWN)
    assert problems == []
    assert {rule.key: replace(rule, words="") for rule in back} == {rule.key: replace(rule, words="") for rule in rules}


def test_rules_are_kept_for_their_owner_and_taken_away_again(tmp_path: Path) -> None:
    assert load_rules(tmp_path) == []
    keep_rules(tmp_path, [Rule("tailor", "7531", note="as in 2024")])
    assert load_rules(tmp_path) == [Rule("tailor", "7531", note="as in 2024")]
    keep_rules(tmp_path, [])
    assert open_rules(tmp_path) == RuleBook()


def test_an_assumption_that_is_never_to_be_made_again_is_a_line_among_the_rules_until_it_is_taken_out(
    tmp_path: Path,
) -> None:
    refuse(tmp_path, Refused(SYSTEM, spelling_id("sen"), "SEN", "read as “semen”"))
    refuse(tmp_path, Refused("expert_search", "spelling:x", "x", "read as “y”"))
    keep_rules(tmp_path, [*load_rules(tmp_path), Rule("tenor", AS_WRITTEN)])
    assert load_rules(tmp_path)[0] == Rule("SEN", AS_WRITTEN, part=True, note="read as “semen”")
    assert refused_ids(tmp_path, SYSTEM) == {"spelling:sen", "spelling:tenor"}
    keep_rules(tmp_path, load_rules(tmp_path)[1:])
    assert refused_ids(tmp_path, SYSTEM) == {"spelling:tenor"}
    assert refused_ids(tmp_path, "expert_search") == {"spelling:x"}


def test_rules_that_cannot_be_read_are_told_and_not_overwritten(tmp_path: Path) -> None:
    keep_rules(tmp_path, [])
    (tmp_path / "nco" / "rules.json").write_text("[{]")
    with pytest.raises(InputError, match="cannot be read any more") as raised:
        load_rules(tmp_path)
    assert "rules.json" in raised.value.advice
