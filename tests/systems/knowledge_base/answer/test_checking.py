"""Every sentence of an answer has a verdict; what is struck stays beside what stands, and is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state
from core.errors import ModelError
from core.evidence.judge.protocol import Opinion
from core.evidence.verdicts import ANALYST, EXACT_CHECK, Statement, Verdict
from core.llm.engine import OfflineEngine
from core.systems.knowledge_base.answer.checking import (
    after_objections,
    as_read,
    better,
    check,
    make_answer,
    objections,
    running_text,
    verdict_of,
    what_held,
)
from core.systems.knowledge_base.answer.citations import NOT_IN_DOCUMENTS, text_of
from core.systems.knowledge_base.state import Answer, State, begin_turn
from tests.systems.knowledge_base.little_manual import retrieved

TEXT = "The pump moves water. It runs at 40 litres\na minute. A blocked pump stops."
DOCUMENT = retrieved(TEXT, start=100, headings=["Model 7"])
SAID = "The pump moves water. [1]"
REWORDED = "A pump that is blocked comes to rest. [1]"
WRONG = "A blocked pump runs on. [1]"


class Judge:
    """Says of a sentence what it is told to say, of any other nothing."""

    label = "A judge"

    def __init__(self, **opinions: Opinion) -> None:
        self.opinions, self.asked = opinions, list[Statement]()

    def judge(self, statements: Sequence[Statement]) -> list[Opinion]:
        self.asked += statements
        return [self.opinions.get(one.sentence.split()[-1].strip("."), Opinion("not checked")) for one in statements]


HONEST = Judge(
    rest=Opinion("backed", ("A blocked pump stops.",)), on=Opinion("contradicted", ("A blocked pump stops.",), "stops")
)


def answered(text: str, judge: Judge | None = None) -> Answer:
    return make_answer(check(text, [DOCUMENT], judge), [DOCUMENT], {}, OfflineEngine())


def standings(text: str, judge: Judge | None = None) -> list[str]:
    return [one.verdict.standing for one in check(text, [DOCUMENT], judge)]


def test_the_four_verdicts() -> None:
    text = "\n".join([SAID, REWORDED, WRONG, "It runs at 70 litres a minute. [1]", "Pigs fly. [1]"])
    assert standings(text, HONEST) == ["backed", "backed", "contradicted", "not in the passage", "not checked"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("The pump moves water.", "cites no passage"),
        ("The pump moves water. [2]", "cites passage 2; the passages are numbered from 1 to 1"),
        ("The pump moves water. [0]", "cites passage 0"),
        ("The pump moves water. [1, 9]", "cites passage 9"),
    ],
)
def test_a_sentence_that_cites_nothing_or_what_is_not_there_is_struck_and_no_judge_is_asked(
    line: str, reason: str
) -> None:
    judge = Judge()
    [one] = check(line, [DOCUMENT], judge)
    assert (one.verdict.standing, one.verdict.by) == ("not in the passage", EXACT_CHECK)
    assert reason in one.verdict.reason
    assert judge.asked == []


def test_numbers_of_headings_and_of_the_documents_name_count_as_said() -> None:
    document = retrieved(TEXT, name="pump_2031.pdf", headings=["Model 7"])
    [one] = check("The pump of model 7, in a manual of 2031, comes to a halt. [1]", [document])
    assert one.verdict.standing == "not checked"


def test_what_stands_and_what_was_struck_are_kept_apart_in_the_order_written() -> None:
    answer = answered("\n".join([WRONG, SAID, "Pigs have wings.", REWORDED]), HONEST)
    assert [one["text"] for one in answer["sentences"]] == [SAID[:-4], REWORDED[:-4]]
    assert [(one["text"], one["place"]) for one in answer["struck"]] == [(WRONG[:-4], 0), ("Pigs have wings.", 2)]
    assert what_held(answer) == "2 of 4 sentences did not hold."
    assert not answer["refused"]


def test_where_everything_was_struck_it_is_not_told_as_missing_from_the_documents() -> None:
    answer = answered("\n".join([WRONG, "Pigs fly."]), HONEST)
    assert not answer["refused"]
    assert what_held(answer) == "None of the 2 sentences held."
    assert answer["nearest"] == ["d:0"]
    assert what_held(answered("Pigs fly.")) == "The only sentence did not hold."


def test_an_honest_no_is_a_refusal_that_names_the_nearest() -> None:
    answer = answered(NOT_IN_DOCUMENTS)
    assert (answer["refused"], answer["struck"], answer["nearest"]) == (True, [], ["d:0"])
    assert running_text(answer) == "No answer was found."
    assert what_held(answer) == ""


def test_a_thread_remembers_what_stands_checked_or_not_and_nothing_that_was_struck() -> None:
    answer = answered("\n".join([WRONG, SAID, "Pigs fly. [1]"]), HONEST)
    assert running_text(answer) == "The pump moves water. Pigs fly."
    assert running_text(answered(WRONG, HONEST)) == "The only sentence did not hold."


def test_half_a_sentence_that_ends_with_its_page_is_not_backed() -> None:
    document = retrieved("At night the alarm is silent\n\f\nunless the pressure rises above 7 bar.")
    whole = "At night the alarm is silent unless the pressure rises above 7 bar."
    found = [check(f"{text} [1]", [document])[0].verdict.standing for text in ("At night the alarm is silent.", whole)]
    assert found == ["not checked", "backed"]


def test_an_item_below_a_line_that_forbids_it_is_backed_only_where_the_answer_has_that_line_too() -> None:
    document = retrieved("Never do any of this:\n\n- Open the valve by hand.\n\n- Stop the pump under load.")
    lead, *items = ("Never do any of this: [1]", "Open the valve by hand. [1]", "Stop the pump under load. [1]")

    def found(*lines: str) -> list[str]:
        return [one.verdict.standing for one in check("\n".join(lines), [document])]

    assert found(lead, *items) == ["backed"] * 3
    assert found(*items) == ["not checked"] * 2
    assert found(lead, "Pigs fly. [1]", items[0])[2] == "not checked"


# --- asked once more --------------------------------------------------------------------------------------------------


def test_the_writer_is_told_what_did_not_hold_and_why_and_the_better_answer_is_kept() -> None:
    first, told = answered("\n".join([SAID, WRONG]), HONEST), list[dict[str, str]]()

    def write(objections: dict[str, str]) -> Answer:
        told.append(objections)
        return answered("\n".join([SAID, REWORDED]), HONEST)

    kept = after_objections(first, write)
    assert told == [{WRONG[:-4]: "Contradicted. stops"}]
    assert what_held(kept) == ""
    assert "asked once more" in kept["note"]
    assert "second answer" in kept["note"]


@pytest.mark.parametrize("second", [WRONG, NOT_IN_DOCUMENTS, "Pigs fly."])
def test_a_second_answer_that_is_no_better_does_not_take_the_place_of_the_first(second: str) -> None:
    first = answered("\n".join([SAID, WRONG]), HONEST)
    kept = after_objections(first, lambda _: answered(second, HONEST))
    assert kept["sentences"] == first["sentences"]
    assert "asked once more" in kept["note"]


def test_a_model_that_fails_at_the_second_try_leaves_the_first_answer_and_says_so() -> None:
    def write(objections: dict[str, str]) -> Answer:
        raise ModelError("The model is busy.")

    first = answered("\n".join([SAID, WRONG]), HONEST)
    kept = after_objections(first, write)
    assert kept["struck"] == first["struck"]
    assert "The model is busy." in kept["note"]


LINES = st.lists(
    st.sampled_from([SAID, REWORDED, WRONG, "Pigs fly. [1]", "Pigs have wings.", "It runs at 70 litres. [1]"]),
    min_size=1,
    max_size=5,
    unique=True,
)


@given(first=LINES, second=LINES)
def test_of_two_answers_never_the_one_is_kept_that_has_fewer_backed_and_more_struck(
    first: list[str], second: list[str]
) -> None:
    answers = [answered("\n".join(lines), HONEST) for lines in (first, second)]
    kept = better(*answers)
    for other in answers:
        assert not (backed(other) > backed(kept) and len(other["struck"]) <= len(kept["struck"]))
        assert not (backed(other) >= backed(kept) and len(other["struck"]) < len(kept["struck"]))


def backed(answer: Answer) -> int:
    return sum(verdict_of(one).standing == "backed" for one in answer["sentences"])


@given(lines=LINES, order=st.randoms(use_true_random=False))
def test_no_order_of_sentences_changes_a_verdict(lines: list[str], order: Any) -> None:
    shuffled = sorted(lines, key=lambda _: order.random())
    found = dict(zip(lines, standings("\n".join(lines), HONEST), strict=True))
    assert found == dict(zip(shuffled, standings("\n".join(shuffled), HONEST), strict=True))


@given(lines=LINES)
def test_nothing_is_backed_without_words_that_stand_in_a_cited_passage(lines: list[str]) -> None:
    for one in check("\n".join(lines), [DOCUMENT], HONEST):
        assert one.verdict.standing != "backed" or one.verdict.shown_by
        for words in one.verdict.shown_by:
            assert text_of(DOCUMENT)[words.start : words.end] in TEXT


# --- the analyst's own word -------------------------------------------------------------------------------------------


def state_of(answer: Answer) -> State:
    scores: Any = {"relevance": 0.9, "completeness": 0.9, "clarity": 0.9, "held": 1.0}
    grade: Any = {"passed": True, "score": 0.9, "reason": "clear", "details": scores, "by": "A model", "said": "clear"}
    return {**begin_turn([], ""), "answer": answer, "response_grade": grade, "retrieved_documents": [DOCUMENT]}


def key_of(answer: Answer, text: str) -> str:
    return next(one["key"] for one in [*answer["sentences"], *answer["struck"]] if one["text"] == text)


def test_the_analysts_word_is_a_verdict_named_as_such_and_can_be_taken_back() -> None:
    answer = answered("\n".join([SAID, "Pigs fly. [1]", WRONG]), HONEST)
    state, key = state_of(answer), key_of(answer, "Pigs fly.")
    read = as_read(state, {key: True})["answer"]["sentences"][1]
    assert (verdict_of(read).standing, verdict_of(read).by) == ("backed", ANALYST)
    struck = as_read(state, {key: False})["answer"]["struck"]
    assert [one["text"] for one in struck] == ["Pigs fly.", WRONG[:-4]]
    assert as_read(state, {}) is state


def test_the_analyst_can_let_a_sentence_stand_that_a_judge_struck_in_its_old_place() -> None:
    answer = answered("\n".join([WRONG, SAID]), HONEST)
    read = as_read(state_of(answer), {key_of(answer, WRONG[:-4]): True})["answer"]
    assert [one["text"] for one in read["sentences"]] == [WRONG[:-4], SAID[:-4]]
    assert read["struck"] == []


def test_an_answer_of_which_the_analyst_struck_a_sentence_is_no_longer_called_good() -> None:
    answer = answered("\n".join([SAID, "Pigs fly. [1]"]))
    grade = as_read(state_of(answer), {key_of(answer, "Pigs fly."): False})["response_grade"]
    assert grade is not None
    assert not grade["passed"]
    assert "clear" not in grade["reason"]


def test_an_answer_from_before_there_were_verdicts_is_unchecked_and_nothing_breaks() -> None:
    answer: Any = answered("\n".join([SAID, WRONG]), HONEST)
    del answer["struck"]
    for sentence in answer["sentences"]:
        del sentence["verdict"], sentence["key"], sentence["place"]
    read = as_read(state_of(answer), {})
    [sentence] = read["answer"]["sentences"]
    assert verdict_of(sentence).standing == "not checked"
    assert read["response_grade"] is not None
    assert not read["response_grade"]["passed"]


def test_a_verdict_is_kept_as_plain_values() -> None:
    [sentence] = answered(SAID)["sentences"]
    assert from_state(Verdict, sentence["verdict"]) == verdict_of(sentence)
    assert objections(answered(SAID)) == {}
