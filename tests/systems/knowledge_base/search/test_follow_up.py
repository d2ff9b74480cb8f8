"""Questions that lean on the ones before are made to stand alone; others are left as they are."""

from __future__ import annotations

import pytest

from core.systems.knowledge_base.search.follow_up import (
    LONG,
    Resolved,
    ask_about,
    meant_by,
    resolve,
    summarise,
    topic_of,
)
from core.systems.knowledge_base.state import Message


@pytest.mark.parametrize(
    ("before", "request_", "resolved"),
    [
        ("What does autovacuum_naptime set?", "And its default?", "autovacuum_naptime's default?"),
        ("What does work_mem control?", "What about maintenance_work_mem?", "What does maintenance_work_mem control?"),
        ("What is TOAST?", "Which compression methods does it offer?", "Which compression methods does TOAST offer?"),
        ("How do I create a materialized view?", "How do I refresh it?", "How do I refresh materialized view?"),
        ("What does the valve do?", "and the maximum?", "the maximum of valve?"),
        ("How do I record a cash withdrawal?", "and a deposit?", "How do I record a deposit?"),
        ("What is a savepoint?", "And a checkpoint?", "What is a checkpoint?"),
        ("Where is the file on Linux?", "and on Windows?", "Where is the file on Windows?"),
        ("What are .LCK files for?", "And the log files?", "What are the log files for?"),
        ("What does the valve do?", "How do I change this setting?", "How do I change valve?"),
    ],
)
def test_the_topic_of_the_question_before_is_filled_in(before: str, request_: str, resolved: str) -> None:
    assert resolve(request_, [before]).question == resolved


@pytest.mark.parametrize(
    "request_",
    [
        "What is a window function?",
        "How do I set shared_buffers?",
        "Explain how vacuum removes dead rows",
        "How long does checkpoint_timeout last and what is its range?",
        "Is it true that a full vacuum needs room on the disk while it runs?",
        "Is it possible to compare two files that are not in any repository?",
        "Does the daemon start again if it crashes?",
        "Why do transactions fail when they time out?",
    ],
)
def test_a_question_that_stands_alone_is_left_as_it_is(request_: str) -> None:
    assert resolve(request_, ["What does the valve do?"]) == Resolved(request_)


def test_the_first_question_has_nothing_to_lean_on() -> None:
    assert resolve("And its default?", []) == Resolved("And its default?", open="And")
    assert resolve("What is its default?", []).open == "its"
    assert resolve("Where does the pump put the lost pieces that it finds?", []) == Resolved(
        "Where does the pump put the lost pieces that it finds?"
    )


def test_what_is_asked_about_an_open_word_is_taken_for_its_topic() -> None:
    asked = ask_about("its")
    assert "its" in str(asked["text"])
    assert meant_by({"meant": " work_mem "}) == "work_mem"
    assert meant_by({"meant": ""}) == meant_by(None) == ""
    assert resolve("What is its default?", ["work_mem"]).question == "What is work_mem's default?"


def test_what_goes_on_from_what_went_on_is_about_the_first_and_its_brackets_close() -> None:
    asked = ["What is the price of the Lamp Vega?"]
    for request_ in ("And the weight?", "And the width?", "What about the Desk Orion?"):
        asked.append(resolve(request_, asked).question)
    assert asked[1:] == [
        "the weight (price of the Lamp Vega)?",
        "the width (price of the Lamp Vega)?",
        "the width (price of the Desk Orion)?",
    ]


def test_what_stands_in_brackets_in_a_question_is_not_all_that_it_is_about() -> None:
    question = "How do I install the driver of the printer (on an old system)?"
    assert "driver of the printer" in topic_of(question)


def test_a_topic_that_is_no_name_stands_behind_the_question_and_replaces_nothing() -> None:
    before = "How is a virtual environment switched on in the fish shell?"
    resolved = resolve("And how do I leave it again?", [before])
    assert resolved.question == "how do I leave it again (virtual environment switched on in the fish shell)?"


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


@pytest.mark.parametrize(
    ("request_", "before", "resolved"),
    [
        (
            "Does it free the disk space right away?",
            "What does borg prune do?",
            "Does borg prune free the disk space right away?",
        ),
        ("Can it be paid back in two parts?", "How much is the deposit?", "Can deposit be paid back in two parts?"),
    ],
)
def test_a_longer_question_about_a_pronoun_is_about_what_was_asked_before(
    request_: str, before: str, resolved: str
) -> None:
    assert resolve(request_, [before]).question == resolved
    assert resolve(request_, []).open in ("", "it")


@pytest.mark.parametrize(
    "text",
    [
        "How long does it take to restore a backup of ten files?",
        "If a pump stops at night, does it restart by itself after an hour?",
        "Does it matter whether a query uses many sorts and joins?",
        "Is it all right if I bring a potted orchid?",
    ],
)
def test_a_pronoun_that_points_forward_or_to_its_own_sentence_is_left_alone(text: str) -> None:
    assert resolve(text, ["What does borg prune do?"]).question == text


@pytest.mark.parametrize(
    "thread",
    [
        [
            ("What does a car of 5 metres cost in summer?",) * 2,
            ("and what about in winter?", "What does a car of 5 metres cost in winter?"),
            ("and a motorcycle?", "What does a motorcycle cost in winter?"),
            ("and what about a truck with a trailer?", "What does a truck with a trailer cost in winter?"),
        ],
        [
            ("How long is the guarantee on a new piano?",) * 2,
            ("and what about a used one?", "How long is the guarantee on a used piano?"),
            ("and the stool?", "How long is the guarantee on the stool?"),
        ],
        [
            ("How many hens can I have?",) * 2,
            ("and what about bees?", "How many bees can I have?"),
            ("and a rooster?", "a rooster (How many bees can I have?)"),
            ("and what about when it rains?", "when it rains (How many bees can I have?)"),
            ("and cats?", "How many cats can I have?"),
        ],
        [
            ("Where does the choir rehearse on Mondays?",) * 2,
            ("and on Thursdays?", "Where does the choir rehearse on Thursdays?"),
            ("and the orchestra?", "Where does the orchestra rehearse on Thursdays?"),
        ],
    ],
)
def test_follow_ups_start_from_the_clean_question_and_never_pile_up(thread: list[tuple[str, str]]) -> None:
    before: list[str] = []
    for request, understood in thread:
        before.append(resolve(request, before).question)
        assert before[-1] == understood
