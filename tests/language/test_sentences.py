"""Sentences end where a reader ends them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.sentences import CELLS, Sentence, sentences, sentences_and_rows
from core.language.tokens import words
from tests.language.prose import prose


def pieces(text: str) -> list[str]:
    return [sentence.text for sentence in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Dr. J. Smith met Prof. Rao. They spoke.", ["Dr. J. Smith met Prof. Rao.", "They spoke."]),
        ("It is 3.14 V, e.g. in Fig. 2. Good.", ["It is 3.14 V, e.g. in Fig. 2.", "Good."]),
        ("The U.S. Department paid. Fine.", ["The U.S. Department paid.", "Fine."]),
        ("We ate in the U.S. The food was good.", ["We ate in the U.S.", "The food was good."]),
        ("Take vitamin C. The rest is easy.", ["Take vitamin C.", "The rest is easy."]),
        ("Who? Me?! Yes...  Well… no.", ["Who?", "Me?!", "Yes...", "Well… no."]),
        ('He said "Stop." Then (it rained.) Done.', ['He said "Stop."', "Then (it rained.)", "Done."]),
        ("Smith et al. found it. See approx. 5 more.", ["Smith et al. found it.", "See approx. 5 more."]),
        ("1. Introduction\n2. Method", ["1. Introduction", "2. Method"]),
        ("Skills:\n- paint\n  and gloss\n• glass", ["Skills:", "paint\n  and gloss", "glass"]),
        ("A heading\nThe text begins here.", ["A heading", "The text begins here."]),
        ("a paragraph without a stop\n\nanother one", ["a paragraph without a stop", "another one"]),
        ("यह एक है। वह दो है॥", ["यह एक है।", "वह दो है॥"]),
        ("これは文です。次の文。", ["これは文です。", "次の文。"]),
        (" \n ", []),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text, expected):
    assert pieces(text) == expected


def test_a_line_broken_in_the_middle_of_a_sentence_ends_nothing():
    text = "This sentence is long enough to have been wrapped by the\nProgram that wrote it. Here is another."
    assert len(pieces(text)) == 2


def test_a_sentence_goes_on_over_the_end_of_a_page_and_a_paragraph_does_not():
    assert pieces("At night the alarm is silent\n\f\nunless the pressure rises. It is loud.\n\f\nThe valve") == [
        "At night the alarm is silent\n\f\nunless the pressure rises.",
        "It is loud.",
        "The valve",
    ]
    assert pieces("The alarm\n\nis silent at night") == ["The alarm", "is silent at night"]


def test_a_sentence_knows_where_it_stands():
    assert sentences("  One.  Two.") == [Sentence("One.", 2, 6), Sentence("Two.", 8, 12)]


@given(prose)
def test_offsets_are_exact_and_sentences_neither_overlap_nor_lose_a_word(text):
    found = sentences(text)
    end = 0
    for sentence in found:
        assert sentence.text
        assert text[sentence.start : sentence.end] == sentence.text
        assert sentence.start >= end
        end = sentence.end
    assert [word for sentence in found for word in words(sentence.text)] == words(text)


@pytest.mark.parametrize("space", ["\u00a0", "\u3000", "\x0b", "\u2028"])
def test_any_white_space_may_follow_an_abbreviation(space: str) -> None:
    text = f"It left the U.S.{space}\nThen it came back."
    assert "".join(sentence.text for sentence in sentences(text)).replace(space, "") != ""
    assert all(text[sentence.start : sentence.end] == sentence.text for sentence in sentences(text))


@pytest.mark.parametrize(
    "text",
    [
        "It fell (P = 0.004).| Both groups rose.",
        "It was 24 (P <.05).| Ratings fell.",
        "It was given for 24 h.| Then it stopped.",
        "the lift is small .| the drag is not .",
        "It makes all n! orders.| Each is new.",
        "He asked why? he said.| Nobody knew.",
        "It is sold in the U.S. Army shops.| More follows.",
    ],
)
def test_a_figure_a_unit_and_a_lone_full_stop_end_a_sentence_and_an_exclamation_inside_does_not(text: str) -> None:
    assert [one.text for one in sentences(text.replace("|", ""))] == [part.strip() for part in text.split("|")]


def test_a_table_gives_its_rows_whole_and_what_stands_around_it_its_sentences() -> None:
    text = (
        "A line leads it.\n\nclass | e.g. words. More | λ\nfactual | when. Who | 0.1\n\nIt ends. Here | so\nnot a row."
    )
    found = sentences_and_rows(text)
    assert [one.text for one in found] == [
        "A line leads it.",
        "class | e.g. words. More | λ",
        "factual | when. Who | 0.1",
        *(one.text for one in sentences(text[text.index("It ends") :])),
    ]
    assert all(text[one.start : one.end] == one.text for one in found)


@given(st.text(alphabet="aB. |\n-", max_size=60))
def test_without_a_table_the_sentences_are_those_of_the_text(text: str) -> None:
    found = sentences_and_rows(text)
    assert all(text[one.start : one.end] == one.text.strip() == one.text for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    if CELLS not in text:
        assert found == sentences(text)
