"""In one job a rule of the office decides before anything is weighed, says so, and is silent once more was said."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.decision.guarantees import check
from core.systems.nco_classification.office.outcomes import ASK
from core.systems.nco_classification.office.rules import Rule, RuleBook
from tests.systems.nco_classification.little_index import CLASSIFICATION, TAILOR, Case, new_case


def asked(request: str, *rules: Rule) -> Case:
    return new_case(rules=RuleBook(rules)).ask(request)


def all_held(case: Case) -> bool:
    return all(line.held for line in check(case.state, CLASSIFICATION))  # type: ignore[arg-type]


@pytest.mark.parametrize("code", ["7531", "2211", "9629", "2211.0100"])
@pytest.mark.parametrize("request_text", [TAILOR, "doctor", "E010", "Pune"])
def test_a_code_is_given_to_clear_and_to_ambiguous_words_and_where_no_search_found_it(
    request_text: str, code: str
) -> None:
    case = asked(request_text, Rule(request_text, code))
    assert case.codes == [code]
    assert case.question is None
    assert case.response["reason"] == f"By a rule of the office: “{request_text}” is {code}."
    assert case.response["confidence"]["basis"] == "chosen"
    assert all_held(case)


def test_a_part_of_the_classification_is_given_and_nothing_is_asked_below_it() -> None:
    case = asked("doctor", Rule("doctor", "22"))
    assert (case.codes, case.response["partial"]["code"], case.question) == ([], "22", None)
    assert all_held(case)


def test_a_word_for_what_has_no_code_gives_none_and_asks_nothing() -> None:
    case = asked(TAILOR, Rule("blouses", "not in work", part=True))
    assert (case.codes, case.response["partial"], case.question) == ([], None, None)
    assert case.response["reason"] == "By a rule of the office: “…blouses…” is not in work."


def test_words_that_a_rule_has_asked_about_are_asked_about_however_clear_they_are_and_the_answer_counts() -> None:
    assert asked(TAILOR).codes == ["7531"]
    case = asked(TAILOR, Rule("blouses", ASK, part=True))
    assert (case.codes, case.response["status"]) == ([], "MORE_INFO")
    assert case.question is not None
    assert "by a rule of the office" in case.response["reason"].lower()
    case.answer({"answer": CLASSIFICATION.title("7531")})
    assert case.codes == ["7531"]
    assert all_held(case)


def test_a_rule_is_silent_on_other_words_and_of_a_code_that_is_not_of_this_edition() -> None:
    assert asked(TAILOR, Rule("doctor", "2211"), Rule(TAILOR, "9999")).codes == ["7531"]
