"""A real server and a real Chromium for what only a browser shows.

Where Chromium is not installed these tests are skipped and say so; with GLASSBOX_CI set that is a failure.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

from tests.llm.fake_gemini import FakeGemini
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
KEY = "AIza-key-of-the-settings-0123456789"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # milliseconds; a page on a busy machine may take its time, and nothing here is a benchmark
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marked, and last: from its first page on Playwright keeps an event loop running, and no other can be started.

    Files with many tests come first, so that no process is left alone with a long one.
    """
    for item in items:
        if _of_a_browser(item):
            item.add_marker(pytest.mark.browser)
            # A page on a busy machine may be late once; what fails three times is broken. What was run again is told.
            item.add_marker(pytest.mark.flaky(reruns=2))
    tests_in = Counter(item.path for item in items if _of_a_browser(item))  # nothing for all others: they stay in order
    items.sort(key=lambda item: (_of_a_browser(item), -tests_in[item.path]))


def _of_a_browser(item: pytest.Item) -> bool:
    return Path(__file__).parent in item.path.parents


class Server:
    """The dashboard as a user starts it, on a free port and with a data folder of its own."""

    def __init__(self, data: Path, environment: Mapping[str, str] | None = None, folder: Path = ROOT) -> None:
        self.data = data
        self.folder = folder
        self.environment = dict(environment or {})
        self.port = free_port()
        self.log = data.parent / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def __enter__(self) -> Server:
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "streamlit", "run", "streamlit_app.py", "--server.port", str(self.port)],
                cwd=self.folder,
                env={**kept, "GLASSBOX_DATA": str(self.data), "SOURCES": "none", **self.environment},
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=2):
                    return self
            except (urllib.error.URLError, OSError):
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.1)
        raise AssertionError(f"The server did not come up:\n{self.log.read_text()}")

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        assert not os.environ.get("GLASSBOX_CI"), "Chromium must be there in continuous integration"
        pytest.skip("Chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as it is."""
    with Server(tmp_path_factory.mktemp("browser") / "data") as server:
        yield server


@pytest.fixture
def server(
    request: pytest.FixtureRequest, shared_server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """The shared one; a test that is run again gets one that knows nothing of what its first try had left behind."""
    if getattr(request.node, "execution_count", 1) == 1:
        yield shared_server
        return
    with Server(tmp_path_factory.mktemp("again") / "data") as server:
        yield server


@pytest.fixture(scope="session")
def gemini_server() -> Iterator[FakeGemini]:
    with FakeGemini() as gemini:
        yield gemini


@pytest.fixture
def gemini(gemini_server: FakeGemini) -> FakeGemini:
    """A Gemini on loopback that was asked nothing yet; `server_with_model` asks it."""
    gemini_server.forget()
    return gemini_server


def with_model(gemini: FakeGemini) -> dict[str, str]:
    """The settings of a server that asks this Gemini."""
    # Patient, because some of its tests let the model wait until a page has seen it working.
    return {"GOOGLE_API_KEY": KEY, "GOOGLE_GEMINI_BASE_URL": gemini.base_url, "LLM_TIMEOUT": "280"}


@pytest.fixture(scope="session")
def shared_server_with_model(gemini_server: FakeGemini, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests in which a model answers; a test that kills it starts it again."""
    with Server(tmp_path_factory.mktemp("model") / "data", with_model(gemini_server)) as server:
        yield server


@pytest.fixture
def server_with_model(
    request: pytest.FixtureRequest,
    shared_server_with_model: Server,
    gemini_server: FakeGemini,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Server]:
    """As `server`, with a model that answers."""
    if getattr(request.node, "execution_count", 1) == 1:
        yield shared_server_with_model
        return
    with Server(tmp_path_factory.mktemp("again") / "data", with_model(gemini_server)) as server:
        yield server


@pytest.fixture
def complaints() -> list[str]:
    """What the browser's console called an error in the visits of this test."""
    return []


@pytest.fixture(scope="session")
def contexts(chromium: Browser) -> dict[str, BrowserContext]:
    """Visits of the same look share one, so that the scripts of the dashboard are loaded once and not each time."""
    return {}


@pytest.fixture
def visit(
    chromium: Browser, contexts: dict[str, BrowserContext], complaints: list[str]
) -> Iterator[Callable[..., Page]]:
    """Open an address in a fresh visit; every request that leaves the server is a failure at the end.

    A tab is a visit of its own; `apart`, it shares no cookies with the others either.
    """
    pages: list[Page] = []
    strangers: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith(("http://localhost:", "http://127.0.0.1:", "data:", "blob:", "about:")):
            strangers.append(request.url)

    def new_context(width: int) -> BrowserContext:
        context = chromium.new_context(
            viewport={"width": width, "height": 1600}, color_scheme="light", reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        return context

    def open_page(address: str, width: int = 1280, apart: bool = False) -> Page:
        look = f"{width} {len(contexts) if apart else ''}"
        if look not in contexts:
            contexts[look] = new_context(width)
        page = contexts[look].new_page()
        pages.append(page)
        page.on("request", note)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        page.locator("h1").first.wait_for()
        return page

    yield open_page
    for page in pages:
        page.close()
    assert strangers == []
