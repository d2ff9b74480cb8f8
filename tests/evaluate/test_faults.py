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
from core.evidence.checks import check_sentences
from core.evidence.drafts import Cited, Draft
from core.language.quantities import quantities
from core.language.sentences import sentences
from core.retrieval.embedder import Embedder

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


def objections(drafts: list[Draft], places: list[int]) -> list[bool]:
    cited = [draft.sentences[place] for draft, place in zip(drafts, places, strict=True)]
    texts = [(one.sentence, draft.texts(one)) for one, draft in zip(cited, drafts, strict=True)]
    return [not verdict.ok for verdict in check_sentences(texts, Embedder(None))]


def test_corrupted_drafts_are_caught_as_promised(drafts: list[Corrupted]) -> None:
    caught = objections([one.draft for one in drafts], [one.place for one in drafts])
    of = Counter(one.kind for one in drafts)
    held = Counter(one.kind for one, objected in zip(drafts, caught, strict=True) if objected)
    share = {kind: held[kind] / count for kind, count in of.items()}
    assert min(of.values()) >= 20
    assert share["number changed"] >= 0.95
    assert share["citation moved"] >= 0.95
    assert share["sentence invented"] >= 0.95
    assert share["polarity flipped"] >= 0.8


def test_sentences_of_the_passage_itself_raise_hardly_an_alarm(clean: Draft) -> None:
    alarms = objections([clean] * len(clean.sentences), list(range(len(clean.sentences))))
    assert sum(alarms) <= 0.05 * len(alarms)


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
