"""BibTeX and RIS as reference managers write them, and as they come out broken."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.isolation import Limits
from core.sources import references
from core.sources.references import parse_references, read_references
from tests.hostile_files import REFERENCES, growth

BIBTEX = r"""
@comment{ignored}
@string{tl = "Tin Letters"}
@Article{alder20, title = {{Tin} cells of {\"U}ber-light: 50\% more $\alpha$},
 author = {van der Berg, Jan and {The Tin Group} and Ren{\'e} Descartes}, journal = tl, year = 2020, month = jan, doi = {https://doi.org/10.1000/ABC_1},
 abstract = {We made cells.
   They work.}}
@misc{pre, title = "A preprint", eprint = {2001.00001v2}, archivePrefix = {arXiv}, year = "2020"}
@misc{pre, title = "Another with the same key"}
@book{none, author = {Nobody}}
@article{open, title = {never closed
@article{after, title = {After it}}
"""
RIS = """
Provider: somebody
TY  - JOUR
A1  - Berg, Jan van der
AU  - Alder, Ada
T1  - Tin cells
PY  - 2020/01/05
JO  - Tin Letters
DO  - 10.1000/ABC
N2  - We made cells.
They work.
UR  - https://example.org/a
ER  -

TY  - UNPB
TI  - A preprint without an end
ID  - p1
UR  - https://arxiv.org/abs/2001.00001v1
TY  - BOOK
TI  - A book
PY  - n.d.
ER  -
TY  - JOUR
AU  - Nobody
ER  -
"""


def test_bibtex_is_read_with_its_latex_names_and_abstracts():
    found = read_references(BIBTEX.encode(), "own.bib")
    first, second, third, *rest = found.papers
    assert first.title == "Tin cells of Über-light: 50% more α"
    assert first.authors == ("Jan van der Berg", "The Tin Group", "René Descartes")
    assert (first.year, first.venue, first.doi) == (2020, "Tin Letters", "10.1000/abc_1")
    assert first.abstract == "We made cells. They work."
    assert (second.kind, second.arxiv_id, second.url) == ("preprint", "2001.00001", "https://arxiv.org/abs/2001.00001")
    assert (second.id, third.id) == ("references:pre", "references:pre#2")
    assert [paper.title for paper in rest] == ["After it"]
    assert len(found.problems) == 2  # one without title, one never closed


def test_entries_of_one_key_are_both_read_whole():
    both = "@article{x, title={One}, author={Ek, Lars}}\n@article{x, title={Two}, author={Bo, Ann and Xu, Li}}\n"
    papers = parse_references(both.encode(), "a.bib").papers
    assert [(paper.id, paper.title, paper.authors) for paper in papers] == [
        ("references:x", "One", ("Lars Ek",)), ("references:x#2", "Two", ("Ann Bo", "Li Xu")),
    ]  # fmt: skip


def test_a_value_in_parts_is_put_together_and_a_missing_comma_is_told():
    read = parse_references(
        b'@article{a, title="Alpha " # {bells}, author={Ek, Lars}}\n@article{b, title="Bells" author={Ek, Lars}}\n',
        "a.bib",
    )
    assert [(paper.title, paper.authors) for paper in read.papers] == [("Alpha bells", ("Lars Ek",))]
    assert [(one.row, one.reason) for one in read.problems] == [(2, "the entry “b” lacks a comma between two fields")]


@pytest.mark.parametrize(
    "title",
    ['{A <img src="x" onerror="y"> b}', '"A {"x" y="z"} b"', "{{A} year = {b}}", '{A "b" c = "d"}', "{A, b = {c}}"],
)
def test_what_looks_like_a_field_within_a_value_is_none(title):
    (paper,) = parse_references(f"@article{{a, title={title}, author={{Ek, Lars}}}}".encode(), "a.bib").papers
    assert paper.authors == ("Lars Ek",)


def test_small_figures_in_bibtex_never_become_part_of_a_number():
    small = r"About 10\textsuperscript{6} cells, CO\textsubscript{2}, log\textsubscript{10}5"
    (paper,) = parse_references(f"@article{{a, title={{{small}}}}}".encode(), "a.bib").papers
    assert paper.title == "About 10⁶ cells, CO2, log₁₀5"


def test_ris_is_read_even_where_an_end_is_missing():
    found = read_references(RIS.encode(), "own.ris")
    first, second, third = found.papers
    assert (first.title, first.year, first.doi) == ("Tin cells", 2020, "10.1000/abc")
    assert first.authors == ("Ada Alder",)
    assert first.abstract == "We made cells. They work."
    assert (second.id, second.kind, second.arxiv_id) == ("references:p1", "preprint", "2001.00001")
    assert (third.title, third.kind, third.year) == ("A book", "book", None)
    assert [problem.reason for problem in found.problems] == ["record 4 has no title"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_the_usual_encodings_are_understood(encoding):
    text = "TY  - JOUR\r\nTI  - Über Zinn\r\nER  - \r\n"
    assert parse_references(text.encode(encoding), "a.ris").papers[0].title == "Über Zinn"


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.7 ...", b"\x00\x01\x02"])
def test_what_is_no_list_of_references_is_refused_in_words(data):
    with pytest.raises(InputError, match=r"a\.bib"):
        parse_references(data, "a.bib")


def test_an_address_that_is_none_is_not_shown_as_a_link():
    found = parse_references(b'@misc{a, title="T", url={javascript:alert(1)}}', "a.bib")
    assert found.papers[0].url == ""


_PIECES = [
    *("@article{", "@misc(", "@string{", "@comment", "a,", "title", "=", "{", "}", '"', "author={", " and ", "others"),
    *("\\", "$", "#", "%", "~", "\\frac{", "\\begin{x}", "doi={10.1/x}", "year=", "19", "é", "\x00", "\n"),
    *("TY  - ", "ER  - ", "\nTI  - x", "\nAU  - ", "UR  - "),
]


@given(st.lists(st.sampled_from(_PIECES) | st.text(max_size=4), max_size=40))
def test_no_file_ever_breaks_the_reader(pieces):
    for beginning in ("@misc{a, title={", "TY  - JOUR\nTI  - x\n", ""):
        with suppress(InputError):
            parse_references((beginning + "".join(pieces)).encode(), "a.bib")


def test_braces_nested_without_end_do_not_break_the_reader():
    for body in ("{" * 5000 + "x" + "}" * 5000, "\\emph{" * 2000 + "x" + "}" * 2000):
        found = parse_references(b"@misc{a, title={%s}}" % body.encode(), "a.bib")
        assert len(found.papers) + len(found.problems) == 1


@pytest.mark.parametrize(
    "what", ["a BibTeX of braces", "a RIS of records without anything", "a RIS of one endless line"]
)
def test_a_hostile_list_is_read_or_refused_in_words_and_the_server_hardly_grows(what, monkeypatch):
    monkeypatch.setattr(references, "_limits", lambda _: Limits(seconds=2))
    name, data = REFERENCES[what]()
    with growth() as grown, suppress(InputError):
        read_references(data, name)
    assert grown() < 300


def test_more_references_than_a_file_may_have_are_refused():
    with pytest.raises(InputError, match="more than 50,000 references"):
        read_references(b"TY  -\n" * 50_001, "a.ris")
