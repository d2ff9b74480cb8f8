"""What hostile tables, documents, catalogues, references and a hostile model write is text on all five panels.

Every test shows what was written on the page or in a file, and then that nothing of it is alive: no link, picture or
frame leads to the other host, no script ran, and (`visit` sees to that) the browser asked nobody but the server.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import Page, expect

from core.tables.formulas import is_formula
from tests.browser.conftest import Server
from tests.browser.steps import (
    bring,
    bring_jobs,
    code_job,
    give,
    open_tab,
    press,
    request_box,
    see_answer,
    see_results,
    settle,
    take,
)
from tests.hostile import EVERYTHING, HOST, PAYLOADS
from tests.llm.fake_gemini import FakeGemini, Reply, Request, data, smallest, text
from tests.systems.research_reports.deliver.reading import Tags

Visit = Callable[..., Page]
FEW = [PAYLOADS[name] for name in ("image", "bare www", "icon", "arrow")]
"""Alone, too: what is looked for in a whole text may not be found beside other things."""
FORMULA = f'=HYPERLINK("https://{HOST}/formula","press")'
_ALIVE = """() => [document, ...[...document.querySelectorAll('iframe')].map((one) => one.contentDocument)]
  .filter(Boolean).flatMap((one) => [...one.querySelectorAll('*')])
  .flatMap((one) => [...one.attributes].map((attribute) => [one, attribute]))
  .filter(([one, {name, value}]) => ['href', 'src', 'action', 'xlink:href', 'poster', 'data'].includes(name)
    && (/^\\s*javascript:/i.test(value) || /^(?!#).*evil/i.test(value)) || /^on/.test(name) && /alert/.test(value))
  .map(([one]) => one.outerHTML.slice(0, 300))"""
_TEXT = """() => [document.body, ...[...document.querySelectorAll('iframe')].map((one) => one.contentDocument?.body)]
  .filter(Boolean).map((one) => one.textContent).join(' ')"""


@pytest.fixture
def alerts(visit: Visit) -> Iterator[list[str]]:
    """What scripts of others said in the visits of this test; nothing."""
    said: list[str] = []
    yield said
    assert said == []


def hostile(request: Request) -> Reply:
    """Give what the schema asks for, with everything hostile in each text."""
    if request.schema is None:
        return text(EVERYTHING)
    return data(filled(smallest(request.schema)))


def filled(value: Any) -> Any:
    """Put everything hostile in the place of each text that is free."""
    if isinstance(value, dict):
        return {name: filled(one) for name, one in value.items()}
    if isinstance(value, list):
        return [filled(one) for one in value]
    return EVERYTHING if isinstance(value, str) and value.startswith("fake answer") else value


def open_panel(visit: Visit, address: str, alerts: list[str]) -> Page:
    page = visit(address)
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    settle(page)
    return page


def flat(words: str) -> str:
    return " ".join(words.split())


def see_harmless(page: Page, *payloads: str) -> None:
    """Nothing on the page is alive, and these payloads stand on it letter by letter."""
    settle(page)
    assert page.evaluate(_ALIVE) == []
    shown = flat(page.evaluate(_TEXT))
    assert [payload for payload in payloads if flat(payload) not in shown] == []


def see_every_tab(page: Page, *payloads: str) -> set[str]:
    """Nothing is alive in any tab; returns which of the payloads were seen, in one of them or another."""
    seen: set[str] = set()
    for number in range(page.get_by_role("tab").count()):
        tab = page.get_by_role("tab").nth(number)
        if tab.is_visible():
            press(tab)
            settle(page)
        see_harmless(page)
        for _ in range(10):  # the text of a table that is drawn comes a moment after the picture of it
            shown = flat(page.evaluate(_TEXT))
            seen |= {payload for payload in payloads if flat(payload) in shown}
            if seen == set(payloads):
                break
            page.wait_for_timeout(200)
    return seen


def see_safe_table(file: Path) -> None:
    """No cell of a CSV or a workbook can be run."""
    if file.suffix == ".csv":
        rows = csv.reader(io.StringIO(file.read_bytes().decode("utf-8-sig"), newline=""))
        assert not [cell for row in rows for cell in row if is_formula(cell)]
        return
    for sheet in openpyxl.load_workbook(file).worksheets:
        cells = [cell for row in sheet.iter_rows() for cell in row]
        assert not [cell.value for cell in cells if cell.data_type == "f" and HOST in str(cell.value)]
        assert not [cell for cell in cells if cell.hyperlink]


def table(rows: list[list[str]]) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue().encode()


def test_hostile_people_and_a_hostile_model_are_text_to_a_search_for_experts(
    server_with_model: Server, gemini: FakeGemini, visit: Visit, alerts: list[str], tmp_path: Path
) -> None:
    gemini.otherwise = hostile
    page = open_panel(visit, f"{server_with_model.address}/expert_search", alerts)
    rows = [["id", "name", "headline", "bio"], ["=1", FORMULA, EVERYTHING, f"Casts bells. {EVERYTHING}"]]
    rows += [[payload, payload, payload, f"Bells. {payload}"] for payload in FEW]
    bring(page, "![x](https://evil.example/name.png).csv", table(rows))
    request_box(page).fill(f"zorblax {EVERYTHING}")
    request_box(page).press("Enter")
    see_answer(page)
    assert see_every_tab(page, EVERYTHING, FORMULA, *FEW) == {EVERYTHING, FORMULA, *FEW}
    open_tab(page, "Experts")
    for button in ("CSV", "Workbook with formulas"):
        see_safe_table(take(page, button, tmp_path))
    expect(page.get_by_role("button", name="Download as CSV")).to_have_count(0)


def test_hostile_documents_and_a_hostile_model_are_text_to_the_knowledge_base(
    server_with_model: Server, gemini: FakeGemini, visit: Visit, alerts: list[str], tmp_path: Path
) -> None:
    said = f"The Kestrel pump opens at 6.5 bar. {EVERYTHING}"

    def answer(request: Request) -> Reply:
        return text(f"{said} [1]\n{EVERYTHING} [1]") if request.schema is None else hostile(request)

    gemini.otherwise = answer
    page = open_panel(visit, f"{server_with_model.address}/knowledge_base", alerts)
    press(page.get_by_role("button", name="Use my own documents"))
    name = "![x](https:evil.example) <img src=x onerror=alert(1)>.txt"
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files(
        [{"name": name, "mimeType": "text/plain", "buffer": f"{said}\n\n{EVERYTHING}\n".encode()}]
    )
    page.get_by_label("Name of the collection").fill(EVERYTHING[:200])
    press(page.get_by_role("button", name="Index and use"))
    expect(page.get_by_text("1 added")).to_be_visible()
    settle(page)
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill(f"At what pressure does the Kestrel pump open? {EVERYTHING}")
    box.press("Enter")
    page.get_by_role("tab", name="Passages read").wait_for()
    settle(page)
    see_harmless(page, EVERYTHING)
    assert see_every_tab(page, EVERYTHING, name) == {EVERYTHING, name}
    written = take(page, "Conversation with its sources", tmp_path).read_text()
    see_text_file(written)


def see_text_file(markdown: str) -> None:
    """A file of Markdown holds everything as text."""
    page = Tags(MarkdownIt("commonmark", {"html": True}).render(markdown))
    assert not {tag for tag, _ in page.tags} & {"img", "a", "script", "iframe", "style"}
    assert flat(EVERYTHING) in flat(page.text)


def test_hostile_jobs_and_a_hostile_model_are_text_to_the_classification(
    server_with_model: Server, gemini: FakeGemini, visit: Visit, alerts: list[str], tmp_path: Path
) -> None:
    gemini.otherwise = hostile
    page = open_panel(visit, f"{server_with_model.address}/nco_classification", alerts)
    code_job(page, f"tailor {EVERYTHING}")
    assert see_every_tab(page, EVERYTHING) == {EVERYTHING}

    page = open_panel(visit, f"{server_with_model.address}/nco_classification?view=file", alerts)
    jobs = [f"tailor {payload}" for payload in (EVERYTHING, *FEW)] + [FORMULA, "-99"]
    bring_jobs(page, f"<b>{HOST}</b>.csv", table([["=job", "weight"], *([job, "-1.5"] for job in jobs)]))
    see_results(page)
    assert see_every_tab(page, *jobs[:3]) == set(jobs[:3])
    open_tab(page, "Results")
    coded = take(page, "CSV", tmp_path)
    see_safe_table(coded)
    rows = list(csv.DictReader(io.StringIO(coded.read_bytes().decode("utf-8-sig"), newline="")))
    assert [row["weight"] for row in rows] == ["-1.5"] * len(jobs)
    assert [row["'=job"] for row in rows] == [*jobs[:-2], f"'{FORMULA}", "-99"]
    book = take(page, "XLSX", tmp_path)
    see_safe_table(book)
    assert {row[1] for row in openpyxl.load_workbook(book).worksheets[0].iter_rows(min_row=2, values_only=True)} == {
        -1.5
    }


def test_a_hostile_catalogue_and_a_hostile_model_are_text_to_the_library(
    server_with_model: Server, gemini: FakeGemini, visit: Visit, alerts: list[str], tmp_path: Path
) -> None:
    gemini.otherwise = hostile
    page = open_panel(visit, f"{server_with_model.address}/library_chat", alerts)
    press(page.get_by_role("button", name="Load a catalogue"))
    books = [["title", "authors", "year", "genres", "shelf"]]
    books += [[payload, "Lars Ek; Ann </script> Bo", "1990", "<a href='https://evil.example/genre'>Craft</a>", payload]
              for payload in [EVERYTHING, *FEW, FORMULA, "</script><script>alert(1)</script>"]]  # fmt: skip
    give(page, "Books (CSV or XLSX)", f"<i>{HOST}</i>.csv", table(books))
    press(page.get_by_role("button", name="Load and ask"))
    page.wait_for_url(re.compile("catalogue="))
    expect(page.get_by_text("is being prepared")).to_have_count(0)
    settle(page)
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill("Find books by Lars Ek")
    box.press("Enter")
    page.get_by_role("tab", name="Network").wait_for()
    settle(page)
    see_harmless(page)
    assert see_every_tab(page, EVERYTHING, FORMULA, *FEW) == {EVERYTHING, FORMULA, *FEW}


def references() -> str:
    """Two papers with everything hostile in each part."""
    parts = "\n".join(
        f"  {name} = {{{value}}},"
        for name, value in (
            ("author", f"Ek, {HOST}"), ("journal", PAYLOADS["image"]), ("year", "2020"), ("url", "javascript:alert(1)"),
            ("abstract", f"Flimwidget bells ring at 440 hertz in cold air. {EVERYTHING}"),
        )
    )  # fmt: skip
    titles = [f"Flimwidget bells {PAYLOADS[name]}" for name in ("html", "link", "bare address")]
    return "\n".join(
        f"@article{{a{number},\n  title = {{{{{title}}}}},\n{parts}\n}}" for number, title in enumerate(titles)
    )


def test_hostile_references_and_a_hostile_model_are_text_to_a_report(
    server_with_model: Server, gemini: FakeGemini, visit: Visit, alerts: list[str], tmp_path: Path
) -> None:
    def write(request: Request) -> Reply:
        wanted = set(request.schema["properties"]) if request.schema else set()
        if "sub_questions" in wanted:
            asked = f"How do flimwidget bells ring? {EVERYTHING}"
            return data({"sub_questions": [{"text": asked, "words": "flimwidget bells ring", "kind": "question"}]})
        if "primary_intent" in wanted:
            return data({"primary_intent": "overview", "absent": []})
        if "shelf" in wanted:
            return data({"shelf": ["flimwidget bells"]})
        if "sentences" in wanted:
            ids = re.findall(r'"(p\d+)":', request.prompt)
            return data({"sentences": [
                {"text": f"Flimwidget bells ring at 440 hertz in cold air. {EVERYTHING}", "evidence": ids[:1]},
                {"text": f"{EVERYTHING} It rings.", "evidence": ids[:1]},
            ]})  # fmt: skip
        if "judgements" in wanted:
            return data({"judgements": []})
        return (
            data({"question": "What is known about flimwidget bells?"}) if wanted == {"question"} else hostile(request)
        )

    gemini.otherwise = write
    page = open_panel(visit, f"{server_with_model.address}/research_reports?do_not_ask=True", alerts)
    open_tab(page, "Shelves")
    give(page, "References (BibTeX or RIS)", f"<i>{HOST}</i>.bib", references().encode())
    press(page.get_by_role("button", name="Put them on a shelf"))
    expect(page.get_by_text("3 references")).to_be_visible()
    settle(page)
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill(f"What is known about flimwidget bells? {PAYLOADS['image']}")
    box.press("Enter")
    page.get_by_role("tab", name="Measures").wait_for()
    settle(page)
    see_harmless(page, PAYLOADS["bare address"])
    assert see_every_tab(page, EVERYTHING) == {EVERYTHING}

    open_tab(page, "Exports")
    web = Tags(take(page, "HTML", tmp_path).read_text())
    assert not {tag for tag, _ in web.tags} & {"img", "script", "iframe"}
    assert not [one for tag, one in web.tags if tag == "a" and not (one["href"] or "").startswith(("#s", "#v"))]
    assert flat(EVERYTHING) in flat(web.text)
    see_text_file(take(page, "Markdown", tmp_path).read_text())
    for button in ("BibTeX", "RIS", "CSL-JSON"):
        assert "javascript" not in take(page, button, tmp_path).read_text().replace(PAYLOADS["script link"], "")
    see_safe_table(take(page, "Evidence (CSV)", tmp_path))
    with zipfile.ZipFile(take(page, "Word", tmp_path)) as word:
        links = "".join(word.read(name).decode() for name in word.namelist() if name.endswith(".rels"))
    assert HOST not in links
    bundle = take(page, "Bundle (ZIP)", tmp_path)
    with zipfile.ZipFile(bundle) as archive:
        papers = json.loads(archive.read("state.json"))["papers"].values()
    assert {paper["url"] for paper in papers} == {""}
    open_tab(page, "Shelves")
    give(page, "Bundle (ZIP)", bundle.name, bundle.read_bytes())
    press(page.get_by_role("button", name="Open the bundle"))
    expect(page.get_by_text("From the bundle")).to_be_visible()
    see_harmless(page, PAYLOADS["bare address"])
