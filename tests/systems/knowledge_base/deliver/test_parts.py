"""What every file of a conversation holds is put together once, for all formats alike."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

from docx import Document

from core.systems.knowledge_base.answer.shown import Piece
from core.systems.knowledge_base.deliver.html import to_html
from core.systems.knowledge_base.deliver.markdown import to_markdown
from core.systems.knowledge_base.deliver.parts import FURTHER, WORD_FOR_WORD_ONLY, grid_of, turn_of, turns_of
from core.systems.knowledge_base.deliver.plain import to_plain
from core.systems.knowledge_base.deliver.word import to_docx
from tests.systems.knowledge_base.deliver.turns import WORD, hostile, mixed, page, sentence, turn
from tests.systems.knowledge_base.little_manual import retrieved
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


def test_what_the_page_folds_stands_in_no_file_as_a_line_of_the_answer() -> None:
    pump = retrieved("It hums. The pump gives 6 bar. It is red.", id="p:1", document="p", name="pump.md")
    others = [retrieved(f"Valve {number} is open.", id=f"{number}:1", document=str(number)) for number in (1, 2, 3)]
    said = [sentence(one, one["text"], WORD, number) for number, one in enumerate([pump, *others], start=1)]
    state: Any = turn("At which pressure?", [pump, *others], said)
    shares = [(1, 9, 30, 0.5), (2, 0, 16, 0.4), (3, 0, 16, 0.05), (4, 0, 16, 0.04)]
    units = [dict(zip(("number", "start", "end", "share"), one, strict=True)) for one in shares]
    state["evidence"] = {"terms": [], "units": units}
    whole, backed = turn_of(1, state), turn_of(1, state, only_backed=True)
    assert [[line.numbers for line in some] for some in (whole.lines, whole.further)] == [[(1,), (2,)], [(3,), (4,)]]
    assert whole.lines[0].chosen == "The pump gives 6 bar."
    assert [line.numbers for line in backed.lines] == [(1,), (2,)]
    assert (backed.further, whole.left_out) == ((), "")
    assert backed.left_out == f"Left out here: 2 further quotations that may say it. {WORD_FOR_WORD_ONLY}"
    words = [part.text for part in Document(BytesIO(to_docx("P", "M", [state]))).paragraphs]
    for written, bold in (
        (to_markdown("P", "M", [state]), "It hums. **The pump gives 6 bar.** It is red."),
        (to_html("P", "M", [state]), "It hums. <strong>The pump gives 6 bar.</strong> It is red."),
        ("\n".join(words), "It hums. The pump gives 6 bar. It is red."),
    ):
        places = [written.index(text) for text in (bold, "Valve 1", FURTHER, "Valve 2", "Valve 3")]
        assert places == sorted(places)
    copied = to_plain(state)
    assert "It hums. **The pump gives 6 bar.** It is red. [1]\n\nValve 1 is open. [2]\n\n[1]" in copied
    assert "Valve 2" not in copied
    assert "[3]" not in copied
    computed: Any = {**state, "answer": {**state["answer"], "computed": {"said": "4 rows.", "sure": True}}}
    written_by_a_model: Any = [{**said[0], "quoted": False}, *said[1:]]
    model: Any = {**state, "answer": {**state["answer"], "sentences": written_by_a_model}}
    assert [len(turn_of(1, one).lines) for one in (computed, model)] == [4, 4]


def test_an_answer_has_one_number_for_whether_it_answers() -> None:
    details = {"relevance": 0.9, "completeness": 0.81, "clarity": 0.7, "held": 1.0}
    grade: Any = {"passed": True, "score": 0.8, "reason": "Good.", "details": details, "by": "Offline rules"}
    plainly, perhaps, _ = mixed()
    told = [turn_of(1, {**state, "response_grade": grade}).made for state in (plainly, perhaps)]  # type: ignore[typeddict-item]
    assert told[0].endswith("Does it answer the question? Probably: 0.81 by Offline rules.")
    assert told[1].endswith("Does it answer the question? Perhaps; see above.")
    assert not any("0.80" in one for one in told)


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


def test_a_conversation_from_before_there_were_verdicts_is_given_as_unchecked() -> None:
    state: Any = mixed()[0]
    del state["answer"]["struck"]
    for one in state["answer"]["sentences"]:
        del one["verdict"], one["key"], one["place"]
    told = turn_of(1, state)
    assert {line.note.standing for line in told.lines} == {"not checked"}
    assert (told.struck, told.held) == ((), "")


def test_no_words_of_a_document_are_lost_or_changed_in_a_file() -> None:
    text = " ".join(Tags(to_html("Pumps", "Manuals", [mixed()[0]])).text.split())
    for piece in page()["text"].split():
        assert piece in text or piece == "|"
    assert turn_of(1, hostile()).lines[0].pieces[0].text == hostile()["request"]
