"""A paper is the same after a checkpoint, and a search says of each paper when it came and whether from the cache."""

from __future__ import annotations

from core.sources.papers import Found, Paper

PAPER = Paper("x:1", "x", "T", ("A B",), 2020, identifiers={"pmid": "1"}, same_as=("y:2",))


def test_every_paper_of_a_search_says_when_its_source_gave_it() -> None:
    found = Found([PAPER, PAPER], fetched="2026-11-22", cached=True, total=7, notes=["a note"])
    assert [(paper.fetched, paper.cached) for paper in found] == [("2026-11-22", True)] * 2
    assert (found.total, found.notes, PAPER.fetched) == (7, ("a note",), "")


def test_papers_of_one_content_are_one_in_a_set_whatever_their_identifiers() -> None:
    assert len({PAPER, Paper("x:1", "x", "T", ("A B",), 2020, identifiers={"pmid": "1"}, same_as=("y:2",))}) == 1
