"""The panel of the knowledge base as an analyst lives it: own documents, an answer, its place in a PDF, other ranks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import address, barriers, open_tab, press, settle, slider, take
from tests.systems.knowledge_base.little_files import make_pdf

Visit = Callable[..., Page]

ANSWER = "The relief valve of the Kestrel pump opens at a pressure of 6.5 bar."
ABOUT = ("housing", "impeller", "shaft seal", "coupling", "motor", "strainer", "gauge", "controller", "spare parts")
PAGES = [
    [
        f"{number}. The {part}",
        f"This page is about the {part} of the Kestrel pump and about nothing else.",
        f"Look at the {part} every {number + 3} weeks and write down what you see.",
        f"A worn {part} is replaced by two persons while the pump stands still.",
    ]
    for number, part in enumerate(ABOUT, start=1)
]
PAGES += [["10. The relief valve", ANSWER, "It closes again when the pressure falls below 5 bar."]]
MANUAL = make_pdf(PAGES, bookmarks=[lines[0] for lines in PAGES])


def ask(page: Page, question: str) -> None:
    page.get_by_test_id("stChatInputTextArea").fill(question)
    page.keyboard.press("Enter")
    page.get_by_test_id("stChatMessage").filter(has_text=question).last.wait_for()
    page.get_by_role("tab", name="Where it stands").wait_for()
    settle(page)


def test_a_pdf_is_brought_asked_cited_at_its_place_and_ranked_anew_while_a_broken_file_is_refused(
    server: Server, visit: Visit, complaints: list[str], tmp_path
) -> None:
    # By the menu: on a deep link Streamlit's own client tries the page's path as the server's first, and is told 404.
    page = visit(server.address)
    press(page.get_by_role("link", name="Knowledge base"))
    press(page.get_by_role("button", name="New collection"))
    page.get_by_label("Name of the collection").fill("Kestrel")
    press(page.get_by_role("button", name="Make it"))
    expect(page.get_by_text("“Kestrel” is empty.")).to_be_visible()
    page.keyboard.press("Escape")
    files = [("kestrel.pdf", MANUAL), ("broken.pdf", MANUAL[: len(MANUAL) // 3])]
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files(
        [{"name": name, "mimeType": "application/pdf", "buffer": content} for name, content in files]
    )
    press(page.get_by_role("button", name="Add to the collection"))
    expect(page.get_by_text("1 added, 1 refused")).to_be_visible()
    settle(page)
    expect(page.get_by_role("combobox", name="Which documents")).to_have_value("Kestrel")
    cells = page.get_by_test_id("stExpander").get_by_test_id("stDataFrame").locator("td")
    expect(cells.filter(has_text=re.compile("broken.pdf .+"))).to_have_count(1)

    ask(page, "At which pressure does the relief valve open?")
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text(ANSWER)
    open_tab(page, "What λ does")
    before = slider(page, "λ: words at 0, meaning at 1")
    before.focus()
    page.keyboard.press("Home")
    told = re.compile(
        r"meaning weighs 0\.00 and words weigh 1\.00\. Against λ 0\.\d+, \d+ of the first \d+ stand elsewhere"
    )
    expect(page.get_by_text(told)).to_be_visible()
    settle(page)

    press(page.get_by_test_id("stChatMessage").last.get_by_role("button", name="[1]").first)
    expect(page.get_by_role("tab", name="Where it stands")).to_have_attribute("aria-selected", "true")
    settle(page)
    marked = page.locator(".stMarkdownColoredBackground")
    expect(marked.filter(has_text=ANSWER)).to_be_visible()
    expect(page.get_by_text(re.compile("page 10.* characters"))).to_be_visible()

    ask(page, "What is the capital of Mongolia?")
    expect(page.get_by_text("The documents do not say this.")).to_be_visible()
    written = take(page, "Conversation with its sources", tmp_path).read_text(encoding="utf-8")
    assert "kestrel.pdf" in written
    assert "## 2. What is the capital of Mongolia?" in written
    assert "documents" in address(page)
    assert complaints == []


@pytest.mark.parametrize("width", [390, 1280])
def test_no_tab_has_barriers(server: Server, visit: Visit, width: int) -> None:
    page = visit(f"{server.address}/knowledge_base", width=width)
    page.get_by_test_id("stChatInputTextArea").wait_for()
    settle(page)
    assert barriers(page) == []
    ask(page, "How is the quality of an expert search made?")
    for tab in ("Where it stands", "Rank changes", "What λ does", "Attempts", "Documents"):
        open_tab(page, tab)
        assert barriers(page) == [], tab
