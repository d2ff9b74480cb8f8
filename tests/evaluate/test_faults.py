"""The checks against drafts that were spoiled on purpose."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from core.evaluate.claims import read_claims
from core.evaluate.faults import (
    Corrupted,
    change_digit,
    change_number,
    corrupted_drafts,
    exchange_number,
    flip_polarity,
)
from core.evidence.check import check_statements
from core.evidence.verdicts import Verdict
from core.language.quantities import quantities
from core.language.sentences import sentences
from core.systems.research_reports.write.drafts import Cited, Draft

TEST = Path(__file__).parents[1] / "data" / "claims" / "test.csv"


@pytest.fixture(scope="module")
def clean() -> Draft:
    """Sentences taken from passages word for word, as a report without a model has them."""
    passages = {
        f"p{number}": text for number, text in enumerate(dict.fromkeys(one.passage for one in read_claims(TEST)))
    }
    return Draft([Cited(one.text, (name,)) for name, text in passages.items() for one in sentences(text)], passages)


@pytest.fixture(scope="module")
def drafts(clean: Draft) -> list[Corrupted]:
    return [one for seed in range(4) for one in islice(corrupted_drafts(clean, seed), 60)]


def verdicts(drafts: list[Corrupted]) -> list[Verdict]:
    return check_statements([one.draft.statement(one.draft.sentences[one.place]) for one in drafts])


def test_without_a_judge_changed_numbers_are_struck_and_no_corrupted_sentence_is_backed(
    drafts: list[Corrupted],
) -> None:
    found = list(zip(drafts, verdicts(drafts), strict=True))
    assert min(Counter(one.kind for one in drafts).values()) >= 20
    assert [one.draft.sentences[one.place] for one, verdict in found if verdict.standing == "backed"] == []
    numbers = [verdict.struck for one, verdict in found if one.kind == "number changed"]
    assert sum(numbers) >= 0.93 * len(numbers)


def test_sentences_of_the_passage_itself_are_all_backed(clean: Draft) -> None:
    found = check_statements([clean.statement(one) for one in clean.sentences])
    assert {one.standing for one in found} == {"backed"}


def test_a_corrupted_draft_differs_from_the_clean_one_in_one_sentence(clean: Draft, drafts: list[Corrupted]) -> None:
    for one in drafts:
        different = [
            place
            for place, (old, new) in enumerate(zip(clean.sentences, one.draft.sentences, strict=True))
            if old != new
        ]
        assert different == [one.place]


def test_a_changed_number_is_not_in_the_passage() -> None:
    passage = "We asked 120 nurses in 9 hospitals."
    for seed in range(20):
        changed = change_number(passage, passage, random.Random(seed))
        assert changed is not None
        assert {one.value for one in quantities(changed)} != {120.0, 9.0}
    assert change_number("We asked nurses.", passage, random.Random(0)) is None


def test_polarity_is_flipped_by_a_word_or_by_a_not() -> None:
    assert flip_polarity("Wages rose.") == "Wages fell."
    assert flip_polarity("Wages were not affected.") == "Wages were affected."
    assert flip_polarity("The method is new.") == "The method is not new."
    assert flip_polarity("Wages.") is None


def test_a_changed_digit_stands_nowhere_in_the_passage_and_an_exchanged_number_does() -> None:
    sentence, passage = "It grew by 12 % in 2004.", "In 2004 it grew by 12 %, and by 1,300 in 1999."
    for seed in range(40):
        changed = change_digit(sentence, passage, random.Random(seed))
        assert changed is not None
        assert sum(one != other for one, other in zip(sentence, changed, strict=True)) == 1
        assert not set(re.findall(r"\d+", changed)) <= {"12", "2004", "1999"}
        exchanged = exchange_number(sentence, passage, random.Random(seed))
        assert exchanged is not None
        assert len(set(re.findall(r"[\d,]+", exchanged)) & {"1,300", "1999"}) == 1
    assert change_digit("No figure.", passage, random.Random(0)) is None
    assert exchange_number("By 12 %.", "12 %, and 12 again", random.Random(0)) is None
