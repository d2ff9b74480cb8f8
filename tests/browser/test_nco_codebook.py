"""The codebook, and what one job ends in, as an analyst lives them: looked up, gone back, picked, decided, taken."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from core.systems.nco_classification.index.classification import Classification
from tests.browser.conftest import Server
from tests.browser.steps import address, answer, barriers, code_job, go_back, look_up, open_tab, press, settle, take

Visit = Callable[..., Page]
TITLE = Classification.load().title
THE_8_DIGITS = "The 8 digits: nearest in words first, then by code"


def see(page: Page, code: str) -> None:
    expect(page.get_by_role("heading", name=f"{code} · {TITLE(code)}", exact=True)).to_be_visible()
    settle(page)


def way_to(page: Page, code: str) -> None:
    press(page.get_by_role("button", name=re.compile(rf"^{re.escape(code)}( |$)")).first)
    see(page, code)


def test_a_family_is_looked_up_opened_and_left_by_the_browsers_own_button(
    server: Server, visit: Visit, complaints: list[str]
) -> None:
    page = visit(f"{server.address}/nco_classification?view=codebook")
    look_up(page, "blouse stitching")
    way_to(page, "7531")
    way_to(page, "7533")
    expect(page.get_by_text("What parts 7533 from what stands beside it")).to_be_visible()
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


def test_one_job_is_asked_about_coded_narrowed_decided_otherwise_and_taken_away_on_a_telephone(
    server: Server, visit: Visit, tmp_path: Path
) -> None:
    page = visit(f"{server.address}/nco_classification", width=390)
    page.set_viewport_size({"width": 390, "height": 844})
    code_job(page, "teacher")
    expect(page.get_by_text("Whom do you teach?", exact=True)).to_be_in_viewport()
    answer(page, "Classes 9 to 12, in a school")
    see(page, "2330")
    expect(page.get_by_role("heading", name="2330 · ")).to_be_in_viewport()
    press(page.get_by_role("button", name="2330 in the codebook").first)
    expect(
        page.get_by_role("button", name=re.compile(r"^2330\.0400 "))
    ).to_be_visible()  # which the result does not show
    see(page, "2330")
    go_back(page)
    see(page, "2330")
    expect(page.get_by_label("What does the person do?")).to_have_value("teacher")
    occupation = Classification.load().occupations_of("2330")[0]
    settle(page)  # what is drawn anew meanwhile closes the list
    box = page.get_by_role("combobox", name=THE_8_DIGITS)
    box.fill(occupation)
    page.get_by_role("option").filter(has_text=occupation).first.click()
    press(page.get_by_role("button", name="Give this code"))
    expect(page.get_by_text(f"Kept with this run: {occupation}")).to_be_visible()
    see(page, occupation)
    expect(page.get_by_text("a person gave this code")).to_be_visible()

    press(page.get_by_role("button", name="Give another code"))
    page.get_by_label("Look up a code").fill("24 24 9")
    page.get_by_label("Look up a code").press("Enter")
    expect(page.get_by_text("“24 24 9” is no code of the classification.")).to_be_visible()
    page.get_by_label("Look up a code").fill("training staff")
    page.get_by_label("Look up a code").press("Enter")
    settle(page)
    expect(page.get_by_role("combobox", name="Code", exact=True)).to_have_value("")
    page.get_by_label("Look up a code").fill("2424")
    page.get_by_label("Why?").fill("she trains the staff of a bank")
    press(page.get_by_role("button", name="Give this code"))
    see(page, "2424")
    page.keyboard.press("Escape")
    page.reload()
    see(page, "2424")
    expect(page.get_by_text("Confidence: none: a person gave this code")).to_be_visible()
    card = take(page, "Card as Markdown", tmp_path).read_text()
    assert "**Reason:** she trains the staff of a bank" in card
    assert "**Confidence:** none: a person gave this code" in card
    assert "**Found before:** 2330 Secondary Education Teachers" in card
    assert f"<{page.url}>" in card
    pdf = take(page, "Card as PDF", tmp_path)
    assert pdf.name == "nco_2424.pdf"
    assert "she trains the staff of a bank" in PdfReader(pdf).pages[0].extract_text()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page.get_by_role("button", name="Copy the card"))
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == card
    press(page.get_by_role("button", name="Take my code back"))
    see(page, "2330")


def test_the_code_of_a_clear_job_comes_into_sight_at_once_on_a_telephone(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/nco_classification", width=390)
    page.set_viewport_size({"width": 390, "height": 844})
    code_job(page, "baal kaatne wala")
    expect(page.get_by_role("heading", name=f"5141 · {TITLE('5141')}")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text(re.compile("Confidence [0-9]+%"))).to_be_in_viewport()
    for tab in ("Why this code", "How sure it is", "Where it lies"):
        open_tab(page, tab)
        settle(page)
        wide = page.locator("table").evaluate_all("tables => tables.filter(one => one.scrollWidth > 374).length")
        assert wide == 0, tab


def test_a_code_in_a_table_leads_to_its_page(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/nco_classification")
    code_job(page, "baal kaatne wala")
    open_tab(page, "Where it lies")
    with page.context.expect_page() as opened:
        press(page.get_by_role("link", name="5", exact=True))
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
