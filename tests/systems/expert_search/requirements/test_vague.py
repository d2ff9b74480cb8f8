"""A vague request is asked back with topics of the collection, and goes on with the answer."""

from __future__ import annotations

from core.systems.expert_search.requirements.vague import FIELD, clarified, question_for
from core.types import Choice
from tests.systems.expert_search.requirements.grammar.reading_of import PEOPLE, read, requirements_of


def test_a_vague_request_offers_topics_of_the_collection_the_most_frequent_first() -> None:
    question = question_for(requirements_of("someone good, in a senior position"), PEOPLE)
    assert question is not None
    (field,) = question.fields
    assert isinstance(field, Choice)
    assert field.options[0].lower() == "kilns"
    assert field.other


def test_a_request_that_can_be_searched_for_is_not_asked_back() -> None:
    assert question_for(requirements_of("kilns in Ghana"), PEOPLE) is None


def test_the_answer_is_understood_with_what_was_said() -> None:
    request = clarified("a senior person", {FIELD: ["glazes", "rope bridges"]})
    assert read(request) == {"wish seniority senior", "hard topic glazes", "hard topic rope bridges"}
    assert clarified("help", {}) == "help"
