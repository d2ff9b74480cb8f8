"""What an analyst does on a page, for all browser tests: ask, open a tab, move a slider, choose, take a file away."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qs, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, TimeoutError, expect

CLEAR = "Who knows about perovskite solar cells?"
TRIES = 6
NONSENSE = "zorblax quuxification of flimwidgets"

# The value above a slider's thumb, a chosen segment and a chosen tab are in the primary colour, without a setting.
# In the dark theme white on that colour and that colour on slate cannot both reach 4.5:1.
STREAMLITS_OWN = {
    "exclude": [
        ["[data-testid=stSliderThumbValue]"],
        ["[data-testid=stButtonGroup] [aria-checked=true]"],
        ["[role=tab][aria-selected=true]"],
    ]
}

_QUIET = """() => {
  const app = document.querySelector('[data-testid=stApp]');
  return app && app.dataset.testScriptState === 'notRunning' && app.dataset.testConnectionState === 'CONNECTED'
    && !document.querySelector('[data-stale=true], [data-testid=stSkeleton]');
}"""


# Whether the theme that is drawn is this one: a light page is lighter than grey.
_THEME = """theme => {
  const ground = getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor;
  return (parseInt(ground.match(/\\d+/)[0]) > 127) === (theme === 'light');
}"""


def settle(page: Page) -> None:
    """Wait until the script has run to its end and everything it drew is there; looked at now and then, because to look
    at every frame keeps a processor busy."""
    page.wait_for_function(_QUIET, polling=50)


def press(what: Locator) -> None:
    """Press it once nothing moves any more: a press on a page that is still being drawn is lost now and then."""
    settle(what.page)
    what.click()


def request_box(page: Page) -> Locator:
    return page.get_by_label("Who or what are you looking for?")


def open_expert_search(page: Page) -> None:
    """By the menu, from any page."""
    press(page.get_by_role("link", name="Expert search"))
    request_box(page).wait_for()
    settle(page)


def ask(page: Page, request: str) -> None:
    settle(page)
    expect(page.get_by_role("button", name="Search", exact=True)).to_be_enabled()
    request_box(page).fill(request)
    request_box(page).press("Enter")


def question(page: Page) -> Locator:
    """The question that stands above what is shown; of a conversation the first one."""
    return page.get_by_test_id("stChatMessage").first


def open_controls(page: Page) -> None:
    """Open the fold behind the line of controls; `Escape` closes it."""
    press(page.get_by_role("button", name="Change", exact=True))


def see_answer(page: Page) -> None:
    page.get_by_role("tab", name="Experts").wait_for()
    settle(page)


def open_tab(page: Page, name: str) -> None:
    press(page.get_by_role("tab", name=name))
    expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    settle(page)


def choose(page: Page, label: str, option: str) -> None:
    """An option of a select box, found by typing; once more where a page that was redrawn has closed the box."""
    wanted = page.get_by_role("option").filter(has_text=option).first
    for _ in range(TRIES):
        settle(page)
        page.get_by_role("combobox", name=label, exact=True).fill(option)
        with contextlib.suppress(TimeoutError):
            wanted.click(timeout=10_000)
            break
    else:
        raise AssertionError(f"“{label}” never offered “{option}”")
    settle(page)


def slider(page: Page, label: str) -> Locator:
    return page.locator(f'input[type=range][aria-label="{label}"]')


def address(page: Page) -> dict[str, str]:
    """What stands behind the question mark."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def receipt(page: Page) -> str:
    return page.get_by_test_id("stCode").first.inner_text().strip()


def take(page: Page, button: str, folder: Path) -> Path:
    with page.expect_download() as coming:
        press(page.get_by_role("button", name=button, exact=True))
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def names(page: Page, folder: Path) -> list[str]:
    """The experts of the table in their order, read from the file behind it; the table itself is a canvas."""
    import pandas as pd

    return pd.read_csv(take(page, "CSV", folder))["Name"].tolist()


def give(page: Page, label: str, name: str, content: bytes) -> None:
    """Hand a file to an uploader."""
    uploader = page.get_by_test_id("stFileUploader").filter(has_text=label)
    uploader.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    )


