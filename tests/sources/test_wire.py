"""Recorded answers of the five services: each is papers or an error of a kind, and so is whatever is left of it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state, to_state
from core.sources.arxiv import read_feed
from core.sources.errors import SourceError
from core.sources.materials import materials, read_summaries
from core.sources.openalex import read_works
from core.sources.papers import Paper
from core.sources.pubmed import read_articles, read_hits
from core.sources.web import read_searxng, read_tavily
from tests.properties import examples
from tests.sources.services import KEY, WIRE
from tests.sources.test_client import ask, serve

Read = Callable[[bytes], object]


def read_materials(body: bytes) -> list[Paper]:
    return materials(read_summaries(body))


READERS: dict[str, list[Read]] = {
    "pubmed": [read_articles, read_hits],
    "arxiv": [read_feed],
    "openalex": [read_works],
    "materials": [read_materials],
    "web": [read_searxng, read_tavily],
}
pytestmark = pytest.mark.skipif(not WIRE.is_dir(), reason=f"the recorded answers are not here ({WIRE})")
FILES = [entry["file"] for entry in json.loads((WIRE / "MANIFEST.json").read_bytes())] if WIRE.is_dir() else []
NOT_RECORDS = ("einfo", "elink", "epost", "esearch", "esummary", "medgen")


def papers_in(file: Path, read: Read) -> list[Paper] | None:
    try:
        found = read(file.read_bytes())
    except SourceError:
        return None
    return found[0] if isinstance(found, tuple) else found


@pytest.mark.parametrize("name", FILES)
def test_every_recorded_answer_gives_papers_or_an_error_of_a_kind(name):
    for read in READERS[name.split("/")[0]]:
        found = papers_in(WIRE / name, read)
        for paper in found if isinstance(found, list) else ():
            assert paper.id
            assert paper.title
            assert from_state(Paper, json.loads(json.dumps(to_state(paper)))) == paper


@pytest.mark.parametrize(
    ("folder", "pattern", "read", "files", "records", "distinct", "errors"),
    [
        ("pubmed", "*.xml", read_articles, 128, 126, 123, 3),
        ("arxiv", "*.xml", read_feed, 15, 88, 48, 1),
        ("materials", "*.json", read_materials, 9, 15, 15, 7),
    ],
)
def test_the_recorded_answers_hold_as_many_records_as_were_counted(
    folder, pattern, read, files, records, distinct, errors
):
    paths = [
        path for path in sorted((WIRE / folder).rglob(pattern))
        if not path.name.startswith("_") and not any(part in path.name for part in (*NOT_RECORDS, "autocomplete"))
    ]  # fmt: skip
    found = [papers_in(path, read) for path in paths]
    papers = [paper for some in found if some is not None for paper in some]
    assert (len(paths), len(papers), len({paper.id for paper in papers})) == (files, records, distinct)
    assert found.count(None) == errors
    if folder == "pubmed":
        assert sum(not paper.abstract for paper in papers) == 17
        assert sum(not paper.doi for paper in papers) == 5


ERRORS = json.loads((WIRE / "errors_index.json").read_bytes()) if WIRE.is_dir() else []
KINDS = {
    "rate_limit_429": ("throttled", 3), "efetch_bad_id_400": ("bad_request", 1), "esearch_bad_db": ("bad_request", 1),
    "not_acceptable_406": ("throttled", 1), "second_limit_429": ("throttled", 3), "daily_budget_429": ("quota", 1),
    "gateway_timeout_504": ("server", 3), "bad_param_400": ("bad_request", 1), "limit_renamed_400": ("bad_request", 1),
    "too_much_data_400": ("bad_request", 1), "validation_422": ("bad_request", 1), "bad_key_401": ("auth", 1),
    "no_route_404": ("not_found", 1), "server_error_500": ("server", 3), "keyless_limit_429": ("quota", 1),
    "error_401": ("auth", 1), "error_429": ("throttled", 3), "error_432": ("quota", 1), "error_400": ("bad_request", 1),
}  # fmt: skip


@pytest.mark.parametrize("entry", ERRORS, ids=lambda entry: entry["file"])
def test_every_recorded_error_is_of_its_kind_and_takes_its_number_of_requests(httpserver, client, at, entry):
    from werkzeug import Response

    name = Path(entry["file"]).stem
    body = (WIRE / entry["file"]).read_bytes()
    script = serve(httpserver, Response(body, entry["status"], entry["headers"]))
    source = entry["file"].split("/")[0]
    if name not in KINDS:
        with suppress(SourceError):  # an answer of the second request, given to the first
            assert isinstance(ask(source, client, at(KEY)), list)
        return
    with pytest.raises(SourceError) as raised:
        ask(source, client, at(KEY if source == "materials" else ""))
    assert (raised.value.kind, len(script.requests)) == KINDS[name]
    assert "203.0.113.7" not in str(raised.value) + repr(raised.value.__dict__)


@examples(300)
@given(st.sampled_from(FILES or [""]), st.integers(0, 2**32))
def test_truncated_and_mutated_answers_give_only_papers_or_source_errors(name, seed):
    chance = random.Random(seed)
    body = bytearray((WIRE / name).read_bytes()[:60_000])
    if body and chance.random() < 0.5:
        del body[chance.randrange(len(body)) :]
    for _ in range(chance.randrange(12)):
        if body:
            place = chance.randrange(len(body))
            length = chance.choice([1, 1, 5, 200])
            body[place : place + length] = chance.choice(
                [
                    b"",
                    b"<",
                    b">",
                    b'"',
                    b"{",
                    b"]",
                    b"null",
                    b"\x00",
                    b"\xff",
                    b"1e999",
                    b"[]",
                    b"{}",
                    b"&x;",
                    b"-7",
                    b"true",
                ]
            )
    for read in READERS[name.split("/")[0]]:
        with suppress(SourceError):
            read(bytes(body))


@examples(200)
@given(st.sampled_from([name for name in FILES if name.endswith((".json", ".body"))] or [""]), st.integers(0, 2**32))
def test_answers_whose_values_have_other_types_give_only_papers_or_source_errors(name, seed):
    chance = random.Random(seed)

    def twisted(value: object) -> object:
        if chance.random() < 0.05:
            return chance.choice([None, 7, -1.5, True, "x", [], {}, [None], {"a": 1}, "\ud800", 10**30, float("inf")])
        if isinstance(value, dict):
            return {key: twisted(inner) for key, inner in value.items()}
        return [twisted(inner) for inner in value] if isinstance(value, list) else value

    try:
        value = json.loads((WIRE / name).read_bytes())
    except ValueError:
        return
    for read in READERS[name.split("/")[0]]:
        with suppress(SourceError):
            read(json.dumps(twisted(value)).encode())
