"""Whole reports with the real client against a server on loopback: good answers, hostile ones, and keys that stay."""

from __future__ import annotations

import json
import logging
import re
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from werkzeug import Request, Response

from core.settings import SourceSettings
from core.sources.client import Limits
from core.sources.live import live_sources
from core.systems.research_reports import SYSTEM
from core.systems.research_reports.deliver.bundle import to_bundle
from core.systems.research_reports.search.tool_calls import addresses_of
from core.systems.research_reports.state import Context
from core.systems.research_reports.write.citations import claims_of
from tests.sources.services import KEY, FakeClock, client_at, settings_at
from tests.systems.research_reports.little_sources import PAPERS, little_context, run

QUESTION = "What is known about CsSnI3 solar cells?"
TITLE = "Solar cells of CsSnI3 and how they fade"
TEXT = "Solar cells of CsSnI3 reached 4.8 % in our laboratory. However, CsSnI3 solar cells degrade within hours."
ARTICLES = f"""<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article>
<Journal><Title>Ours</Title><JournalIssue><PubDate><Year>2020</Year></PubDate></JournalIssue></Journal>
<ArticleTitle>{TITLE}</ArticleTitle><Abstract><AbstractText>{TEXT}</AbstractText></Abstract>
</Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">10.1234/ours</ArticleId></ArticleIdList>
</PubmedData></PubmedArticle></PubmedArticleSet>"""
FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2001.00001v2</id>'
    "<published>2020-01-01T00:00:00Z</published><title>Films of CsSnI3 solar cells</title>"
    "<summary>Films of CsSnI3 solar cells were prepared by printing.</summary></entry></feed>"
)
WORK = {
    "id": "https://openalex.org/W1",
    "title": TITLE,
    "publication_year": 2020,
    "doi": "https://doi.org/10.1234/OURS",
    "abstract_inverted_index": {"Ours": [0]},
}
MATERIAL = {"material_id": "mp-1", "formula_pretty": "CsSnI3", "band_gap": 0.45, "is_stable": True}
GOOD: dict[str, tuple[str, str]] = {
    "/pubmed/esearch.fcgi": ("application/json", json.dumps({"esearchresult": {"count": "1", "idlist": ["1"]}})),
    "/pubmed/efetch.fcgi": ("text/xml", ARTICLES),
    "/arxiv/query": ("application/atom+xml", FEED),
    "/openalex/works": ("application/json", json.dumps({"meta": {"count": 1}, "results": [WORK]})),
    "/materials-project/materials/summary/": ("application/json", json.dumps({"data": [MATERIAL]})),
    "/tavily/search": (
        "application/json",
        json.dumps({"results": [{"url": "https://example.org/a", "title": TITLE, "content": TEXT}]}),
    ),
}


@pytest.fixture(autouse=True)
def nothing_leaves_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.create_connection

    def loopback_only(address: tuple[str, int], *rest: Any, **more: Any) -> socket.socket:
        assert address[0] in ("127.0.0.1", "localhost", "::1"), f"a request left for {address[0]}"
        return connect(address, *rest, **more)

    monkeypatch.setattr(socket, "create_connection", loopback_only)


def context_at(httpserver: Any, folder: Path, key: str = "", papers: Any = (), **limits: Any) -> Context:
    url = httpserver.url_for("").rstrip("/")
    # A cooldown belongs to a host, so this one has a name of its own.
    settings: SourceSettings = replace(
        settings_at(url, key), arxiv_url=url.replace("localhost", "127.0.0.1") + "/arxiv"
    )
    client = client_at(FakeClock(), folder, Limits(connect=2, read=2, request=3, **limits))
    return replace(
        little_context(papers=papers), sources=live_sources(client, settings), addresses=addresses_of(settings)
    )


def serve_good(httpserver: Any) -> list[Request]:
    asked: list[Request] = []

    def answer(request: Request) -> Response:
        asked.append(request)
        kind, body = GOOD[request.path]
        return Response(body, content_type=kind)

    httpserver.expect_request(re.compile("/.*")).respond_with_handler(answer)
    return asked


def statuses(state: dict[str, Any]) -> dict[str, str]:
    return {line["tool"]: line["status"] for line in state["tool_log"] if line["round"] == 1}


