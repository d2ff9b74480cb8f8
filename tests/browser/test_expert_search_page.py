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
    NONSENSE,
    address,
    ask,
    barriers,
    choose,
    names,
    open_tab,
    receipt,
    request_box,
    see_answer,
    settle,
    slider,
    take,
)

Visit = Callable[..., Page]
ALPHA = "α: words at 0, meaning at 1"


def asked(chromium: Browser, server: Server, request: str) -> str:
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.address)
    ask(page, request)
    see_answer(page)
    found = page.url
    page.close()
    return found


@pytest.fixture(scope="module")
def link(chromium: Browser, shared_server: Server) -> str:
    """The address of an answered question."""
    return asked(chromium, shared_server, CLEAR)


@pytest.fixture(scope="module")
def nonsense_link(chromium: Browser, shared_server: Server) -> str:
    return asked(chromium, shared_server, NONSENSE)


# --- the answer -------------------------------------------------------------------------------------------------------


def test_a_question_on_a_cold_page_brings_five_experts(server: Server, visit: Visit, tmp_path: Path) -> None:
    page = visit(server.address)
    ask(page, CLEAR)
    see_answer(page)
    found = names(page, tmp_path)
    assert len(set(found)) == 5
    expect(page.get_by_role("heading", name=f"1. {found[0]}")).to_be_visible()
    expect(page.locator(".ytick")).to_have_count(5)
    assert "thread" in address(page)


