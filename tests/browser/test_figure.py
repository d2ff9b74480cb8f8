"""A chart is taken away as a picture, by the browser that drew it and without any network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

from PIL import Image
from playwright.sync_api import Page, Route

from tests.browser.conftest import Server
from tests.browser.steps import code_job, open_tab, settle, take

Visit = Callable[..., Page]
SVG = "{http://www.w3.org/2000/svg}"


def test_a_chart_is_saved_as_png_and_svg_in_the_colours_of_the_page_while_no_other_host_answers(
    server: Server, visit: Visit, tmp_path: Path, complaints: list[str]
) -> None:
    page = visit(f"{server.address}/nco_classification")
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.get_by_label("What does the person do?").wait_for()
    settle(page)
    code_job(page, "baal kaatne wala")
    open_tab(page, "Where it lies")
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    complaints.clear()
    page.route("**/*", refuse)  # from here on not even the server answers a new request
    picture = ET.parse(take(page, "Save the picture as SVG", tmp_path)).getroot()
    png = take(page, "Save the picture as PNG", tmp_path)
    assert [path.name for path in sorted(tmp_path.glob("where-*"))] == [
        "where-the-candidates-lie.png", "where-the-candidates-lie.svg",
    ]  # fmt: skip
    texts = [text.text for text in picture.iter(f"{SVG}text") if text.text]
    assert "5141" in texts
    assert all("Arial" in text.get("style", "") for text in picture.iter(f"{SVG}text"))
    paper = picture.find(f"{SVG}rect")
    assert paper is not None
    assert paper.get("fill") == "#fdfcf9"
    with Image.open(png) as image:
        assert image.size == (2 * int(picture.get("width", "0")), 2 * int(picture.get("height", "0")))
        assert image.convert("RGB").getpixel((1, 1)) == (0xFD, 0xFC, 0xF9)
        assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 50
    assert [url for url in asked if not url.startswith(("blob:", "data:"))] == []
    assert complaints == []
