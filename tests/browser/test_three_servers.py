"""Three servers on one PostgreSQL behind the nginx that `deploy/` ships: one is killed, and nobody loses anything."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from core.paths import ROOT
from tests.browser.conftest import PATIENCE, Server, with_model
from tests.browser.oidc import Provider
from tests.browser.steps import NONSENSE, ask, bring, open_expert_search, press, request_box, see_answer, settle
from tests.browser.test_runs import VARIANTS
from tests.front import Front
from tests.llm.fake_gemini import FakeGemini, Reply, Request, unread

RUNS = int(os.environ.get("GLASSBOX_KILLED_RUNS", "6"))  # how many runs are at work on the server that is killed
PEOPLE = b"name,headline\nGreta Ohlsen,Restores church organs\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project, which may have secrets of its own."""
    folder = tmp_path / "glassbox"
    (folder / ".streamlit").mkdir(parents=True)
    shutil.copy(ROOT / "streamlit_app.py", folder)
    shutil.copy(ROOT / ".streamlit" / "config.toml", folder / ".streamlit")
    for name in ("core", "pages"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("assets", "docs"):
        (folder / name).symlink_to(ROOT / name)
    return folder


@pytest.fixture
def house(
    project: Path, tmp_path: Path, database_url: str, gemini: FakeGemini
) -> Iterator[tuple[Front, dict[int, Server], Provider]]:
    """Three servers of one project, one data folder and one database, with people who sign in, behind one nginx."""
    environment = {**with_model(gemini), "DATABASE_URL": database_url, "LLM_TIMEOUT": "3000"}
    servers = [Server(tmp_path / "data", environment, project) for _ in range(3)]
    with ExitStack() as running:
        provider = running.enter_context(Provider())
        front = Front(tmp_path / "nginx", [server.port for server in servers])
        secrets = provider.secrets_toml(front.address)
        (project / ".streamlit" / "secrets.toml").write_text(secrets, encoding="utf-8")
        with ThreadPoolExecutor(3) as pool:
            for server in servers:
                running.push(server.__exit__)
            list(pool.map(Server.__enter__, servers))
        yield running.enter_context(front), {server.port: server for server in servers}, provider


def visit(chromium: Browser, front: Front, running: ExitStack) -> Page:
    """A browser of its own at the first page."""
    context: BrowserContext = running.enter_context(
        chromium.new_context(ignore_https_errors=True, viewport={"width": 1280, "height": 1600})
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(front.address)
    return page


def sign_in(page: Page, provider: Provider, person: str) -> None:
    provider.person = person
    press(page.get_by_role("button", name="Sign in"))
    expect(page.get_by_text(f"Signed in: {person.title()}")).to_be_visible()
    open_expert_search(page)  # who signs in arrives at the first page


def server_of(front: Front, page: Page) -> int:
    """The port of the server that answers to this browser."""
    path = f"/health?{time.monotonic_ns()}"
    assert page.request.get(front.address + path).ok
    return front.server_that_gave(path)


def begin_a_run(page: Page) -> str:
    """Ask what the model has to refine, which takes until it is told to answer; the run's address."""
    ask(page, NONSENSE)
    expect(page.get_by_text("Refine · working")).to_be_visible()
    return page.url


def carry_on(page: Page, link: str) -> None:
    """Load a run that was cut off, as often as somebody else still seems to be at work on it, and carry it on."""
    button = page.get_by_role("button", name="Carry on", exact=True)
    deadline = time.monotonic() + 180
    page.goto(link)
    settle(page)
    while not button.is_visible():
        assert time.monotonic() < deadline, page.inner_text("body")
        page.reload()
        settle(page)
    press(button)
    see_answer(page)
    expect(request_box(page)).to_have_value(NONSENSE)


@pytest.mark.timeout(600 + 60 * RUNS)
@pytest.mark.slow
@pytest.mark.server
def test_of_three_servers_one_is_killed_and_every_run_sign_in_and_upload_is_there_on_the_others(
    chromium: Browser, house: tuple[Front, dict[int, Server], Provider], gemini: FakeGemini
) -> None:
    front, servers, provider = house
    go = threading.Event()

    def answer(request: Request) -> Reply:
        if nothing := unread(request):
            return nothing
        go.wait(3_000)
        return VARIANTS

    gemini.otherwise = answer
    with ExitStack() as running:
        running.callback(go.set)
        ann, bob = visit(chromium, front, running), visit(chromium, front, running)
        while server_of(front, bob) == server_of(front, ann):
            bob = visit(chromium, front, running)
        sign_in(ann, provider, "ann")
        sign_in(bob, provider, "bob")
        bring(ann, "choir.csv", PEOPLE)
        untouched = begin_a_run(bob)
        links = []
        for _ in range(RUNS):
            ann.goto(f"{front.address}/expert_search")
            links.append(begin_a_run(ann))

        servers[server_of(front, ann)].kill()
        go.set()
        for link in links:
            carry_on(ann, link)
        expect(ann.get_by_text("Signed in: Ann")).to_be_visible()
        press(ann.get_by_role("button", name="Use my own data"))
        expect(ann.get_by_text("choir.csv").first).to_be_visible()

        see_answer(bob)  # of the run that was on another server all the time
        assert bob.url == untouched
