"""What a confidence is said to mean."""

from __future__ import annotations

from core.systems.nco_classification.decision.reliability import Range
from core.systems.nco_classification.state import BeforeAnswers, ShownConfidence
from core.ui.nco_classification.decision.confidence import _in_words

SURE: ShownConfidence = {"fit": 0.9, "separation": 0.3, "probability": 0.95, "basis": "computed"}
RANGE = Range(0.9, 1.0, 1234, 0.95, 0.91)


def test_the_words_say_fit_separation_and_what_was_measured_of_such_a_confidence() -> None:
    words = _in_words(SURE, RANGE)
    assert "Fit **0.90**" in words
    assert "of 100 jobs found as clearly as this one, about 95" in words
    assert "Measured on 1,234 titles" in words
    assert "**91%** were right" in words


def test_what_was_measured_is_told_of_the_same_kind_of_text() -> None:
    assert "Measured on 1,234 descriptions" in _in_words({**SURE, "kind": "description"}, RANGE)


def test_where_nothing_was_measured_nothing_measured_is_said() -> None:
    assert "Measured" not in _in_words(SURE, None)


def test_after_an_answer_fit_and_lead_are_those_of_the_words_before_any_answer() -> None:
    before: BeforeAnswers = {
        "chances": {"6113": 0.33, "9214": 0.22},
        "confidence": {"fit": 0.59, "separation": 0.02, "probability": 0.33, "basis": "computed"},
    }
    told = _in_words(SURE, None, before, answered=True)
    assert "Before any answer: Fit **0.59** (the first family's score), separation **0.02**" in told
    assert "make a confidence of **33%** for 6113. With what was answered the confidence is **95%**." in told
    assert "**0.90**" not in told
