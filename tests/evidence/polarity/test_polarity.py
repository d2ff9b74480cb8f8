"""Direction and negation."""

from __future__ import annotations

import pytest

from core.evidence.polarity.polarity import check_polarity


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("Wages fell in 2020.", "Wages rose in 2020."),
        ("Mortality did not decrease.", "Mortality decreased."),
        ("There was a significant difference.", "There was no significant difference."),
        ("The drug is effective.", "The drug is ineffective."),
        ("The films contain lead.", "The films contain no lead."),
        ("The treatment worked better than placebo.", "The treatment worked worse than placebo."),
        ("Women earned more than men.", "Men earned more than women."),
        ("Fine-tuning was tested.", "Fine-tuning was not tested."),
        ("The view changed from positive to negative.", "The view changed from negative to positive."),
        ("Body weight decreased.", "Body weight remained stable."),
        ("Patients with kidney failure were included.", "Patients with kidney failure were excluded."),
    ],
)
def test_the_opposite_is_found(sentence: str, passage: str) -> None:
    assert [one.fault for one in check_polarity(sentence, passage)] == ["polarity"]


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("Men earned less than women.", "Women earned more than men."),
        ("Mortality did not differ significantly.", "There was no significant difference in mortality."),
        ("The films are free of lead.", "The films contain no lead."),
        ("Patients with kidney failure were not included.", "Patients with kidney failure were excluded."),
        ("Wages rose while prices fell.", "Prices fell and wages rose."),
        ("The drug lowered pressure.", "The drug reduced pressure, and more than 20 people took it."),
        ("Only English is supported.", "The tool does not support languages other than English."),
        ("Body weight did not change.", "Body weight remained stable."),
    ],
)
def test_the_same_in_other_words_is_not(sentence: str, passage: str) -> None:
    assert check_polarity(sentence, passage) == []


def test_the_finding_names_both_words_and_where_they_stand() -> None:
    (found,) = check_polarity("Wages fell in 2020.", "Prices fell. Wages rose in 2020.")
    assert found.message == "“fell” in the sentence, but “rose” in the cited passage."
    assert (found.start, found.end) == (6, 10)
    assert found.source == (19, 23)
