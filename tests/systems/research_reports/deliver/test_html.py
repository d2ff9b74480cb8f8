"""The HTML file loads nothing, runs nothing and says everything."""

from __future__ import annotations

from core.systems.research_reports.deliver.html import to_html
from tests.systems.research_reports.deliver.reading import Tags, texts


def test_html_loads_nothing_and_runs_nothing(state, evil):
    for one in (state, evil):
        page = Tags(to_html(one))
        assert not {tag for tag, _ in page.tags} & {"script", "img", "iframe", "link", "object", "form"}
        assert all(not name.startswith("on") for _, attributes in page.tags for name in attributes)
        links = [attributes["href"] or "" for tag, attributes in page.tags if tag == "a"]
        assert all(link.startswith(("#s", "#v", "https://", "http://")) for link in links)
        assert all(text in page.text for text in texts(one))
