"""A text fits what is needed by its form: a number of the right unit, a new name, code, an opening with the topic."""

from __future__ import annotations

import pytest

from core.systems.knowledge_base.answer.cues import (
    fits,
    has_fitting_number,
    leans_on_another,
    names_something_new,
    opens_with_topic,
    says_default,
)
from core.systems.knowledge_base.answer.need import need_of
from core.systems.knowledge_base.answer.units import Unit


def test_a_number_has_the_unit_that_was_asked_for_and_does_not_stand_in_the_question() -> None:
    assert has_fitting_number("How long is mail kept?", "It is kept for 5 days.")
    assert not has_fitting_number("How long is mail kept?", "It has 5 lines.")
    assert not has_fitting_number("How many are kept of 5?", "There are 5.")


def test_a_name_is_new_that_the_question_does_not_say() -> None:
    assert names_something_new("Which setting limits the speed?", "Set speed_limit to 4.")
    assert not names_something_new("What does speed_limit do?", "speed_limit is a setting.")


def test_who_asks_what_a_thing_does_is_served_by_a_text_that_opens_with_it() -> None:
    assert opens_with_topic("What does α do?", "α weighs meaning against words.")
    assert not opens_with_topic("What does α do?", "Every fused score is a straight line over α.")


@pytest.mark.parametrize(
    ("question", "text", "fitting"),
    [
        ("Why does it stop?", "It stops because it is blocked.", True),
        ("Why does it stop?", "It stops at night.", False),
        ("Who built it?", "It was built by Ada Lovelace.", True),
        ("Who built it?", "Ada Lovelace built it.", True),
        ("Who built it?", "The Committee decides.", False),
        ("Who do I ask?", "Ask for Ada (room 4).", True),
        ("Where is it kept?", "It is kept in the drawer at reception.", True),
        ("Where was it built?", "It was built in London.", True),
        ("Where is it kept?", "It is kept dry.", False),
        ("Can it run dry?", "It must not run dry.", True),
        ("pump speed", "The pump has a speed.", False),
    ],
)
def test_a_sentence_fits_by_its_form(question: str, text: str, *, fitting: bool) -> None:
    assert fits(need_of(question), Unit(1, "sentence", text, 0, len(text)), question) is fitting


def test_code_fits_a_question_for_code_and_items_one_for_a_list() -> None:
    assert fits(need_of("Show me code"), Unit(1, "code", "x", 0, 1), "Show me code")
    assert fits(need_of("What kinds are there?"), Unit(1, "item", "x", 0, 1), "What kinds are there?")


def test_defaults_and_leaning_beginnings_are_known() -> None:
    assert says_default("It is 4 unless you change it.")
    assert not says_default("It is 4.")
    assert leans_on_another("It is 4.")
    assert not leans_on_another("The speed is 4.")
