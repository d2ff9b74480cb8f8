"""A passage answers with whole sentences, items, rows, code and definitions, each of which knows what it speaks of."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.documents import read_here
from core.systems.knowledge_base.answer.units import Unit, name_of, parts_to_state, units_of
from core.systems.knowledge_base.state import Retrieved
from tests.systems.knowledge_base.little_manual import retrieved

PAGE = b"""<title>Pumps</title><h1>Pumps</h1><h2>Settings</h2>
<dl><dt>speed (litres)</dt><dd><p>How much the pump moves. The default is 40.</p></dd>
<dt>force</dt><dt>push</dt><dd><p>How hard it pushes.</p></dd></dl>
<p>Stop it so:</p><ul><li>Close the valve.<ul><li>By hand.</li></ul></li><li>Turn it off.</li></ul>
<table><tr><th>Pump</th><th>Litres</th></tr><tr><td>A 1</td><td>40</td></tr><tr><td>B 2</td><td>60</td></tr></table>
<pre>pump --start

pump --stop</pre>"""


def passages(data: bytes, name: str) -> list[Retrieved]:
    text = read_here(data, name)
    return [
        retrieved(
            text.text[piece.start : piece.end],
            start=piece.start,
            end=piece.end,
            headings=list(piece.headings),
            parts=parts_to_state(piece.parts),
        )
        for piece in text.pieces
    ]


def found(data: bytes = PAGE, name: str = "pumps.html") -> list[Unit]:
    return [unit for number, one in enumerate(passages(data, name), start=1) for unit in units_of(number, one)]


def test_a_definition_holds_its_term_and_what_follows_knows_it() -> None:
    first, second, third, *_ = found()
    assert (first.kind, first.text) == ("definition", "speed (litres)\n\nHow much the pump moves.")
    assert (second.kind, second.text, second.subject[-1]) == ("sentence", "The default is 40.", "speed (litres)")
    assert (third.kind, third.subject[-1]) == ("definition", "force, push")


def test_what_follows_a_list_of_definitions_belongs_to_none_of_them() -> None:
    assert next(unit for unit in found() if unit.text == "Stop it so:").subject[-1] == "Settings"


def test_an_item_stands_without_its_mark_below_the_line_that_leads_it() -> None:
    items = [unit for unit in found() if unit.kind == "item"]
    assert [one.text for one in items] == ["Close the valve.", "By hand.", "Turn it off."]
    assert [one.lead for one in items] == ["Stop it so:", "Close the valve.", "Stop it so:"]
    assert len({one.part for one in items}) == 1


def test_a_row_knows_its_columns_and_the_line_that_names_them_is_no_unit() -> None:
    rows = [unit for unit in found() if unit.kind == "row"]
    assert [(one.text, one.columns) for one in rows] == [("A 1 | 40", "Pump | Litres"), ("B 2 | 60", "Pump | Litres")]
    assert "Pump | Litres" in rows[0].context


def test_code_is_whole_and_only_a_manual_page_of_it_is_parted_at_blank_lines() -> None:
    assert [unit.text for unit in found() if unit.kind == "code"] == ["pump --start\n\npump --stop"]
    long = (
        b"<h1>Pump</h1><pre>"
        + b"\n\n".join(b"line %d of the manual page of the pump" % n for n in range(20))
        + b"</pre>"
    )
    assert len([unit for unit in found(long, "page.html") if unit.kind == "code"]) > 2


def test_a_passage_of_an_earlier_release_has_sentences_and_rows() -> None:
    units = units_of(1, retrieved("The pump hums. It is loud.\n\nA 1 | 40\nB 2 | 60"))
    assert [one.kind for one in units] == ["sentence", "sentence", "row", "row"]


def test_a_numbered_heading_that_is_set_as_text_is_no_unit_and_leads_what_stands_below_it() -> None:
    lines = [
        "The gate is green.",
        "6. Refunds (all)",
        "Half is paid.",
        "By card.",
        "2.1 Lost keys",
        "Ask Ann.",
        "7. End",
    ]
    page = "".join(f"<p>{line}</p>" for line in lines).encode()
    assert [(one.text, one.subject) for one in found(page, "gate.html")] == [
        ("The gate is green.", ()),
        ("Half is paid.", ("6. Refunds (all)",)),
        ("By card.", ("6. Refunds (all)",)),
        ("Ask Ann.", ("2.1 Lost keys",)),
    ]


def test_numbered_lines_one_below_the_other_are_a_list_and_a_numbered_sentence_and_an_amount_stay() -> None:
    lines = ["1. Buy milk", "2. Buy bread", "The shop is green.", "3. Go home.", "12 euros a month", "It is shut."]
    page = "".join(f"<p>{line}</p>" for line in lines).encode()
    assert [one.text for one in found(page, "list.html")] == lines


def test_lines_of_contents_questions_and_a_colon_that_leads_to_nothing_answer_nothing() -> None:
    text = "3.1 The pump . . . . . . . . . 12\n\nWhat does it cost? It costs 40 euros.\n\nStop it so:"
    assert [unit.text for unit in units_of(1, retrieved(text))] == ["It costs 40 euros."]


def test_the_name_of_a_heading_ends_before_its_brackets() -> None:
    assert name_of("work_mem (integer)") == "work_mem"
    assert name_of("(all)") == "(all)"


@given(
    st.lists(
        st.sampled_from(["# Pumps", "- an item", "A sentence. Another.", "a | b", "", "```", "    code"]), max_size=30
    )
)
def test_units_are_the_very_words_of_their_passage_in_order_and_none_overlaps_another(lines: list[str]) -> None:
    for passage in passages("\n".join([*lines, "", "End."]).encode(), "any.md"):
        units = units_of(1, passage)
        assert all(passage["text"][one.start : one.end] == one.text and one.text.strip() for one in units)
        assert all(one.end <= other.start for one, other in pairwise(units))


def test_an_item_that_the_end_of_a_passage_tears_ends_with_its_last_whole_sentence() -> None:
    sentence = "The pump is oiled on the first Monday of every month by whoever is on duty. "
    units = found(f"# Pumps\n\n- {sentence * 40}\n- Clean it\n".encode(), "pumps.md")
    assert len(units) > 2
    assert all(unit.text.endswith("on duty.") for unit in units if unit.text != "Clean it")
    assert units[-1].text == "Clean it"


def test_running_text_that_is_set_as_code_is_read_in_sentences_and_code_stays_whole() -> None:
    page = b"""<h1>Pump</h1><pre>       The pump moves water from the well to the
       house.  It stops by itself when the well is dry.

       pump --start --speed=40 | tee log.txt</pre>"""
    units = found(page)
    assert [(one.kind, " ".join(one.text.split())) for one in units[:2]] == [
        ("sentence", "The pump moves water from the well to the house."),
        ("sentence", "It stops by itself when the well is dry."),
    ]
