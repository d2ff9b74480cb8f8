"""Values taken out of strange bodies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state, to_state
from core.sources.errors import SourceError
from core.sources.papers import Found, Paper
from core.sources.reading import (
    a_doi,
    a_link,
    a_number,
    a_text,
    a_year,
    an_address,
    an_arxiv_id,
    inner_text,
    read_json,
    read_xml,
)  # fmt: skip
from tests.hostile import ADDRESSES

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


@given(JSON)
def test_any_value_gives_what_was_asked_for_or_nothing(value):
    for read in (a_text, a_doi, an_arxiv_id, an_address):
        found = read(value)
        assert isinstance(found, str)
        assert "\n" not in found
    assert a_number(value) is None or isinstance(a_number(value), float)
    assert a_year(value) is None or 1400 <= a_year(value) <= 2100


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_is_no_plain_address_of_the_web_is_no_link(address):
    assert an_address(address) == ""
    assert a_link(address, address) == ""


@pytest.mark.parametrize(
    ("doi", "url", "link"),
    [
        ("10.1000/a(b)", "", "https://doi.org/10.1000/a(b)"),
        ("10.1000/a<b", "", "https://doi.org/10.1000/a%3Cb"),
        ('10.1000/x"y', "", "https://doi.org/10.1000/x%22y"),
        ("", "https://example.org/a", "https://example.org/a"),
        ("javascript:1", "https://example.org/a", "https://example.org/a"),
        ("", "", ""),
    ],
)
def test_a_paper_links_to_its_doi_or_its_page(doi, url, link):
    assert a_link(doi, url) == link


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_a_source_error(body):
    for read in (read_json, read_xml):
        try:
            read(body, "T")
        except SourceError as error:
            assert error.kind == "not_api"  # noqa: PT017 - either way is right


SMALL = "About 10<sup>6</sup> cells of Sn<sup>2+</sup>, CO<sub>2</sub> and log<sub>10</sub>5"


def test_small_figures_never_become_part_of_a_number():
    read = "About 10⁶ cells of Sn²⁺, CO2 and log₁₀5"
    assert a_text(SMALL) == read
    assert a_text(SMALL.replace("<", "&lt;").replace(">", "&gt;")) == read
    assert inner_text(read_xml(f"<t>{SMALL}</t>".encode(), "here")) == read
    assert inner_text(read_xml(b"<t>a<i>b<sup>3</sup></i>4<sub>1</sub></t>", "here")) == "ab³4₁"


@pytest.mark.parametrize(
    ("value", "doi"),
    [
        ("https://doi.org/10.1000/ABC", "10.1000/abc"),
        ("doi:10.1000/abc.", "10.1000/abc"),
        ("10.1016/0049-089X(92)90017-B", "10.1016/0049-089x(92)90017-b"),
        ("10.1000%2Fabc", "10.1000/abc"),
        ("10.48550/arXiv.2001.00001", ""),
        ("none", ""),
        (None, ""),
    ],
)
def test_dois_are_bare_and_in_lower_case(value, doi):
    assert a_doi(value) == doi


@pytest.mark.parametrize(
    ("value", "id"),
    [
        ("2001.00001v2", "2001.00001"),
        ("https://arxiv.org/pdf/2001.00001.pdf", "2001.00001"),
        ("arXiv:astro-ph/0601001", "astro-ph/0601001"),
        ("https://doi.org/10.48550/arXiv.2001.00001", "2001.00001"),
        ("https://example.org/2001.00001", ""),
        (7, ""),
    ],
)
def test_arxiv_ids_are_without_version(value, id):
    assert an_arxiv_id(value) == id


def test_a_paper_survives_the_way_through_plain_values():
    paper = Paper("x:1", "x", "T", ("A B",), 2020, identifiers={"pmid": "1"}, same_as=("y:2",))
    assert from_state(Paper, to_state(paper)) == paper
    assert Found([paper], fetched="2026-11-22", cached=True)[0].cached
