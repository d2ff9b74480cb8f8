"""The panel of library chat, as an analyst lives it: a conversation, read otherwise, drawn, and about own books."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import address, barriers, choose, give, open_tab, press, settle, take

Visit = Callable[..., Page]
BOOKS = (
    "Book title;Writers;Published;Length;Shelves\n"
    "Glocken aus Bronze;Jürgen Müßig;12.3.1990;90 p.;Craft\n"
    "Bells of the North;Åse Ørsted, Lars Ek;1999-05-01;210 pages;Craft|History\n"
    "The Carillon Player;Lars Ek;[n.d.];;Music\n"
    ";Nobody;1990;10;Craft\n"
    "Bad Length;Nobody;1990;many;Craft\n"
).encode("cp1252")


def opened(visit: Visit, server: Server, width: int = 1280) -> Page:
    page = visit(f"{server.address}/library_chat", width=width)
    page.get_by_test_id("stChatInputTextArea").wait_for()
    settle(page)
    return page


def say(page: Page, words: str, answer: str) -> None:
    """Ask in the chat, and wait for words of the answer."""
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill(words)
    box.press("Enter")
    see(page, answer)


def see(page: Page, answer: str) -> None:
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text(answer)
    settle(page)


def press_and_see(page: Page, label: str, answer: str) -> None:
    press(page.get_by_role("button", name=label, exact=True))
    see(page, answer)


def test_a_conversation_is_read_otherwise_asked_of_the_other_agent_drawn_and_kept(
    server: Server, visit: Visit, complaints: list[str], tmp_path: Path
) -> None:
    # By the menu: on a deep link Streamlit's own client tries the page's path as the server's first, and is told 404.
    page = visit(server.address)
    press(page.get_by_role("link", name="Library chat"))
    page.get_by_test_id("stChatInputTextArea").wait_for()
    settle(page)
    say(page, "Find books by Samira Hadded", "I found 2 books by Samira Haddad")
    expect(page.get_by_text("“Samira Hadded” read as “Samira Haddad”")).to_be_visible()
    press_and_see(page, "Undo", "Samira Hadded")

    say(page, "How many science fiction books after 2018?", "There are 5 Science Fiction books")
    press_and_see(page, "from 2019 on", "There are 12 Science Fiction books")
    press_and_see(page, "Ask the librarian", "I found 12 Science Fiction books")

    # By force: above its bars Plotly has a sheet that takes the clicks for them.
    press(page.get_by_text("Narrow these books"))
    page.locator(".js-plotly-plot").first.locator(".barlayer .point").nth(1).click(force=True)
    expect(page.get_by_text(re.compile(r"^[1-9] of 12 books: "))).to_be_visible()
    press(page.get_by_role("button", name="Show all"))
    press(page.get_by_role("button", name="Keep all 12 books on the shelf"))
    open_tab(page, "Shelf")
    assert take(page, "BibTeX", tmp_path).read_text(encoding="utf-8").count("@book{") == 12

    open_tab(page, "Network")
    expect(page.frame_locator("iframe").locator("canvas")).to_be_visible()
    choose(page, "Pick something in the network", "Book: The Glass Algorithm")
    press(page.get_by_role("button", name="Ask about it"))
    see(page, "It is about")

    assert complaints == []
    thread = address(page)["thread"]
    page.reload()
    see(page, "It is about")
    expect(page.get_by_role("button", name="Show in full")).to_have_count(2)
    assert address(page)["thread"] == thread


def test_a_mark_of_a_chart_leads_to_its_books_and_an_edited_question_goes_on_from_its_place(
    server: Server, visit: Visit
) -> None:
    page = opened(visit, server)
    say(page, "How many books per genre?", "8 genres")
    page.locator(".js-plotly-plot").first.locator(".barlayer .point").nth(1).click(force=True)
    behind = page.get_by_test_id("stMarkdown").filter(has_text=re.compile(r"^[A-Za-z ]+: \d+ books?\."))
    expect(behind).to_have_count(1)
    settle(page)
    first = behind.inner_text()
    page.locator(".js-plotly-plot").first.locator(".barlayer .point").nth(3).click(force=True)
    expect(behind).not_to_have_text(first)
    settle(page)

    say(page, "How many books per decade?", "decades")
    page.locator(".js-plotly-plot").first.locator(".barlayer .point").last.click(force=True)
    expect(page.get_by_text(re.compile(r"^2020s: \d+ books"))).to_be_visible()
    settle(page)

    before = address(page)["thread"]
    press(page.get_by_role("button", name="Edit", exact=True).first)
    page.get_by_label("Edit the question").fill("How many romance books?")
    press(page.get_by_role("button", name="Ask again"))
    see(page, "Romance books")
    expect(page.get_by_test_id("stChatMessage")).to_have_count(2)
    assert address(page)["thread"] != before
    press(page.get_by_role("button", name="Open it"))
    see(page, "decades")
    assert address(page)["thread"] == before


def test_own_books_are_mapped_loaded_asked_and_removed(server: Server, visit: Visit) -> None:
    page = opened(visit, server)
    press(page.get_by_role("button", name="Load a catalogue"))
    give(page, "Books (CSV or XLSX)", "bells.csv", BOOKS)
    page.get_by_text("4 books can be used.").wait_for()
    expect(page.get_by_text("1 value in “Length” could not be read and was left empty: “many”.")).to_be_visible()
    press(page.get_by_text("1 row of books left out"))
    reasons = page.get_by_test_id("stExpander").get_by_test_id("stDataFrame").locator("td")
    expect(reasons.filter(has_text="title is empty")).to_have_count(1)
    press(page.get_by_role("button", name="Load and ask"))
    page.wait_for_url(re.compile("catalogue="))  # asked as soon as it is loaded
    # The page is drawn anew when this ends, and what is typed at that very moment may be lost.
    expect(page.get_by_text("is being prepared")).to_have_count(0)
    page.keyboard.press("Escape")  # the popover lies over the tabs
    settle(page)
    say(page, "Find books by Lars Ek", "I found 2 books by Lars Ek")
    cells = page.get_by_test_id("stChatMessage").last.get_by_test_id("stDataFrame").first.locator("td")
    expect(cells.filter(has_text="Bells of the North")).to_have_count(1)
    open_tab(page, "Catalogue")
    press(page.get_by_text("Catalogues of your own: 1"))
    press(page.get_by_role("button", name="Remove", exact=True))
    press(page.get_by_role("button", name="Remove it"))
    page.wait_for_function("!location.search.includes('catalogue')")
    settle(page)
    say(page, "How many books are there?", "56 books")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_names_in_a_network_never_overlap_and_pointing_at_a_node_shows_its_name(
    server: Server, visit: Visit, width: int
) -> None:
    page = opened(visit, server, width=width)
    press(page.get_by_text("Draw all of it as a network"))
    picture = page.frame_locator("iframe")
    expect(picture.locator("canvas")).to_be_visible()
    frame = page.locator("iframe").element_handle().content_frame()
    assert frame is not None
    frame.wait_for_function("look.written && look.written.length")

    def written() -> list[dict[str, float]]:
        names: list[dict[str, float]] = frame.evaluate("look.written")
        assert not [
            (one, other)
            for one, other in combinations(names, 2)
            if one["left"] < other["right"] and other["left"] < one["right"]
            and one["top"] < other["bottom"] and other["top"] < one["bottom"]
        ]  # fmt: skip
        return names

    first = written()
    assert 15 <= len(first) < 106  # all of the sample's nodes are drawn, and as many names as have room
    hidden = frame.evaluate("look.order.find((id) => !look.written.some((one) => one.id === id))")
    place = frame.evaluate("(id) => network.canvasToDOM(network.getPosition(id))", hidden)
    picture.locator("canvas").hover(position=place)
    frame.wait_for_function("(id) => look.written.some((one) => one.id === id)", arg=hidden)
    written()
    frame.evaluate("network.moveTo({ scale: 3 })")
    frame.wait_for_function("network.getScale() === 3")
    page.wait_for_timeout(200)
    written()


@pytest.mark.parametrize("width", [390, 1280])
def test_no_tab_has_barriers(server: Server, visit: Visit, width: int) -> None:
    page = opened(visit, server, width=width)
    assert barriers(page) == []
    say(page, "science fiction books about spase", "about")
    for tab in ("Scores", "Network", "Query", "How it ran", "Catalogue", "Shelf"):
        open_tab(page, tab)
        page.locator("[data-testid=stSkeleton]").first.wait_for(state="detached")
        assert barriers(page) == [], tab
