"""The panel of expert search: the people with their scores, the numbers of the fusion, the refinement."""

from __future__ import annotations

import re
from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from core.installation import Installation
from tests.ui.steps import SHELL, ask, box, finished, open_tab, opened, press, said, texts

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


def test_the_numbers_of_a_receipt_add_up_to_its_score(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    score, _, terms = test.code[0].value.strip().partition(" = ")
    products = re.findall(r"([\d.]+) × ([\d.]+)", terms)
    assert len(products) >= 2
    assert sum(float(weight) * float(value) for weight, value in products) == pytest.approx(float(score), abs=0.0006)


def test_evidence_highlights_the_words_of_the_question_and_nothing_of_the_page(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    highlighted = re.findall(r"background\[([^]]*)\]", " ".join(texts(test)).replace("\\", ""))
    assert {"perovskite", "solar", "cells"} <= {word.lower() for word in highlighted}
    assert not any("material/" in word for word in highlighted)


def test_fewer_experts_can_be_kept_and_places_alone_can_be_fused(house: Installation) -> None:
    test = ask(opened("expert_search", keep="2", method="reciprocal rank"), QUESTION)
    assert len(test.dataframe[0].value) == 2
    assert test.query_params["method"] == "reciprocal rank"
    assert test.code[0].value.strip().startswith("0.0")


def test_why_not_explains_somebody_whom_another_alpha_brings_in(house: Installation) -> None:
    by_words = ask(opened("expert_search", alpha="0.0"), QUESTION).dataframe[0].value["Name"]
    test = tab(ask(opened("expert_search"), QUESTION), "What α does")
    why = box(test, "Why is this person not in the list?")
    why.set_value(next(name for name in by_words if name in why.options)).run()
    told = " ".join(texts(test)).replace("\\", "")
    assert re.search(r"stand at rank \d+ with .*outside the first 5\..*smallest change of α that brings them in", told)


def test_a_clear_question_is_not_refined(house: Installation) -> None:
    test = ask(opened("expert_search"), QUESTION)
    assert not said(test, "Nothing good was found.")
    assert said(tab(test, "Refinement"), "nothing was refined")


def test_the_trace_tells_every_step_with_the_query_before_and_after(house: Installation) -> None:
    test = tab(ask(opened("expert_search"), QUESTION), "How it ran")
    open_tab(test, "Trace", tabs="expert_search:run-tabs")
    shown = " ".join(frame.value.to_string() for frame in test.dataframe)
    for step in ("Initial state", "Profile vector search", "Project keyword search", "Rerank"):
        assert step in shown
    inside = box(test, "Look inside a step")
    inside.set_value(next(option for option in inside.options if "Initial state" in option)).run()
    assert said(test, "**query** before")
    assert said(test, "**query** after")
    assert any("perovskite solar cells" in code.value for code in test.code)


def test_the_manual_stands_in_the_page(house: Installation) -> None:
    test = tab(ask(opened("expert_search"), QUESTION), "How is this made?")
    assert said(test, "The gate and the refinement")


def test_a_request_of_20_000_characters_is_answered_and_a_longer_one_refused(house: Installation) -> None:
    long = "perovskite solar cells " * 1000
    test = ask(opened("expert_search"), long[:20_001])
    assert said(test, "The request has 20,001 characters; at most 20,000 can be read.")
    assert ask(test, long[:20_000].strip()).code[0].value


def test_what_could_not_be_used_is_said_before_the_answer_and_a_guessed_spelling_is_undone(house: Installation) -> None:
    test = ask(opened("expert_search"), "ransomwaer blorptang zibzab since 2018")
    assert said(test, "“blorptang zibzab” and “since 2018” could not be used.")
    press(test, "Undo")
    assert said(test, "“ransomwaer blorptang zibzab” and “since 2018” could not be used.")
    press(test, "Put back: “ransomwaer” searched for again as “ransomware”")
    assert said(test, "“ransomwaer” searched for again as “ransomware”")


def test_a_spelling_refused_for_good_is_not_guessed_in_the_next_search_either(house: Installation) -> None:
    test = ask(opened("expert_search"), "ransomwaer blorptang zibzab")
    press(test, "Not this again")
    ask(test, "ransomwaer quuxified zibzab")
    assert said(test, "“ransomwaer quuxified zibzab” could not be used.")


def test_own_people_are_looked_at_one_by_one_before_they_are_kept(house: Installation) -> None:
    test = opened("expert_search")
    bio = f"Casts bells. {'Tunes their partials by ear and by file. ' * 20}The end of it."
    table = (
        "First name,Last name,Job title,About,City,Employer,Languages,Years,Day rate\n"
        f"Ann,Ray,Bell founder,{bio},Graz,Works,French,since 2014,450\n"
        "Bo,Day,Keeper of clocks,Repairs clocks.,Linz,,,7,\n"
        "Ann,Ray,,Hangs bells.,Graz,,Hindi,,\n"
    )
    test.file_uploader[0].set_value(("bells.csv", table.encode(), "text/csv")).run()
    answers = "expert,answer,date\nAnn Ray,Tin makes it brittle.,16.9.2021\nAnn Ray,Bronze.,2019\n"
    test.file_uploader[1].set_value(("answers.csv", answers.encode(), "text/csv")).run()
    assert said(test, "2 experts can be used.")
    assert said(test, "“Ann Ray” as one person with row 2")
    assert said(test, "Kept as further columns: “Day rate”.")
    for words in ("expert 1 of 2", "Bell founder", "Graz", "Works", "years of experience", "French; Hindi"):
        assert said(test, words)
    assert said(test, "Day rate: 450")
    assert said(test, "Project answer** · 16 Sep 2021")
    assert said(test, "Tin makes it brittle.")
    begun = next(text for text in texts(test) if text.startswith("Casts bells"))
    assert begun.endswith("…"), "a long text is folded"
    press(test, "Next")
    assert said(test, "expert 2 of 2")
    assert any(caption.value == "No project answer" for caption in test.caption)
    press(test, "Previous")
    assert said(test, "Bell founder")
