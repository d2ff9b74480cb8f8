"""Another query for the same need is written from the reasons why the last one failed."""

from __future__ import annotations

from core.systems.knowledge_base.answer.question_terms import Term
from core.systems.knowledge_base.search.query_rewriting import long_forms, rewrite, similar_words, telling_words


def test_words_that_no_passage_holds_are_mended_or_left_out() -> None:
    terms = [Term("impelller", ("impell",), 0, 5.0), Term("zyx", ("zyx",), 0, 5.0), Term("pump", ("pump",), 3, 1.0)]
    unknown = similar_words(terms, ["The impeller of a pump"])
    query, why = rewrite("zyx impelller of the pump", ["zyx impelller of the pump"], unknown, {}, [])
    assert query == "impeller of the pump"
    assert "left out" in why


def test_abbreviations_are_spelled_out_from_the_documents() -> None:
    assert long_forms("What is WAL?", ["the write-ahead log (WAL) keeps"]) == {"WAL": "write ahead log"}
    assert long_forms("What is WAL?", ["this one (WAL) keeps"]) == {}


def test_a_rewritten_query_was_not_tried_before_while_there_are_words_to_add() -> None:
    near = telling_words("pump", ["pump water cooling", "pump cooling water"])
    first, _ = rewrite("pump", ["pump"], {}, {}, near)
    second, _ = rewrite("pump", ["pump", first], {}, {}, near)
    assert len({"pump", first, second}) == 3
