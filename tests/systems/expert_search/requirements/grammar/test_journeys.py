"""A journey that people can make is told as not judged, and is never a part of what they know."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.around import NO_COLUMN
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read


@pytest.mark.parametrize(
    ("request_", "journey"),
    [
        ("somebody who has built kilns and can come to Peru", "and can come to Peru"),
        ("kilns, able to fly out to Ghana and Togo at short notice", "able to fly out to Ghana and Togo"),
        ("someone who is willing to travel to the Sahel and knows kilns", "who is willing to travel to the Sahel"),
        ("a person for kilns who could relocate", "who could relocate"),
        ("who knows kilns and would visit Accra?", "and would visit Accra"),
        ("somebody for kilns who can come to our office", "who can come to our office"),
    ],
)
def test_a_journey_is_told_and_no_topic(request_: str, journey: str) -> None:
    assert {one.removeprefix("hard topic ").removeprefix("built ") for one in read(request_)} == {"kilns"}
    unused = understand(request_, CONTEXT)[1].unused
    assert [word.as_ for word in unused if word.text == journey] == [NO_COLUMN]


@pytest.mark.parametrize("said", ["in Peru or ready to travel to Peru", "based in Peru, or could fly there"])
def test_a_place_is_only_wished_for_where_a_journey_will_do_as_well(said: str) -> None:
    assert read(f"somebody for kilns, {said}") == {"hard topic kilns", "wish place Peru"}


@pytest.mark.parametrize(
    "topic",
    ["women who travel to Mecca", "move heavy machines", "migrants who go to sea", "drive change in kilns"],
)
def test_whoever_travels_in_a_topic_stays_there(topic: str) -> None:
    assert read(f"somebody who can {topic}" if topic[0] in "d" else topic) >= {f"hard topic {topic}"}
