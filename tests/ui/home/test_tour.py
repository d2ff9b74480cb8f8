"""The tour: seven steps, left and found again, and what each asks for who has nothing open there."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.installation import NOBODY, Installation
from core.paths import ROOT
from core.ui.home.cards import CARDS
from core.ui.home.tour import STEPS
from core.ui.home.ways import HOME
from tests.ui.steps import finished, opened, said


def press(test: AppTest, key: str) -> AppTest:
    """By its key, and until what it asked is answered; AppTest turns no pages, so that the test turns to the step's."""
    return finished(next(one for one in test.button if one.key == key).click().run())


def label(test: AppTest) -> str:
    return next((one.label for one in test.button if one.key == "tour:begin"), "")


def test_every_step_is_on_a_page_that_is_there_and_every_panel_has_one() -> None:
    assert all((ROOT / "pages" / f"{step.page}.py").exists() for step in STEPS)
    assert {card.system.name for card in CARDS} | {HOME} == {step.page for step in STEPS}
    assert len(STEPS) == 7


def test_the_tour_leads_from_home_to_an_answer_and_is_found_again_where_it_was_left(house: Installation) -> None:
    test = opened()
    assert label(test) == "Take the tour: 7 steps"
    press(test, "tour:begin")
    assert said(test, "1 of 7")
    assert not label(test)
    press(test, "tour:next")
    assert said(test, "2 of 7")
    assert [one.name for one in test.chat_message][:1] == ["user"]  # the example was asked
    assert house.threads.of(NOBODY, "expert_search")
    press(test, "tour:leave")
    assert not said(test, "2 of 7")
    test = opened()
    assert label(test) == "Go on with the tour: step 2 of 7"
    press(test, "tour:begin")
    assert said(test, "2 of 7")


def test_a_panel_in_which_something_is_open_is_asked_nothing(house: Installation) -> None:
    test = opened()
    for key in ("tour:begin", "tour:next", "tour:next"):
        press(test, key)
    assert said(test, "3 of 7")
    press(test, "tour:back")
    assert said(test, "2 of 7")
    assert len(house.threads.of(NOBODY, "expert_search")) == 1


@pytest.mark.parametrize("kept", ["", "seven", "99", "-1", '{"at": 1}'])
def test_a_file_of_the_tour_that_says_nothing_is_as_none(house: Installation, kept: str) -> None:
    folder: Path = house.folder_of(NOBODY)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tour.json").write_text(kept)
    assert label(opened()) == "Take the tour: 7 steps"
