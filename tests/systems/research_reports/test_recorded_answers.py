"""The recorded answers of the real services through the whole graph: every claim stands in what was recorded."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from werkzeug import Request, Response

from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.search.screening import passage_text
from core.systems.research_reports.write.citations import claims_of
from tests.sources.services import KEY, WIRE
from tests.systems.research_reports.little_sources import run
from tests.systems.research_reports.test_over_the_wire import context_at, statuses

pytestmark = pytest.mark.skipif(not WIRE.is_dir(), reason=f"the recorded answers are not here ({WIRE})")
FEEDS = sorted((WIRE / "arxiv").glob("*/*.xml"), key=lambda file: (-file.stat().st_size, file.name))
ARTICLES = sorted((WIRE / "pubmed").glob("*/*.xml"), key=lambda file: (-file.stat().st_size, file.name))


def records(files: list[Path], mark: bytes) -> bytes:
    """The largest recorded answer that holds records."""
    return next(file.read_bytes() for file in files if mark in file.read_bytes())


def serve(httpserver: Any) -> None:
    ids = json.dumps({"esearchresult": {"count": "2", "idlist": ["1", "2"]}}).encode()
    answers = {
        "/pubmed/esearch.fcgi": ("application/json", ids),
        "/pubmed/efetch.fcgi": ("text/xml", records(ARTICLES, b"<AbstractText")),
        "/arxiv/query": ("application/atom+xml", records(FEEDS, b"<entry")),
        "/openalex/works": ("application/json", (WIRE / "openalex/pyopenalex/works_list.json").read_bytes()),
        "/tavily/search": ("application/json", (WIRE / "web/tavily/search_ok.json").read_bytes()),
    }

    def answer(request: Request) -> Response:
        kind, body = answers[request.path]
        return Response(body, content_type=kind)

    httpserver.expect_request(re.compile("/.*")).respond_with_handler(answer)


def test_recorded_records_are_merged_filtered_and_reported_and_every_claim_stands_in_its_passage(httpserver, tmp_path):
    serve(httpserver)
    state = run(context_at(httpserver, tmp_path, KEY), "What is known about the results of these methods?")
    assert {statuses(state)[tool] for tool in ("pubmed", "arxiv", "openalex", "web")} == {"ok"}
    assert {paper["source"] for paper in state["papers"].values()} >= {"pubmed", "arxiv", "openalex"}
    for claim in claims_of(state["report"]):
        assert any(claim["text"] in " ".join(passage_text(state, id).split()) for id in claim["passages"])
    assert state["question"] in to_markdown(state)


@pytest.mark.parametrize(
    ("file", "status"),
    [("daily_budget_429.json", 429), ("gateway_timeout_504.json", 504), ("bad_param_400.json", 400)],
)
def test_a_recorded_error_of_one_service_is_a_line_with_a_reason_and_the_others_still_report(
    httpserver, tmp_path, file, status
):
    body = (WIRE / "openalex" / "errors" / file).read_bytes()
    httpserver.expect_request("/openalex/works").respond_with_data(body, status, content_type="application/json")
    httpserver.expect_request("/arxiv/query").respond_with_data(
        records(FEEDS, b"<entry"), content_type="application/atom+xml"
    )
    state = run(context_at(httpserver, tmp_path, KEY), "What is known about the results of these methods?")
    line = next(line for line in state["tool_log"] if line["tool"] == "openalex")
    assert line["status"] == "failed"
    assert line["reason"]
    assert statuses(state)["arxiv"] == "ok"