def test_a_whole_run_asks_all_five_in_order_and_reports_from_what_they_gave(httpserver, tmp_path):
    asked = serve_good(httpserver)
    state = run(context_at(httpserver, tmp_path, KEY), QUESTION)
    live = dict.fromkeys(("pubmed", "arxiv", "openalex", "materials", "web"), "ok")
    assert statuses(state) == {**live, "shelf": "skipped"}
    assert [request.path.split("/")[1] for request in asked][:6] == [
        "pubmed", "pubmed", "arxiv", "openalex", "materials-project", "tavily",
    ]  # fmt: skip
    assert any(merge["reason"] == "DOI" for merge in state["merges"])
    assert "Solar cells of CsSnI3 reached 4.8 % in our laboratory." in [c["text"] for c in claims_of(state["report"])]


def test_asked_again_it_comes_from_the_cache_without_a_request_and_says_so(httpserver, tmp_path):
    asked = serve_good(httpserver)
    context = context_at(httpserver, tmp_path, KEY)
    run(context, QUESTION)
    before = len(asked)
    state = run(context, QUESTION)
    assert len(asked) == before
    assert set(statuses(state).values()) == {"cached", "skipped"}


def test_keys_are_in_no_state_no_export_and_no_log(httpserver, tmp_path, caplog):
    asked = serve_good(httpserver)
    with caplog.at_level(logging.DEBUG):
        state = run(context_at(httpserver, tmp_path, KEY), QUESTION)
    assert any(KEY in request.url or KEY in str(request.headers) for request in asked)
    assert KEY not in repr(state)
    assert KEY not in json.dumps(SYSTEM.answer(state))
    assert KEY.encode() not in to_bundle(state)
    ours = [record.getMessage() for record in caplog.records if record.name != "werkzeug"]
    assert not any(KEY in message for message in ours)


def test_a_server_that_repeats_the_key_in_its_error_does_not_get_it_into_the_report(httpserver, tmp_path):
    def answer(request: Request) -> Response:
        said = f"bad request {request.url} {dict(request.headers)}"
        return Response(json.dumps({"error": said}), 400, content_type="application/json")

    httpserver.expect_request(re.compile("/.*")).respond_with_handler(answer)
    state = run(context_at(httpserver, tmp_path, KEY), QUESTION)
    assert set(statuses(state).values()) == {"failed", "skipped"}
    assert KEY not in repr(state)


HOSTILE = {
    "HTML for JSON": Response("<!doctype html><script>alert(1)</script>", 200, content_type="text/html"),
    "too big": Response(b" " * 300_000, 200, content_type="application/json"),
    "another host": Response("", 302, {"Location": "http://evil.example/works"}),
    "a private address": Response("", 302, {"Location": "http://169.254.169.254/latest/meta-data"}),
    "an XML entity": Response(
        '<!DOCTYPE a [<!ENTITY e "x">]><feed xmlns="http://www.w3.org/2005/Atom"><entry>&e;</entry></feed>',
        200, content_type="application/atom+xml",
    ),
    "broken JSON": Response('{"results": [', 200, content_type="application/json"),
    "a fault": Response("", 500),
    "no more": Response("Rate exceeded.", 429, {"Retry-After": "9999"}),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_answers_become_lines_with_a_reason_and_the_shelf_still_reports(httpserver, tmp_path, name):
    httpserver.expect_request(re.compile("/.*")).respond_with_response(HOSTILE[name])
    state = run(context_at(httpserver, tmp_path, KEY, papers=PAPERS, size=100_000), f"{QUESTION} tin perovskite")
    live = [line for line in state["tool_log"] if line["tool"] != "shelf" and line["status"] != "skipped"]
    assert live
    assert {line["status"] for line in live} == {"failed"}
    assert all(line["reason"] and line["advice"] for line in live)
    assert "<script>" not in repr(state)
    assert claims_of(state["report"])


def test_while_arxiv_cools_down_openalex_stands_in_and_the_log_says_so(httpserver, tmp_path):
    def answer(request: Request) -> Response:
        if request.path.startswith("/arxiv"):
            return Response("Rate exceeded.", 429)
        kind, body = GOOD[request.path]
        return Response(body, content_type=kind)

    httpserver.expect_request(re.compile("/.*")).respond_with_handler(answer)
    state = run(context_at(httpserver, tmp_path), QUESTION)
    first, second = [line for line in state["tool_log"] if line["tool"] == "arxiv"][:2]
    assert first["status"] == "failed"
    assert "until" in first["reason"]
    assert (second["title"], second["status"]) == ("arXiv, by way of OpenAlex", "ok")
