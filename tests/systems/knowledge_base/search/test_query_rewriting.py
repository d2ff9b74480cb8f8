"""Another query for the same need is written from the reasons why the last one failed."""

from __future__ import annotations

from core.systems.knowledge_base.answer.question_terms import Term
from core.systems.knowledge_base.search.query_rewriting import long_forms, rewrite, similar_words, telling_words


def test_words_that_no_passage_holds_are_mended_where_a_passage_has_one_like_them() -> None:
    terms = [Term("impellar", ("impell",), 0, 5.0), Term("zyx", ("zyx",), 0, 5.0), Term("pump", ("pump",), 3, 1.0)]
    unknown = similar_words(terms, ["The impeller of a pump"])
    query, why = rewrite("zyx impellar of the pump", ["zyx impellar of the pump"], unknown, {})
    assert query == "zyx impeller of the pump"
    assert "“impellar” became “impeller”" in why


def test_an_english_word_is_no_slip_of_a_word_of_the_passages() -> None:
    terms = [Term(word, (word,), 0, 5.0) for word in ("hose", "paint", "houze")]
    assert similar_words(terms, ["The horse, the house and the paints"]) == {"houze": ["house"]}


def test_no_number_is_a_slip_of_another() -> None:
    terms = [Term("15,000", ("15000",), 0, 5.0), Term("1500", ("1500",), 0, 5.0)]
    assert similar_words(terms, ["The fee is 1,000 or 1000 or 15000 or 15,00"]) == {}


def test_abbreviations_are_spelled_out_from_the_documents() -> None:
    assert long_forms("What is WAL?", ["the write-ahead log (WAL) keeps"]) == {"WAL": "write ahead log"}
    assert long_forms("What is WAL?", ["this one (WAL) keeps"]) == {}


def test_a_query_of_which_nothing_can_be_mended_stays_as_it_is() -> None:
    assert rewrite("pump", ["pump"], {}, {}) == ("pump", "nothing could be changed")
    assert rewrite("WAL", ["WAL", "WAL write ahead log"], {}, {"WAL": "write ahead log"})[0] == "WAL"


def test_words_that_several_of_the_nearest_passages_share_are_told() -> None:
    assert telling_words("pump", ["pump water cooling", "pump cooling water", "pump sand"]) == ["cooling", "water"]
