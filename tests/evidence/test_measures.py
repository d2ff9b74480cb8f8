"""Measures of a report, worked out by hand."""

from __future__ import annotations

import pytest

from core.evidence import measures
from core.evidence.drafts import Cited, Draft, Source

A, B, C = "Alpha rose by 5 %.", "Beta fell by 7 mg in Peru.", "Gamma is new."
DRAFT = Draft(
    sentences=[
        Cited("Background", (), claims=False),
        Cited("Alpha rose by 5 %.", ("a",), "one"),
        Cited("Alpha rose by 5 % and Beta fell by 9 mg.", ("a", "b"), "one"),
        Cited("Gamma is new, as Peru shows.", ("c", "gone"), "two"),
        Cited("Delta is old.", (), "two"),
    ],
    passages={"a": A, "b": B, "c": C, "d": "Nobody cites this."},
    sources={
        "a": Source("s1", "pubmed", "Journal"),
        "b": Source("s2", "arxiv", retracted=True),
        "c": Source("s1", "pubmed", "Journal"),
    },
    questions=("one", "two", "three"),
)
EMPTY = Draft([], {})


def contained(sentence: str, passages: list[str]) -> bool:
    """Entailment for a test: all parts of the sentence joined by “and” stand in the passages."""
    return all(part.strip(" .") in " ".join(passages) for part in sentence.split(" and "))


def test_coverage_is_the_share_of_claims_that_cite_what_exists() -> None:
    assert measures.citation_coverage(DRAFT) == 3 / 4


def test_dangling_ids_are_named() -> None:
    assert measures.dangling_ids(DRAFT) == ["gone"]


def test_numbers_and_names_are_grounded_in_what_the_sentence_cites() -> None:
    assert measures.grounded_numbers(DRAFT) == 2 / 3  # 5 %, 5 %, and 9 mg, which is not there
    assert measures.grounded_names(DRAFT) == 1 / 2  # Beta; Peru is in b, which that sentence does not cite


def test_recall_and_precision_leave_one_out() -> None:
    draft = Draft(
        [
            Cited("Alpha rose and Beta fell.", ("a", "b")),  # both are needed: two right citations
            Cited("Alpha rose.", ("a", "c")),  # c is needless: one right, one wrong
            Cited("Beta rose.", ("a",)),  # not entailed: wrong
            Cited("Alpha rose.", ("a", "gone")),  # a dangling id: not entailed, two wrong
        ],
        {"a": "Alpha rose.", "b": "Beta fell.", "c": "Gamma."},
    )
    quality = measures.citation_quality(draft, contained)
    assert quality.recall == 2 / 4
    assert quality.precision == 3 / 7


def test_a_question_is_covered_by_one_cited_sentence_of_its_section() -> None:
    assert measures.questions_covered(DRAFT) == {"one": True, "two": True, "three": False}


def test_sources_are_counted_once_however_many_passages_they_have() -> None:
    assert measures.several_sources(DRAFT) == 1 / 4
    found = measures.diversity(DRAFT)
    assert (found.sources, found.venues) == (2, 1)
    assert found.largest_share == 3 / 4
    assert found.tool_entropy == 1.0  # one source by each of two tools


def test_retracted_work_that_is_cited_is_named() -> None:
    assert measures.retractions_used(DRAFT) == ["s2"]


def test_near_repetition_counts_from_the_second_time_on() -> None:
    draft = Draft([Cited("Alpha rises quickly.", ()), Cited("Quickly alpha rises.", ()), Cited("Beta falls.", ())], {})
    assert measures.redundancy(draft) == pytest.approx(1 / 3)


def test_an_empty_report_has_nothing_wrong_in_it() -> None:
    assert measures.citation_coverage(EMPTY) == measures.grounded_numbers(EMPTY) == 1.0
    assert measures.citation_quality(EMPTY, contained) == measures.CitationQuality(1.0, 1.0)
    assert measures.diversity(EMPTY) == measures.Diversity(0, 0, 0.0, 0.0)
    assert measures.redundancy(EMPTY) == 0.0


def test_the_gate_names_every_reason() -> None:
    good = {"dangling": 0, "retractions": 0, "number_grounding": 1, "citation_coverage": 1, "citation_recall": 0.9}
    assert measures.needs_refinement(good) == []
    bad = {"dangling": 1, "retractions": 1, "number_grounding": 0.9, "citation_coverage": 0.8, "citation_recall": 0.1}
    assert len(measures.needs_refinement(bad)) == 5
