"""Take the pictures of Glassbox from Glassbox as it runs: `.venv/bin/python .ci/pictures.py [name …]`; look at them.

Each picture is a row of `PICTURES`: what is asked on which page, where the picture begins, and how large it is. Both
themes are taken of the same answer. A server of its own answers, by the rules, with an empty data folder and nobody
outside to ask, so that the same commit gives the same pictures. Beside the picture of a page stand the words that were
on it (`.txt`): a test asks again and holds them against the page of today. `one_question` is a moving picture, from the
question to the second of those it found.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from core.ui.home.cards import CARDS  # noqa: E402 the project is found only now
from tests.ports import free_port  # noqa: E402

FOLDER = ROOT / "assets" / "screenshots"
PATIENCE = 180_000  # milliseconds
COLOURS = 64  # of the palette: text and bars stay sharp, and a file stays small
MARGIN = (10, 10)  # pixels beside and above where a picture begins
PHONE = 380  # pixels of a window whose text stays readable when a picture of it is made small
HINT = "Press Enter to submit form"
EXAMPLES = {card.system.name: card.asks for card in CARDS}


@dataclass(frozen=True)
class Picture:
    """`name` is the file's, `address` the page's with its settings; `asks` is typed there and sent.

    The picture begins `margin` pixels beside and above what `begins` finds. `window` and `size` are width and height in
    pixels, of the window and of what is taken of it; `pixels` is the width of the file, `most` its kilobytes.
    """

    name: str
    address: str
    asks: str
    begins: Callable[[Page], Locator]
    window: tuple[int, int]
    size: tuple[int, int]
    margin: tuple[int, int] = MARGIN
    pixels: int = 640
    most: int = 40


def on_a_card(
    system: str,
    begins: Callable[[Page], Locator],
    window: int = PHONE,
    width: int = PHONE - 20,
    margin: tuple[int, int] = MARGIN,
    settings: str = "",
) -> Picture:
    """Describe the picture on a card of Home: 8 wide to 5 high, taken of a window about as wide as a phone."""
    address = f"{system}{settings}"
    return Picture(f"home_{system}", address, EXAMPLES[system], begins, (window, 2600), (width, width * 5 // 8), margin)


def text(pattern: str) -> Callable[[Page], Locator]:
    """Find the first text that is like this."""
    return lambda page: page.get_by_text(re.compile(pattern)).first


def of_a_page(system: str, height: int, settings: str = "") -> Picture:
    """Describe the picture of the upper part of a page with an answer, as it looks on a laptop."""
    return Picture(
        system, f"{system}{settings}", EXAMPLES[system], lambda page: page.get_by_test_id("stApp"), (1280, height),
        (1280, height), (0, 0), 1280, 150,
    )  # fmt: skip


NO_PLAN = "?do_not_ask=True"  # a report comes at once
PAGES = (
    of_a_page("expert_search", 1350),
    of_a_page("knowledge_base", 900),
    of_a_page("nco_classification", 1100),
    of_a_page("library_chat", 1100),
    of_a_page("research_reports", 1100, NO_PLAN),
)
CARDS_OF_HOME = (
    on_a_card("expert_search", lambda page: page.get_by_text("Expert", exact=True).first, window=420, width=400),
    on_a_card("knowledge_base", text("^“The quality of an expert search is"), window=440, margin=(22, 46)),
    on_a_card(
        "nco_classification", lambda page: page.get_by_role("heading", name=re.compile(r"^\d{4} · ")).first, window=450
    ),
    on_a_card("library_chat", text(r"^\d+ authors with"), window=450),
    on_a_card("research_reports", text("CsSnI3"), window=436, settings=NO_PLAN),
)
PICTURES = PAGES + CARDS_OF_HOME
MOVING = "one_question"
MOVING_SIZE, MOVING_PIXELS, MOVING_MOST = (1280, 860), 1024, 2_000  # window and width in pixels; kilobytes

_QUIET = """() => {
  const app = document.querySelector('[data-testid=stApp]');
  return app && app.dataset.testScriptState === 'notRunning' && app.dataset.testConnectionState === 'CONNECTED'
    && !document.querySelector('[data-stale=true], [data-testid=stSkeleton]');
}"""


def main(names: list[str]) -> None:
    """Take those that are named, or all."""
    wanted = [picture for picture in PICTURES if not names or picture.name in names]
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for picture in wanted:
            take(picture, browser, address)
        if not names or MOVING in names:
            take_moving(browser, address)
        browser.close()


@contextmanager
def served() -> Iterator[str]:
    """Start Glassbox with an empty data folder; its address."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")}
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", "streamlit_app.py", "--server.port", str(port)],
            cwd=ROOT, env={**kept, "GLASSBOX_DATA": data, "SOURCES": "none"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        address = f"http://localhost:{port}"
        try:
            while process.poll() is None:
                try:
                    urllib.request.urlopen(f"{address}/health", timeout=2).close()  # noqa: S310 our own address
                    break
                except (urllib.error.URLError, OSError):
                    time.sleep(0.2)
            yield address
        finally:
            process.terminate()
            process.wait(30)


def take(picture: Picture, browser: Browser, address: str) -> None:
    """Ask, wait for the answer, and keep it as it looks in both themes."""
    width, height = picture.window
    page = browser.new_page(
        viewport={"width": width, "height": height}, color_scheme="light", reduced_motion="reduce",
        device_scale_factor=picture.pixels / picture.size[0],
    )  # fmt: skip
    ask(picture, page, address)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        settle(page)
        begins = picture.begins(page)
        begins.wait_for()
        page.wait_for_timeout(1_500)  # charts are drawn and what moves has come to rest
        place = begins.bounding_box()
        assert place is not None, picture.name
        taken = page.screenshot(
            clip={
                "x": max(0, place["x"] - picture.margin[0]), "y": max(0, place["y"] - picture.margin[1]),
                "width": picture.size[0], "height": picture.size[1],
            },
            full_page=True, animations="disabled",
        )  # fmt: skip
        keep(taken, FOLDER / f"{picture.name}_{theme}.png", picture.most)
    if picture in PAGES:
        words_file(picture).write_text(words_on(page), encoding="utf-8")
    page.close()


def ask(picture: Picture, page: Page, address: str) -> None:
    """Open the page of a picture, ask, and wait until the answer is there."""
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/{picture.address}")
    box = page.locator("[data-testid=stChatInputTextArea], [data-testid=stForm] input").first
    box.wait_for()
    settle(page)
    box.fill(picture.asks)
    box.press("Enter")
    page.get_by_role("tab", name="How it ran").wait_for()
    settle(page)


def words_file(picture: Picture) -> Path:
    """Where the words stand that were on the page when its picture was taken."""
    return FOLDER / f"{picture.name}.txt"


def words_on(page: Page) -> str:
    """Read the page, a line each; how long something took is another number each time and left out, and the hint of a
    box comes and goes with the cursor."""
    lines = [line.strip() for line in page.get_by_test_id("stMain").inner_text().splitlines()]
    kept = [re.sub(r"\d+([.,]\d+)? (m?s|seconds?)\b", "… s", line) for line in lines if line and line != HINT]
    return "\n".join(kept) + "\n"


def take_moving(browser: Browser, address: str) -> None:
    """Keep one question as a moving picture: it is typed, runs and is answered; the second of those found is opened."""
    width, height = MOVING_SIZE
    page = browser.new_page(
        viewport={"width": width, "height": height}, color_scheme="light", reduced_motion="reduce",
        device_scale_factor=MOVING_PIXELS / width,
    )  # fmt: skip
    page.set_default_timeout(PATIENCE)
    frames: list[tuple[bytes, int]] = []  # each with the milliseconds it stays

    def see(stays: int) -> None:
        frames.append((page.screenshot(animations="disabled"), stays))

    page.goto(f"{address}/expert_search")
    box = page.locator("[data-testid=stForm] input").first
    box.wait_for()
    settle(page)
    see(900)
    asked = EXAMPLES["expert_search"]
    for typed in range(4, len(asked) + 4, 4):
        box.fill(asked[:typed])
        see(110)
    box.press("Enter")
    while not page.get_by_role("tab", name="How it ran").count():
        see(150)
        page.wait_for_timeout(150)
    settle(page)
    page.wait_for_timeout(1_000)
    see(2_500)
    page.get_by_role("tab", name="Experts").evaluate("tab => tab.scrollIntoView()")
    page.wait_for_timeout(1_000)
    see(3_000)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    page.wait_for_url("**person=**")
    settle(page)
    page.wait_for_timeout(1_500)
    see(4_000)
    page.close()
    keep_moving(frames, FOLDER / f"{MOVING}.gif")


def keep_moving(frames: Sequence[tuple[bytes, int]], file: Path) -> None:
    """Write pictures that follow each other. Raises `SystemExit` where the file is larger than it may be."""
    shown = [Image.open(BytesIO(taken)).convert("RGB") for taken, _ in frames]
    palette = shown[-1].quantize(COLOURS * 2, dither=Image.Dither.NONE)
    first, *others = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in shown]
    first.save(
        file, save_all=True, append_images=others, duration=[stays for _, stays in frames], loop=0, optimize=True
    )
    within(file, MOVING_MOST)


def settle(page: Page) -> None:
    """Wait until the script has run to its end and everything it drew is there."""
    page.wait_for_function(_QUIET, polling=50)


def keep(taken: bytes, file: Path, most: int) -> None:
    """Write a picture with few colours. Raises `SystemExit` where it is larger than `most` kilobytes."""
    Image.open(BytesIO(taken)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    within(file, most)


def within(file: Path, most: int) -> None:
    """Tell how large a file is. Raises `SystemExit` where it is larger than `most` kilobytes."""
    size = file.stat().st_size
    print(f"{file.name}: {size / 1000:.1f} kB")
    if size > most * 1000:
        raise SystemExit(f"{file.name} is larger than {most} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
