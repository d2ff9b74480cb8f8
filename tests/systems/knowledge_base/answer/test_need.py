"""What is asked for is told by the form of a question; what no form tells is open."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.knowledge_base.answer.need import need_of


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How long is mail kept that cannot be delivered?", "value"),
        ("What is the default port?", "value"),
        ("Can I have two pumps on one loop?", "yes or no"),
        ("Another program has it locked; will mine wait?", "yes or no"),
        ("Who wrote the manual?", "who"),
        ("When was the first pump built?", "when"),
        ("In which year was the old engine dropped?", "when"),
        ("In which file are the rules kept?", "where"),
        ("Why does the pump stop at night?", "why"),
        ("How do I clean the filter?", "steps"),
        ("A colleague left; how do I get rid of his login when he still owns tables?", "steps"),
        ("What is the difference between a pump and a valve?", "comparison"),
        ("Show me code that starts the pump", "code"),
        ("Which setting limits the speed?", "name"),
        ("What kinds of pumps are there?", "list"),
        ("What does speed_limit mean?", "definition"),
        ("Give me a summary of the chapter on pumps", "summary"),
        ("pump speed", "open"),
    ],
)
def test_the_form_of_a_question_tells_what_it_asks_for(question: str, kind: str) -> None:
    assert need_of(question).kind == kind


def test_a_question_for_what_holds_where_nobody_says_otherwise_is_known() -> None:
    assert need_of("How fast is the pump if I set nothing?").default
    assert need_of("What is the default speed?").default
    assert not need_of("How fast is the pump?").default


def test_what_stands_in_quotation_marks_is_no_form() -> None:
    assert need_of("Explain “how many”").kind == "definition"


@given(st.text(max_size=200))
def test_any_text_has_a_need(text: str) -> None:
    assert need_of(text).kind
