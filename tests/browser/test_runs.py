"""A run outlives the tab, the visit and the server; what is broken about the files is said in words."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import (
    CLEAR,
    NONSENSE,
    address,
    ask,
    open_tab,
    press,
    question,
    request_box,
    see_answer,
    settle,
)
from tests.llm.fake_gemini import FakeGemini, Reply, Request, data, unread

Visit = Callable[..., Page]
FLOODS = "flood forecasting with little gauge data"
VARIANTS = data({"rewordings": ["perovskite photovoltaics", "thin-film solar cells", "tandem cells"]})


class Slow:
    """A model that answers when it is told to."""

    def __init__(self, gemini: FakeGemini) -> None:
        self.gemini = gemini
        self.go = threading.Event()
        gemini.otherwise = self.answer

    def answer(self, request: Request) -> Reply:
        if nothing := unread(request):
            return nothing
        self.go.wait(280)
        return VARIANTS


@pytest.fixture
def slow(gemini: FakeGemini) -> Iterator[Slow]:
    slow = Slow(gemini)
    yield slow
    slow.go.set()


def ask_slowly(page: Page) -> str:
    """Ask what the model has to refine, and wait until it is at it; the thread's id."""
    ask(page, NONSENSE)
    expect(page.get_by_text("Refine · working")).to_be_visible()
    return address(page)["thread"]


def test_a_run_goes_on_while_its_tab_reloads_and_a_second_tab_sees_it(
    server_with_model: Server, slow: Slow, visit: Visit
) -> None:
    page = visit(f"{server_with_model.address}/expert_search")
    thread = ask_slowly(page)
    page.reload()
    expect(page.get_by_text("Refine · working")).to_be_visible()
    second = visit(page.url)
    expect(second.get_by_text("Refine · working")).to_be_visible()
    slow.go.set()
    for tab in (page, second):
        see_answer(tab)
        assert address(tab)["thread"] == thread
        expect(request_box(tab)).to_have_value(NONSENSE)
    assert len(slow.gemini.requests) == 2


def test_stop_takes_effect_before_the_next_step_and_carry_on_finishes(
    server_with_model: Server, slow: Slow, visit: Visit
) -> None:
    page = visit(f"{server_with_model.address}/expert_search")
    thread = ask_slowly(page)
    page.get_by_role("button", name="Stop", exact=False).click()
    expect(page.get_by_text("Stopping before the next step")).to_be_visible()
    slow.go.set()
    expect(page.get_by_text("You stopped this run.")).to_be_visible()
    press(page.get_by_role("button", name="Carry on", exact=True))
    see_answer(page)
    assert address(page)["thread"] == thread
    assert len(slow.gemini.requests) == 2  # what was done before the stop is not done again
    open_tab(page, "How it ran")
    expect(page.get_by_text("then check refine, then select final")).to_be_visible()


def test_a_run_is_seen_at_work_and_told_done_on_another_page(
    server_with_model: Server, slow: Slow, visit: Visit
) -> None:
    page = visit(f"{server_with_model.address}/expert_search")
    thread = ask_slowly(page)
    page.get_by_role("link", name="Library chat").click()
    page.get_by_role("heading", name="Library chat").wait_for()
    expect(page.get_by_text("In progress", exact=True)).to_be_visible()
    expect(page.get_by_test_id("stSidebar").get_by_text("Refine, step")).to_be_visible()
    slow.go.set()
    notice = page.get_by_test_id("stToast")
    expect(notice).to_contain_text("answered")
    expect(page.get_by_text("In progress", exact=True)).to_have_count(0)
    expect(notice.get_by_role("link", name="Go there")).to_have_attribute("href", f"./expert_search?thread={thread}")


