"""Every sentence of an answer rests on a passage, and its place is the right one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm.engine import OfflineEngine
from core.systems.knowledge_base.answer.citations import NOT_IN_DOCUMENTS, check, in_words, make_answer
from tests.systems.knowledge_base.little_manual import retrieved

TEXT = "The pump moves water. It runs at 40 litres\na minute. A blocked pump stops."
DOCUMENT = retrieved(TEXT, start=100)


def test_a_quoted_sentence_is_found_over_a_line_break_with_its_place_in_the_document() -> None:
    [kept], dropped = check("It runs at 40 litres a minute. [1]", [DOCUMENT])
    assert dropped == 0
    assert kept["quoted"]
    assert TEXT[kept["start"] - 100 : kept["end"] - 100] == "It runs at 40 litres\na minute."


@pytest.mark.parametrize(
    "line",
    [
        "The pump moves water.",  # no passage
        "The pump moves water. [2]",  # no such passage
        "The pump moves water. [0]",
        "The pump runs at 70 litres a minute. [1]",  # another figure
        "Penguins live near the southern pole. [1]",  # other words
    ],
)
def test_a_line_that_no_passage_supports_is_left_out(line: str) -> None:
    assert check(line, [DOCUMENT]) == ([], 1)


def test_a_reworded_sentence_points_to_the_sentence_it_rests_on() -> None:
    [kept], _ = check("- A pump that is blocked stops [1].", [DOCUMENT])
    assert not kept["quoted"]
    assert TEXT[kept["start"] - 100 : kept["end"] - 100] == "A blocked pump stops."


def test_several_marked_sentences_on_one_line_are_parted() -> None:
    kept, dropped = check("The pump moves water [1]. A blocked pump stops [1].", [DOCUMENT])
    assert (len(kept), dropped) == (2, 0)


@given(st.text(alphabet="ab 1.[],\n", max_size=60))
def test_whatever_is_written_only_known_passages_are_cited(text: str) -> None:
    kept, _ = check(text, [DOCUMENT])
    assert all(one["passage"] == "d:0" and 100 <= one["start"] < one["end"] <= 100 + len(TEXT) for one in kept)


def test_a_sentence_that_two_passages_say_is_cited_with_both() -> None:
    [kept], _ = check("The pump moves water. [1, 2]", [DOCUMENT, retrieved(TEXT, id="e:0")])
    assert (kept["passage"], [citation["passage"] for citation in kept["also"]]) == ("d:0", ["e:0"])


def test_the_page_is_counted_from_where_the_passage_begins() -> None:
    document = retrieved("The pump moves water.\fThe valve closes.", begins_on=3)
    pages = [check(f"{text} [1]", [document])[0][0]["page"] for text in ("The pump moves water.", "The valve closes.")]
    assert pages == [3, 4]


def test_an_honest_no_counts_nothing_as_left_out_and_names_the_nearest() -> None:
    answer = make_answer(NOT_IN_DOCUMENTS, [DOCUMENT], 0.1, {"cosine": 0.2}, OfflineEngine())
    assert (answer["refused"], answer["dropped"], answer["nearest"]) == (True, 0, ["d:0"])
    assert in_words(answer) == "The documents do not say this."


def test_what_was_left_out_is_said() -> None:
    answer = make_answer("The pump moves water. [1]\nPigs fly. [1]", [DOCUMENT], 0.9, {}, OfflineEngine())
    assert in_words(answer) == "The pump moves water."
    assert "1 sentences were left out" in answer["note"]
