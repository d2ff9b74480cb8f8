"""The first page in a browser: from nothing to an answer in one press, back to it, and addresses from before."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from core.ui.home.cards import CARDS
from core.ui.home.tour import STEPS
from tests.browser.conftest import Server
from tests.browser.steps import address, ask, barriers, open_expert_search, press, see_answer, settle

Visit = Callable[..., Page]
SCREENS = 2 * 800  # pixels: two screens of a small window
TOP = 64  # pixels above what a page begins with


def see_home(page: Page) -> None:
    expect(page.get_by_role("heading", name="Where you left off")).to_be_visible()
    settle(page)


def test_one_press_on_a_card_brings_an_answer_and_the_first_page_leads_back_to_it(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    see_home(page)
    press(page.get_by_role("button", name="Try it").nth(2))
    page.wait_for_url(re.compile("/nco_classification\\?.*thread="))
    expect(page.get_by_role("heading", name="5141 · Hairdressers")).to_be_visible()
    thread = address(page)["thread"]

    page = visit(server.address)
    see_home(page)
    expect(page.get_by_text("baal kaatne wala").last).to_be_visible()
    press(page.get_by_role("button", name="Open", exact=True).first)
    page.wait_for_url(re.compile(f"/nco_classification\\?.*thread={thread}"))
    expect(page.get_by_role("heading", name="5141 · Hairdressers")).to_be_visible()
    press(page.get_by_role("link", name="Home"))
    see_home(page)
    assert address(page) == {}


def test_an_address_of_the_expert_search_from_before_there_was_a_home_arrives(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    open_expert_search(page)
    ask(page, "flood forecasting")
    see_answer(page)
    thread = address(page)["thread"]
    old = visit(f"{server.address}/?thread={thread}&alpha=0.3")
    see_answer(old)
    assert "/expert_search?" in old.url
    assert address(old)["thread"] == thread
    assert address(old)["alpha"] == "0.3"


@pytest.mark.parametrize("width", [390, 1280])
def test_home_has_no_barriers_has_pictures_of_the_theme_and_is_two_screens(
    server: Server, visit: Visit, width: int
) -> None:
    page = visit(server.address, width=width)
    see_home(page)
    pictures = page.get_by_test_id("stImage").locator("img")
    expect(pictures).to_have_count(len(CARDS))
    assert [picture.get_attribute("alt") for picture in pictures.all()] == [card.picture for card in CARDS]
    light = pictures.first.get_attribute("src")
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    page.reload()  # a page is told its theme when it is drawn, and not when the theme changes under it
    see_home(page)
    expect(pictures.first).not_to_have_attribute("src", str(light))
    page.emulate_media(color_scheme="light")
    if width == 1280:
        page.set_viewport_size({"width": width, "height": 800})
        height = page.get_by_test_id("stMain").evaluate("main => main.scrollHeight")
        assert height <= SCREENS


@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_begins_at_the_top_and_nothing_runs_off_the_side(server: Server, visit: Visit, width: int) -> None:
    page = visit(server.address, width=width)
    for name in ["", *(card.system.name for card in CARDS)]:
        page.goto(f"{server.address}/{name}")
        page.locator("h1").wait_for()
        settle(page)
        place = page.locator("h1").bounding_box()
        assert place is not None
        assert place["y"] <= TOP, name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth <= main.clientWidth"), name


def test_every_step_of_the_tour_is_in_sight_where_it_leads(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390)
    main = page.get_by_test_id("stMain")
    press(main.get_by_role("button", name=re.compile("tour")))
    for at in range(1, len(STEPS) + 1):
        step = main.get_by_text(re.compile(f"{at} of {len(STEPS)} ·"))
        expect(step).to_be_visible()
        settle(page)
        expect(step).to_be_in_viewport()
        press(main.get_by_role("button", name="Done" if at == len(STEPS) else "Next", exact=True))
    see_home(page)
