"""Measures of a report, worked out by hand."""

from __future__ import annotations

import pytest

from core.evidence.verdicts import ANALYST, WORD_FOR_WORD, Verdict, Words
from core.systems.research_reports.write import measures
from core.systems.research_reports.write.drafts import Cited, Draft, Source

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


def test_coverage_is_the_share_of_claims_that_cite_what_exists() -> None:
    assert measures.citation_coverage(DRAFT) == 3 / 4


def test_dangling_ids_are_named() -> None:
    assert measures.dangling_ids(DRAFT) == ["gone"]


QUOTED = Verdict("backed", WORD_FOR_WORD, shown_by=(Words(0, 0, 5),))
JUDGED = Verdict("backed", "Model", shown_by=(Words(1, 0, 5),))
READ = Verdict("backed", ANALYST)
WRONG = Verdict("contradicted", "Model")
BACKED = Draft(
    [
        Cited("Alpha rose.", ("a", "c"), verdict=QUOTED),  # c is needless: one right, one wrong
        Cited("Beta did fall.", ("a", "b"), verdict=JUDGED),  # a is needless
        Cited("Gamma appeared.", ("c",), verdict=READ),
        Cited("Alpha and gamma.", ("a", "c"), verdict=READ),  # which of the two shows it, nobody said
        Cited("Beta rose.", ("b",), verdict=WRONG),
        Cited("Beta was there.", ("b",), verdict=Verdict("not checked")),
        Cited("Alpha was there.", ("a",)),
        Cited("Beta fell.", ("b",), verdict=Verdict("backed", "Model"), speaks=False),
    ],
    {"a": "Alpha rose.", "b": "Beta fell.", "c": "Gamma."},
)


def test_the_shares_say_who_backs_what_and_add_up_to_all() -> None:
    found = measures.backing(BACKED)
    assert (found.backed, found.word_for_word, found.by_judge, found.by_analyst) == (5 / 8, 1 / 8, 2 / 8, 2 / 8)
    assert (found.not_checked, found.struck) == (2 / 8, 1 / 8)
    assert found.backed + found.not_checked + found.struck == 1


def test_a_citation_is_needed_when_the_words_that_show_the_claim_stand_in_it() -> None:
    assert measures.citation_precision(BACKED) == 4 / 6


def test_only_what_speaks_to_the_question_is_to_the_point() -> None:
    assert measures.to_the_point(BACKED) == 7 / 8
    off = Draft([Cited("Alpha rose.", ("a",), "one", verdict=QUOTED, speaks=False)], {"a": A}, questions=("one",))
    assert measures.backing(off).backed == 1
    assert measures.to_the_point(off) == 0
    assert measures.questions_covered(off) == {"one": False}


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


def test_an_empty_report_has_nothing_wrong_in_it_and_nothing_backed() -> None:
    assert measures.citation_coverage(EMPTY) == measures.citation_precision(EMPTY) == 1.0
    assert measures.backing(EMPTY) == measures.Backing(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert measures.to_the_point(EMPTY) == 0.0
    assert measures.diversity(EMPTY) == measures.Diversity(0, 0, 0.0, 0.0)
    assert measures.redundancy(EMPTY) == 0.0


def test_the_gate_names_every_reason() -> None:
    good = {"dangling": 0, "retractions": 0, "struck": 0, "sentences": 5, "not_checked": 1.0}
    assert measures.needs_refinement(good) == []
    bad = {**good, "dangling": 1, "retractions": 1, "struck": 2}
    assert measures.needs_refinement(bad)[-1] == "2 of 5 sentences did not hold"
    assert len(measures.needs_refinement(bad)) == 3