def open_own_data(page: Page) -> None:
    press(page.get_by_role("button", name="Use my own data"))
    page.get_by_text("They stay on the computer that runs Glassbox.").wait_for()


def bring(page: Page, name: str, experts: bytes) -> None:
    """Upload a table of experts and have it indexed; it is then the one that is searched."""
    open_own_data(page)
    give(page, "Experts (CSV or XLSX)", name, experts)
    press(page.get_by_role("button", name="Index and use"))
    page.wait_for_url(re.compile("people="))
    page.keyboard.press("Escape")
    settle(page)


def code_job(page: Page, words: str) -> None:
    """Ask the panel of NCO classification, and wait for a code or a question."""
    settle(page)  # as before every press: one into a form that is still being drawn is lost now and then
    page.get_by_label("What does the person do?").fill(words)
    page.get_by_label("What does the person do?").press("Enter")
    page.get_by_role("tab", name="How it ran").wait_for()
    settle(page)


def answer(page: Page, choice: str) -> None:
    """Answer the question of a classification, and wait for the code."""
    press(page.locator("label").filter(has_text=choice).first)
    press(page.get_by_role("button", name="Send answer"))
    page.get_by_role("tab", name="Why this code").wait_for()
    settle(page)


def bring_jobs(page: Page, name: str, content: bytes) -> None:
    """Upload a file of jobs and have it coded."""
    give(page, "Jobs (CSV or XLSX)", name, content)
    press(page.get_by_role("button", name=re.compile("^Code [0-9]")))
    page.get_by_text(re.compile("to code\\.$|^Coded$")).first.wait_for()


def see_results(page: Page) -> None:
    page.get_by_role("tab", name="Results").wait_for(timeout=180_000)  # the first jobs wait for index and model
    settle(page)


def edit_cell(page: Page, row: int, column: int, words: str) -> None:
    """Type into a cell of the table that can be edited, which is a canvas; `row` and `column` count from 1."""
    grid = page.get_by_test_id("stDataFrame").last.locator(".dvn-scroller")
    grid.scroll_into_view_if_needed()
    grid.click(position={"x": 20, "y": 52})  # in the first row, below the names of the columns
    for key in ["ArrowDown"] * (row - 1) + ["ArrowRight"] * (column - 1) + ["Enter"]:
        page.keyboard.press(key)
    page.locator("#portal :is(input, textarea):focus").first.wait_for(state="attached")
    page.keyboard.type(words, delay=30)
    page.keyboard.press("Enter")
    expect(page.locator("#portal :is(input, textarea)")).to_have_count(0)
    page.wait_for_timeout(500)  # Streamlit hands over an edit a moment later, which nothing on the page tells
    settle(page)


def barriers(page: Page) -> list[str]:
    """What axe finds to be serious on the page as it stands, and whether it scrolls sideways.

    The light theme is looked at for contrast alone: nothing else depends on it.
    """
    found = [f"{theme}: {barrier}" for theme in ("dark", "light") for barrier in _barriers_in(page, theme)]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("the page scrolls sideways")
    return found


def _barriers_in(page: Page, theme: Literal["dark", "light"]) -> list[str]:
    page.emulate_media(color_scheme=theme)  # the page follows at once, so nothing need be asked again
    page.wait_for_function(_THEME, arg=theme, polling=50)
    settle(page)
    options = {"resultTypes": ["violations"]} | ({"runOnly": ["color-contrast"]} if theme == "light" else {})
    found = Axe().run(page, context=STREAMLITS_OWN, options=options).response["violations"]
    return [
        f"{violation['id']}: {[node['html'][:200] for node in violation['nodes']]}"
        for violation in found
        if violation["impact"] in ("serious", "critical")
    ]


def look_up(page: Page, words: str) -> None:
    """Look words or a code up in the codebook, and wait for what is found."""
    settle(page)
    page.get_by_label("Look up", exact=True).fill(words)
    page.get_by_label("Look up", exact=True).press("Enter")
    page.get_by_text("the best first").wait_for()
    settle(page)


def go_back(page: Page) -> None:
    """Press the browser's own button, once it surely has the address of what is shown."""
    settle(page)
    page.wait_for_timeout(1_000)
    page.go_back()
    settle(page)
