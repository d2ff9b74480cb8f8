"""What somebody should do with what they know, for whom and in which words, is no topic; and it is told."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.around import NO_COLUMN
from core.systems.expert_search.requirements.grammar.deeds import DEED
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read


@pytest.mark.parametrize(
    ("request_", "topic"),
    [
        ("someone who can explain rope bridges in plain words to newspaper readers", "rope bridges"),
        ("somebody who can advise a customer on rope bridges", "rope bridges"),
        ("someone to help us with kilns", "kilns"),
        ("a person who can teach farmers about tides", "tides"),
        ("someone who can talk to journalists about tides", "tides"),
        ("somebody who explains harbour dues to small companies", "harbour dues"),
        ("someone who can train pilots in tide tables", "tide tables"),
        ("someone who can explain kilns or ropes to normal people on a podcast", "kilns or ropes"),
        ("can talk about tides on a show for normal people", "tides"),
        ("someone who can talk on a podcast about tides to normal people", "tides"),
        ("someone who can talk on television to farmers about tides", "tides"),
        ("someone who can present tides on television to a general audience", "tides"),
        ("someone to present kilns to the board", "kilns"),
        ("who can talk about access to water", "access to water"),
    ],
)
def test_what_they_should_do_and_for_whom_is_no_topic(request_: str, topic: str) -> None:
    assert read(request_) == {f"hard topic {topic}"}
    assert any(word.as_ == DEED for word in understand(request_, CONTEXT)[1].used)


@pytest.mark.parametrize("said", ["in plain words", "with practical experience", "preferably with hands-on experience"])
def test_a_manner_and_practice_that_nothing_tells_of_people_are_told_and_held_against_nobody(said: str) -> None:
    asked, reading = understand(f"somebody who can advise us on kilns, {said}", CONTEXT)

    assert [one.value for one in asked.topics] == ["kilns"]
    assert (said, NO_COLUMN) in [(word.text, word.as_) for word in reading.unused]


@pytest.mark.parametrize(
    "request_",
    [
        "people who train pilots",
        "support for kilns in Accra",
        "help with ropes",
        "who can tell me why kilns crack in rain",
    ],
)
def test_a_deed_without_a_topic_of_its_own_stays_as_it_is(request_: str) -> None:
    assert any("topic" in line for line in read(request_))
