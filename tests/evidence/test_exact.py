"""What a rule may strike alone: missing numbers, numbers of something else, and quotations that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evidence.check import check_statements
from core.evidence.exact import exact_fault
from core.evidence.verdicts import EXACT_CHECK, Statement, Verdict

TEXTS = (
    "The museum opened in 1987 and drew 41,000 visitors in its first year. The garden was added in 2004.",
    "Its director said: “We never expected so many guests, and we were glad.” Entry costs 12 euros.",
    "The café closed on 3 May 2019. More than 30 jobs were lost.",
)
SENTENCES = (
    "The museum drew 14,000 visitors in its first year.",
    "The museum opened in 2004.",
    "The museum was founded in 1987.",
    "“We never expected so many guests”, the director said.",
    "“We always expected so many guests”, the director said.",
    "Fewer than 30 jobs were lost.",
    "Entry costs 12 euros.",
    "Half of the guests came again.",
)


def check(sentence: str, *passages: str, printed: str = "") -> Verdict:
    (verdict,) = check_statements([Statement(sentence, passages, printed)])
    return verdict


def test_a_number_that_stands_nowhere_is_not_in_the_passage_and_the_nearest_one_is_shown() -> None:
    verdict = check(SENTENCES[0], *TEXTS)
    assert (verdict.standing, verdict.by) == ("not in the passage", EXACT_CHECK)
    assert SENTENCES[0][verdict.start : verdict.end] == "14,000"
    (words,) = verdict.shown_by
    assert TEXTS[words.passage][words.start : words.end] == "41,000"


@pytest.mark.parametrize("sentence", [SENTENCES[1], SENTENCES[5]])
def test_a_number_of_something_else_and_the_opposite_bound_contradict(sentence: str) -> None:
    assert check(sentence, *TEXTS).standing == "contradicted"


def test_what_the_page_prints_counts_as_cited() -> None:
    assert check("Three of 87 sources speak of it (Moss 2021).", TEXTS[0]).struck
    assert not check("Three of 87 sources speak of it (Moss 2021).", TEXTS[0], printed="87 sources; Moss 2021").struck


def test_a_sentence_that_cites_nothing_is_struck() -> None:
    assert check("Mice slept.").struck
    assert check("Mice slept.", " \n").struck


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        (SENTENCES[3], True),
        (SENTENCES[4], False),
        ('He said "we never expected … and we were glad".', True),
        ('He said "we always expected [so many] guests".', False),
        ('He said "we never expected [so many] guests, and we were glad".', True),
        ("He called it “so glad”.", True),
        ("“We expected so many guests”, the director said.", False),
    ],
)
def test_words_in_quotation_marks_must_stand_in_the_passage(sentence: str, holds: bool) -> None:
    verdict = check(sentence, *TEXTS)
    assert verdict.struck != holds
    if not holds:
        assert sentence[verdict.start - 1] in '“"'


def test_a_quotation_may_stand_in_what_is_printed() -> None:
    sentence = "Moss wrote “On the Museums of Small Towns”."
    assert check(sentence, TEXTS[0]).struck
    assert not check(sentence, TEXTS[0], printed="Moss (2021). On the museums of small towns.").struck


@given(st.text(max_size=60), st.text(max_size=200))
def test_any_text_can_be_checked_and_what_is_marked_lies_in_it(sentence: str, passage: str) -> None:
    verdict = exact_fault(Statement(sentence, (passage,)))
    if verdict:
        assert 0 <= verdict.start <= verdict.end <= len(sentence)
        assert all(0 <= one.start < one.end <= len(passage) for one in verdict.shown_by)