def test_an_example_asks_itself(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.get_by_text("flood forecasting with little gauge data").click()
    see_answer(page)
    expect(request_box(page)).to_have_value("flood forecasting with little gauge data")


def test_the_numbers_of_a_receipt_add_up_to_its_score(link: str, visit: Visit) -> None:
    page = visit(link)
    see_answer(page)
    score, _, terms = receipt(page).partition(" = ")
    products = re.findall(r"([\d.]+) × ([\d.]+)", terms)
    assert len(products) >= 2
    assert sum(float(weight) * float(value) for weight, value in products) == pytest.approx(float(score), abs=0.0006)


def test_evidence_highlights_the_words_of_the_question(link: str, visit: Visit) -> None:
    page = visit(link)
    see_answer(page)
    highlighted = [word.lower() for word in page.locator(".stMarkdownColoredBackground").all_inner_texts()]
    assert {"perovskite", "solar", "cells"} <= set(highlighted)
    assert not any("material/" in word or "\\" in word for word in highlighted)


# --- the settings -----------------------------------------------------------------------------------------------------


def test_moving_alpha_orders_anew_without_searching_again(link: str, visit: Visit, tmp_path: Path) -> None:
    page = visit(link)
    see_answer(page)
    thread, before, sum_before = address(page)["thread"], names(page, tmp_path), receipt(page)
    slider(page, ALPHA).focus()
    page.keyboard.press("Home")
    page.wait_for_url(re.compile(r"alpha=0\.0"))
    settle(page)
    assert names(page, tmp_path) != before
    assert receipt(page) != sum_before
    assert address(page) == {"thread": thread, "alpha": "0.0"}
    expect(page.get_by_text("8 steps")).to_be_visible()
    expect(page.get_by_test_id("stDataFrame").first.locator("td").filter(has_text="▲").first).to_be_attached()


def test_alpha_can_be_dragged_and_a_reload_or_a_shared_link_shows_the_same(
    link: str, visit: Visit, tmp_path: Path
) -> None:
    page = visit(link)
    see_answer(page)
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
    here = (receipt(page), names(page, tmp_path), address(page))
    page.reload()
    see_answer(page)
    assert (receipt(page), names(page, tmp_path), address(page)) == here
    other = visit(page.url)
    see_answer(other)
    assert (receipt(other), names(other, tmp_path), address(other)) == here
    expect(request_box(other)).to_have_value(CLEAR)


def test_an_address_with_impossible_settings_is_read_as_the_usual_ones(link: str, visit: Visit) -> None:
    impossible = "alpha=7&keep=0&candidates=-3&method=magic&normalisation=%3Cb%3E&combine=worst&people=nobody"
    page = visit(f"{link}&{impossible}")
    see_answer(page)
    expect(page.get_by_text("8 steps")).to_be_visible()
    assert list(address(page)) == ["thread"]


def test_fewer_experts_can_be_kept_and_places_alone_can_be_fused(link: str, visit: Visit, tmp_path: Path) -> None:
    page = visit(f"{link}&keep=2&method=reciprocal+rank")
    see_answer(page)
    assert len(names(page, tmp_path)) == 2
    assert address(page)["method"] == "reciprocal rank"
    assert receipt(page).startswith("0.0")


# --- what α does, why not ---------------------------------------------------------------------------------------------


def test_the_tab_on_alpha_says_where_the_first_five_stay_and_draws_it(link: str, visit: Visit) -> None:
    page = visit(link)
    see_answer(page)
    open_tab(page, "What α does")
    expect(
        page.get_by_text(re.compile(r"The top five is the same for α between 0\.\d\d and \d\.\d\d\."))
    ).to_be_visible()
    expect(page.locator(".scatterlayer .trace").first).to_be_attached()
    page.get_by_text("Where two of them change places").click()
    expect(page.get_by_test_id("stExpander").get_by_test_id("stDataFrame")).to_be_visible()


def test_why_not_explains_somebody_who_is_outside(link: str, visit: Visit) -> None:
    page = visit(link)
    see_answer(page)
    open_tab(page, "What α does")
    sixth = page.locator(".legendtext").nth(5).text_content() or ""
    choose(page, "Why is this person not in the list?", sixth)
    expect(page.get_by_text(re.compile(r"stand at rank \d+ with .*outside the first 5\."))).to_be_visible()
    expect(
        page.get_by_text(re.compile("The smallest change of α that brings them in is to|No α brings them in"))
    ).to_be_visible()
    expect(page.get_by_role("table").filter(has_text="Profile, meaning")).to_be_visible()


# --- the refinement ---------------------------------------------------------------------------------------------------


def test_nonsense_is_refined_once_and_the_page_says_that_nothing_good_was_found(
    nonsense_link: str, visit: Visit
) -> None:
    page = visit(nonsense_link)
    see_answer(page)
    expect(page.get_by_text("Nothing good was found.")).to_be_visible()
    open_tab(page, "Refinement")
    expect(page.get_by_text("Refinements used: 1 of 1")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Variant")).to_be_visible()
    assert 1 <= page.get_by_role("table").locator("tbody tr").count() <= 3
    expect(page.get_by_text("Before", exact=True)).to_be_visible()
    expect(page.get_by_text("After", exact=True)).to_be_visible()


def test_a_clear_question_is_not_refined(link: str, visit: Visit) -> None:
    page = visit(link)
    see_answer(page)
    expect(page.get_by_text("Nothing good was found.")).to_have_count(0)
    open_tab(page, "Refinement")
    expect(page.get_by_text("nothing was refined")).to_be_visible()


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
    formulas = [str(row[rows[heading].index("Fused")]) for row in rows[heading + 1 : heading + 6]]
    shortlist = take(page, "Shortlist with evidence", tmp_path).read_text(encoding="utf-8")
    assert people == table["Name"].tolist()
    assert len(people) == 5
    assert all(formula.startswith("=") for formula in formulas)
    assert CLEAR in shortlist
    assert f"## 1. {people[0].split()[0]}" in shortlist
    book.close()


# --- how it ran -------------------------------------------------------------------------------------------------------


def test_the_path_and_the_trace_show_every_step_with_before_and_after(link: str, visit: Visit) -> None:
    page = visit(link)
    see_answer(page)
    open_tab(page, "How it ran")
    expect(page.locator("[data-testid=stGraphVizChart] svg").get_by_text("Check refine")).to_be_visible()
    expect(page.get_by_text("then rerank, then check refine, then select final")).to_be_visible()
    open_tab(page, "Trace")
    cells = page.get_by_test_id("stDataFrame").locator("td")
    for step in ("Initial state", "Profile vector search", "Project keyword search", "Rerank"):
        expect(cells.filter(has_text=step).first).to_be_attached()
    choose(page, "Look inside a step", "Initial state")
    expect(page.get_by_text("query before", exact=True)).to_be_visible()
    expect(page.get_by_text("query after", exact=True)).to_be_visible()
    expect(page.get_by_test_id("stCode").filter(has_text="perovskite solar cells")).to_be_visible()


def test_the_manual_stands_in_the_page(link: str, visit: Visit) -> None:
    page = visit(link)
    see_answer(page)
    open_tab(page, "How is this made?")
    expect(page.get_by_role("heading", name="The gate and the refinement")).to_be_visible()


# --- earlier runs -----------------------------------------------------------------------------------------------------


def test_earlier_runs_can_be_opened_and_forgotten_and_one_can_start_afresh(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    ask(page, "floods of a small river")
    see_answer(page)
    first = address(page)["thread"]
    ask(page, "ransomware in a rural hospital")
    page.wait_for_function(f"!location.search.includes({first!r})")
    see_answer(page)
    second = address(page)["thread"]

    side = page.get_by_test_id("stSidebar")
    side.get_by_text("Earlier runs").click()
    side.get_by_role("button", name="floods of a small river").click()
    page.wait_for_url(re.compile(f"thread={first}"))
    see_answer(page)
    expect(request_box(page)).to_have_value("floods of a small river")

    page.get_by_role("button", name="Start afresh").click()
    page.wait_for_function("!location.search.includes('thread')")
    expect(page.get_by_text("Try one of these")).to_be_visible()
    expect(request_box(page)).to_have_value("")

    settle(page)
    side.get_by_role("button", name="delete").first.click()  # the newest stands first
    side.get_by_role("button", name="Forget it").click()
    expect(side.get_by_role("button", name="ransomware in a rural hospital")).to_have_count(0)
    gone = visit(f"{server.address}/?thread={second}")
    expect(gone.get_by_text("There is no such run here.")).to_be_visible()
    assert "thread" not in address(gone)


# --- the look ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_scrolls_sideways_or_complains_or_asks_another_server(
    link: str, visit: Visit, complaints: list[str], scheme: str, width: int
) -> None:
    page = visit(link, scheme=scheme, width=width)  # which also sees to it that nothing is asked of anybody else
    see_answer(page)
    for tab in ("Experts", "What α does", "Refinement", "How it ran", "How is this made?"):
        open_tab(page, tab)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(server: Server, link: str, visit: Visit, scheme: str) -> None:
    # axe is put into the page as a script, which the Content-Security-Policy would refuse.
    empty = visit(server.address, scheme=scheme, bypass_csp=True)
    settle(empty)
    assert barriers(empty) == []
    page = visit(link, scheme=scheme, bypass_csp=True)
    see_answer(page)
    assert barriers(page) == []
    for tab in ("What α does", "How it ran", "Trace"):
        open_tab(page, tab)
        assert barriers(page) == [], tab
    page.get_by_role("button", name="Use my own data").click()
    page.get_by_text("They stay on this machine.").wait_for()
    assert barriers(page) == []


# --- odd requests -----------------------------------------------------------------------------------------------------


def test_an_empty_request_gets_a_clear_sentence(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    ask(page, "   ")
    expect(page.get_by_text("The request is empty.")).to_be_visible()
    assert "thread" not in address(page)


def test_a_request_of_20_000_characters_is_answered_and_a_longer_one_refused(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    long = "perovskite solar cells " * 1000
    ask(page, long[:20_001])
    expect(page.get_by_text("The request has 20,001 characters; at most 20,000 can be read.")).to_be_visible()
    ask(page, long[:20_000].strip())
    see_answer(page)
    expect(page.get_by_text("How the score was made")).to_be_visible()


ODD = {
    "html": "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\"> solar cells",
    "control characters": "solar \x07cells\x1b[31m\x7f",
    "emoji": "🧪 🔬 ☀️",
    "other scripts": "钙钛矿太阳能电池 خلايا شمسية перовскит",
    "markdown": "**bold** $x^2$ :material/delete: [a](javascript:alert(1)) `code`",
}


def test_odd_requests_are_text_and_nothing_else(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    side = page.get_by_test_id("stSidebar")
    side.get_by_text("Earlier runs").click()
    for kind, words in ODD.items():
        ask(page, words)
        shown = "".join(letter for letter in words if letter.isprintable())[:12].strip()
        expect(side.get_by_role("button", name=shown).first, kind).to_be_visible()
        see_answer(page)
        assert page.title() == "Glassbox", kind
        assert page.locator("img[src=x], a[href^=javascript]").count() == 0, kind
