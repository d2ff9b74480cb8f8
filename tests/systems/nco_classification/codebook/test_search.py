"""Looking a code up: by a code, a part of one, or words in any of its texts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.nco_classification.codebook.book import Codebook
from core.systems.nco_classification.codebook.search import Found, finder_of
from tests.systems.nco_classification.little_index import CLASSIFICATION

BOOK = Codebook(CLASSIFICATION, {"7531.0100": "Adjusts the quoxel loom"})


def find(words: str) -> Found:
    return finder_of(BOOK).find(words)


def codes(words: str) -> list[str]:
    return [hit.code for hit in find(words).hits]


@pytest.mark.parametrize("written", ["7212.0300", "72120300", "7212 0300", "7212-0300"])
def test_a_whole_code_is_found_alone_however_it_is_written(written: str) -> None:
    assert codes(written) == ["7212.0300"]


def test_a_part_of_a_code_finds_all_that_begins_with_it_from_the_top_down() -> None:
    assert codes("753") == [
        "753",
        *(family for family in CLASSIFICATION.families if family.startswith("753")),
        *(code for code in CLASSIFICATION.occupations if code.startswith("753")),
    ]
    assert codes("7212.03") == ["7212.0300", "7212.0301", "7212.0302", "7212.0303"]
    assert codes("7212 03") == codes("7212.03") == codes("721203")
    assert codes("0") == []


def test_every_code_is_found_by_itself_and_by_its_title() -> None:
    sample = random.Random(7).sample([*CLASSIFICATION.families, *CLASSIFICATION.occupations], 150)
    for code in sample:
        assert codes(code)[0] == code
        title = CLASSIFICATION.title(code)
        same = [other for other in codes(title)[:40] if CLASSIFICATION.title(other) == title]
        assert code in codes(title)[:10] or same, (code, title)


@pytest.mark.parametrize(
    ("words", "family"),
    [
        ("stitches blouses", "7531"), ("darzi", "7531"), ("दर्जी", "7531"), ("दर्जी का काम", "7531"), ("quoxel", "7531"),
        ("makes pots on a wheel", "7314"), ("primary school teacher", "2341"), ("kisan", "6111"),
    ],
)  # fmt: skip
def test_a_family_is_found_by_its_title_phrases_and_indian_words(words: str, family: str) -> None:
    assert codes(words)[0][:4] == family


def test_the_words_that_were_found_are_shown_where_they_stand() -> None:
    first = find("blouse stitching").hits[0]
    assert [first.text.text[start:end] for start, end in first.words] == ["stitches", "blouses"]
    native = find("दर्जी").hits[0]
    assert [native.text.text[start:end] for start, end in native.words] == ["दर्जी"]


def test_the_beginning_of_a_word_finds_it_behind_the_word_itself() -> None:
    found = find("embroid")
    assert found.hits
    assert all("embroid" in hit.text.text.lower() for hit in found.hits)
    assert find("em").hits == []


def test_words_behind_a_code_are_looked_for_in_it_alone() -> None:
    found = find("7212 gas")
    assert found.within == "7212"
    assert found.hits
    assert all(hit.code.startswith("7212") for hit in found.hits)
    assert find("2 wheeler mechanic").within == ""


def test_words_that_only_hold_a_sentence_together_find_nothing_by_themselves_beside_others() -> None:
    assert codes("darzi ka kaam karta hai")[0] == "7531"
    assert all(hit.words for hit in find("bijli ka kaam").hits)


def test_what_stands_nowhere_is_named_and_where_all_of_it_does_nothing_is_found() -> None:
    assert find("tailor zorblaxian").unknown == ("zorblaxian",)
    assert find("zorblaxian") == Found([], 0, read_as=find("zorblaxian").read_as)


def test_more_of_the_words_come_before_fewer() -> None:
    scores = {hit.code: hit.score for hit in find("gas welder").hits}
    assert scores["7212.0100"] > scores["7212.0301"]
    assert list(scores.values()) == sorted(scores.values(), reverse=True)


def test_codes_with_all_of_the_words_come_first_also_written_together_and_are_counted_apart() -> None:
    found = find("shop keeper")
    assert found.hits[0].code == "5221"
    assert 0 < found.whole < 15 < len(found.hits)
    for hit in found.hits[: found.whole]:
        said = hit.text.text.lower()
        assert "keep" in said, said
        assert "shop" in said, said
    for hit in found.hits[found.whole :]:
        assert "shopkeeper" not in hit.text.text.lower()


def test_a_word_that_a_text_writes_apart_is_found_as_one() -> None:
    found = find("lockkeeper")
    assert found.unknown == ()
    assert "lock keeper" in [hit.text.text.lower() for hit in found.hits]
    first = next(hit for hit in found.hits if hit.text.text.lower() == "lock keeper")
    assert [first.text.text[start:end].lower() for start, end in first.words] == ["lock", "keeper"]


def test_all_that_was_found_is_counted_and_so_many_are_given_as_are_wanted() -> None:
    every, few = find("worker"), finder_of(BOOK).find("worker", 5)
    assert len(every.hits) > 500 or len(every.hits) == every.whole
    assert few.hits == every.hits[:5]


@given(st.text(max_size=400))
def test_no_text_whatever_breaks_the_search(words: str) -> None:
    for hit in find(words).hits:
        assert CLASSIFICATION.exists(hit.code)
        assert all(0 <= start < end <= len(hit.text.text) for start, end in hit.words)
