"""A place is no object, and a verb of many objects means what its object says."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.statements import at_home
from tests.systems.nco_classification.little_index import CLASSIFICATION

READ = CLASSIFICATION.query_normalizer.read


@pytest.mark.parametrize(
    ("said", "english"),
    [
        ("ghar par agarbatti banati hoon", "agarbatti maker"),
        ("ghar mein lakdi ke khilone banata hoon", "wood toy maker"),
        ("ghar pe papad banati hoon", "papad maker"), ("घर पर टोकरी बनाती हूँ", "basket maker"),
        ("apne ghar silai karti hoon", "tailor sewing"), ("ghar ke bahar chai bechti hoon", "tea seller"),
        ("kapde machine se silti hoon", "clothes machine tailor sewing"),
    ],
)  # fmt: skip
def test_what_stands_before_a_postposition_is_a_place_or_a_tool_and_never_what_is_made(said: str, english: str) -> None:
    assert READ(said).english == english


@pytest.mark.parametrize(
    ("words", "before", "found"),
    [
        (["ghar", "par"], [], (2, "")), (["ghar", "mein"], ["apne"], (2, "")),
        (["ghar", "mein"], ["logon", "ke"], (2, "home")),
        (["ghar", "ke", "bahar"], [], (3, "")), (["ghar", "banata"], [], (0, "")),
        (["ghar", "ki", "safai"], ["apne"], (0, "")),
    ],
)  # fmt: skip
def test_ones_own_home_tells_nothing_and_that_of_others_is_a_home(
    words: list[str], before: list[str], found: tuple[int, str]
) -> None:
    assert at_home(words, before) == found


def test_who_builds_a_home_is_a_builder_still() -> None:
    assert "mason builder" in READ("eent se ghar banata hoon").english


@pytest.mark.parametrize(
    ("said", "sense"),
    [
        ("mitti dhota hoon", "carrying loading"), ("saman dhota hoon", "carrying loading"),
        ("bori dhota hoon", "carrying loading"),
        ("kapde dhoti hoon", "washing"), ("gaadi dhota hoon", "washing"), ("dhota hoon", "washing carrying"),
        ("मिट्टी ढोता हूँ", "carrying loading"), ("phone uthati hoon", "answering"),
        ("kachra uthata hoon mohalle ka", "collector"),
        ("sabji ka thela lagata hoon", "vendor"), ("station par saman dhota hoon", "luggage porter"),
        ("site par masala banata hoon", "mortar"), ("khana banati hoon subah shaam logon ke ghar", "cook"),
    ],
)  # fmt: skip
def test_a_verb_of_many_objects_has_the_sense_of_its_object(said: str, sense: str) -> None:
    assert sense in READ(said).english
    assert ("washing" in READ(said).english) == ("washing" in sense)


@pytest.mark.parametrize("said", ["main, banata hoon", "lagati hoon, kaam mein"])
def test_it_says_nothing_alone(said: str) -> None:
    assert not any(english for _, english in READ(said).replaced)
