"""The panel of expert search: the people with their scores, the numbers of the fusion, the refinement."""

from __future__ import annotations

from functools import partial

from streamlit.testing.v1 import AppTest

from core.installation import Installation
from tests.ui.steps import SHELL, ask, finished, open_tab, opened, said

tab = partial(open_tab, tabs="expert_search:tabs")
QUESTION = "Who knows about perovskite solar cells?"


def test_a_question_shows_the_quality_the_people_and_what_speaks_for_the_first(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    assert said(test, "Quality **")
    assert test.subheader[0].value.startswith("1. ")
    assert said(test, "What speaks for this person")
    assert test.code[0].value.count("×") >= 2, "the arithmetic of the score"


def test_moving_alpha_fuses_again_and_stays_in_the_address(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    before = test.code[0].value
    next(one for one in test.slider if one.key == "expert_search:alpha").set_value(0.0).run()
    assert test.query_params["alpha"] == "0.0"
    assert test.code[0].value != before
    assert not test.exception


def test_a_number_in_the_address_that_cannot_be_is_ignored(house: Installation) -> None:
    test = AppTest.from_file(str(SHELL), default_timeout=120)  # its page is the first, so the address is read at once
    for name, value in {"alpha": "7", "keep": "9", "method": "magic", "combine": "best"}.items():
        test.query_params[name] = value
    finished(test.run())
    values = {one.key: one.value for one in [*test.slider, *test.selectbox]}
    assert values["expert_search:alpha"] == 0.6
    assert values["expert_search:keep"] == 9
    assert values["expert_search:method"] == "weighted sum"
    assert values["expert_search:combine"] == "best"


def test_a_question_that_nobody_can_answer_says_so_and_shows_what_was_tried(house: Installation) -> None:
    test = ask(opened("expert_search"), "avalanch blorptang zibzab")
    assert said(test, "Nothing good was found.")
    tab(test, "Refinement")
    assert said(test, "Refinements used: **1 of 1**")
    assert said(test, "Before the refinement the quality was")


def test_what_alpha_does_is_told_in_a_sentence(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    tab(test, "What α does")
    assert any(box.label == "Why is this person not in the list?" for box in test.selectbox)
