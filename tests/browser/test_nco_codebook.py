"""The codebook, and what one job ends in, as an analyst lives them: looked up, gone back, picked, decided, taken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from core.systems.nco_classification.index.classification import Classification
from tests.browser.conftest import Server
from tests.browser.steps import address, barriers, code_job, go_back, look_up, open_tab, press, settle, take

Visit = Callable[..., Page]
TITLE = Classification.load().title


def see(page: Page, code: str) -> None:
    expect(page.get_by_role("heading", name=f"{code} · {TITLE(code)}", exact=True)).to_be_visible()
    settle(page)


def way_to(page: Page, code: str) -> None:
    press(page.get_by_role("button", name=code, exact=True).first)
    see(page, code)


def test_a_family_is_looked_up_opened_and_left_by_the_browsers_own_button(
    server: Server, visit: Visit, complaints: list[str]
) -> None:
    page = visit(f"{server.address}/nco_classification?view=codebook")
    look_up(page, "blouse stitching")
    way_to(page, "7531")
    way_to(page, "7533")
    assert address(page) == {"code": "7533", "find": "blouse stitching"}
    go_back(page)
    see(page, "7531")
    go_back(page)
    expect(page.get_by_text("the best first")).to_be_visible()
    page.go_forward()
    see(page, "7531")
    page.reload()
    see(page, "7531")
    assert [line for line in complaints if "404" not in line] == []  # of a deep link, see test_nco.py


def test_one_job_is_coded_narrowed_decided_otherwise_and_taken_away(
    server: Server, visit: Visit, tmp_path: Path
) -> None:
    page = visit(f"{server.address}/nco_classification")
    code_job(page, "baal kaatne wala")
    press(page.get_by_role("button", name="5141 in the codebook").first)
    see(page, "5141")
    go_back(page)
    see(page, "5141")
    expect(page.get_by_label("What does the person do?")).to_have_value("baal kaatne wala")
    box = page.get_by_role("combobox", name="The 8 digits, the likeliest first")
    box.fill(TITLE("5141.0100"))
    page.get_by_role("option").filter(has_text="5141.0100").first.click()
    see(page, "5141.0100")
    press(page.get_by_role("button", name="Give another code"))
    page.get_by_label("Look up a code").fill("5142")
    page.get_by_label("Look up a code").press("Enter")
    expect(page.get_by_role("combobox", name="Code", exact=True)).to_have_value(f"5142 · {TITLE('5142')}")
    press(page.get_by_role("button", name="Give this code"))
    expect(page.get_by_text("Another code needs a reason.")).to_be_visible()
    page.get_by_label("Why?").fill("she does facials too")
    page.get_by_label("Why?").press("Enter")
    press(page.get_by_role("button", name="Give this code"))
    see(page, "5142")
    page.keyboard.press("Escape")
    page.reload()
    see(page, "5142")
    card = take(page, "Card as Markdown", tmp_path).read_text()
    assert "**Reason:** she does facials too" in card
    assert "**Found before:** 5141 Hairdressers" in card
    assert f"<{page.url}>" in card
    pdf = take(page, "Card as PDF", tmp_path)
    assert pdf.name == "nco_5142.pdf"
    assert "she does facials too" in PdfReader(pdf).pages[0].extract_text()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page.get_by_role("button", name="Copy the card"))
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == card
    press(page.get_by_role("button", name="Take my code back"))
    see(page, "5141")


def test_a_code_in_a_table_leads_to_its_page(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/nco_classification")
    code_job(page, "baal kaatne wala")
    open_tab(page, "Where it lies")
    page.locator(".sunburstlayer .slice").first.wait_for()  # the table has its place once the picture has its own
    settle(page)
    place = page.get_by_test_id("stDataFrame").filter(visible=True).bounding_box()
    assert place is not None
    x, y = place["x"] + 13, place["y"] + 62  # the code in the first row, below the names of the columns
    with page.context.expect_page() as opened:
        page.mouse.move(x - 4, y)  # a cell is a link from when the mouse points at it
        page.mouse.move(x, y)
        page.mouse.click(x, y)
    there = opened.value
    see(there, "5")
    assert address(there) == {"code": "5"}
    there.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_codebook_and_the_result_have_no_barriers(server: Server, visit: Visit, width: int) -> None:
    page = visit(f"{server.address}/nco_classification?view=codebook", width=width)
    assert barriers(page) == []
    look_up(page, "gas welder")
    assert barriers(page) == []
    way_to(page, "7212")
    page.mouse.move(1, 1)  # a way that the mouse points at is in the primary colour
    assert barriers(page) == []
    page.goto(f"{server.address}/nco_classification?code=7212.0100")
    see(page, "7212.0100")
    assert barriers(page) == []
