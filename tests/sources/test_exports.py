"""What is written is read back by the libraries of the formats, whatever stands in it."""

from __future__ import annotations

import json
import re

import bibtexparser
import pytest
import rispy
from hypothesis import given
from hypothesis import strategies as st

from core.sources.exports import a_line, citation_keys, to_bibtex, to_csl_json, to_ris
from core.sources.papers import OTHERS, Paper
from core.sources.references import parse_references
from core.sources.shelf import read_shelf
from tests.hostile import ADDRESSES

NASTY = [
    "50 % of {unbalanced & $x_1$ #tags ~ ^ \\end{document}",
    "}} @misc{evil, title={gotcha}}",
    "A title\nER  - \nTY  - JOUR\nTI  - another",
    'quotes "and" `ticks` -- and \\"accents\\"',
    "@article{x,",
    "Über Größe, 钙钛矿 und Ω — α-Fe₂O₃",
]


def a_paper(title: str, **more) -> Paper:
    return Paper("x:1", "x", title, **{"authors": ("Ada van der Berg",), "year": 2020, **more})


def test_a_title_cannot_break_out_of_its_field():
    papers = [a_paper(title, abstract=title, venue=title) for title in NASTY]
    library = bibtexparser.parse_string(to_bibtex(papers))
    assert len(library.entries) == len(papers)
    assert not library.failed_blocks
    assert len(rispy.loads(to_ris(papers))) == len(papers)
    assert [item["title"] for item in json.loads(to_csl_json(papers))] == [a_line(title) for title in NASTY]


def test_what_was_written_reads_back_as_the_same_papers():
    papers = [
        a_paper(
            "A study of R&D in {Pb}-free cells: 50_50", doi="10.1000/a_b", arxiv_id="2001.00001", abstract="One. Two."
        ),
        a_paper(
            "The other",
            authors=("Ren\u00e9 Descartes", "Plato"),
            venue="Letters",
            url="https://example.org/a?b=1&c=%20",
        ),
    ]
    for written, name in ((to_bibtex(papers), "a.bib"), (to_ris(papers), "a.ris")):
        found = parse_references(written.encode(), name)
        assert not found.problems
        for before, after in zip(papers, found.papers, strict=True):
            for field in ("title", "authors", "year", "doi", "arxiv_id", "abstract", "venue"):
                assert getattr(after, field) == getattr(before, field), (name, field)
    assert found.papers[1].url == "https://example.org/a?b=1&c=%20"


@pytest.mark.parametrize("address", ADDRESSES)
def test_only_addresses_of_the_web_leave_as_addresses(address):
    papers = [a_paper("A title", url=address, doi=address, arxiv_id=address)]
    assert not {"url", "doi", "eprint"} & {
        field.key for field in bibtexparser.parse_string(to_bibtex(papers)).entries[0].fields
    }
    assert not {"urls", "doi", "notes"} & set(rispy.loads(to_ris(papers))[0])
    assert not {"URL", "DOI", "number"} & set(json.loads(to_csl_json(papers))[0])


def test_addresses_of_the_web_leave_as_they_are():
    papers = [a_paper("A title", url="https://example.org/a?b=1&c=%20", doi="10.1000/a(b)c")]
    assert rispy.loads(to_ris(papers))[0]["urls"] == ["https://example.org/a?b=1&c=%20"]
    assert json.loads(to_csl_json(papers))[0]["DOI"] == "10.1000/a(b)c"


_titles = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cf", "Co", "Cn", "M", "Zs", "Zl", "Zp"]), min_size=1, max_size=60
)


@given(st.lists(_titles, min_size=1, max_size=4))
def test_any_titles_make_as_many_entries_as_there_are_papers(titles):
    papers = [a_paper(title, abstract=title) for title in titles]
    library = bibtexparser.parse_string(to_bibtex(papers))
    assert (len(library.entries), library.failed_blocks) == (len(papers), [])
    records = rispy.loads(to_ris(papers))
    assert [record["title"] for record in records] == [a_line(title) for title in titles]
    assert len(json.loads(to_csl_json(papers))) == len(papers)


def test_citation_keys_are_plain_and_all_different():
    keys = citation_keys([a_paper("The perovskite"), a_paper("The perovskite"), Paper("x:2", "x", "钙钛矿")])
    assert keys == ["berg2020perovskite", "berg2020perovskitex2", "paper"]
    assert all(re.fullmatch("[a-z0-9]+", key) for key in keys)


def test_a_retraction_and_whose_words_the_abstract_is_are_said():
    paper = a_paper("T", retracted=True, abstract="S.", abstract_kind="summary")
    for written in (to_bibtex([paper]), to_ris([paper]), to_csl_json([paper])):
        assert "Retracted." in written
        assert "summary written for Glassbox" in written


def test_a_list_of_authors_that_is_not_whole_stays_so():
    paper = a_paper("A long list of authors", authors=("Ada Alder", OTHERS))
    assert "Ada Alder and others" in to_bibtex([paper])
    assert parse_references(to_bibtex([paper]).encode(), "a.bib").papers[0].authors == ("Ada Alder", OTHERS)
    assert OTHERS not in to_ris([paper]) + to_csl_json([paper])


def test_the_whole_shelf_goes_out_and_comes_back():
    shelf = read_shelf()
    for written, name in ((to_bibtex(shelf), "a.bib"), (to_ris(shelf), "a.ris")):
        found = parse_references(written.encode(), name)
        assert [paper.title for paper in found.papers] == [paper.title for paper in shelf]
        assert [paper.doi for paper in found.papers] == [paper.doi for paper in shelf]
        assert [paper.arxiv_id for paper in found.papers] == [paper.arxiv_id for paper in shelf]
