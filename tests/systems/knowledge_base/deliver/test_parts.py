"""What every file of a conversation holds is put together once, for all formats alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.systems.knowledge_base.answer.shown import Piece
from core.systems.knowledge_base.deliver.html import to_html
from core.systems.knowledge_base.deliver.parts import flowing, grid_of, turn_of, turns_of
from tests.systems.knowledge_base.deliver.turns import hostile, mixed, page
from tests.systems.research_reports.deliver.reading import Tags


def test_a_turn_holds_what_stands_its_verdicts_and_the_passages_that_are_cited() -> None:
    first, perhaps, refused = turns_of(mixed())
    assert [line.numbers for line in first.lines] == [(1,), (2, 1), (2,)]
    assert [line.note.standing for line in first.lines] == ["backed", "backed", "not checked"]
    assert [line.runs_on for line in first.lines] == [False, True, True]
    assert first.lines[1].note.shown == ((2, "valve closes"),)
    assert [source.number for source in first.sources] == [1, 2]
    assert [bool(turn.warnings) for turn in (first, perhaps, refused)] == [False, True, False]
    assert (first.refused, perhaps.refused, refused.refused) == (False, False, True)
    assert [source.number for source in refused.sources] == [1]


def test_a_quotation_has_no_sign_of_a_claim_that_was_checked() -> None:
    assert [line.note.sign for line in turn_of(1, mixed()[0]).lines] == ["", "✓", "?"]
    assert [line.note.in_words[:6] for line in turn_of(1, mixed()[0]).lines] == ["Quoted", "✓ Back", "? Not "]


def test_the_pages_are_those_that_are_cited() -> None:
    [source, _] = turn_of(1, mixed()[0]).sources
    assert (source.page, source.reference) == ("page 12", "pumps.html, page 12, Pumps")
    assert replace(source, pages=(3, 5)).page == "pages 3 and 5"
    assert replace(source, pages=()).reference == "pumps.html, Pumps"


def test_a_passage_is_given_with_the_blocks_it_is_made_of_and_one_of_an_old_thread_as_a_paragraph() -> None:
    [source, other] = turn_of(1, mixed()[0]).sources
    assert [piece.kind for piece in source.pieces] == ["paragraph", "list", "table", "code"]
    assert [piece.kind for piece in other.pieces] == ["paragraph"]


def test_rows_have_as_many_cells_as_the_longest_and_columns_where_they_are_known() -> None:
    assert grid_of(Piece("table", "", ("a | b", "c"), "X")) == (["X", ""], [["a", "b"], ["c", ""]])
    assert grid_of(Piece("table", "", ("a", "b | c | d"))) == ([], [["a", "", ""], ["b", "c", "d"]])


def test_running_text_loses_the_line_ends_of_its_page_and_no_other_blank() -> None:
    assert flowing("one\n  two\u00a0three  four\r\nfive") == "one two\u00a0three  four five"


def test_a_conversation_from_before_there_were_verdicts_is_given_as_unchecked() -> None:
    state: Any = mixed()[0]
    del state["answer"]["struck"]
    for sentence in state["answer"]["sentences"]:
        del sentence["verdict"], sentence["key"], sentence["place"]
    told = turn_of(1, state)
    assert {line.note.standing for line in told.lines} == {"not checked"}
    assert (told.struck, told.held) == ((), "")


def test_no_words_of_a_document_are_lost_or_changed_in_a_file() -> None:
    text = " ".join(Tags(to_html("Pumps", "Manuals", [mixed()[0]])).text.split())
    for piece in page()["text"].split():
        assert piece in text or piece == "|"
    assert turn_of(1, hostile()).lines[0].pieces[0].text == hostile()["request"]
