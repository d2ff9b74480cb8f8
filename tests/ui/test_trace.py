"""The trace says of every step how long it took, what it changed and who answered, and shows values as they are."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from core.types import Asked, Step
from core.ui.trace import LONG, overview
from tests.ui.steps import errors

ASKED = Asked(
    "rewrite_query", "Gemini", "gemini-2.5", "Rewrite *this*", "Done", seconds=0.2, tokens_in=10, tokens_out=5
)
STEPS = [
    Step("a", "initial_state", 1, 1, 0.0, 0.012, change={"raw_query": "x", "weights": [1.0]}),
    Step("b", "check_refine", 2, 2, 1.0, 75.0, asked=[ASKED, ASKED, Asked("grade", "Offline rules")]),
    Step("c", "refine", 3, 3, 2.0, None, error="The model is tired."),
]


def test_the_overview_has_a_row_for_each_step_in_words() -> None:
    table = overview(STEPS).to_dict("list")
    assert table["What worked"] == ["Initial state", "Check refine", "Refine"]
    assert table["Time"] == ["12 ms", "1.2 min", "working"]
    assert table["Changed"] == ["raw query, weights", "nothing", "nothing"]
    assert table["Answered by"] == ["code", "Gemini (gemini-2.5), Offline rules", "code"]
    assert table["Tokens"] == [0, 30, 0]
    assert table["Problem"] == ["", "", "The model is tired."]


def test_a_model_is_not_named_twice_where_the_engine_is_called_by_it() -> None:
    named = Step("a", "talk", 1, 1, 0.0, asked=[Asked("speak", "Gemini gemini-2.5", "gemini-2.5")])
    assert overview([named])["Answered by"].tolist() == ["Gemini gemini-2.5"]


def page(steps):  # type: ignore[no-untyped-def]  # its text is run by itself, without this module
    from core.ui.trace import draw_trace

    draw_trace(steps, "test")


def drawn(*steps: Step) -> AppTest:
    test = AppTest.from_function(page, args=(steps,)).run()
    assert not test.exception
    return test


def test_before_anything_ran_the_trace_says_so() -> None:
    assert [text.value for text in drawn().text] == ["Nothing has run yet."]


def test_each_step_can_be_looked_into_with_the_very_words_that_were_asked_and_answered() -> None:
    test = drawn(*STEPS)
    test.selectbox[0].set_value(2).run()
    assert [code.value for code in test.code][:2] == ["Rewrite *this*", "Done"]
    assert any("10 tokens in, 5 out" in text.value for text in test.markdown)


def test_a_step_that_failed_says_so_when_it_is_looked_into() -> None:
    test = drawn(*STEPS)
    test.selectbox[0].set_value(3).run()
    assert errors(test) == ["This step failed: The model is tired."]


def test_a_value_that_is_too_long_for_the_page_is_cut_and_its_length_told() -> None:
    test = drawn(Step("a", "write", 1, 1, 0.0, change={"report": ["x" * LONG]}))
    assert [text.value for text in test.text] == [f"{LONG + 4:,} characters; the first {LONG:,}:"]
    assert len(test.code[1].value) == LONG


def test_before_and_after_stand_side_by_side_and_what_was_not_there_before_is_not_set() -> None:
    test = drawn(Step("a", "count", 1, 1, 0.0, before={"old": 1}, change={"old": 2, "new": {"a": 1}}))
    assert [code.value for code in test.code] == ["1", "2", "not set"]
    assert [text.value for text in test.markdown] == [
        "**old** before",
        "**old** after",
        "**new** before",
        "**new** after",
    ]
    assert len(test.json) == 1
