"""A model's question is one question, its reasons hold no code and no figure of its own; fair words stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.nco_classification.decision.wording import question_faults, reason_faults, unknown_codes

OPTIONS = ("Medical Doctors", "Nursing Professionals", "I don't know")
TITLES = ("Medical Doctors", "Physiotherapists", "Surgeon, General", "Welders and Flame Cutters")
CODES = ("7212", "7212.0100", "8131.2400")

FAIR_QUESTIONS = [
    "Which of these comes closest to the work?",
    "Could you tell me which of these describes your day best?",
    "To help us find the right group, do you treat patients yourself or assist others?",
    "Thanks for telling me about your work, but what do you mostly do in the ward?",
    "Are you more of a medical doctor or a nursing professional?",
    "In which kind of place do you work, e.g. a hospital, a school or a shop?",
    'Since you said "doctor": do you treat people or animals?',
    "How many of your hours go into surgery?",
    "What is it that you do with the 3 machines?",
    "Do you work with people, with animals, or with neither?",
    "For the job you described, who tells you what to do?",
    "Would you say that the work is mostly done by hand, or with machines?",
]
LIES = [
    ("You are surely a 7212.0100 Welder, right", "names the code 7212.0100"),
    ("Is it 7212 0100?", "names the code 7212 0100"),
    ("Is it 7212-0100?", "names the code 7212-0100"),
    ("Is it 72 12?", "names the code 72 12"),
    ("Is it ７２１２?", "names the code 7212"),
    ("Is it seven two one two?", "names the code seven two one two"),
    ("Is it seventy-two twelve?", "names the code seventy two twelve"),
    ("Tell me what you do.", "does not end in a question mark"),
    ("What do you do? Where do you do it?", "asks more than once"),
    ("Write your id down. What do you do?", "says more than one sentence"),
    ("What do you do, and I promise you the job?", "promises or decides something"),
    ("You treat patients, don't you?", "states instead of asking"),
    ("You treat patients, correct?", "states instead of asking"),
    ("You are a surgeon?", "states instead of asking"),
    ("Are you one of the medical doctors?", "names only “Medical Doctors”"),
    ("Do you work as a physiotherapist?", "names “Physiotherapists”"),
    ("Which *kind* of work is it?", "is no plain text"),
    ("What is it, see www.example.org?", "is no plain text"),
    ("Which one, as 9 out of 10 say?", "gives the figure 9 out of 10"),
    ("What is it" + ", and what" * 60 + "?", "is very long"),
    ("?", "says nothing"),
]


@pytest.mark.parametrize("question", FAIR_QUESTIONS)
def test_a_fair_question_is_put(question: str) -> None:
    assert question_faults(question, "doctor in a ward, 3 machines", OPTIONS, TITLES) == []


@pytest.mark.parametrize(("question", "says"), LIES)
def test_a_question_that_lies_is_refused_and_named(question: str, says: str) -> None:
    wrong = question_faults(question, "doctor", OPTIONS, TITLES)
    assert any(one.startswith(says) for one in wrong), wrong


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("7212.0100 says the same, and 7212 is its family.", []),
        ("The words name welding; NCO 2015 has one family for it.", []),
        ("Group 721 fits with a probability of 93%.", []),
        ("It fits at 0.93 or 0.925.", []),
        ("They have worked there since 1998.", []),
        ("7213 fits better.", ["names the code 7213"]),
        ("7212.0200 fits better.", ["names the code 7212.0200"]),
        ("It is right with 95%.", ["gives the figure 95%"]),
        ("It fits at .99 or so.", ["gives the figure .99"]),
        ("9 out of 10 are welders.", ["gives the figure 9 out of 10"]),
        ("See [here](http://example.org).", ["is no plain text"]),
    ],
)
def test_a_reason_may_hold_codes_and_figures_that_were_given_and_no_others(reason: str, wrong: list[str]) -> None:
    assert reason_faults(reason, "welder since 1998", CODES, (0.925,)) == wrong


SEPARATORS = st.sampled_from(["", ".", " ", "-", "/", "·"])


@given(st.integers(1000, 9999), st.integers(0, 9999), SEPARATORS, st.sampled_from(["Is it {}?", "{} it is.", "({})"]))
def test_no_code_that_was_not_given_is_ever_let_through(family: int, tail: int, sign: str, around: str) -> None:
    for code in (f"{family}", f"{family}{sign}{tail:04}"):
        plain = "".join(filter(str.isdigit, code))
        known = plain == "2015" or any(one.replace(".", "").startswith(plain) for one in CODES)
        assert bool(unknown_codes(around.format(code), "", CODES)) is not known
