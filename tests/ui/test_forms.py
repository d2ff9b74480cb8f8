"""A question of a graph becomes a form: a field of each kind, answers by name, nothing required left out."""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest

from core.types import Choice, Number, Question, Text, Tick

QUESTION = Question(
    "Which *one*?",
    [
        Choice("family", "Family", ["Cook", "Tailor"], ["prepares food", "sews"], other=True),
        Choice("genres", "Genres", ["Sea", "Space"], many=True, required=False, default=["Sea"]),
        Text("reason", "Reason", required=False),
        Number("pages", "Pages", 1, 9, 5),
        Number("share", "Share", 0, 1, 0.5, step=0.1),
        Tick("sure", "Sure"),
    ],
)


def page(question):  # type: ignore[no-untyped-def]  # its text is run by itself, without this module
    import streamlit as st

    from core.ui.forms import draw_question

    def keep(answer, who):  # type: ignore[no-untyped-def]
        st.session_state["answer"] = (answer, who)

    draw_question(question, "form", keep, "me")


def drawn(question: Question = QUESTION) -> AppTest:
    test = AppTest.from_function(page, args=(question,)).run()
    assert not test.exception
    return test


def sent(test: AppTest) -> Any:
    test.button[0].click().run()
    assert not test.exception
    state = test.session_state
    return state["answer"] if "answer" in state else None  # noqa: SIM401 - this state has no get


def test_the_answer_holds_every_field_by_its_name_and_goes_to_who_asked() -> None:
    test = drawn()
    test.radio[0].set_value("Tailor")
    test.multiselect[0].set_value(["Sea", "Space"])
    next(box for box in test.text_input if box.label == "Reason").set_value("  because ")
    test.number_input[0].set_value(7)
    test.number_input[1].set_value(0.7)
    test.checkbox[0].check()
    assert sent(test) == (
        {"family": "Tailor", "genres": ["Sea", "Space"], "reason": "because", "pages": 7, "share": 0.7, "sure": True},
        "me",
    )


def test_what_is_required_and_missing_is_named_and_nothing_is_sent() -> None:
    test = drawn()
    assert sent(test) is None
    assert [error.value for error in test.error] == ["Still open: Family."]
    test.radio[0].set_value("Cook")
    assert sent(test)[0]["family"] == "Cook"
    assert not test.error


def test_own_words_go_before_the_options_and_something_else_alone_is_no_answer() -> None:
    test = drawn()
    test.radio[0].set_value("Something else")
    assert sent(test) is None
    next(box for box in test.text_input if box.label == "In your own words").set_value("a diver")
    assert sent(test)[0]["family"] == "a diver"


def test_defaults_are_there_and_whole_numbers_are_asked_for_as_such() -> None:
    test = drawn()
    assert test.radio[0].value is None
    assert test.multiselect[0].value == ["Sea"]
    whole, share = test.number_input
    assert (whole.value, whole.step, share.value) == (5, 1, 0.5)


def test_words_of_the_question_and_its_options_are_text_and_never_markdown() -> None:
    test = drawn(Question("# *Which*", [Choice("x", "X", ["**bold**"])]))
    assert test.markdown[0].value == ":material/contact_support: **\\# \\*Which\\***"
    assert test.radio[0].options == ["\\*\\*bold\\*\\*"]


def test_words_beside_a_choice_are_sent_with_it_and_the_same_in_english_stands_small_below_the_question() -> None:
    choice = Choice(
        "work", "सबसे नज़दीक", ["बेचना"], other=True, both=True, other_option="कुछ और", words_label="अपने शब्दों में"
    )
    question = Question("ज़्यादातर काम क्या है?", [choice], "जवाब भेजें", "What is most of the work?")
    test = drawn(question)
    assert "What is most of the work?" in [one.value for one in test.caption]
    assert test.radio[0].options == ["बेचना", "कुछ और"]
    assert test.text_input[0].label == "अपने शब्दों में"
    test.radio[0].set_value("बेचना")
    test.text_input[0].set_value("सब्ज़ी")
    assert sent(test) == ({"work": {"chosen": "बेचना", "words": "सब्ज़ी"}}, "me")
    test = drawn(question)
    test.radio[0].set_value("कुछ और")
    test.text_input[0].set_value("सब्ज़ी")
    assert sent(test) == ({"work": "सब्ज़ी"}, "me")