def test_a_page_asks_for_nothing_while_nothing_is_at_work(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    page.reload()
    page.locator("h1").first.wait_for()
    settle(page)
    page.wait_for_timeout(1_000)
    before = len(sent)
    page.wait_for_timeout(3_000)
    assert len(sent) == before


def test_a_run_can_be_forgotten_while_it_works(server_with_model: Server, slow: Slow, visit: Visit) -> None:
    page = visit(f"{server_with_model.address}/expert_search")
    thread = ask_slowly(page)
    side = page.get_by_test_id("stSidebar")
    press(side.get_by_text("Earlier runs"))
    press(side.get_by_role("button", name="delete").first)
    press(side.get_by_role("button", name="Forget it"))
    expect(page.get_by_text("Try one of these")).to_be_visible()
    slow.go.set()
    gone = visit(f"{server_with_model.address}/expert_search?thread={thread}")
    expect(gone.get_by_text("There is no such run here.")).to_be_visible()


def test_a_killed_server_leaves_a_run_that_can_be_carried_on(
    server_with_model: Server, slow: Slow, visit: Visit
) -> None:
    page = visit(f"{server_with_model.address}/expert_search")
    thread = ask_slowly(page)
    link = page.url
    server_with_model.kill()
    slow.go.set()
    server_with_model.__enter__()
    back = visit(link)
    expect(back.get_by_text("This run was cut off")).to_be_visible()
    expect(request_box(back)).to_have_value(NONSENSE)
    press(back.get_by_role("button", name="Carry on", exact=True))
    see_answer(back)
    assert address(back)["thread"] == thread
    open_tab(back, "Good enough?")
    expect(back.get_by_text("Refinements used: 1 of 1")).to_be_visible()


def test_back_brings_the_run_before_with_its_question_and_takes_words_that_were_never_sent_out_of_the_box(
    server: Server, visit: Visit
) -> None:
    page = visit(f"{server.address}/expert_search")
    ask(page, CLEAR)
    see_answer(page)
    first = page.url
    ask(page, FLOODS)
    page.wait_for_url(lambda url: url != first)
    see_answer(page)
    expect(question(page)).to_contain_text(FLOODS)
    request_box(page).fill("half a quest")
    page.go_back()
    expect(question(page)).to_contain_text(CLEAR)
    settle(page)  # the box of the other run is taken off when the script has ended
    expect(request_box(page)).to_have_value(CLEAR)
    page.go_forward()
    expect(question(page)).to_contain_text(FLOODS)
    settle(page)
    expect(request_box(page)).to_have_value(FLOODS)


# --- files that cannot be used ----------------------------------------------------------------------------------------


def see_the_app_alive(page: Page) -> None:
    expect(page.get_by_test_id("stSidebar").get_by_text("Answers:")).to_be_visible()
    expect(page.get_by_role("heading", name="Expert search")).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_a_locked_file_is_said_in_words_and_works_again_once_it_is_free(server: Server, visit: Visit) -> None:
    page = visit(f"{server.address}/expert_search")
    page.get_by_text("Try one of these").wait_for()
    with closing(sqlite3.connect(server.data / "threads.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ask(page, CLEAR)
        expect(page.get_by_text("is being used by another program")).to_be_visible()
        see_the_app_alive(page)
    ask(page, f"{CLEAR} Please.")
    see_answer(page)

    with closing(sqlite3.connect(server.data / "checkpoints.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ask(page, "ransomware in a hospital")
        expect(page.get_by_text("is being used by another program")).to_be_visible()
        see_the_app_alive(page)
    press(page.get_by_role("button", name="Try again"))
    see_answer(page)
    expect(request_box(page)).to_have_value("ransomware in a hospital")


def test_a_damaged_file_is_set_aside_with_a_notice(tmp_path: Path, visit: Visit) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "checkpoints.sqlite").write_bytes(b"this was a database once " * 1000)
    with Server(folder) as server:
        page = visit(f"{server.address}/expert_search")
        expect(page.get_by_text("The file checkpoints.sqlite was damaged. It was set aside")).to_be_visible()
        see_the_app_alive(page)
        expect(page.get_by_text("Try one of these")).to_be_visible()
    assert list(folder.glob("checkpoints.sqlite.corrupt-*"))


def test_a_file_that_cannot_be_written_is_said_in_words_and_once_mended_needs_no_restart(
    tmp_path: Path, visit: Visit
) -> None:
    # The rights of a file do not bind every user; a folder in the place of a file does.
    blocking = tmp_path / "data" / "checkpoints.sqlite"
    blocking.mkdir(parents=True)
    with Server(tmp_path / "data") as server:
        page = visit(f"{server.address}/expert_search")
        expect(page.get_by_text("checkpoints.sqlite cannot be opened")).to_be_visible()
        see_the_app_alive(page)
        blocking.rmdir()
        page.reload()
        expect(page.get_by_text("Try one of these")).to_be_visible()


def test_a_data_folder_that_cannot_be_made_is_said_in_words(tmp_path: Path, visit: Visit) -> None:
    (tmp_path / "file").write_text("in the way")
    with Server(tmp_path / "data", {"GLASSBOX_DATA": str(tmp_path / "file" / "data")}) as server:
        page = visit(f"{server.address}/expert_search")
        expect(page.get_by_text("cannot be made")).to_be_visible()
        see_the_app_alive(page)


def test_a_wrong_setting_is_named_on_the_page(tmp_path: Path, visit: Visit) -> None:
    with Server(tmp_path / "data", {"LLM_TIMEOUT": "soon"}) as server:
        page = visit(server.address)
        expect(page.get_by_role("heading", name="Glassbox cannot start")).to_be_visible()
        expect(page.get_by_text("LLM_TIMEOUT (in the environment) is 'soon'")).to_be_visible()
