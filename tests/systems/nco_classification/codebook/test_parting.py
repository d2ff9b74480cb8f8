"""What parts a code from those beside it."""

from __future__ import annotations

import pytest

from core.language.terms import analyse
from core.systems.nco_classification.codebook.book import Codebook
from core.systems.nco_classification.codebook.parting import (
    MOST_WORDS,
    attributes_that_part,
    own_words,
    what_parts,
)
from core.systems.nco_classification.questions.attributes import load_attributes
from tests.systems.nco_classification.little_index import CLASSIFICATION

BOOK = Codebook(CLASSIFICATION)


def said_by(code: str) -> set[str]:
    texts = [text.text for text in BOOK.written(code)] + [CLASSIFICATION.title(below) for below in BOOK.below(code)]
    return set(analyse(" ".join(texts)))


def test_every_sibling_has_a_line_in_order_with_few_words_on_either_side() -> None:
    parted = what_parts("7531", BOOK.siblings("7531"), BOOK)
    assert [one.code for one in parted] == BOOK.siblings("7531")
    assert all(0 < len(side) <= MOST_WORDS for one in parted for side in (one.here, one.there))


def test_words_that_part_stand_in_the_texts_of_the_code_that_they_speak_for() -> None:
    for family in ("7531", "2341", "6111", "5141"):
        for one in what_parts(family, BOOK.siblings(family), BOOK):
            assert set(analyse(" ".join(one.here))) <= said_by(family)
            assert set(analyse(" ".join(one.there))) <= said_by(one.code)
            assert not set(one.here) & set(one.there)


def test_an_occupation_is_parted_by_its_title() -> None:
    [one] = what_parts("7212.0100", ["7212.0200"], BOOK)
    assert (one.here, one.there) == (("gas",), ("electric",))


def test_official_descriptions_part_occupations_where_they_are_loaded() -> None:
    book = Codebook(CLASSIFICATION, {"7212.0100": "Burns acetylene", "7212.0200": "Strikes an arc"})
    [one] = what_parts("7212.0100", ["7212.0200"], book)
    assert "acetylene" in one.here
    assert "arc" in one.there


def test_a_code_without_siblings_is_parted_from_nothing_and_an_unknown_one_is_refused() -> None:
    assert what_parts("7531", [], BOOK) == []
    with pytest.raises(KeyError):
        what_parts("9999", [], BOOK)


def test_the_words_of_a_code_itself_are_those_that_part_it_from_most_siblings() -> None:
    parted = what_parts("7531", BOOK.siblings("7531"), BOOK)
    words = own_words(parted)
    counts = [sum(word in one.here for one in parted) for word in words]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == len(parted)
    assert len(words) <= MOST_WORDS
    assert own_words([]) == ()


@pytest.mark.parametrize("family", ["7531", "5222", "2341", "6111"])
def test_a_family_is_parted_by_what_people_can_tell_and_only_from_siblings_of_other_answers(family: str) -> None:
    siblings = BOOK.siblings(family)
    found = attributes_that_part(family, siblings)
    every = load_attributes()
    assert found
    for one in found:
        name = next(name for name, attribute in every.all.items() if attribute.question.english == one.question)
        parted = [code for _, codes in one.there for code in codes]
        assert sorted(parted) == [code for code in siblings if name in every.parts(family, code)]
        assert one.here not in [words for words, _ in one.there]
    counts = [sum(len(codes) for _, codes in one.there) for one in found]
    assert counts == sorted(counts, reverse=True)


def test_what_is_no_family_has_no_attributes() -> None:
    assert attributes_that_part("7212.0100", BOOK.siblings("7212.0100")) == []
    assert attributes_that_part("72", BOOK.siblings("72")) == []
