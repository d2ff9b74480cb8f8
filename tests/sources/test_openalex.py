"""OpenAlex's works, with all that may be null in them."""

from __future__ import annotations

import json

import pytest

from core.sources.errors import SourceError
from core.sources.openalex import OpenAlex, abstract_from, read_works

WORK = {
    "id": "https://openalex.org/W7", "doi": "https://doi.org/10.1000/ABC", "title": "Tin &amp; <i>light</i>",
    "publication_year": 2020, "type": "article", "is_retracted": False,
    "authorships": [{"author": {"id": None, "display_name": "Ada Alder"}}, {"raw_author_name": "Bert Birch"}, {}],
    "primary_location": {"source": {"display_name": "Tin Letters"}},
    "abstract_inverted_index": {"made": [1], "We": [0], "cells.": [2]},
}  # fmt: skip


def read(*works: object):
    return read_works(json.dumps({"meta": {"count": 1}, "results": works}).encode())[0]


def test_a_whole_work_is_read():
    (paper,) = read(WORK)
    assert (paper.id, paper.title, paper.doi) == ("openalex:W7", "Tin & light", "10.1000/abc")
    assert (paper.authors, paper.venue) == (("Ada Alder", "Bert Birch"), "Tin Letters")
    assert (paper.abstract, paper.url) == ("We made cells.", "https://doi.org/10.1000/ABC")


@pytest.mark.parametrize("index", [None, {}, [], "x", {"a": None}, {"a": ["b", True]}])
def test_an_abstract_that_is_not_there_is_empty(index):
    assert abstract_from(index) == ""


def test_a_work_of_nulls_is_a_record_without_values():
    (paper,) = read({**dict.fromkeys(WORK), "id": "https://openalex.org/W8"})
    assert (paper.id, paper.title, paper.authors, paper.year) == ("openalex:W8", "OpenAlex record W8", (), None)


@pytest.mark.parametrize(
    "title", ["<script>alert(1)</script>T", "&lt;script src=x&gt;T", "<img src=x onerror=alert(1)>T", "<b>T</b>"]
)
def test_tags_in_a_title_come_out_inert(title):
    (paper,) = read({**WORK, "title": title})
    assert "<" not in paper.title
    assert paper.title.endswith("T")


def test_comparisons_in_a_title_are_no_tags():
    assert read({**WORK, "title": "x < y and z > 0; a&lt;b"})[0].title == "x < y and z > 0; a<b"


def test_retracted_works_are_flagged_and_the_old_name_of_the_venue_is_known():
    (paper,) = read({**WORK, "is_retracted": True, "primary_location": None, "host_venue": {"display_name": "Old"}})
    assert (paper.retracted, paper.venue) == (True, "Old")


def test_a_preprint_is_known_by_its_arxiv_id():
    (paper,) = read({**WORK, "doi": "https://doi.org/10.48550/arXiv.2001.00001", "type": "preprint"})
    assert (paper.doi, paper.arxiv_id, paper.kind) == ("", "2001.00001", "preprint")


@pytest.mark.parametrize("body", [b"[]", b"7", b"null", b"{}", b'{"results": 7}', b"<html>", b"\xff", b"[" * 10**6])
def test_what_is_no_list_of_works_is_no_answer(body):
    with pytest.raises(SourceError) as raised:
        read_works(body)
    assert raised.value.kind == "not_api"


def test_a_search_tells_total_and_cost_and_asks_for_few_fields(httpserver, client, at):
    answer = {"meta": {"count": 57, "cost_usd": 0.001}, "results": [WORK]}
    httpserver.expect_request("/openalex/works").respond_with_json(answer)
    found = OpenAlex(client, at()).search("tin, light", since=2015, indexed_in="arxiv")
    asked = httpserver.log[0][0].args
    assert (found.total, found.cost, found.requests) == (57, 0.001, 1)
    assert asked["filter"] == "from_publication_date:2015-01-01,indexed_in:arxiv"
    assert (asked["search"], asked["per_page"]) == ("tin, light", "20")
    assert "abstract_inverted_index" in asked["select"]
    assert "mailto" not in asked
