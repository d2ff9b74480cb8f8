"""Records of one work become one, those of two stay two."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.sources.merging import merge
from core.sources.papers import Paper

PUBMED = Paper(
    "pubmed:1", "pubmed", "Cells of Tin and Light", ("Ada Alder",), 2020, doi="10.1/tin", venue="Tin Letters"
)
ARXIV = Paper(
    "arxiv:2001.00001", "arxiv", "Cells of tin and light.", ("A. Alder",), 2020, arxiv_id="2001.00001",
    abstract="We made cells.", kind="preprint", venue="arXiv",
)  # fmt: skip
OPENALEX = Paper(
    "openalex:W1", "openalex", "Cells of tin and light (early)", ("Ada Alder",), 2019, "10.1/tin", "2001.00001",
    retracted=True,
)  # fmt: skip


def test_a_paper_of_three_sources_is_one_and_the_log_says_why():
    merged = merge([PUBMED, ARXIV, OPENALEX])
    (paper,) = merged.papers
    assert [(entry.kept, entry.merged, entry.reason) for entry in merged.log] == [
        ("pubmed:1", "openalex:W1", "DOI"),
        ("pubmed:1", "arxiv:2001.00001", "arXiv id"),
    ]
    assert (paper.doi, paper.arxiv_id, paper.abstract) == ("10.1/tin", "2001.00001", "We made cells.")
    assert set(paper.same_as) == {"openalex:W1", "arxiv:2001.00001"}


def test_without_identifiers_title_and_year_decide():
    other = replace(ARXIV, arxiv_id="", title="CELLS of tin – and light")
    merged = merge([PUBMED, other])
    assert [entry.reason for entry in merged.log] == ["title and year"]
    assert len(merge([PUBMED, replace(other, year=2021)]).papers) == 2
    assert len(merge([PUBMED, replace(other, authors=("Bert Birch",))]).papers) == 2


def test_two_papers_of_one_title_with_their_own_dois_stay_two():
    assert len(merge([PUBMED, replace(PUBMED, id="pubmed:2", doi="10.1/other")]).papers) == 2


def test_titles_that_name_too_many_papers_merge_nothing():
    one = Paper("pubmed:3", "pubmed", "Correction", year=2020)
    assert len(merge([one, replace(one, id="pubmed:4")]).papers) == 2


def test_retracted_in_one_source_is_retracted_and_kept():
    (paper,) = merge([PUBMED, OPENALEX]).papers
    assert paper.retracted


def test_a_notice_of_retraction_is_not_taken_for_the_paper():
    notice = replace(PUBMED, id="pubmed:9", doi="", kind="notice")
    assert len(merge([PUBMED, notice]).papers) == 2


def test_the_authors_abstract_goes_before_a_summary():
    summary = replace(PUBMED, id="shelf:1", source="shelf", abstract="A summary.", abstract_kind="summary")
    (paper,) = merge([summary, replace(PUBMED, abstract="The abstract.")]).papers
    assert (paper.id, paper.abstract, paper.abstract_kind) == ("shelf:1", "The abstract.", "abstract")


_papers = st.builds(
    lambda number, source, title, year, doi, arxiv: Paper(
        f"{source}:{number}", source, title, ("A B",), year, doi, arxiv
    ),
    st.integers(0, 10**6),
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from(["One of many titles", "Another of many titles", "Short"]),
    st.sampled_from([2019, 2020, None]),
    st.sampled_from(["", "", "10.1/a", "10.1/b"]),
    st.sampled_from(["", "", "2001.00001", "2001.00002"]),
)


@given(st.lists(_papers, max_size=12, unique_by=lambda paper: paper.id))
def test_no_record_is_ever_lost_and_no_identifier_stays_twice(papers):
    merged = merge(papers)
    ids = [id for paper in merged.papers for id in (paper.id, *paper.same_as)]
    assert sorted(ids) == sorted(paper.id for paper in papers)
    assert len(merged.log) == len(papers) - len(merged.papers)
    dois = [paper.doi for paper in merged.papers if paper.doi]
    assert len(dois) == len(set(dois))
    assert merge(merged.papers).log == []
