"""Of every word of a search for experts it is told where it was found, or that nobody uses it."""

from __future__ import annotations

from typing import Any

from core.codec import from_state
from core.language.reading import Reading, spelling_id
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.request_words import UNKNOWN, read_request
from tests.systems.expert_search.little_people import ANSWERS, EXPERTS, WordEmbedder, run

PEOPLE = People.build("little", EXPERTS, ANSWERS, WordEmbedder())
MISSPELT = "avalanhces zorblaxian"


def read(request: str, **more: Any) -> Reading:
    return read_request(request, PEOPLE, [request], **more)


def searched(request: str, *without: str) -> Reading:
    state = run(PEOPLE, request, without=frozenset(without))
    return from_state(Reading, state["reading"])


def test_a_word_that_somebody_uses_is_told_with_how_many_documents_have_it() -> None:
    words = {word.text: word.as_ for word in read("Who knows about perovskite films and snow?").used}
    assert words["perovskite"] == "found in 1 profile and 1 project answer"
    assert words["films"] == "found in 1 profile and 2 project answers"


def test_a_word_that_nobody_uses_could_not_be_used_whatever_its_meaning() -> None:
    assert [(word.text, word.as_) for word in read("snow zorblaxian").unused] == [("zorblaxian", UNKNOWN)]


def test_years_numbers_places_and_what_is_not_wanted_limit_nothing_and_are_told() -> None:
    reading = read("three people in Norway with snow since 2018, but not bees")
    assert [word.text for word in reading.unused] == ["three people", "in Norway", "since 2018", "not bees"]
    assert [word.text for word in reading.used] == ["snow"]


def test_a_misspelt_word_that_is_searched_for_again_in_another_spelling_is_assumed() -> None:
    [assumed] = searched(MISSPELT).assumed
    assert (assumed.text, assumed.as_) == ("avalanhces", "searched for again as “avalanches”")
    assert [word.text for word in searched(MISSPELT).unused] == ["zorblaxian"]


def test_undone_it_stays_as_it_was_typed_and_can_be_put_back() -> None:
    undone = searched(MISSPELT, spelling_id("avalanhces"))
    assert undone.assumed == ()
    assert [word.text for word in undone.unused] == ["avalanhces zorblaxian"]
    assert [chip.id for chip in undone.removed] == [spelling_id("avalanhces")]
