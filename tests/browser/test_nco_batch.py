"""A file of jobs and the official file on the panel of NCO classification: paused, killed, reviewed, undone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from core.systems.nco_classification.index.classification import Classification
from tests.browser.conftest import PATIENCE, Server
from tests.browser.steps import bring_jobs, code_job, edit_cell, give, open_tab, press, see_results, settle, take

Visit = Callable[..., Page]
JOBS = 'id,job title\n1,Tailor\n2,teacher\n3,E010\n4,\n5,=1+1\n6,Tailor\n7,"दर्जी"\n'
LONG = "keeps the village well and its ropes in order, " * 110  # a cell of more than 5,000 characters


def many_jobs(rows: int) -> pd.DataFrame:
    """Jobs of all kinds with ids of their own, among them cells that are empty, long, formulas or ids."""
    titles = list(Classification.load().occupations.values())
    odd = ["", "=1+1", "E010", LONG, "सिलाई का काम", '=HYPERLINK("http://nowhere.example","x")', "வெல்டர் welder"]
    jobs = [
        odd[number // 10 % len(odd)] if number % 10 == 0 else titles[number % len(titles)] for number in range(rows)
    ]
    return pd.DataFrame({"id": [str(number) for number in range(rows)], "job": jobs})


def test_coding_is_paused_cancelled_and_killed_and_every_row_still_comes_back_once(
    visit: Visit, tmp_path: Path
) -> None:
    jobs = many_jobs(2_400)
    server = Server(tmp_path / "data")
    with server:
        page = visit(f"{server.address}/nco_classification?view=file")
        bring_jobs(page, "survey.csv", jobs.to_csv(index=False).encode())
        # The first jobs wait for the index and the model; a pause takes effect within the time of what is in hand.
        told = page.get_by_test_id("stMain").get_by_test_id("stProgress")  # the sidebar tells it too
        expect(told).to_have_text(re.compile("about .* left$"), timeout=3 * PATIENCE)
        page.get_by_role("button", name="Pause").click()
        expect(told).to_have_text(re.compile("paused$"))
        done = told.inner_text()
        page.wait_for_timeout(1_500)
        assert told.inner_text() == done
        press(page.get_by_role("button", name="Go on"))
        page.get_by_role("button", name="Pause").click()
        expect(told).to_have_text(re.compile("paused$"))
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_text("Coding “survey.csv” was cancelled.")).to_be_visible()
        press(page.get_by_role("button", name="Carry on"))
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        server.kill()
    with server:
        again = visit(f"{server.address}/nco_classification?view=file")
        see_results(again)
        table = pd.read_csv(take(again, "CSV", tmp_path), dtype=str, keep_default_na=False)
        book = openpyxl.load_workbook(take(again, "XLSX", tmp_path))
    assert table["id"].tolist() == jobs["id"].tolist()
    assert [cell.lstrip("'") for cell in table["job"]] == jobs["job"].tolist()
    assert (table["NCO status"] != "").all()
    assert set(table.loc[table["job"].isin(["", "E010"]), "NCO status"]) == {"not codable"}
    rows = list(book.worksheets[0].iter_rows(min_row=2))
    assert [str(row[0].value) for row in rows] == jobs["id"].tolist()
    assert not [cell for row in rows for cell in row if cell.data_type == "f"]


def test_decisions_of_the_review_stand_in_the_file_and_can_be_taken_back(
    server: Server, visit: Visit, tmp_path: Path
) -> None:
    page = visit(f"{server.address}/nco_classification?view=file")
    bring_jobs(page, "survey.csv", JOBS.encode())
    see_results(page)
    before = pd.read_csv(take(page, "CSV", tmp_path), dtype=str, keep_default_na=False)
    assert before["id"].tolist() == list("1234567")
    assert before["job title"].tolist() == ["Tailor", "teacher", "E010", "", "'=1+1", "Tailor", "दर्जी"]
    assert before.loc[[0, 5], "NCO code"].str.startswith("7531").all()
    assert before.loc[[2, 3], "NCO code"].tolist() == ["", ""]
    open_tab(page, "Review")
    show(page, "Table")
    edit_cell(page, 1, 6, "choose")
    edit_cell(page, 1, 7, "7532")
    press(page.get_by_role("button", name="Keep these decisions"))
    show(page, "Decided")
    expect(page.get_by_role("button", name="Take back all decisions (1 wording)")).to_be_visible()
    page.reload()
    see_results(page)
    open_tab(page, "Results")
    after = pd.read_csv(take(page, "CSV", tmp_path), dtype=str, keep_default_na=False)
    changed = after[after["NCO decided by"] == "analyst"]
    assert changed["NCO code"].tolist() == ["7532"]
    assert changed["NCO answer"].tolist() == ["chose 7532"]
    open_tab(page, "Review")
    show(page, "Decided")
    press(page.get_by_role("button", name="Take back all decisions (1 wording)"))
    expect(page.get_by_role("button", name="Take back all decisions (1 wording)")).to_have_count(0)
    settle(page)
    open_tab(page, "Results")
    again = pd.read_csv(take(page, "CSV", tmp_path), dtype=str, keep_default_na=False)
    assert again.equals(before)


def show(page: Page, view: str) -> None:
    """One of the ways to review."""
    press(page.get_by_role("radio", name=view))
    expect(page.get_by_role("radio", name=view)).to_be_checked()
    settle(page)


@pytest.mark.slow
def test_a_hundred_cases_are_decided_by_keyboard_and_every_one_stands_in_the_file(visit: Visit, tmp_path: Path) -> None:
    titles = [f"{word} {number}" for number in range(30) for word in ("helper", "operator", "supervisor", "doctor")]
    with Server(tmp_path / "data") as server:
        page = visit(f"{server.address}/nco_classification?view=file")
        bring_jobs(page, "survey.csv", ("job\n" + "\n".join(titles)).encode())
        see_results(page)
        open_tab(page, "Review")
        press(page.get_by_role("button", name="Coded too"))
        for number in range(100):
            before = page.get_by_role("heading", level=4).inner_text()
            page.keyboard.press("11nx"[number % 4])
            expect(page.get_by_role("heading", level=4)).not_to_have_text(before)
            settle(page)
        page.keyboard.press("u")
        settle(page)
        open_tab(page, "Results")
        coded = pd.read_csv(take(page, "CSV", tmp_path), dtype=str, keep_default_na=False)
    assert coded["job"].tolist() == titles
    by_hand = coded[coded["NCO decided by"] == "analyst"]
    assert len(by_hand) == 99
    assert set(by_hand["NCO answer"]) >= {"not in work", "cannot be coded"}
    assert by_hand["NCO code"].isin([*Classification.load().families, ""]).all()


def test_the_official_file_is_indexed_searched_and_removed_again(visit: Visit, tmp_path: Path) -> None:
    descriptions = "NCO 2015;Details\n7531.0100;Adjusts the quoxel loom of a frimble by hand\n9999;Not a code\n"
    with Server(tmp_path / "data") as server:
        page = visit(f"{server.address}/nco_classification")
        press(page.get_by_role("button", name="Add official descriptions"))
        give(page, "Descriptions (CSV or XLSX)", "official.csv", descriptions.encode())
        expect(page.get_by_text("1 description can be used.")).to_be_visible()
        expect(page.get_by_text("1 row of descriptions left out")).to_be_visible()
        press(page.get_by_role("button", name="Index and use"))
        loaded = page.get_by_text("and 1 official description from official.csv", exact=False)
        expect(loaded).to_be_visible()
        expect(page.get_by_text("once they are indexed")).to_have_count(0)
        page.keyboard.press("Escape")
        code_job(page, "adjusts the quoxel loom of a frimble")
        expect(page.get_by_text("What speaks for 7531")).to_be_visible()  # where no word of the shipped index leads
        press(page.get_by_role("button", name="Add official descriptions"))
        press(page.get_by_role("button", name="Remove these descriptions"))
        expect(loaded).to_have_count(0)
