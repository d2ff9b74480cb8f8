"""Words of one kind, and words that mean the same."""

from __future__ import annotations

from core.language.kinds import is_strict, kinds, same_meaning


def test_words_that_mean_the_same_stand_for_one_another() -> None:
    assert same_meaning("renal", "kidney")
    assert not same_meaning("renal", "liver")


def test_a_plural_is_of_the_kind_of_its_singular() -> None:
    assert kinds("rats") == kinds("rat")
    assert kinds("rats")[0][0] == "animal"


def test_an_unlisted_medicine_is_known_by_its_ending() -> None:
    assert kinds("rivaroxaban")[0][0] == "medicine"
    assert kinds("ticagrelor") == []


def test_an_illness_must_itself_occur_and_a_colour_need_not() -> None:
    assert is_strict("illness")
    assert not is_strict("colour")
