"""The classification as it is looked up: what stands around a code, and what is written about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.systems.nco_classification.codebook.book import Codebook, as_code, in_order, is_rest, named_in, open_codebook
from core.systems.nco_classification.index.official import keep_official, remove_official
from tests.systems.nco_classification.little_index import CLASSIFICATION

BOOK = Codebook(CLASSIFICATION)
SIZES = [9, 40, 128, 437, 3450]


def test_from_the_divisions_down_every_code_is_reached_once() -> None:
    level, sizes, seen = list(BOOK.below("")), [], set[str]()
    while level:
        sizes.append(len(level))
        seen.update(level)
        level = [code for above in level for code in BOOK.below(above)]
    assert sizes == SIZES
    assert len(seen) == sum(SIZES)


def test_a_code_knows_what_is_above_and_beside_it() -> None:
    assert [BOOK.above(code) for code in ("7531.0100", "7531", "753", "75", "7")] == ["7531", "753", "75", "7", ""]
    assert BOOK.siblings("7531") == ["7532", "7533", "7534", "7535", "7536"]
    assert "7531.0100" not in BOOK.siblings("7531.0100")
    assert set(BOOK.siblings("7531.0100")) < set(CLASSIFICATION.occupations_of("7531"))
    with pytest.raises(KeyError):
        BOOK.siblings("9999")


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("7531", "7531"), (" 75 ", "75"), ("7531.0100", "7531.0100"), ("75310100", "7531.0100"),
        ("7531 0100", "7531.0100"), ("7531-0100", "7531.0100"),
        ("9999", ""), ("753101", ""), ("tailor", ""), ("", ""), ("७५३१", ""), ("7531.01000", ""),
    ],
)  # fmt: skip
def test_a_code_is_read_however_it_is_written_and_what_is_none_is_none(written: str, code: str) -> None:
    assert as_code(written, CLASSIFICATION) == code


def test_of_a_family_its_title_own_text_phrases_and_indian_words_are_written() -> None:
    texts = BOOK.written("7531")
    assert (texts[0].kind, texts[0].text) == ("title", CLASSIFICATION.title("7531"))
    assert {text.kind for text in texts} == {"title", "text", "phrase", "hindi"}
    assert {text.code for text in texts} == {"7531"}
    assert [text.text for text in BOOK.written("75")] == [CLASSIFICATION.title("75")]


def test_official_descriptions_stand_in_the_book_as_long_as_they_are_kept(tmp_path: Path) -> None:
    assert not open_codebook(tmp_path).official
    keep_official(tmp_path, "nco.csv", {"7531.0100": "Sews what was ordered"})
    assert [text.text for text in open_codebook(tmp_path).written("7531.0100") if text.kind == "official"] == [
        "Sews what was ordered"
    ]
    remove_official(tmp_path)
    assert not open_codebook(tmp_path).official


def test_occupations_stand_by_their_likeness_in_hundredths_then_by_code_and_what_is_for_all_others_last() -> None:
    codes = CLASSIFICATION.occupations_of("5141")
    likeness = dict.fromkeys(codes, 0.5) | {codes[2]: 0.7, codes[1]: 0.503, codes[-1]: 0.99}
    assert is_rest(codes[-1])
    assert in_order("5141", likeness, CLASSIFICATION) == [codes[2], codes[0], codes[1], *codes[3:]]


@pytest.mark.parametrize("said", ["drives a forklift", "drives a fork lift", "runs the fork-lift of a warehouse"])
def test_the_one_occupation_whose_title_has_a_word_that_no_sibling_has_is_offered_first(said: str) -> None:
    assert named_in(said, "8344", CLASSIFICATION) == "8344.0201"
    assert in_order("8344", {"8344.0100": 0.9}, CLASSIFICATION, said)[0] == "8344.0201"


def test_words_that_name_two_occupations_or_what_all_have_or_the_rest_name_none() -> None:
    assert named_in("planter and groundsman", "6113", CLASSIFICATION) == ""
    assert named_in("operates lift trucks", "8344", CLASSIFICATION) == ""
    assert named_in("helper", "9112", CLASSIFICATION) == ""
    assert named_in("anything", "9214", CLASSIFICATION) == ""
