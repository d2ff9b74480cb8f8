"""Which sentences are chosen, and that whatever is written is checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.codec import to_state
from core.systems.research_reports.search.screening import cut
from core.systems.research_reports.write.sentences import Candidate, candidates, choose, lead_for
from tests.systems.research_reports.little_sources import QUESTION, TIN, little_context, run
from tests.word_embedder import WordEmbedder

ASKED = {"id": "q1", "text": "How good are tin cells?", "words": "tin cells", "kind": "question", "follow_up": False}


def of(paper: str, *texts: str) -> list[Candidate]:
    leans = ("It ", "Their ", "However,")
    return [
        Candidate(text, f"p-{paper}", paper, place * 100, text.startswith(leans)) for place, text in enumerate(texts)
    ]


def chosen(found: list[Candidate], most: int = 5, used: tuple[str, ...] = ()) -> list[str]:
    scores = {one.passage: 0.5 for one in found}
    return [one.text for one in choose(ASKED, found, scores, used, WordEmbedder(), most)]


def test_a_sentence_that_leans_on_the_one_before_it_never_stands_alone():
    found = of("a", "Tin cells were made by hand.", "It is how good tin cells are made.")
    assert chosen(found, most=2) == [one.text for one in found]
    assert "It is how good tin cells are made." not in chosen(found, most=1)


def test_the_same_statement_is_not_made_twice():
    found = [*of("a", "Tin cells are good and cheap today."), *of("b", "Tin cells are good and cheap today.")]
    assert len(chosen(found)) == 1


def test_a_sentence_of_another_section_is_taken_again_only_when_there_is_nothing_else():
    found = of("a", "Tin cells are good and cheap today.", "Lead cells are good and cheap as well.")
    assert chosen(found, used=(found[0].text,)) == [found[1].text]
    assert chosen(found[:1], used=(found[0].text,)) == [found[0].text]


def test_sentences_of_a_paper_stand_together_in_their_order():
    found = [
        *of("a", "Tin cells are good in the sun.", "Good tin cells need dry air."),
        *of("b", "How good tin cells are depends on oxygen.", "Tin cells are made of films."),
    ]
    papers = [next(one.paper for one in found if one.text == text) for text in chosen(found)]
    assert papers == sorted(papers, key=papers.index)


@pytest.mark.parametrize(
    ("authors", "lead"),
    [
        (("Ada Noel", "Ben Other", "Cy Third"), "Noel et al. (2014):"),
        (("Ada Noel", "Ben Other"), "Noel and Other (2014):"),
        (("Ada Noel",), "Noel (2014):"),
        (("Ada Noel", "et al."), "Noel et al. (2014):"),
        ((), "Energy (2014):"),
    ],
)
def test_connecting_words_name_who_speaks_and_claim_nothing(authors, lead):
    assert lead_for(to_state(replace(TIN, authors=authors))) == lead


def test_candidates_come_from_kept_passages_alone():
    state = run(little_context(), QUESTION)
    for passages in cut(state, 0.2, 0.6).values():
        kept = {one.passage for one in passages if one.kept}
        assert {one.passage for one in candidates(state, passages)} <= kept
