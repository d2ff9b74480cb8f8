"""Without a model a few short quotations answer, the best first, each with what belongs to it."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.evidence.verdicts import WORD_FOR_WORD
from core.systems.knowledge_base.answer.checking import check
from core.systems.knowledge_base.answer.composition import (
    LONGEST,
    MOST,
    compose,
    in_lines,
    show_passages,
    sides_said,
    text_of,
)
from core.systems.knowledge_base.answer.need import Need, need_of
from core.systems.knowledge_base.answer.unit_scores import ScoredUnit
from core.systems.knowledge_base.answer.units import units_of
from core.systems.knowledge_base.state import Retrieved
from tests.systems.knowledge_base.answer.test_units import PAGE, passages
from tests.systems.knowledge_base.little_manual import retrieved

OPEN = Need("open")


def scored(documents: list[Retrieved], best: str, share: float = 0.9) -> list[ScoredUnit]:
    """All units, the one that begins with `best` first."""
    units = [unit for number, one in enumerate(documents, start=1) for unit in units_of(number, one)]
    first = next(unit for unit in units if unit.text.startswith(best))
    rest = [unit for unit in units if unit is not first]
    return [ScoredUnit(first, {}, 1.0, share), *(ScoredUnit(unit, {}, 0.0, (1 - share) / len(rest)) for unit in rest)]


def lead(documents: list[Retrieved], best: str, need: Need = OPEN, question: str = "") -> str:
    return text_of(compose(question, need, scored(documents, best, 1.0), documents)[0], documents)


def test_a_sentence_that_leans_brings_the_one_before_and_goes_on_for_a_little() -> None:
    page = passages(b"# Pump\n\nThe pump moves water. It runs at 40 litres. It is loud.\n", "pump.md")
    assert lead(page, "It runs") == "The pump moves water. It runs at 40 litres. It is loud."


def test_a_colon_brings_what_it_leads_to_and_a_list_that_is_asked_for_is_whole() -> None:
    page = passages(PAGE, "pumps.html")
    assert lead(page, "Stop it so:").endswith("- Turn it off.")
    assert lead(page, "Turn it off", Need("steps")) == "Stop it so:\n\n- Close the valve.\n  - By hand.\n- Turn it off."
    assert lead(page, "Turn it off", Need("who")) == "Turn it off."


def test_a_line_that_only_heads_what_follows_is_never_quoted_alone_and_one_with_a_figure_is() -> None:
    page = passages(
        b"Ask for Ann\n\nShe is in room 4.\n\nOpening hours Mon-Fri 8-17\n\nThe gate is green.\n", "gate.md"
    )
    assert lead(page, "Ask for") == "Ask for Ann\n\nShe is in room 4."
    assert lead(page, "Opening") == "Opening hours Mon-Fri 8-17"


def test_a_short_list_and_a_short_paragraph_are_quoted_whole_and_in_their_order() -> None:
    page = passages(b"# Cats\n\nGive no food after 20:00. Water may stay. Bring the cat at 08:15.\n", "cats.md")
    assert lead(page, "Bring the cat").startswith("Give no food after 20:00.")
    steps = passages(b"<h1>Cats</h1><ol><li>Register.</li><li>Wait.</li><li>Come in.</li></ol>", "cats.html")
    assert lead(steps, "Come in") == "Register.\n2. Wait.\n3. Come in."


def test_an_item_below_a_line_that_forbids_it_brings_that_line() -> None:
    page = passages(b"# Pump\n\nNever do any of this:\n\n- Open the valve.\n- Stop the pump.\n", "pump.md")
    assert lead(page, "Stop").startswith("Never do any of this:")


def test_what_is_far_behind_the_best_stays_out() -> None:
    page = [retrieved("The pump hums."), retrieved("Sand is yellow.", id="e:0", document="e")]
    assert len(compose("", OPEN, scored(page, "The pump", 0.99), page)) == 1
    assert len(compose("", OPEN, scored(page, "The pump", 0.7), page)) == 2
    assert compose("", OPEN, [], []) == []


def test_what_two_documents_say_alike_is_quoted_once() -> None:
    page = [retrieved("The pump hums."), retrieved("The pump  hums.", id="e:0", document="e")]
    assert len(compose("", OPEN, scored(page, "The pump", 0.6), page)) == 1


def test_of_a_comparison_both_sides_come_first() -> None:
    page = [retrieved("The pump moves. Sand is yellow. Sand is dry. The valve closes.")]
    question = "What is the difference between a pump and a valve?"
    ranked = sorted(scored(page, "Sand is y"), key=lambda one: one.unit.start)
    quotations = compose(question, need_of(question), ranked, page)
    said = " ".join(text_of(one, page) for one in quotations)
    assert sides_said(question, said) == 1.0
    assert sides_said(question, "The pump moves.") == 0.5
    assert sides_said("pump speed", "") == 1.0


def test_what_the_rule_writes_passes_its_own_check() -> None:
    page = passages(PAGE, "pumps.html")
    lines = in_lines(compose("", Need("steps"), scored(page, "Close the valve", 0.5), page), page)
    checked = check("\n".join(lines), page)
    assert len(checked) == len(lines)
    assert {one.verdict.by for one in checked} == {WORD_FOR_WORD}


def test_a_writer_sees_where_a_passage_stands_and_its_very_text() -> None:
    [shown] = show_passages([retrieved("a -> b\n\n| x", headings=["Signs"], added="2026-11-02T10:00:00+00:00")])
    assert shown == {"number": 1, "from": "pump.md › Signs", "date": "2026-11-02", "text": "a -> b\n\n| x"}


@given(st.permutations(range(12)), st.sampled_from(["open", "list", "steps", "value", "comparison"]))
def test_quotations_are_few_and_short_and_none_says_what_another_says(order: list[int], kind: str) -> None:
    text = " ".join(f"Sentence number {number} is about the pump." for number in range(12))
    documents = [retrieved(text)]
    units = units_of(1, documents[0])
    ranked = [ScoredUnit(units[place], {}, 0.0, 1 / 12) for place in order]
    quotations = compose("pump and valve", Need(kind), ranked, documents)  # type: ignore[arg-type]
    assert 0 < len(quotations) <= MOST
    assert sum(one.end - one.start for one in quotations) <= LONGEST
    spans = sorted((one.start, one.end) for one in quotations)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
