"""Letters around a wish: headings, signatures, frames of asking, and a matter that only the sentence before tells."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.matters import MATTER, matter_id
from core.systems.expert_search.requirements.understanding import understand
from core.systems.expert_search.requirements.vague import question_for
from core.systems.expert_search.state import Context
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, PEOPLE, read, requirements_of


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("I'd like to speak to somebody who fires kilns in Ghana", {"hard topic fires kilns", "hard place Ghana"}),
        ("We would like to be put in touch with a potter in Peru. Best, Ada Holm",
         {"hard topic potter", "hard place Peru"}),
        ("Could you point us to a glazier in Lima? Ta, Flo", {"hard topic glazier", "hard place Lima"}),
        ("I'd love to hear from a potter in Ghana. Thanking you in anticipation",
         {"hard topic potter", "hard place Ghana"}),
        ("Hello, we restore bridges. Do we have anyone for ropes in Peru? Olu",
         {"hard topic ropes", "hard place Peru"}),
        ("Terms of Reference: a potter, Ghana, 5 years",
         {"hard topic potter", "hard place Ghana", "hard years 5 years or more"}),
        ("Job description: glazier in Lima", {"hard topic glazier", "hard place Lima"}),
        ("Well, we've got money for one hire and three wishes: must know kilns, must have Twi",
         {"hard skill kilns", "hard language Twi"}),
    ],
)  # fmt: skip
def test_what_stands_around_a_wish_is_no_topic(request_: str, wanted: set[str]) -> None:
    assert read(request_) == wanted


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("Our kilns crack every winter. Who can help us?", {"hard topic kilns crack every winter"}),
        ("We plan to hang rope bridges over a gorge. We need two people who have done it before.",
         {"hard topic plan to hang rope bridges over a gorge"}),
        ("Hi all, our harbour pilots fear the tides. Do you know anybody? No bankers. Regards, Tom",
         {"hard topic harbour pilots fear the tides", "hard topic not bankers"}),
    ],
)  # fmt: skip
def test_a_sentence_before_tells_the_matter_where_the_wish_does_not(request_: str, wanted: set[str]) -> None:
    requirements, reading = understand(request_, CONTEXT)
    assert wanted >= read(request_) >= {line for line in wanted if " not " not in line}
    matter = requirements.topics[0].value
    assert matter_id(matter) in {one.id for one in reading.words if one.fate == "assumed" and one.as_ == MATTER}
    without = Context(CONTEXT.engine, PEOPLE, without=frozenset((matter_id(matter),)))
    assert understand(request_, without)[0].vague


def test_a_wish_with_a_topic_keeps_to_it() -> None:
    assert read("Our kilns crack every winter. We need a glazier in Lima.") == {"hard topic glazier", "hard place Lima"}


def test_what_was_understood_besides_is_told_where_it_is_asked_back() -> None:
    question = question_for(requirements_of("We moved house. We need three people, none of them in Peru."), PEOPLE)
    assert question is not None
    assert "3 people" in question.text
    assert "not Peru" in question.text


@pytest.mark.parametrize(
    "request_",
    [
        "Tell me about Ann Okwuosa-Lind and whether there is someone similar to her outside Ghana",
        "Ann Okwuosa-Lind is away. Is there anybody comparable outside Ghana?",
        "Do you know Ann Okwuosa-Lind? Who could replace her outside Ghana?",
        "Ann Okwuosa-Lind, or someone similar outside Ghana",
    ],
)
def test_somebody_similar_to_who_was_named_is_no_must_of_that_person(request_: str) -> None:
    wanted = read(request_)
    assert "hard topic Kilns" in wanted
    assert "hard place not Ghana" in wanted
    assert not any("person Ann" in one for one in wanted)


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("four potters, French-speaking at least two of them", "hard language French for 2"),
        ("four potters for kilns, Twi, one of them", "hard language Twi for 1"),
        ("five glaziers, Turkish for three of them", "hard language Turkish for 3"),
        ("six potters, based in Peru at least three of them", "hard place Peru for 3"),
        ("four potters, over 9 years of experience (two of them)", "hard years more than 9 years for 2"),
        ("kilns, ropes and tides: French for at least one of them", "hard language French for 1"),
    ],
)
def test_a_count_may_stand_behind_what_it_counts(request_: str, wanted: str) -> None:
    assert wanted in read(request_)
