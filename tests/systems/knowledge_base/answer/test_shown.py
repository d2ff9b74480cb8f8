"""A quotation is shown as it stands: code as code, items as items, rows below their columns."""

from __future__ import annotations

from typing import Any

from core.systems.knowledge_base.answer.shown import Piece, as_it_stands, pieces_of, subject_of, to_markdown
from core.systems.knowledge_base.answer.units import units_of
from core.systems.knowledge_base.state import CitedSentence, Retrieved
from tests.systems.knowledge_base.answer.test_units import PAGE, passages


def quotation(document: Retrieved, first: str, last: str) -> CitedSentence:
    units = units_of(1, document)
    start = next(one.start for one in units if one.text.startswith(first))
    end = next(one.end for one in units if one.text.endswith(last))
    text = " ".join(document["text"][start:end].split())
    cited: Any = {"number": 1, "start": document["start"] + start, "end": document["start"] + end}
    return {**cited, "text": text, "quoted": True, "also": []}


def page() -> Retrieved:
    whole = passages(PAGE, "pumps.html")
    return next(one for one in whole if "pump --start" in one["text"])


def test_each_block_of_a_quotation_is_a_piece_of_its_kind_in_its_own_words() -> None:
    pieces = pieces_of(quotation(page(), "Stop it so:", "pump --stop"), [page()])
    assert [one.kind for one in pieces] == ["paragraph", "list", "table", "code"]
    assert pieces[1].items == ("Close the valve.", "By hand.", "Turn it off.")
    assert (pieces[2].columns, pieces[2].items) == ("Pump | Litres", ("A 1 | 40", "B 2 | 60"))
    assert pieces[3].text == "pump --start\n\npump --stop"


def test_in_markdown_code_keeps_its_signs_and_a_table_its_columns() -> None:
    written = to_markdown(pieces_of(quotation(page(), "Stop it so:", "pump --stop"), [page()]))
    assert "```\npump --start\n\npump --stop\n```" in written
    assert "| Pump | Litres |\n| --- | --- |\n| A 1 | 40 |" in written
    assert to_markdown([Piece("code", "a ``` b")]).startswith("````\n")


def test_what_is_no_quotation_is_shown_in_its_own_words() -> None:
    said = {**quotation(page(), "Stop it so:", "pump --stop"), "quoted": False, "text": "Put in other words."}
    assert as_it_stands(said, [page()]) == "Put in other words."  # type: ignore[arg-type]


def test_the_words_as_they_stand_keep_their_line_ends() -> None:
    assert as_it_stands(quotation(page(), "pump --start", "pump --stop"), [page()]) == "pump --start\n\npump --stop"


def test_a_quotation_says_below_which_heading_it_stands_unless_it_begins_with_it() -> None:
    document = next(one for one in passages(PAGE, "pumps.html") if "The default is 40" in one["text"])
    assert subject_of(quotation(document, "The default", "is 40."), [document]) == "speed (litres)"
    assert subject_of(quotation(document, "speed", "moves."), [document]) == ""


def test_the_items_of_a_numbered_list_keep_their_numbers() -> None:
    assert to_markdown([Piece("list", "Register.\n2. Wait.", ("Register.", "Wait."))]) == "1. Register.\n2. Wait."
    assert to_markdown([Piece("list", "4. Wait.\n5. Go.", ("Wait.", "Go."))]) == "4. Wait.\n5. Go."
    assert to_markdown([Piece("list", "Register.\n- Wait.", ("Register.", "Wait."))]) == "- Register.\n- Wait."
