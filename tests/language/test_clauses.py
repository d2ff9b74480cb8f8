"""Words with their place, stem, sentence and clause."""

from __future__ import annotations

from hypothesis import given

from core.language.clauses import content_stems, other_forms, stem, tokens
from tests.language.prose import prose


def test_a_word_knows_its_sentence_and_clause() -> None:
    found = tokens("Rain fell, but snow didn’t. It cost 1,200 more than ten.")
    assert [(one.word, one.sentence, one.clause) for one in found if one.content] == [
        ("rain", 0, 0), ("fell", 0, 0), ("snow", 0, 2), ("cost", 1, 3), ("ten", 1, 3),
    ]  # fmt: skip


def test_irregular_forms_have_the_stem_of_their_base() -> None:
    assert stem("grew") == stem("grown") == stem("grows")
    assert stem("mice") == stem("mouse")


def test_a_word_knows_the_forms_of_it_that_have_another_stem() -> None:
    assert other_forms("keeps") == ["kept"]
    assert {"drive", "drove"} <= set(other_forms("driven"))
    assert other_forms("pump") == []
    assert [other_forms(number) for number in ("9", "09", "12", "0")] == [["09"], ["9"], [], ["00"]]


def test_a_compound_is_known_by_its_hyphen() -> None:
    assert [one.compound for one in tokens("low-flow taps")] == [True, False, False]


def test_content_leaves_out_stop_words_and_figures() -> None:
    assert content_stems("The 12 trials of insulin") == {stem("trials"), "insulin"}


@given(prose)
def test_every_word_stands_where_it_says(text: str) -> None:
    for one in tokens(text):
        assert text[one.start : one.end].lower().replace("’", "'") == one.word
