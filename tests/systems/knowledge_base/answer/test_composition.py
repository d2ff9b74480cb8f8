"""Without a model the best sentences of the passages answer, with what belongs to them, within bounds."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from core.evidence.verdicts import WORD_FOR_WORD
from core.systems.knowledge_base.answer.checking import check
from core.systems.knowledge_base.answer.composition import (
    LONGEST,
    MOST,
    ScoredSentence,
    choose,
    score_sentences,
    write_lines,
)
from core.systems.knowledge_base.answer.question_terms import Term
from tests.systems.knowledge_base.little_manual import retrieved
from tests.word_embedder import WordEmbedder


def test_what_the_rule_writes_passes_its_own_check() -> None:
    pieces = [
        ScoredSentence(1, "The pump moves water.", 0, 21, 0.9),
        ScoredSentence(1, "A blocked pump stops.", 53, 74, 0.8),
    ]
    document = retrieved("The pump moves water. It runs at 40 litres\na minute. A blocked pump stops.")
    checked = check(write_lines(choose(pieces)), [document])
    assert [one.written.text for one in checked] == [piece.text for piece in pieces]
    assert {one.verdict.by for one in checked} == {WORD_FOR_WORD}


def test_weak_sentences_stay_out_and_a_leaning_one_brings_the_sentence_before() -> None:
    pieces = [
        ScoredSentence(1, "The pump moves water.", 0, 21, 0.3),
        ScoredSentence(1, "It runs at 40 litres.", 22, 50, 0.9),
    ]
    assert choose(pieces) == pieces
    assert choose([*pieces, ScoredSentence(2, "Sand is yellow.", 0, 9, 0.1)]) == pieces
    assert choose([]) == []


def test_what_stands_after_a_colon_comes_along_with_the_line_before_it() -> None:
    pieces = [ScoredSentence(1, "Stop the pump for several reasons:", 0, 30, 0.9)]
    pieces += [
        ScoredSentence(1, f"Reason number {number}.", 40 * number, 40 * number + 20, 0.1) for number in range(1, 8)
    ]
    assert choose(pieces) == pieces[:5]


def test_what_stands_right_after_a_colon_brings_the_line_that_says_what_it_is() -> None:
    pieces = [
        ScoredSentence(1, "Never write any of this:", 0, 24, 0.1),
        ScoredSentence(1, "The pump is stopped by hand.", 26, 50, 0.9),
    ]
    assert choose(pieces) == pieces


def test_a_leading_line_and_the_sentence_below_it_come_together() -> None:
    pieces = [
        ScoredSentence(1, "Unrelated words stand here.", 0, 20, 0.1),
        ScoredSentence(1, "pump_speed (integer)", 30, 50, 0.9),
        ScoredSentence(1, "Litres a minute.", 52, 70, 0.1),
        ScoredSentence(1, "pump_noise (integer)", 80, 99, 0.1),
    ]
    assert choose(pieces) == pieces[1:3]
    assert choose([replace(pieces[1], score=0.1), replace(pieces[2], score=0.9)]) == [
        replace(pieces[1], score=0.1),
        replace(pieces[2], score=0.9),
    ]


def test_the_company_of_weaker_sentences_takes_no_place_from_better_ones() -> None:
    best = [ScoredSentence(1, f"The pump of kind {number} has a limit.", 100 * number, 0, 0.9) for number in range(2)]
    crowd = [
        piece
        for number in range(3)
        for piece in (
            ScoredSentence(2, f"Reasons of kind {number}:", 1_000 * number, 0, 0.8),
            *(ScoredSentence(2, f"Reason {number} {place}.", 1_000 * number + place, 0, 0.1) for place in range(1, 5)),
        )
    ]
    last = ScoredSentence(3, "The limit is 40 litres.", 0, 0, 0.8)
    chosen = choose([*best, *crowd, last])
    assert last in chosen
    assert crowd[1] in chosen, "with room left, what is behind a colon still comes along"


def test_lines_that_lead_are_not_counted_as_sentences() -> None:
    pieces = [
        piece
        for number in range(9)
        for piece in (
            ScoredSentence(1, f"--option-{number}", number, 0, 0.1),
            ScoredSentence(1, f"Sets number {number}.", number, 0, 0.9),
        )
    ]
    chosen = choose(pieces)
    assert len(chosen) == MOST + 4
    assert sum(piece.text.startswith("--") for piece in chosen) >= 4


def test_nothing_comes_along_from_another_passage() -> None:
    pieces = [ScoredSentence(1, "There are two pumps:", 0, 20, 0.9), ScoredSentence(2, "This is a valve.", 0, 16, 0.1)]
    assert choose(pieces) == pieces[:1]


def test_lines_that_lead_nothing_are_counted_as_sentences() -> None:
    pieces = [ScoredSentence(1, f"Chapter {number}", number, 0, 0.9) for number in range(20)]
    assert len(choose(pieces)) == MOST
    below = ScoredSentence(1, "The last chapter is about pumps.", 20, 0, 0.9)
    chosen = choose([*pieces, below])
    assert len(chosen) <= MOST + 1


LEADING = {"heading": "It is so {}", "name": "Pumps: {}", "label": "A pump. {}"}
ENDING = {"colon": "Pumps of kind {}:", "sentence": "A pump of kind {} hums.", "long": "x" * 400 + " {}"}
# Drawn by hypothesis: of these, all of which are lines without an end, nine that lead nothing made an answer.
ONLY_LEADING = ["label", "name", "label", "label", "heading", "heading", "name", "name", "heading", *["name"] * 3]


@example([(1, kind, 0.0) for kind in ONLY_LEADING])
@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from([*LEADING, *ENDING]), st.floats(0, 1)), max_size=30))
def test_an_answer_never_grows_beyond_its_bounds_nor_says_a_thing_twice(drawn: list[tuple[int, str, float]]) -> None:
    numbers = sorted(number for number, _, _ in drawn)
    pieces = [
        ScoredSentence(number, (LEADING | ENDING)[kind].format(place % 7), place * 500, place * 500 + 400, score)
        for place, (number, (_, kind, score)) in enumerate(zip(numbers, drawn, strict=True))
    ]
    chosen = choose(pieces)
    leading = sum(
        first in chosen and second in chosen and first.number == second.number
        for (first, second), (_, kind, _), (_, next_kind, _) in zip(pairwise(pieces), drawn, drawn[1:], strict=False)
        if kind in LEADING and next_kind in ENDING
    )
    assert len(chosen) - min(leading, 4) <= MOST
    assert sum(len(piece.text) for piece in chosen) <= LONGEST
    assert len({piece.text for piece in chosen}) == len(chosen)
    assert chosen == [piece for piece in pieces if piece in chosen]
    assert bool(chosen) == bool(pieces)


def test_each_row_of_a_table_is_a_sentence_and_sentences_know_the_line_that_leads_them() -> None:
    rows = "Part | Pressure that it bears at most in normal use\nvalve | 6 bar\npump | 9 bar in summer and in winter"
    text = f"{rows}\n\nwork_speed (integer)\n\nSets the litres. More words are here. Others follow. The default is 40."
    document = retrieved(text, headings=["Parts"])
    terms = [Term("work", ("work",), 1, 1.0), Term("default", ("default",), 1, 1.0)]
    pieces = score_sentences("default of work speed", [document], terms, WordEmbedder())  # type: ignore[arg-type]
    assert [piece.text for piece in pieces][:3] == rows.split("\n")
    assert all(text[piece.start : piece.end] == piece.text for piece in pieces)
    assert max(pieces, key=lambda piece: piece.score).text == "The default is 40."


def test_no_documents_have_no_sentences() -> None:
    assert score_sentences("pump", [], [], None) == []  # type: ignore[arg-type]
