"""The five cards of the first page: each says what is asked and given, and tries it at one press."""

from __future__ import annotations

import pytest
from PIL import Image

from core.installation import Installation
from core.paths import ASSETS, ROOT
from core.ui.home.cards import CARDS, Card
from tests.ui.steps import as_read, finished, in_address, opened, said, texts


def test_every_panel_has_a_card_that_asks_one_of_its_own_examples() -> None:
    pages = {page.stem for page in (ROOT / "pages").glob("*.py")} - {"home"}
    assert {card.system.name for card in CARDS} == pages
    assert all(card.asks in card.system.examples for card in CARDS)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.system.name)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_of_a_card_is_there_in_both_themes_and_small(card: Card, theme: str) -> None:
    file = ASSETS / "screenshots" / f"home_{card.system.name}_{theme}.png"
    assert file.stat().st_size < 40_000
    with Image.open(file) as picture:
        assert picture.size == (640, 400)


def test_a_card_says_what_is_asked_and_what_is_given(house: Installation) -> None:
    test = opened()
    for card in CARDS:
        assert said(test, card.asks), card.system.name
        assert card.gives in texts(test), card.system.name
        assert any(card.system.title in text for text in texts(test)), card.system.name


def test_try_it_asks_the_example_on_its_panel_and_the_answer_stands_there(house: Installation) -> None:
    test = opened()
    test.button(key="home:try:library_chat").click().run()
    finished(test)
    assert [title.value for title in test.title] == ["Library chat"]
    assert said(test, "16 authors with at least 2 different genres")
    (thread,) = house.threads.of("local")
    assert thread.title == "Which authors wrote in more than one genre?"
    assert in_address(test, "thread") == thread.id


def test_try_it_asks_what_comes_with_glassbox_apart_from_what_is_open(house: Installation) -> None:
    test = opened()
    for _ in range(2):
        test.query_params.clear()  # as the menu of the frame does
        test.switch_page("../../pages/home.py").run()
        test.button(key="home:try:library_chat").click().run()
        finished(test)
    first, second = house.threads.of("local")
    assert first.requests == second.requests == 1
    assert [as_read(error.value) for error in test.error] == []


def test_a_report_that_is_tried_does_not_wait_for_its_plan_to_be_confirmed() -> None:
    (card,) = (card for card in CARDS if card.system.name == "research_reports")
    assert card.choices["research_reports:do_not_ask"] is True
