"""An answer of the knowledge base is copied and judged by the keyboard alone, and its files open elsewhere."""

from __future__ import annotations

import csv
from collections.abc import Callable

from docx import Document
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import barriers, settle, take
from tests.browser.test_knowledge import ask

Visit = Callable[..., Page]
QUESTION = "How are two lists fused by reciprocal rank?"
TABS = 12


def tab_to(page: Page, label: str) -> None:
    """From where the focus is, by the key Tab."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        page.wait_for_timeout(300)  # a button that shows itself when its neighbour is in focus
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == label:
            return
    raise AssertionError(f"{label} is not reached within {TABS} steps")


def test_an_answer_is_copied_and_judged_by_the_keyboard_alone(server: Server, visit: Visit, tmp_path) -> None:
    page = visit(f"{server.address}/knowledge_base")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_test_id("stChatInputTextArea").wait_for()
    ask(page, QUESTION)
    page.get_by_role("button", name="Copy with references").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "a passage gets λ ÷ (60 + its place by meaning) plus (1 − λ) ÷ (60 + its place by words)" in copied
    assert "[1] knowledge_base.md, Knowledge base › Meaning against words (λ)" in copied

    page.get_by_role("button", name="Copy with references").focus()
    tab_to(page, "Thumbs up")
    page.keyboard.press("Enter")
    settle(page)
    page.get_by_label("Why?").focus()
    page.keyboard.type("It says it in one line.")
    page.keyboard.press("Enter")
    settle(page)
    page.reload()
    settle(page)
    expect(page.get_by_label("Why?")).to_have_value("It says it in one line.")
    assert barriers(page) == []
    page.get_by_text("Kept for judging").click()
    [row] = csv.DictReader(take(page, "As CSV", tmp_path).read_text(encoding="utf-8-sig").splitlines())
    assert (row["question"], row["thumb"], row["why"]) == (QUESTION, "up", "It says it in one line.")


def test_its_files_open_elsewhere_and_load_nothing(server: Server, visit: Visit, chromium: Browser, tmp_path) -> None:
    page = visit(f"{server.address}/knowledge_base")
    page.get_by_test_id("stChatInputTextArea").wait_for()
    ask(page, QUESTION)
    html, word = take(page, "As HTML", tmp_path), take(page, "As Word", tmp_path)
    for scheme, width in (("light", 1000), ("dark", 390)):
        context = chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": 800})  # type: ignore[arg-type]
        with context:
            file, requests, told = context.new_page(), [], []
            file.on("request", lambda request, requests=requests: requests.append(request.url))
            file.on("console", lambda message, told=told: told.append(message.text))
            file.goto(html.as_uri())
            assert requests == [html.as_uri()]
            assert told == []
            assert file.evaluate("document.documentElement.scrollWidth") <= width
            ground = file.evaluate("getComputedStyle(document.body).backgroundColor")
            assert (int(ground.removeprefix("rgb(").split(",")[0]) > 127) is (scheme == "light")
            file.get_by_role("link", name="[1]").first.click()
            expect(file.locator(":target")).to_contain_text("knowledge_base.md")
    whole = "\n".join(part.text for part in Document(str(word)).paragraphs)
    assert f"1. {QUESTION}" in whole
    assert "fused = α × meaning + (1 − α) × words" in whole
