"""What was decided holds, is remembered in the next round, and can be undone and withdrawn."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.errors import StoreError
from core.systems.nco_classification.office.decisions import MEMORY, Decision, Decisions, Sample, key_of


def given(decisions: dict[str, Decision]) -> dict[str, str]:
    return {key: one.gives for key, one in decisions.items()}


def test_nothing_is_decided_before_anything_is_and_looking_makes_no_file(tmp_path: Path) -> None:
    kept = Decisions(tmp_path)
    assert (kept.decided("r"), kept.remembered(), kept.latest("r"), kept.coders("r"), kept.sample("r")) == (
        {}, {}, [], [], None,
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_the_latest_decision_on_the_same_words_holds_with_who_and_when(tmp_path: Path) -> None:
    kept = Decisions(tmp_path)
    kept.keep("r", [Decision("Tailor", "7531", by="Asha")])
    kept.keep("r", [Decision("tailor.", "7533", by="Ravi", on="2026-01-02")])
    assert kept.decided("r") == {"tailor": Decision("tailor.", "7533", by="Ravi", on="2026-01-02")}
    kept.undo("r")
    (asha,) = kept.decided("r").values()
    assert (asha.gives, asha.by, len(asha.on)) == ("7531", "Asha", len("2026-11-26T04:00:00+00:00"))


def test_an_act_is_undone_whole_and_only_in_its_own_round_until_none_is_left(tmp_path: Path) -> None:
    kept = Decisions(tmp_path)
    kept.keep("r", [Decision("a", "7531")])
    kept.keep("r", [Decision("b", "7531"), Decision("c", "7531")])
    kept.keep("other", [Decision("b", "7532")])
    assert [one.text for one in kept.latest("r")] == ["b", "c"]
    kept.undo("r")
    assert given(kept.decided("r")) == {"a": "7531"}
    kept.undo("r")
    kept.undo("r")
    assert (kept.decided("r"), given(kept.decided("other"))) == ({}, {"b": "7532"})


def test_what_was_taken_back_neither_holds_nor_is_remembered(tmp_path: Path) -> None:
    kept = Decisions(tmp_path)
    kept.keep("r", [Decision("a", "7531")])
    kept.keep("r", [Decision("a", "")])
    assert (kept.decided("r"), kept.remembered()) == ({}, {})


def test_the_latest_decision_of_all_other_rounds_is_remembered_and_what_rules_gave_is_not(tmp_path: Path) -> None:
    kept = Decisions(tmp_path)
    kept.keep("first", [Decision("a", "7531"), Decision("b", "7531", how="rule")])
    kept.keep("second", [Decision("a", "7533"), Decision("c", "7532", how="earlier")])
    assert given(kept.remembered()) == {"a": "7533"}
    assert given(kept.remembered(but="second")) == {"a": "7531"}


def test_what_is_withdrawn_is_remembered_no_longer_holds_in_its_round_and_comes_back(tmp_path: Path) -> None:
    kept = Decisions(tmp_path)
    kept.keep("first", [Decision("a", "7531"), Decision("b", "7531")])
    kept.withdraw([Decision("a", "7531")])
    assert given(kept.remembered("next")) == {"b": "7531"}
    assert given(kept.decided("first")) == {"a": "7531", "b": "7531"}
    kept.undo(MEMORY)
    assert given(kept.remembered("next")) == {"a": "7531", "b": "7531"}
    kept.withdraw([Decision("a", "7531")])
    kept.keep("second", [Decision("a", "7532")])
    assert given(kept.remembered("next")) == {"a": "7532", "b": "7531"}


def test_the_same_words_in_another_industry_are_decided_apart(tmp_path: Path) -> None:
    kept = Decisions(tmp_path)
    kept.keep("r", [Decision("operator", "8152", "weaving"), Decision("operator", "8131", "chemicals")])
    assert len(kept.decided("r")) == 2


def test_who_codes_blind_changes_nothing_that_holds_or_is_remembered(tmp_path: Path) -> None:
    kept = Decisions(tmp_path)
    kept.keep("r", [Decision("a", "7531")], coder="Ravi")
    kept.keep("r", [Decision("a", "7533")], coder="Asha")
    kept.undo("r")
    assert (kept.decided("r"), kept.remembered()) == ({}, {})
    assert kept.coders("r") == ["Ravi", "Asha"]
    assert given(kept.decided("r", "Asha")) == {"a": "7533"}


def test_who_decided_last_is_known_on_the_next_visit_and_who_coded_blind_or_elsewhere_is_not(tmp_path: Path) -> None:
    kept = Decisions(tmp_path)
    assert kept.last_name() == ""
    kept.keep("one", [Decision("tailor", "7531", by="Asha")])
    kept.keep("one", [Decision("tailor", "7531", by="Ravi")], "Ravi")
    kept.keep("two", [Decision("cook", "5120"), Decision("nurse", "2221", how="imported", by="Meena")])
    assert kept.last_name() == "Asha"


def test_a_sample_is_kept_in_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    kept = Decisions(tmp_path)
    kept.keep_sample("r", Sample(10, False, 1))
    kept.keep_sample("r", Sample(20, True, 2))
    assert kept.sample("r") == Sample(20, True, 2)


def test_decisions_of_several_at_once_are_all_kept_each_as_its_own_act(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: Decisions(tmp_path).keep("r", [Decision(f"word{n}", "7531")]), range(40)))
    assert len(Decisions(tmp_path).decided("r")) == 40
    assert len(Decisions(tmp_path).latest("r")) == 1


def test_a_damaged_file_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "nco").mkdir()
    (tmp_path / "nco" / "decisions.sqlite").write_bytes(b"no database at all, but longer than its header is" * 9)
    with pytest.raises(StoreError, match="decisions of the office cannot be used"):
        Decisions(tmp_path).decided("r")


# --- the same words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["Tailor", "tailor.", "  TAILOR ", "ｔａｉｌｏｒ", "(tailor)"])
def test_capitals_punctuation_and_space_make_no_other_wording(text: str) -> None:
    assert key_of(text) == key_of("tailor")


@pytest.mark.parametrize("text", ["tailors", "master tailor", "tailor 2", "दर्जी", "tailer"])
def test_other_words_are_another_wording_even_of_the_same_meaning(text: str) -> None:
    assert key_of(text) != key_of("tailor")


def test_what_stands_beside_the_words_parts_them_and_nothing_beside_is_no_part() -> None:
    assert len({key_of("operator"), key_of("operator", "mill"), key_of("operator", "", "mill")}) == 3
    assert key_of("operator", " ", "-") == key_of("operator")


@pytest.mark.parametrize("text", ["", " ", "…", "--"])
def test_what_cannot_be_read_has_no_key_whatever_stands_beside_it(text: str) -> None:
    assert key_of(text, "mill") == ""
