"""Passages are cut, scored and kept or dropped with reasons; a slider cuts anew without searching."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import to_state
from core.retrieval.embedder import Embedder
from core.sources.shelf import read_shelf
from core.systems.research_reports.search import screening
from core.systems.research_reports.search.screening import cut, cut_passages, passage_text, screen, texts_to_embed
from core.systems.research_reports.write.citations import falling
from tests.systems.research_reports.little_sources import LEAD, PAPERS, QUESTION, SOUP, TIN, little_context, run
from tests.word_embedder import WordEmbedder


@pytest.fixture(scope="module")
def state() -> dict[str, Any]:
    return run(little_context(), QUESTION)


def test_passages_are_whole_sentences_and_leave_nothing_out():
    for paper in read_shelf():
        spans = list(cut_passages({paper.id: to_state(paper)}, {}).values())
        assert spans
        together = "".join(paper.abstract[span["start"] : span["end"]] for span in spans)
        assert together.replace(" ", "") == paper.abstract.replace(" ", "")


def test_a_paper_without_an_abstract_has_no_passage():
    assert cut_passages({"a": to_state(replace(TIN, id="a", abstract=""))}, {}) == {}


def test_passages_that_were_cut_before_keep_their_ids():
    first = cut_passages({TIN.id: to_state(TIN)}, {})
    both = cut_passages({LEAD.id: to_state(LEAD), TIN.id: to_state(TIN)}, first)
    assert {id: both[id] for id in first} == first
    assert len(both) > len(first)


def test_every_receipt_adds_up_to_its_score(state):
    for passages in cut(state, 0.3, 0.6).values():
        for one in passages:
            assert sum(part.contribution for part in one.receipt.parts) == pytest.approx(one.receipt.score, abs=1e-9)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_a_higher_threshold_never_keeps_what_a_lower_one_drops(state, alpha, one, other):
    low, high = sorted((one, other))
    below, above = cut(state, low, alpha), cut(state, high, alpha)
    for id in below:
        kept = {passage.passage for passage in below[id] if passage.kept}
        assert {passage.passage for passage in above[id] if passage.kept} <= kept


def test_what_is_kept_or_dropped_says_why(state):
    for passages in cut(state, 0.25, 0.6).values():
        assert all(one.reason for one in passages)
        assert any("retracted" in one.reason for one in passages)


def test_moving_the_threshold_tells_which_claims_would_fall_and_changes_nothing(state):
    before = repr(state)
    everything = falling(state, 1.0, 0.6)
    assert falling(state, state["threshold"], state["alpha"]) == []
    assert len(everything) == sum(len(section["claims"]) for section in state["report"]["sections"])
    assert repr(state) == before


def test_of_very_many_passages_only_those_that_share_words_are_compared_by_meaning(monkeypatch):
    monkeypatch.setattr(screening, "MOST_READ", 2)
    papers = {paper.id: to_state(paper) for paper in PAPERS}
    state: Any = {"papers": papers, "passages": cut_passages(papers, {})}
    asked: Any = {
        "id": "q1",
        "text": "tin perovskite",
        "words": "tin perovskite",
        "kind": "question",
        "follow_up": False,
    }
    found = screen(state, [asked], WordEmbedder())["q1"]
    assert found["unread"] == len(state["passages"]) - 2
    soup = next(id for id, span in state["passages"].items() if span["paper"] == "shelf:soup")
    assert next(hit for hit in found["hits"] if hit["passage"] == soup)["meaning"] == -1.0


def test_what_the_question_wants_absent_is_dropped_where_others_do_without_it_and_the_analyst_can_undo_it():
    state = run(little_context(), "What is known about perovskite solar cells without lead?")
    assert state["plan"]["absent"] == ["lead"]
    papers = {one.passage: state["passages"][one.passage]["paper"] for one in cut(state, 0.0, 0.6)["q1"]}
    dropped = {papers[one.passage]: one.reason for one in cut(state, 0.0, 0.6)["q1"] if not one.kept}
    assert "has lead" in dropped[LEAD.id]
    assert TIN.id not in dropped
    undone = {**state, "plan": {**state["plan"], "absent": []}}
    assert LEAD.id in {papers[one.passage] for one in cut(undone, 0.0, 0.6)["q1"] if one.kept}


def test_nothing_is_dropped_for_having_what_all_have():
    state = run(little_context(papers=(LEAD, SOUP)), "What is known about perovskite solar cells without lead?")
    assert any(one.kept for one in cut(state, 0.0, 0.6)["q1"] if state["passages"][one.passage]["paper"] == LEAD.id)


def test_a_passage_that_is_not_there_has_no_words(state):
    assert passage_text(state, "p999") == ""


def test_a_report_over_the_shelf_embeds_nothing_but_the_questions(embedder: Embedder, monkeypatch):
    known = set(texts_to_embed(read_shelf()))
    assert {TIN.abstract} & known == set()
    from core.systems.research_reports.search.shelves import open_shelf

    asked: list[str] = []
    encode = Embedder.encode

    def listening(self, texts, progress=None):
        asked.extend(texts)
        return encode(self, texts, progress)

    monkeypatch.setattr(Embedder, "encode", listening)
    state = run(little_context(papers=(), embedder=embedder, shelves=(open_shelf(embedder),), threshold=0.3), QUESTION)
    questions = {one["text"] for one in state["plan"]["sub_questions"]} | {"tin perovskite solar cells", QUESTION}
    assert state["report"]["status"] == "report"
    assert set(asked) - known <= questions
