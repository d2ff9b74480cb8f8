"""Questions that lean on the ones before are made to stand alone; others are left as they are."""

from __future__ import annotations

import pytest

from core.systems.knowledge_base.search.follow_up import LONG, resolve, summarise, topic_of
from core.systems.knowledge_base.state import Message


@pytest.mark.parametrize(
    ("before", "request_", "resolved"),
    [
        ("What does autovacuum_naptime set?", "And its default?", "autovacuum_naptime's default?"),
        ("What does work_mem control?", "What about maintenance_work_mem?", "What does maintenance_work_mem control?"),
        ("What is TOAST?", "Which compression methods does it offer?", "Which compression methods does TOAST offer?"),
        ("How do I create a materialized view?", "How do I refresh it?", "How do I refresh materialized view?"),
        ("What does the valve do?", "and the maximum?", "the maximum of valve?"),
        ("What does the valve do?", "How do I change this setting?", "How do I change valve?"),
    ],
)
def test_the_topic_of_the_question_before_is_filled_in(before: str, request_: str, resolved: str) -> None:
    assert resolve(request_, [before])[0] == resolved


@pytest.mark.parametrize(
    "request_", ["What is a window function?", "How do I set shared_buffers?", "Explain how vacuum removes dead rows"]
)
def test_a_question_that_stands_alone_is_left_as_it_is(request_: str) -> None:
    assert resolve(request_, ["What does the valve do?"]) == (request_, "")


def test_the_first_question_has_nothing_to_lean_on() -> None:
    assert resolve("And its default?", []) == ("And its default?", "")


def test_the_topic_is_the_name_or_what_remains_without_the_asking() -> None:
    assert topic_of("What does max_connections do?") == "max_connections"
    assert topic_of("What is a savepoint?") == "savepoint"
    assert topic_of("How does the autovacuum daemon work?") == "autovacuum daemon"


def test_only_the_old_part_of_a_long_thread_is_summed_up() -> None:
    turn: list[Message] = [
        {"role": "user", "content": "What is a pump?"},
        {"role": "assistant", "content": "It moves water."},
    ]
    assert summarise(turn * (LONG // 2)) == ""
    assert summarise(turn * (LONG // 2 + 1)).splitlines() == ["Asked: What is a pump? — It moves water."] * 4
