"""The pictures in `docs/` are of the pages as they are: the same is asked again, and the page says the same words."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from types import ModuleType

import pytest
from playwright.sync_api import Page

from core.paths import ASSETS, DOCS
from tests.browser.conftest import ROOT, Server

Visit = Callable[..., Page]
PATIENCE = 30  # seconds


def _pictures() -> ModuleType:
    """The script that takes them; it stands apart from all packages."""
    file = ROOT / ".ci" / "pictures.py"
    described = importlib.util.spec_from_file_location("pictures", file)
    assert described is not None
    assert described.loader is not None
    script = importlib.util.module_from_spec(described)
    sys.modules[described.name] = script  # its dataclass looks itself up
    described.loader.exec_module(script)
    return script


pictures = _pictures()


@pytest.mark.parametrize("picture", pictures.PAGES, ids=lambda picture: picture.name)
def test_the_picture_of_a_panel_shows_the_page_of_today(
    server: Server, visit: Visit, picture: pictures.Picture
) -> None:
    page = visit(server.address, width=picture.window[0])
    pictures.ask(picture, page, server.address)
    taken = pictures.words_file(picture).read_text(encoding="utf-8")
    for _ in range(PATIENCE):  # a chart draws its words a moment after the page, on a busy machine many
        if pictures.words_on(page) == taken:
            break
        page.wait_for_timeout(1_000)
    assert pictures.words_on(page) == taken, f"take it again: .venv/bin/python .ci/pictures.py {picture.name}"


@pytest.mark.parametrize("picture", pictures.PAGES, ids=lambda picture: picture.name)
def test_the_manual_of_a_panel_has_its_picture_in_both_themes(picture: pictures.Picture) -> None:
    manual = (DOCS / f"{picture.name}.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"screenshots/(\w+\.png)", manual))
    assert shown == {f"{picture.name}_{theme}.png" for theme in ("light", "dark")}
    assert all((ASSETS / "screenshots" / name).is_file() for name in shown)


def test_every_picture_of_a_page_of_this_project_is_there_and_no_other() -> None:
    pages = [ROOT / "README.md", *DOCS.glob("*.md")]
    shown = {name for page in pages for name in re.findall(r"screenshots/(\w+\.\w+)", page.read_text("utf-8"))}
    taken = {f"{picture.name}_{theme}.png" for picture in pictures.PAGES for theme in ("light", "dark")}
    assert shown == taken | {f"{pictures.MOVING}.gif"}
    assert (ASSETS / "screenshots" / f"{pictures.MOVING}.gif").stat().st_size < 2_000_000
