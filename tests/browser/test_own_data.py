"""The analyst's own people: brought, mapped, indexed, found, and removed again."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pandas as pd
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import (
    ask,
    bring,
    choose,
    give,
    open_controls,
    open_own_data,
    press,
    request_box,
    see_answer,
    settle,
)

Visit = Callable[..., Page]
EXPERTS = "Experts (CSV or XLSX)"
ANSWERS = "Project answers (optional)"

# The names of the columns are not ours, the separator is a semicolon, the encoding that of an old Windows.
PEOPLE = (
    "Kzl;Wem;Was sie ist;Was sie tut;Schon\n"
    "mü;Jürgen Müßig;Glockengießer;Gießt Glocken aus Bronze und stimmt ihre Teiltöne – seit langem;31\n"
    "ør;Åse Ørsted;Keeper of tower clocks;Repairs escapements of tower clocks;viele\n"
    ";;Nobody;Has no name;1\n"
    "mü;Doppelt;Glockengießer;Hat ein Kürzel, das vergeben ist;2\n"
    "la;Lars Ek;Carillon player;Plays the carillon of the town hall;7\n"
).encode("cp1252")


def xlsx(table: dict[str, list[str]]) -> bytes:
    buffer = io.BytesIO()
    pd.DataFrame(table).to_excel(buffer, index=False)
    return buffer.getvalue()


def test_own_tables_are_mapped_checked_indexed_searched_and_removed(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    open_own_data(page)
    give(page, EXPERTS, "bells.csv", PEOPLE)
    page.get_by_text("Choose a column for: name.").wait_for()
    for field, column in (("id", "Kzl"), ("name (needed)", "Wem"), ("headline", "Was sie ist"), ("bio", "Was sie tut")):
        choose(page, field, column)
    choose(page, "years experience", "Schon")
    expect(page.get_by_text("3 experts can be used.")).to_be_visible()
    expect(page.get_by_text("1 value in “Schon” could not be read and was left empty: “viele”.")).to_be_visible()
    press(page.get_by_text("2 rows of experts left out"))
    reasons = page.get_by_test_id("stExpander").get_by_test_id("stDataFrame").locator("td")
    expect(reasons.filter(has_text="name is empty")).to_have_count(1)
    expect(reasons.filter(has_text="the id 'mü' is taken by an earlier row, of another name")).to_have_count(1)

    give(page, ANSWERS, "answers.xlsx", xlsx({"expert_id": ["mü", "xx"], "answer": ["Tin makes it brittle.", "?"]}))
    expect(page.get_by_text("1 answer can be used.")).to_be_visible()
    expect(page.get_by_text("1 row of answers left out")).to_be_visible()
    press(page.get_by_role("button", name="Index and use"))

    page.wait_for_url(re.compile("people="))  # chosen as soon as it is indexed
    page.keyboard.press("Escape")
    settle(page)
    ask(page, "Glocken aus Bronze")
    see_answer(page)
    expect(page.get_by_role("heading", name="1. Jürgen Müßig")).to_be_visible()
    link = page.url
    other = visit(link)
    see_answer(other)
    expect(other.get_by_role("heading", name="1. Jürgen Müßig")).to_be_visible()

    open_own_data(page)
    press(page.get_by_role("button", name="Remove “bells.csv"))
    page.wait_for_function("!location.search.includes('people')")
    expect(page.get_by_text("This run was made on another collection")).to_be_visible()
    gone = visit(link)
    expect(gone.get_by_text("This run was made on another collection")).to_be_visible()
    open_controls(gone)
    expect(gone.get_by_role("combobox", name="Whose people")).to_have_value("Sample: 212 invented people")
    gone.keyboard.press("Escape")

    open_own_data(gone)
    press(gone.get_by_role("button", name="Undo"))
    gone.wait_for_url(re.compile("people="))


def test_a_table_with_one_expert_is_enough(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    bring(page, "one.xlsx", xlsx({"name": ["Solo Persson"], "skills": ["lace making"]}))
    ask(page, "lace making")
    see_answer(page)
    expect(page.get_by_role("heading", name="1. Solo Persson")).to_be_visible()
    for tab in ("Meaning against words", "Good enough?"):
        press(page.get_by_role("tab", name=tab))
        settle(page)
        expect(page.get_by_test_id("stException")).to_have_count(0)


NO_TABLES = [
    ("empty.csv", b"", "empty.csv is empty."),
    ("names.csv", b"name,skills\n", "names.csv has column names and no rows."),
    ("picture.csv", b"\x89PNG\r\n\x1a\n\x00\x00\x00", "picture.csv is not a table but an image."),
    ("broken.xlsx", b"PK\x03\x04 and then nothing", "broken.xlsx is not an XLSX file that can be read."),
]


def test_a_file_that_is_no_table_is_refused_in_words(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    open_own_data(page)
    for name, content, words in NO_TABLES:
        give(page, EXPERTS, name, content)
        expect(page.get_by_text(words)).to_be_visible()
        expect(page.get_by_role("button", name="Index and use")).to_have_count(0)


def test_a_table_in_which_no_row_is_good_cannot_be_indexed(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    open_own_data(page)
    give(page, EXPERTS, "nobody.csv", b"name,skills\nAnn,\nBob,\n")
    expect(page.get_by_text("2 rows of experts left out")).to_be_visible()
    expect(page.get_by_role("button", name="Index and use")).to_be_disabled()


def test_a_file_above_50_mb_is_refused_and_the_app_lives_on(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    open_own_data(page)
    uploader = page.get_by_test_id("stFileUploader")
    # Larger than what can be handed over through the debugging protocol, so the browser makes the file itself.
    uploader.locator("input[type=file]").evaluate(
        """input => {
          const files = new DataTransfer();
          files.items.add(new File([new Uint8Array(51 * 1024 * 1024).fill(97)], 'large.csv'));
          input.files = files.files;
          input.dispatchEvent(new Event('change', {bubbles: true}));
        }"""
    )
    expect(uploader.get_by_text("File must be 50.0MB or smaller.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(request_box(page)).to_be_visible()
    ask(page, "perovskite solar cells")
    see_answer(page)
