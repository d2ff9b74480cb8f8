"""Reading a question by rules."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.research_reports.plan.question_reading import (
    Facet,
    Intent,
    clean,
    facet_of,
    parts_of,
    read_bounds,
    read_intent,
    speaks_to,
    sub_questions,
    topic_of,
    wider,
)


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("What is known about lead-free perovskite solar cells?", "overview"),
        ("Dense retrieval versus BM25", "comparison"),
        ("How does retrieval-augmented generation work?", "mechanism"),
        ("Does exercise reduce blood pressure in older adults?", "evidence"),
        ("Effects of exercise on blood pressure", "evidence"),
        ("State of the art of battery cathodes", "state of the art"),
    ],
)
def test_the_usual_words_tell_what_is_asked_for(question, intent):
    assert read_intent(question) == intent


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("What is known about lead-free perovskite solar cells?", "lead-free perovskite solar cells"),
        ("What is reciprocal rank fusion?", "reciprocal rank fusion"),
        ("How does late interaction work in ColBERT?", "late interaction work in ColBERT"),
        ("State of the art of agents since 2020", "agents"),
        ("battery cathodes between 2010 and 2015", "battery cathodes"),
    ],
)
def test_the_topic_is_the_question_without_what_only_asks_and_without_its_years(question, topic):
    assert topic_of(question) == topic


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("cathodes since 2015", 2015, None),
        ("cathodes after 2015", 2016, None),
        ("cathodes before 2015", None, 2014),
        ("cathodes between 2010 and 2015", 2010, 2015),
        ("cathodes from 2010 to 2015", 2010, 2015),
        ("cathodes in the last five years", datetime.now(UTC).year - 5, None),
        ("2001: a space odyssey", None, None),
    ],
)
def test_years_that_the_question_names_become_bounds(question, since, until):
    bounds = read_bounds(question)
    assert (bounds.since, bounds.until) == (since, until)


def test_materials_and_groups_of_people_are_read():
    bounds = read_bounds("Is CsSnI3 toxic in older adults?")
    assert bounds.materials == ("CsSnI3",)
    assert bounds.populations == ("older adults",)


def test_courtesies_are_dropped():
    assert clean("Could you please tell me what is\nknown about tin?") == "what is known about tin?"


def test_a_comparison_asks_about_both_sides_and_how_they_compare():
    texts = [one.text for one in sub_questions("Dense retrieval versus BM25", "comparison")]
    assert texts[0] == "What is known about Dense retrieval, compared with BM25?"
    assert texts[2] == "How do Dense retrieval and BM25 compare?"
    assert parts_of("machine learning and rules") == ("machine learning", "rules")


@pytest.mark.parametrize("intent", get_args(Intent))
def test_every_kind_of_question_gets_several_different_sub_questions_and_limits_are_always_asked(intent):
    found = sub_questions("How do tin cells compare with lead cells?", intent)
    assert 3 <= len({one.text for one in found}) == len(found) <= 6
    assert "limits" in {one.kind for one in found}


@given(st.text(min_size=1, max_size=80).filter(lambda text: text.strip()), st.sampled_from(get_args(Intent)))
def test_whatever_is_asked_every_sub_question_is_a_line_of_text_with_words_to_search_for(text, intent):
    question = clean(text)
    for one in sub_questions(question, intent):
        assert one.text.strip()
        assert one.words.strip()
        assert "\n" not in one.text


@pytest.mark.parametrize("question", ["tin cells", "How do tin cells work?"])
def test_a_planned_sub_question_is_recognised_when_the_analyst_sends_it_back(question):
    for one in sub_questions(question, "overview"):
        assert facet_of(one.text).kind == one.kind


def test_a_sentence_speaks_to_the_facet_whose_words_it_has():
    assert speaks_to("However, the cells degrade in air.", "limits")
    assert not speaks_to("A noble metal takes the place of lead.", "limits")
    assert speaks_to("It reached 6.4 %.", "findings")
    assert speaks_to("Anything at all.", "question")


def test_a_request_of_several_questions_gives_each_its_own_section_with_what_it_speaks_of():
    found = sub_questions("What is known about tin cells in windows and are they harmful?", "overview")
    assert [one.kind for one in found[:4]] == ["definition", "findings", "methods", "limits"]
    assert all(one.words == "tin cells in windows" for one in found[:4])
    assert found[4:] == [Facet("Are tin cells in windows harmful?", "tin cells in windows harmful", "question")]
    how, *_, cost = sub_questions("How do tin cells work and what do they cost?", "mechanism")
    assert how.text == "How do tin cells work?"
    assert (cost.text, cost.words) == ("What do they cost?", "tin cells work cost")


@pytest.mark.parametrize(
    ("words", "fewer"),
    [
        ("microplastics in drinking water", "microplastics in water"),
        ("heat pumps in old buildings", "heat pumps"),
        ("effects of sleep on memory in adults", "effects of sleep on memory"),
        ("trust in news", ""),
    ],
)
def test_wider_words_never_lose_what_they_are_about(words, fewer):
    assert wider(words) == fewer


def test_wider_words_are_fewer_and_two_stay():
    assert wider("tin perovskite solar cells") == "perovskite solar cells"
    assert wider("solar cells") == ""
