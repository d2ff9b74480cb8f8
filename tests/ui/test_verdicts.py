"""The marks of verdicts, and the reading list: what nobody checked is read by the analyst, whose word can be undone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from core.evidence.verdicts import MARKS, WORD_FOR_WORD, Verdict, in_words
from core.ui.verdicts import mark, nearest_sentence, quiet_mark, struck_text
from tests.ui.steps import labels, press, said

QUOTED = Verdict("backed", WORD_FOR_WORD)


def page(*, open: bool = True) -> None:
    import streamlit as st

    from core.evidence.verdicts import Hint, Verdict, Words
    from core.ui.verdicts import ToRead, draw_reading_list, draw_tally

    class Heard:
        def __init__(self) -> None:
            self.said: dict[str, bool] = st.session_state.setdefault("heard", {})

        def say(self, key: str, says_so: bool | None) -> None:
            kept = {**self.said, key: says_so}
            st.session_state["heard"] = {name: word for name, word in kept.items() if word is not None}

    hint = Hint("“9” stands there for something else.", 0, 3, Words(0, 0, 3))
    verdicts = {
        "plain": Verdict("not checked", reason="Nobody was there to judge it."),
        "hinted": Verdict("not checked", hints=(hint,)),
        "backed": Verdict("backed", "word for word"),
    }
    draw_tally(list(verdicts.values()))
    listed = [ToRead(key, f"Sentence *{key}*.", (("Paper", f"Words of {key}."),), one) for key, one in verdicts.items()]
    if open:
        st.session_state["list:open"] = True
    draw_reading_list(Heard(), listed, "list")


@pytest.fixture
def app() -> AppTest:
    test = AppTest.from_function(page, default_timeout=60).run()
    assert not test.exception
    return test


def test_a_list_that_is_closed_has_no_keys_that_could_decide_what_nobody_reads() -> None:
    test = AppTest.from_function(page, default_timeout=60, kwargs={"open": False}).run()
    assert said(test, "2 sentences that nobody checked")
    assert not {"It says so", "It does not", "Skip"} & set(labels(test))


def test_what_was_struck_is_crossed_out_with_its_mark_its_reason_and_what_shows_it() -> None:
    verdict = Verdict("contradicted", "Gemini", "It *fell*")
    text = struck_text("Sales rose.", verdict, [(2, "sales fell"), (0, "a loss")])
    assert text.split("  \n") == [
        f"~~Sales rose\\.~~ {mark(verdict)}",
        "It \\*fell\\*\\. It says “sales fell” \\[2\\]\\. It says “a loss”\\.",
    ]


def test_a_mark_tells_the_verdict_and_who_says_so_in_words() -> None:
    for one in (QUOTED, Verdict("contradicted", "Gemini"), Verdict("not in the passage"), Verdict("not checked")):
        assert f"{MARKS[one.standing]} {in_words(one)}" in mark(one)
    assert len({mark(Verdict(standing)).split()[0] for standing in MARKS}) == 4


def test_what_stands_word_for_word_is_marked_quietly_and_one_line_says_what_the_sign_means(app: AppTest) -> None:
    assert quiet_mark(QUOTED) == f":green[{MARKS['backed']}]"
    assert quiet_mark(Verdict("backed", "Gemini")) == mark(Verdict("backed", "Gemini"))
    assert said(app, f"{MARKS['backed']}] alone: word for word in its passage")


def test_what_has_a_hint_is_read_first_and_what_is_backed_not_at_all(app: AppTest) -> None:
    assert said(app, "**Sentence *hinted*.**")
    assert said(app, "stands there for something else")
    assert not said(app, "Sentence *backed*")


def test_a_word_is_kept_moves_on_to_the_next_and_is_taken_back(app: AppTest) -> None:
    press(app, "It says so")
    assert app.session_state["heard"] == {"hinted": True}
    assert said(app, "**Sentence *plain*.**")
    press(app, "It does not")
    assert app.session_state["heard"] == {"hinted": True, "plain": False}
    assert "It says so" not in labels(app)
    press(app, "Take back")
    assert len(app.session_state["heard"]) == 1
    assert "It says so" in labels(app)


def test_what_is_skipped_comes_again_after_all_others(app: AppTest) -> None:
    press(app, "Skip")
    assert said(app, "**Sentence *plain*.**")
    press(app, "Skip")
    assert said(app, "**Sentence *hinted*.**")
    assert app.session_state["heard"] == {}


def test_the_nearest_sentence_is_the_one_that_shares_most_words_and_not_a_short_heading() -> None:
    passage = "Osprey valve\n\nThe Osprey valve opens at 6.5 bar and closes again below 5 bar. The seat is greased."
    start, end = nearest_sentence("The valve is opened by nobody.", passage)
    assert passage[start:end].startswith("The Osprey valve opens")


@given(st.text(max_size=80), st.text(max_size=200))
def test_the_nearest_sentence_is_always_inside_the_passage(claim: str, passage: str) -> None:
    start, end = nearest_sentence(claim, passage)
    assert 0 <= start <= end <= len(passage)
