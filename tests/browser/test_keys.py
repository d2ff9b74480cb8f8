"""Keys of the whole page, and links that open what was looked at."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import CLEAR, address, ask, go_back, open_tab, request_box, see_answer, settle

Visit = Callable[..., Page]


def answered(server: Server, visit: Visit) -> Page:
    """An expert search with its answer."""
    page = visit(f"{server.address}/expert_search")
    ask(page, CLEAR)
    see_answer(page)
    return page


def opened_tab(page: Page) -> str:
    return page.get_by_role("tab", selected=True).first.inner_text()


def leave_fields(page: Page) -> None:
    page.evaluate("document.activeElement.blur()")


def test_a_slash_goes_to_the_question_and_is_typed_there(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    settle(page)
    leave_fields(page)
    page.keyboard.press("/")
    expect(request_box(page)).to_be_focused()
    page.keyboard.type("dyes and/or inks?")
    expect(request_box(page)).to_have_value("dyes and/or inks?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_slash_goes_to_the_box_of_a_chat(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/library_chat")
    page.get_by_test_id("stChatInputTextArea").wait_for()
    settle(page)
    page.keyboard.press("/")
    expect(page.get_by_test_id("stChatInputTextArea")).to_be_focused()


def test_a_question_mark_lists_the_keys(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    settle(page)
    leave_fields(page)
    page.keyboard.press("Control+?")
    settle(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_text("To the question box")).to_be_visible()


def test_j_and_k_go_through_the_people(server: Server, visit: Visit) -> None:
    page = answered(server, visit)
    leave_fields(page)
    page.keyboard.press("j")
    page.wait_for_url("**person=**")
    settle(page)
    page.keyboard.press("k")
    page.wait_for_function("!location.search.includes('person=')")


def test_the_open_tab_survives_a_reload_and_the_way_back(server: Server, visit: Visit) -> None:
    page = answered(server, visit)
    open_tab(page, "How it ran")
    page.wait_for_url("**tab=how-it-ran**")
    page.reload()
    see_answer(page)
    expect(page.get_by_role("tab", name="How it ran")).to_have_attribute("aria-selected", "true")
    second = visit(page.url)
    see_answer(second)
    assert opened_tab(second) == "How it ran"
    open_tab(page, "Team")
    go_back(page)
    expect(page.get_by_role("tab", name="How it ran")).to_have_attribute("aria-selected", "true")
    assert address(page)["tab"] == "how-it-ran"


def test_a_new_question_begins_at_the_first_tab(server: Server, visit: Visit) -> None:
    page = answered(server, visit)
    open_tab(page, "Team")
    page.wait_for_url("**tab=team**")
    ask(page, "Who knows about batteries?")
    page.wait_for_function("!location.search.includes('tab=')")
    see_answer(page)
    assert opened_tab(page) == "Experts"
