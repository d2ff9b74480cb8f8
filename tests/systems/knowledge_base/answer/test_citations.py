"""An answer is parted into its sentences, each with the numbers it cites, and each place is the right one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evidence.verdicts import Verdict, Words
from core.systems.knowledge_base.answer.citations import NOT_IN_DOCUMENTS, places, sentences_written, text_of
from core.systems.knowledge_base.state import Citation, Retrieved
from tests.systems.knowledge_base.little_manual import retrieved

TEXT = "The pump moves water. It runs at 40 litres\na minute. A blocked pump stops."
DOCUMENT = retrieved(TEXT, start=100)
UNCHECKED = Verdict("not checked")


def written(text: str, *documents: Retrieved) -> list[tuple[str, tuple[int, ...]]]:
    return [(one.text, one.numbers) for one in sentences_written(text, documents or (DOCUMENT,))]


def placed(text: str, verdict: Verdict = UNCHECKED, *documents: Retrieved) -> list[Citation]:
    [one] = sentences_written(text, documents or (DOCUMENT,))
    return places(one, verdict, documents or (DOCUMENT,))


def shown(place: Citation) -> str:
    return TEXT[place["start"] - 100 : place["end"] - 100]


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("The pump moves water. [1]", (1,)),
        ("The pump moves water [1].", (1,)),
        ("- The pump moves water [1, 2].", (1, 2)),
        ("2. The pump moves water. [1][2]", (1, 2)),
        ("The pump [2] moves water. [1]", (2, 1)),
        ("The pump moves water. [1; 1]", (1,)),
        ("The pump moves water.", ()),
    ],
)
def test_a_sentence_is_read_without_its_bullet_and_its_marks(line: str, numbers: tuple[int, ...]) -> None:
    assert written(line) == [("The pump moves water.", numbers)]


def test_several_sentences_on_one_line_are_parted_and_each_cites_what_the_line_cites() -> None:
    assert written("The pump moves water [1]. A blocked pump stops [2].") == [
        ("The pump moves water.", (1,)),
        ("A blocked pump stops.", (2,)),
    ]
    assert written("The pump moves sand. A blocked pump runs. [1]") == [
        ("The pump moves sand.", (1,)),
        ("A blocked pump runs.", (1,)),
    ]


@pytest.mark.parametrize("line", ["speed | litres. Per minute | 40", "1. Look at arr[1] first.", "- arr[1] [2] is set"])
def test_a_line_that_is_one_sentence_or_row_of_its_passage_stays_whole(line: str) -> None:
    document = retrieved(f"Some words stand above it.\n\n{line}\n\nOthers stand below.")
    [(text, numbers)] = written(f"{line} [1]", document)
    assert (text, numbers) == (line.removeprefix("- ").removeprefix("1. "), (1,)) or text == line


def test_the_honest_no_is_no_sentence() -> None:
    assert written(NOT_IN_DOCUMENTS) == written(f"**{NOT_IN_DOCUMENTS}**.") == []


def test_the_place_is_where_the_words_stand_that_show_the_verdict() -> None:
    at = TEXT.index("A blocked")
    verdict = Verdict("backed", "somebody", shown_by=(Words(0, at, len(TEXT)),))
    [place] = placed("It comes to rest. [1]", verdict)
    assert shown(place) == "A blocked pump stops."
    assert not place["quoted"]


def test_without_such_words_the_place_is_the_sentence_that_is_most_like_it() -> None:
    [place] = placed("A pump that is blocked stops. [1]")
    assert shown(place) == "A blocked pump stops."


def test_words_below_headings_are_shown_where_they_stand_in_the_document() -> None:
    document = retrieved(TEXT, start=100, headings=["Manual", "Pump"])
    at = text_of(document).index("A blocked")
    verdict = Verdict("backed", "somebody", shown_by=(Words(0, at, at + 21),))
    [place] = placed("It comes to rest. [1]", verdict, document)
    assert shown(place) == "A blocked pump stops."


def test_a_sentence_that_two_passages_say_is_cited_with_both() -> None:
    other = retrieved(TEXT, id="e:0")
    assert [one["passage"] for one in placed("The pump moves water. [1, 2]", UNCHECKED, DOCUMENT, other)] == [
        "d:0",
        "e:0",
    ]


def test_the_page_is_counted_from_where_the_passage_begins() -> None:
    document = retrieved("The pump moves water.\fThe valve closes.", begins_on=3)
    pages = [placed(f"{text} [1]", UNCHECKED, document)[0]["page"] for text in ("It moves water.", "The valve closes.")]
    assert pages == [3, 4]


@given(st.text(alphabet="ab 1.[],\n", max_size=60))
def test_whatever_is_written_no_place_lies_outside_its_passage(text: str) -> None:
    for one in sentences_written(text, [DOCUMENT]):
        for place in places(one, UNCHECKED, [DOCUMENT]):
            assert place["passage"] == "d:0"
            assert 100 <= place["start"] < place["end"] <= 100 + len(TEXT)
