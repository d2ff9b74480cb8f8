"""Pages that a search engine found: SearXNG and Tavily."""

from __future__ import annotations

import json

import pytest

from core.sources.errors import SourceError
from core.sources.web import Web, read_searxng, read_tavily
from tests.sources.services import KEY

PAGE = {
    "url": "https://www.example.org/tin",
    "title": "Tin <b>cells</b>",
    "content": "They\\n\\nwork.",
    "publishedDate": None,
}


def body(results: object, **more: object) -> bytes:
    return json.dumps({"query": "q", "results": results, **more}).encode()


@pytest.mark.parametrize("read", [read_searxng, read_tavily])
def test_a_page_is_read_with_the_passage_that_was_shown(read):
    (paper,) = read(body([PAGE]))
    assert (paper.title, paper.abstract, paper.venue) == ("Tin cells", "They work.", "example.org")
    assert (paper.kind, paper.abstract_kind) == ("web page", "extract")


def test_silent_engines_are_a_failure_and_an_empty_answer_is_not():
    assert read_searxng(body([], unresponsive_engines=[])) == []
    with pytest.raises(SourceError, match="first, second") as raised:
        read_searxng(body([], unresponsive_engines=[["first", "timeout"], ["second", "denied"], []]))
    assert raised.value.kind == "server"
    assert len(read_searxng(body([PAGE], unresponsive_engines=[["first", "timeout"]]))) == 1


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "", None, "http://[x", "//example.org"])
def test_a_page_whose_address_is_not_of_the_web_is_left_out(url):
    assert read_searxng(body([{**PAGE, "url": url}])) == []


def test_a_page_about_a_known_paper_carries_its_identifier():
    doi, arxiv = read_tavily(
        body([{**PAGE, "url": "https://doi.org/10.1000/ABC"}, {**PAGE, "url": "https://arxiv.org/abs/2001.00001v2"}])
    )
    assert (doi.doi, arxiv.arxiv_id) == ("10.1000/abc", "2001.00001")


def test_without_a_search_engine_it_says_so_and_sends_nothing(httpserver, client, at):
    web = Web(client, at(tavily_key=""))
    assert "not configured" in web.missing
    with pytest.raises(SourceError, match="not configured"):
        web.search("tin")
    assert httpserver.log == []


def test_ones_own_searxng_goes_before_tavily(httpserver, client, at):
    httpserver.expect_request("/searxng/search", query_string={"q": "tin", "format": "json"}).respond_with_data(
        body([PAGE, {**PAGE, "url": "https://example.org/2"}])
    )
    found = Web(client, at(KEY, searxng_url=httpserver.url_for("/searxng"))).search("tin", limit=1)
    assert (len(found), found.requests) == (1, 1)


def test_a_searxng_that_gives_no_json_says_what_to_switch_on(httpserver, client, at):
    httpserver.expect_request("/searxng/search").respond_with_data("<!doctype html>", status=403)
    with pytest.raises(SourceError, match="JSON is not enabled") as raised:
        Web(client, at(searxng_url=httpserver.url_for("/searxng"))).search("tin")
    assert "search.formats" in raised.value.advice


def test_tavily_is_asked_by_post_with_a_short_query_and_keyless_where_there_is_no_key(httpserver, client, at):
    httpserver.expect_request("/tavily/search", method="POST").respond_with_data(body([PAGE]))
    Web(client, at()).search("tin " * 300, limit=99)
    request = httpserver.log[0][0]
    assert request.headers["X-Tavily-Access-Mode"] == "keyless"
    assert len(request.get_json()["query"]) == 400
    assert request.get_json()["max_results"] == 20
