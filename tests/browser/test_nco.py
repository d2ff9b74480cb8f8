"""The panel of NCO classification, as an analyst lives it: a code, and a question that outlives the server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import answer, barriers, code_job, open_tab, press, settle

Visit = Callable[..., Page]


def test_a_clear_job_shows_its_code_the_evidence_and_where_it_lies(
    server: Server, visit: Visit, complaints: list[str]
) -> None:
    # By the menu: on a deep link Streamlit's own client tries the page's path as the server's first, and is told 404.
    page = visit(server.address)
    press(page.get_by_role("link", name="NCO classification"))
    page.get_by_label("What does the person do?").wait_for()
    settle(page)
    code_job(page, "baal kaatne wala")
    expect(page.get_by_role("heading", name="5141 · Hairdressers")).to_be_visible()
    highlighted = [word.lower() for word in page.locator(".stMarkdownColoredBackground").all_inner_texts()]
    assert "hair" in highlighted
    open_tab(page, "Where it lies")
    expect(page.locator(".sunburstlayer .slice").first).to_be_visible()
    open_tab(page, "How sure it is")
    expect(page.get_by_text("were right at the first family")).to_be_visible()
    open_tab(page, "How it ran")
    expect(page.get_by_text("5 of 5 guarantees held")).to_be_visible()
    expect(page.get_by_text("expander, then retrieval, then analyzer")).to_be_visible()
    assert complaints == []


def test_an_open_question_outlives_a_reload_and_a_killed_server_and_can_be_answered_differently(
    visit: Visit, tmp_path: Path
) -> None:
    server = Server(tmp_path / "data")
    with server:
        page = visit(f"{server.address}/nco_classification")
        code_job(page, "teacher")
        page.reload()
        expect(page.get_by_text("Whom do you teach?", exact=True)).to_be_visible()
        server.kill()
        with server:
            again = visit(page.url)
            expect(again.get_by_text("Whom do you teach?", exact=True)).to_be_visible()
            settle(again)
            answer(again, "Classes 9 to 12, in a school")
            expect(again.get_by_role("heading", name="2330 · Secondary Education Teachers")).to_be_visible()
            open_tab(again, "Answer differently")
            answer(again, "Trainees of a trade, as in an ITI or polytechnic")
            expect(again.get_by_role("heading", name="2320 · Vocational Education Teachers")).to_be_visible()
            cells = again.get_by_test_id("stTable").first.inner_text()
            assert "2330 Secondary Education Teachers" in cells
            assert "2320 Vocational Education Teachers" in cells


@pytest.mark.parametrize("width", [390, 1280])
def test_a_question_has_one_button_that_stands_out_and_no_barriers(server: Server, visit: Visit, width: int) -> None:
    page = visit(f"{server.address}/nco_classification", width=width)
    code_job(page, "teacher")
    expect(page.locator("button[kind^=primary]")).to_have_text(["Send answer"])
    assert barriers(page) == []
    answer(page, "Classes 9 to 12, in a school")
    for tab in ("Why this code", "How sure it is", "Where it lies", "Answer differently", "How it ran"):
        open_tab(page, tab)
        page.locator("[data-testid=stSkeleton]").first.wait_for(state="detached")
        assert page.locator("button[kind^=primary]").count() == 1, tab
        assert barriers(page) == [], tab
