"""How soon a page is there and does what is asked, in Chromium, beside a page of Streamlit with nothing but a box.

    python -m benchmarks.pages [--before FOLDER] [--rounds 7]

FOLDER is another checkout of Glassbox, such as one of before a change; all are measured in the same run, by turns, each
by a server of its own that has answered once. Printed are medians in milliseconds. *First paint* is the browser's
own first contentful paint; *Home* is the first page from its address until nothing moves on it any more, in a visit
that has nothing cached; *Expert search* the same for that page. *Answer* is from Enter until it is there, *tab* from a
press on Compare until that is drawn, *person* from a press on another person until she is.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, sync_playwright

from tests.ports import free_port

ROOT = Path(__file__).parents[1]
EMPTY = 'import streamlit as st\nst.title("Empty")\nst.text_input("Words")\n'
ASKED = "Who knows about perovskite solar cells?"
PATIENCE = 120_000  # milliseconds

_QUIET = """() => {
  const app = document.querySelector('[data-testid=stApp]');
  return app && app.dataset.testScriptState === 'notRunning' && document.querySelector('h1')
    && !document.querySelector('[data-stale=true], [data-testid=stSkeleton]');
}"""
_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


@contextmanager
def served(folder: Path, script: str = "streamlit_app.py") -> Iterator[str]:
    """Start a server over a checkout, with an empty data folder; its address."""
    port = free_port()
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")}
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", script, "--server.port", str(port), "--server.headless", "true"],
            cwd=folder, env={**kept, "GLASSBOX_DATA": data, "SOURCES": "none", "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            address = f"http://localhost:{port}"
            while not _answers(f"{address}/_stcore/health") and process.poll() is None:
                time.sleep(0.2)
            yield address
        finally:
            process.terminate()
            process.wait(30)


def _answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address, timeout=2).close()
    except (urllib.error.URLError, OSError):
        return False
    return True


def _timed(page: Page, do: Callable[[], object], until: Callable[[], object]) -> float:
    begun = time.perf_counter()
    do()
    until()
    page.wait_for_function(_QUIET, polling=20)
    return 1000 * (time.perf_counter() - begun)


@contextmanager
def _visit(browser: Browser) -> Iterator[Page]:
    """Open a window that has nothing cached."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def first_page(browser: Browser, address: str) -> dict[str, float]:
    """Time the first page of a visit."""
    with _visit(browser) as page:
        drawn = _timed(page, lambda: page.goto(address), page.locator("h1").first.wait_for)
        return {"first paint": page.evaluate(_PAINT), "first page": drawn}


def address_of_expert_search(browser: Browser, address: str) -> str:
    """Return where it is: before there was a Home it was the first page."""
    with _visit(browser) as page:
        page.goto(address)
        return urljoin(address, page.get_by_role("link", name="Expert search").get_attribute("href") or "")


def expert_search(browser: Browser, address: str) -> dict[str, float]:
    """Time what is done on the expert search, in a visit of its own."""
    with _visit(browser) as page:
        box = page.locator("[data-testid=stForm] input").first
        told = {"Expert search": _timed(page, lambda: page.goto(address), box.wait_for)}
        box.fill(ASKED)
        compare = page.get_by_role("tab", name="Compare")
        told["answer"] = _timed(page, lambda: box.press("Enter"), compare.wait_for)
        second = page.get_by_role("button", name="2. ").first
        told["person"] = _timed(page, second.click, page.get_by_role("heading", name="2. ").wait_for)
        opened = page.locator("[role=tab][aria-selected=true]").filter(has_text="Compare")
        told["tab"] = _timed(page, compare.click, opened.wait_for)
        return told


def main() -> None:
    """Measure all by turns, and print the medians and their ratios to the empty page and to before."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    times: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    with ExitStack() as open_, sync_playwright() as playwright, tempfile.TemporaryDirectory() as empty:
        (Path(empty) / "empty.py").write_text(EMPTY, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        servers = {"Streamlit alone": open_.enter_context(served(Path(empty), "empty.py"))}
        servers |= {"before": open_.enter_context(served(given.before.resolve()))} if given.before else {}
        servers["Glassbox"] = open_.enter_context(served(ROOT))
        for round_ in range(given.rounds + 1):  # the first one warms everything up
            for name, address in servers.items():
                told: Mapping[str, float] = first_page(browser, address)
                if name != "Streamlit alone":
                    told = {**told, **expert_search(browser, address_of_expert_search(browser, address))}
                for what, milliseconds in told.items() if round_ else ():
                    times[what][name].append(milliseconds)
        browser.close()
    peers = [name for name in servers if name != "Glassbox"]
    print(
        f"{'milliseconds':<16}" + "".join(f"{name:>17}" for name in servers) + "".join(f"  to {one}" for one in peers)
    )
    for what, of in times.items():
        medians = {name: statistics.median(of[name]) for name in servers if name in of}
        told = [f"{medians[name]:.0f}" if name in medians else "" for name in servers]
        ratios = [f"{medians['Glassbox'] / medians[one]:.2f}" if one in medians else "" for one in peers]
        wide = [f"{ratio:>{len(one) + 5}}" for one, ratio in zip(peers, ratios, strict=True)]
        print(f"{what:<16}" + "".join(f"{one:>17}" for one in told) + "".join(wide))


if __name__ == "__main__":
    main()
