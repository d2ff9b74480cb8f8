"""The panel of research reports, as an analyst lives it: the plan, the report, its evidence, its files, its bundle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.reporting_model import AGAINST, OPEN, QUESTION, reporting
from tests.browser.steps import address, barriers, give, open_tab, press, settle, take
from tests.llm.fake_gemini import FakeGemini

Visit = Callable[..., Page]
TABS = ("Tools", "Sources", "Matrix", "Passages", "Measures", "Flow", "Versions", "Exports", "Shelves")


def ask(page: Page) -> None:
    """The example question, the plan as it stands, and the report."""
    press(page.get_by_role("radio", name=QUESTION))
    page.get_by_role("button", name="Start", exact=True).wait_for()
    press(page.get_by_role("button", name="Start", exact=True))
    see_report(page)


def see_report(page: Page) -> None:
    page.get_by_role("tab", name="Measures").wait_for()
    settle(page)


def test_a_report_is_planned_traced_to_its_passages_taken_away_and_opened_again(
    server: Server, visit: Visit, complaints: list[str], tmp_path: Path
) -> None:
    # By the menu: on a deep link Streamlit's own client tries the page's path as the server's first, and is told 404.
    page = visit(server.address)
    press(page.get_by_role("link", name="Research reports"))
    page.get_by_test_id("stChatInputTextArea").wait_for()
    settle(page)
    ask(page)
    press(page.get_by_role("button", name="[1]").first)
    expect(page.get_by_text("It stands in the passage word for word.")).to_be_visible()
    open_tab(page, "Exports")
    for button, sign in (("Markdown", b"## Sources"), ("HTML", b"<h1>"), ("BibTeX", b"@"), ("RIS", b"TY  -"),
                         ("CSL-JSON", b"["), ("Word", b"PK"), ("Evidence (CSV)", b"entence")):  # fmt: skip
        assert sign in take(page, button, tmp_path).read_bytes()
    bundle = take(page, "Bundle (ZIP)", tmp_path)
    open_tab(page, "Shelves")
    give(page, "Bundle (ZIP)", bundle.name, bundle.read_bytes())
    press(page.get_by_role("button", name="Open the bundle"))
    expect(page.get_by_text("From the bundle")).to_be_visible()
    expect(page.get_by_text("The same report")).to_be_visible()
    assert complaints == []


def test_all_four_verdicts_are_shown_the_unchecked_are_read_by_keyboard_and_the_files_tell_both(
    server_with_model: Server, gemini: FakeGemini, visit: Visit, tmp_path: Path
) -> None:
    gemini.otherwise = reporting
    page = visit(f"{server_with_model.address}/research_reports?do_not_ask=True")
    page.get_by_test_id("stChatInputTextArea").wait_for()
    press(page.get_by_role("radio", name=QUESTION))
    see_report(page)
    for section in page.get_by_text("Struck out", exact=True).all():
        press(section)
    for words in ("Backed, Gemini", "Not checked", "Contradicted, Gemini", "Not in the passage, exact check"):
        expect(page.get_by_text(words).first).to_be_visible()
    expect(page.get_by_text("2 of 2 sentences did not hold")).to_be_visible()

    page.get_by_role("heading", name="Research reports").click()
    page.keyboard.press("y")  # decides nothing while the list is closed
    press(page.get_by_text("Read what nobody checked"))
    expect(page.get_by_role("button", name="It says so", exact=False).last).to_be_visible()
    assert barriers(page) == []
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill("")
    box.press_sequentially("yes, any news")  # letters that are shortcuts elsewhere
    expect(page.get_by_text("1 sentence that nobody checked", exact=True)).to_be_visible()
    box.fill("")
    page.get_by_role("heading", name="Research reports").click()
    page.keyboard.press("y")
    expect(page.get_by_text("You read every unchecked sentence")).to_be_visible()
    expect(page.get_by_text("Backed, the analyst").first).to_be_visible()

    open_tab(page, "Exports")
    whole = take(page, "Markdown", tmp_path).read_text(encoding="utf-8")
    press(page.get_by_text("Only backed sentences"))
    page.locator("[class*=report_backed]").first.wait_for()  # the buttons of the other files
    settle(page)
    file = take(page, "Markdown", tmp_path)
    assert file.name == "report_backed.md"
    backed = file.read_text(encoding="utf-8")
    for told in (whole, backed):
        assert OPEN in told
        assert "✓ Backed, the analyst" in told
        assert "did not hold and are left out" in told
        assert not any(words in told for words in (AGAINST, "87.3"))
    press(page.get_by_role("button", name="Take back"))
    expect(page.get_by_text("1 sentence that nobody checked", exact=True)).to_be_visible()
    assert OPEN not in take(page, "Markdown", tmp_path).read_text(encoding="utf-8")


def test_a_report_is_there_again_after_a_reload_and_serves_a_follow_up(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/research_reports?do_not_ask=True")
    press(page.get_by_role("radio", name=QUESTION))
    see_report(page)
    thread = address(page)["thread"]
    page.reload()
    see_report(page)
    assert address(page)["thread"] == thread
    page.get_by_test_id("stChatInputTextArea").fill("How stable are tin perovskites?")
    page.get_by_test_id("stChatInputTextArea").press("Enter")
    expect(page.get_by_text("nothing was fetched for it")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_no_tab_has_barriers(server: Server, visit: Visit, width: int) -> None:
    page = visit(f"{server.address}/research_reports", width=width)
    page.get_by_test_id("stChatInputTextArea").wait_for()
    press(page.get_by_role("radio", name=QUESTION))
    page.get_by_role("button", name="Start", exact=True).wait_for()
    settle(page)
    assert barriers(page) == []
    press(page.get_by_role("button", name="Start", exact=True))
    see_report(page)
    press(page.get_by_role("button", name="[1]").first)
    settle(page)
    for name in TABS:
        open_tab(page, name)
        assert barriers(page) == [], name
