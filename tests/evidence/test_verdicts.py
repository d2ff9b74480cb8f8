"""What a verdict says in words, and that the analyst's word stands above any other."""

from __future__ import annotations

from core.evidence.verdicts import (
    ANALYST,
    MARKS,
    WORD_FOR_WORD,
    Statement,
    Verdict,
    did_not_hold,
    in_words,
    tally,
    with_analysts_word,
)

QUOTED = Verdict("backed", WORD_FOR_WORD)
JUDGED = Verdict("backed", "Gemini")
OPEN = Verdict("not checked")
WRONG = Verdict("contradicted", "Gemini")
ABSENT = Verdict("not in the passage", "exact check")


def test_a_statement_has_one_key_in_whatever_order_its_passages_are_cited() -> None:
    assert Statement("S.", ("a", "b")).key == Statement("S.", ("b", "a"), "printed").key
    assert Statement("S.", ("a", "b")).key != Statement("S.", ("a",)).key


def test_every_verdict_has_a_sign_and_words_of_its_own() -> None:
    every = (QUOTED, OPEN, WRONG, ABSENT)
    assert len({MARKS[one.standing] for one in every}) == len({in_words(one) for one in every}) == 4
    assert in_words(QUOTED) == "Backed, word for word"
    assert [one.struck for one in every] == [False, False, True, True]


def test_the_analysts_word_takes_the_place_of_any_verdict_and_is_named_as_such() -> None:
    for one in (QUOTED, OPEN, WRONG):
        assert with_analysts_word(one, None) is one
        assert (with_analysts_word(one, True).standing, with_analysts_word(one, True).by) == ("backed", ANALYST)
        assert with_analysts_word(one, False).struck


def test_the_tally_counts_every_sentence_once_and_names_who_backed_it() -> None:
    assert tally([QUOTED] * 3) == "All 3 sentences stand word for word in their passages."
    assert tally([QUOTED] * 2) == "Both sentences stand word for word in their passages."
    assert tally([QUOTED]) == "The sentence stands word for word in its passage."
    assert tally([]) == "There is no sentence."
    assert tally([QUOTED, JUDGED, JUDGED, OPEN, WRONG, ABSENT]) == (
        "6 sentences: 3 backed (1 word for word, 2 by Gemini), 1 not checked, 2 did not hold."
    )
    assert tally([OPEN]) == "1 sentence: none backed, 1 not checked."
    assert did_not_hold(2, 5) == "2 of 5 sentences did not hold"
