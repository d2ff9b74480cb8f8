"""The panel of the knowledge base as an analyst lives it: own documents, an answer, its place in a PDF, other ranks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

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
    page.get_by_role("tab", name="Passages read").wait_for()
    settle(page)


# Whether the first box lies over ink: the picture under it has dark spots.
COVERS = """pane => {
  const image = pane.querySelector('img'), box = pane.querySelector('.box')
  const [all, part] = [image.getBoundingClientRect(), box.getBoundingClientRect()]
  const scale = image.naturalWidth / all.width
  const canvas = document.createElement('canvas')
  canvas.width = part.width * scale
  canvas.height = part.height * scale
  const paper = canvas.getContext('2d')
  paper.drawImage(image, (all.left - part.left) * scale, (all.top - part.top) * scale)
  const dots = paper.getImageData(0, 0, canvas.width, canvas.height).data
  return dots.filter((value, place) => place % 4 === 0 && value < 128).length > 100
}"""


def covers(page: Page, document: Locator) -> bool:
    document.locator("img").first.evaluate("image => image.decode()")
    return bool(document.evaluate(COVERS))


def test_a_pdf_is_brought_asked_cited_at_its_place_and_ranked_anew_while_a_broken_file_is_refused(
    server: Server, visit: Visit, complaints: list[str], tmp_path
) -> None:
    # By the menu: on a deep link Streamlit's own client tries the page's path as the server's first, and is told 404.
    page = visit(server.address)
    press(page.get_by_role("link", name="Knowledge base"))
    press(page.get_by_role("button", name="Use my own documents"))
    files = [("kestrel.pdf", MANUAL), ("broken.pdf", MANUAL[: len(MANUAL) // 3])]
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files(
        [{"name": name, "mimeType": "application/pdf", "buffer": content} for name, content in files]
    )
    expect(page.get_by_label("Name of the collection")).to_have_value("kestrel")
    page.get_by_label("Name of the collection").fill("Kestrel")
    press(page.get_by_role("button", name="Index and use"))
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    expect(page.get_by_text("1 added, 1 refused")).to_be_visible()
    settle(page)
    expect(page.get_by_text("Kestrel · all documents")).to_be_visible()
    cells = page.get_by_test_id("stExpander").get_by_test_id("stDataFrame").locator("td")
    expect(cells.filter(has_text=re.compile("broken.pdf .+"))).to_have_count(1)

    ask(page, "At which pressure does the relief valve open?")
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text(ANSWER)
    open_tab(page, "Meaning against words")
    before = slider(page, "Meaning against words (λ)")
    before.focus()
    page.keyboard.press("Home")
    told = re.compile(
        r"meaning weighs 0\.00 and words weigh 1\.00\. Against λ 0\.\d+, \d+ of the first \d+ stand elsewhere"
    )
    expect(page.get_by_text(told)).to_be_visible()
    settle(page)

    press(page.get_by_test_id("stChatMessage").last.get_by_role("button", name="[1]").first)
    document = page.get_by_role("region", name="Page 10 of 10 of kestrel.pdf")
    expect(document).to_be_visible()
    settle(page)
    assert covers(page, document)
    answer = page.get_by_test_id("stChatMessage").last.bounding_box()
    beside = document.bounding_box()
    assert answer is not None
    assert beside is not None
    assert answer["x"] + answer["width"] <= beside["x"]
    document.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("region", name="Page 9 of 10 of kestrel.pdf")).to_be_visible()
    settle(page)
    assert not document.locator(".box").count()
    press(page.get_by_role("button", name="Page 10, cited"))
    expect(document.locator(".box").first).to_be_visible()
    settle(page)
    press(page.get_by_role("radio", name="200 %"))
    expect(document.locator(".box").first).to_be_in_viewport()
    assert document.evaluate("pane => pane.scrollWidth > pane.clientWidth")
    press(page.get_by_role("radio", name="Text"))
    expect(page.get_by_role("region", name="kestrel.pdf").locator("mark").filter(has_text=ANSWER)).to_be_in_viewport()

    ask(page, "What is the capital of Mongolia?")
    expect(page.get_by_text("No answer was found.")).to_be_visible()
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
    for tab in ("Passages read", "Rank changes", "Meaning against words", "Attempts", "Documents"):
        open_tab(page, tab)
        assert barriers(page) == [], tab
    press(page.get_by_test_id("stChatMessage").last.get_by_role("button", name="[").first)
    document = page.get_by_role("region", name=re.compile(r"\.md$"))
    expect(document.locator("mark").first).to_be_in_viewport()
    settle(page)
    assert barriers(page) == [], "a document"
    press(page.get_by_role("button", name="Close", exact=True))
    expect(document).to_have_count(0)
