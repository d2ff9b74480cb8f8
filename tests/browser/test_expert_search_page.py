"""The story of the panel, as an analyst lives it in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from openpyxl import load_workbook
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, Server
from tests.browser.steps import (
    CLEAR,
    address,
    ask,
    barriers,
    choose,
    names,
    open_controls,
    open_expert_search,
    open_tab,
    press,
    receipt,
    request_box,
    see_answer,
    settle,
    slider,
    take,
)

Visit = Callable[..., Page]
ALPHA = "Meaning against words (α)"


def asked(chromium: Browser, server: Server, request: str) -> str:
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.address}/expert_search")
    ask(page, request)
    see_answer(page)
    found = page.url
    page.close()
    return found


@pytest.fixture(scope="module")
def link(chromium: Browser, shared_server: Server) -> str:
    """The address of an answered question."""
    return asked(chromium, shared_server, CLEAR)


# --- the answer -------------------------------------------------------------------------------------------------------


def test_a_question_on_a_cold_page_brings_five_experts(
    server: Server, visit: Visit, complaints: list[str], tmp_path: Path
) -> None:
    # By the menu: on a deep link Streamlit's own client tries the page's path as the server's first, and is told 404.
    page = visit(server.address)
    open_expert_search(page)
    ask(page, CLEAR)
    see_answer(page)
    found = names(page, tmp_path)
    assert len(set(found)) == 5
    expect(page.get_by_role("heading", name=f"1. {found[0]}")).to_be_visible()
    press(page.get_by_text("What each of the four searches gave"))
    expect(page.locator(".ytick")).to_have_count(5)
    assert "thread" in address(page)
    assert complaints == []


def test_an_example_asks_itself(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    press(page.get_by_text("flood forecasting with little gauge data"))
    see_answer(page)
    expect(request_box(page)).to_have_value("flood forecasting with little gauge data")


# --- the settings -----------------------------------------------------------------------------------------------------


def test_alpha_can_be_dragged_and_a_reload_or_a_shared_link_shows_the_same(
    link: str, visit: Visit, tmp_path: Path
) -> None:
    page = visit(link)
    see_answer(page)
    open_controls(page)
    slider(page, ALPHA).wait_for(state="attached")
    page.wait_for_timeout(500)  # the fold opens with a movement, and a thumb that moves cannot be taken hold of
    box = page.get_by_test_id("stSlider").first.bounding_box()
    thumb = slider(page, ALPHA).locator("xpath=ancestor::*[@data-rac][1]").bounding_box()
    assert box
    assert thumb
    middle = thumb["y"] + thumb["height"] / 2
    page.mouse.move(thumb["x"] + thumb["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.2, middle, steps=5)
    page.mouse.up()
    page.wait_for_url(re.compile(r"alpha=0\.\d"))
    settle(page)
    assert 0.1 < float(address(page)["alpha"]) < 0.3
    expect(slider(page, ALPHA)).to_be_attached()  # the fold stays open while one looks what moves
    page.keyboard.press("Escape")
    here = (receipt(page), names(page, tmp_path), address(page))
    page.reload()
    see_answer(page)
    assert (receipt(page), names(page, tmp_path), address(page)) == here
    other = visit(page.url)
    see_answer(other)
    assert (receipt(other), names(other, tmp_path), address(other)) == here
    expect(request_box(other)).to_have_value(CLEAR)


# --- what α does, why not ---------------------------------------------------------------------------------------------


def test_the_tab_on_alpha_says_where_the_first_five_stay_and_draws_it(link: str, visit: Visit) -> None:
    page = visit(link)
    see_answer(page)
    open_tab(page, "Meaning against words")
    expect(
        page.get_by_text(re.compile(r"The top five is the same for (every α|α between 0\.\d\d and \d\.\d\d)\."))
    ).to_be_visible()
    expect(page.locator(".scatterlayer .trace").first).to_be_attached()
    press(page.get_by_text("Where two of them change places"))
    expect(page.get_by_test_id("stExpander").get_by_test_id("stDataFrame").last).to_be_visible()


# --- the whole of a need ----------------------------------------------------------------------------------------------


NEED = "two people for flood forecasting and perovskite solar cells, over 10 years, in Europe, not from the ministry"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_need_is_read_who_meets_it_is_told_and_moving_it_ranks_again_at_once(
    server: Server, visit: Visit, complaints: list[str], width: int
) -> None:
    page = visit(f"{server.address}/expert_search", width=width)
    ask(page, NEED)
    see_answer(page)
    for chip in ("flood forecasting", "perovskite solar cells", "more than 10 years", "Europe", "not ministry"):
        expect(page.get_by_role("button", name=re.compile(f"^{chip}")).first).to_be_visible()
    thread = address(page)["thread"]
    found = page.get_by_text(re.compile(r"people found:"))
    before = found.inner_text()
    expect(page.get_by_text(re.compile(r"\d+ people left out"))).to_be_visible()

    second = page.get_by_role("button", name=re.compile(r"(^| )2\. "))
    name = re.sub(r"^.*2\. ", "", second.locator("p").first.inner_text().strip(), flags=re.DOTALL)
    settle(page)
    second.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"2. {name}")).to_be_visible()
    page.wait_for_url(re.compile("person="))
    second.blur()  # a button in focus has Streamlit's own colour, as a chosen tab has
    assert barriers(page) == []

    press(page.get_by_role("button", name=re.compile(r"must · \d+ meets? it")).nth(1))  # Europe
    page.wait_for_url(re.compile("switched=place"))
    expect(found).not_to_have_text(before)
    assert address(page)["thread"] == thread
    here, who = page.url, found.inner_text()
    other = visit(here, width=width)
    see_answer(other)
    expect(other.get_by_text(re.compile(r"people found:"))).to_have_text(who)
    expect(other.get_by_role("heading", name=re.compile(re.escape(name)))).to_be_visible()

    open_tab(page, "Team")
    expect(page.get_by_text("2 people who cover")).to_be_visible()
    assert barriers(page) == []
    open_tab(page, "Compare")
    assert barriers(page) == []
    assert [line for line in complaints if "404" not in line] == []  # of a deep link, see above


# --- files ------------------------------------------------------------------------------------------------------------


def test_the_table_the_workbook_and_the_shortlist_can_be_taken_away(link: str, visit: Visit, tmp_path: Path) -> None:
    page = visit(link)
    see_answer(page)
    table = pd.read_csv(take(page, "CSV", tmp_path))
    book = load_workbook(take(page, "Workbook with formulas", tmp_path))
    sheet = book.active
    assert sheet is not None
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    heading = next(number for number, row in enumerate(rows) if "Name" in row)
    people = [row[rows[heading].index("Name")] for row in rows[heading + 1 : heading + 6]]
    formulas = [str(row[rows[heading].index("Score")]) for row in rows[heading + 1 : heading + 6]]
    shortlist = take(page, "Shortlist with evidence", tmp_path).read_text(encoding="utf-8")
    assert people == table["Name"].tolist()
    assert len(people) == 5
    assert all(formula.startswith("=") for formula in formulas)
    assert len(rows) > heading + 20, "everybody who was found, so that another α can bring somebody in"
    assert CLEAR in shortlist
    assert f"## 1. {people[0].split()[0]}" in shortlist
    book.close()


# --- earlier runs -----------------------------------------------------------------------------------------------------


def test_earlier_runs_can_be_opened_and_forgotten_and_one_can_start_afresh(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    ask(page, "floods of a small river")
    see_answer(page)
    first = address(page)["thread"]
    ask(page, "ransomware in a rural hospital")
    page.wait_for_function(f"!location.search.includes({first!r})")
    see_answer(page)
    second = address(page)["thread"]

    side = page.get_by_test_id("stSidebar")
    press(side.get_by_text("Earlier runs"))
    press(side.get_by_role("button", name="floods of a small river"))
    page.wait_for_url(re.compile(f"thread={first}"))
    see_answer(page)
    expect(request_box(page)).to_have_value("floods of a small river")

    press(page.get_by_role("button", name="Start afresh"))
    page.wait_for_function("!location.search.includes('thread')")
    expect(page.get_by_text("Try one of these")).to_be_visible()
    expect(request_box(page)).to_have_value("")

    press(side.get_by_role("button", name="delete").first)  # the newest stands first
    press(side.get_by_role("button", name="Forget it"))
    expect(side.get_by_role("button", name="ransomware in a rural hospital")).to_have_count(0)
    gone = visit(f"{server.address}/expert_search?thread={second}")
    expect(gone.get_by_text("There is no such run here.")).to_be_visible()
    assert "thread" not in address(gone)


# --- the look ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 1280])
def test_no_tab_has_barriers(server: Server, link: str, visit: Visit, width: int) -> None:
    empty = visit(f"{server.address}/expert_search", width=width)
    settle(empty)
    assert barriers(empty) == []
    page = visit(link, width=width)
    see_answer(page)
    for tab in (
        "Experts",
        "Compare",
        "Meaning against words",
        "Good enough?",
        "How it ran",
        "Trace",
        "How is this made?",
    ):
        open_tab(page, tab)
        assert barriers(page) == [], tab
    press(page.get_by_role("button", name="Use my own data"))
    page.get_by_text("They stay on the computer that runs Glassbox.").wait_for()
    assert barriers(page) == []


# --- odd requests -----------------------------------------------------------------------------------------------------


ODD = {
    "html": "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\"> solar cells",
    "control characters": "solar \x07cells\x1b[31m\x7f",
    "emoji": "🧪 🔬 ☀️",
    "other scripts": "钙钛矿太阳能电池 خلايا شمسية перовскит",
    "markdown": "**bold** $x^2$ :material/delete: [a](javascript:alert(1)) `code`",
}


ASKED_BACK = "What should they know about?"


def test_a_vague_request_is_asked_back_with_topics_of_the_collection(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    ask(page, "someone good")
    page.get_by_text(ASKED_BACK).wait_for()
    choose(page, "Topic", "perovskite")
    page.keyboard.press("Escape")
    press(page.get_by_role("button", name="Search for this"))
    see_answer(page)
    expect(page.get_by_text("perovskite").first).to_be_visible()


def test_odd_requests_are_text_and_nothing_else(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    side = page.get_by_test_id("stSidebar")
    press(side.get_by_text("Earlier runs"))
    for kind, words in ODD.items():
        ask(page, words)
        shown = "".join(letter for letter in words if letter.isprintable())[:12].strip()
        expect(side.get_by_role("button", name=shown).first, kind).to_be_visible()
        page.get_by_role("tab", name="Experts").or_(page.get_by_text(ASKED_BACK)).first.wait_for()
        settle(page)
        assert page.title() == "Glassbox", kind
        assert page.locator("img[src=x], a[href^=javascript]").count() == 0, kind
