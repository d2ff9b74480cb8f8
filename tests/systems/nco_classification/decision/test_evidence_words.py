"""A word was used where any form of it stands in the evidence of what was found; else it is told, with the reason."""

from __future__ import annotations

import pytest

from core.language.reading import Word, read_words
from core.systems.nco_classification.decision.evidence_words import NOT_FOUND, known_part, settle
from core.systems.nco_classification.decision.obstacles import strip_ids_and_places
from core.systems.nco_classification.decision.request_words import KNOWN, UNKNOWN, read_request
from core.systems.nco_classification.index.occupations import Candidate, Match
from core.systems.nco_classification.index.query_normalizer import forms_of
from tests.systems.nco_classification.decision.test_request_words import fates, index
from tests.systems.nco_classification.little_index import CLASSIFICATION

FAMILY = "7411"


def settled(said: str):
    reading = read_request(said, strip_ids_and_places(said).query, index(), frozenset())
    candidate = Candidate(FAMILY, 1.0, None, [], [])  # type: ignore[arg-type]
    return settle(reading, [candidate], CLASSIFICATION, CLASSIFICATION.query_normalizer)


@pytest.mark.parametrize("said", ["electrician", "electrician's", "electricians", "wiring-electrician", "bijli mistri"])
def test_any_form_in_the_evidence_is_used(said):
    assert settled(said).unused == ()


def test_what_somebody_does_is_found_where_who_does_it_is_named() -> None:
    reading = read_words("collects fees", [Word("collects", 0, 8, "used", KNOWN), Word("fees", 9, 13, "used", KNOWN)])
    match = Match("1111", "title", "Bill and Accounts Collector", 0.5, [])
    found = [Candidate("1111", 1.0, None, [match], [])]  # type: ignore[arg-type]
    told = fates(settle(reading, found, CLASSIFICATION, CLASSIFICATION.query_normalizer))
    assert told["collects"][0] == "used"
    without = [Candidate("1111", 1.0, None, [], [])]  # type: ignore[arg-type]
    assert settle(reading, without, CLASSIFICATION, CLASSIFICATION.query_normalizer).words[0].fate == "unused"


def test_what_stands_in_none_is_told_once_with_the_reason():
    told = fates(settled("zorblaxian electrician"))
    assert told["zorblaxian"] == ("unused", UNKNOWN)
    assert told["electrician"][0] == "used"
    assert fates(settled("lawyer"))["lawyer"] == ("unused", NOT_FOUND)


def test_a_word_that_shares_its_letters_with_the_evidence_is_used():
    fate, why = fates(settled("electrcician"))["electrcician"]
    assert (fate, "electrician" in why) in {("used", True), ("assumed", True)}


def test_nothing_changes_where_nothing_was_found():
    reading = read_words("zorb", [])
    assert settle(reading, [], CLASSIFICATION, CLASSIFICATION.query_normalizer) == reading


def test_a_negation_is_set_aside_and_no_failure():
    reading = settled("electrician, not a painter")
    assert "not a painter” is set aside" in reading.sentence
    assert "could not be used" not in reading.sentence


def test_a_word_has_its_parts_and_its_stem_among_its_forms():
    assert {"driver's", "driver"} <= set(forms_of("driver's"))
    assert {"tea", "shop"} <= set(forms_of("tea-shop"))
    assert "comb" in forms_of("combs")


def test_what_somebody_does_is_not_found_where_the_same_word_is_a_thing() -> None:
    reading = read_words("trains dogs", [Word("trains", 0, 6, "used", KNOWN), Word("dogs", 7, 11, "used", KNOWN)])
    drivers = Candidate("8311", 1.0, None, [], [])  # type: ignore[arg-type]
    trains, _ = settle(reading, [drivers], CLASSIFICATION, CLASSIFICATION.query_normalizer).words
    assert (trains.fate, trains.as_) == ("unused", NOT_FOUND)


def test_only_the_first_families_tell_which_words_were_used() -> None:
    reading = read_request("electrician", "electrician", index(), frozenset())
    families = [Candidate(family, 1.0, None, [], []) for family in ("2611", "2221", "6111", FAMILY)]  # type: ignore[arg-type]
    told = fates(settle(reading, families, CLASSIFICATION, CLASSIFICATION.query_normalizer))
    assert told["electrician"] == ("unused", NOT_FOUND)


def test_a_verb_is_found_where_the_shown_evidence_has_any_form_of_it() -> None:
    match = Match("8311", "phrase", "train driver", 0.9, [])
    reading = read_words("trains dogs", [Word("trains", 0, 6, "used", KNOWN), Word("dogs", 7, 11, "used", KNOWN)])
    drivers = Candidate("8311", 1.0, None, [match], [])  # type: ignore[arg-type]
    trains, _ = settle(reading, [drivers], CLASSIFICATION, CLASSIFICATION.query_normalizer).words
    assert trains.fate == "used"


def test_a_word_that_stands_in_a_choice_or_in_what_was_searched_for_is_not_told_as_unusable() -> None:
    said = "registers guests"
    reading = read_words(said, [Word("registers", 0, 9, "used", KNOWN), Word("guests", 10, 16, "used", KNOWN)])
    found = [Candidate(FAMILY, 1.0, None, [], [])]  # type: ignore[arg-type]
    nothing = settle(reading, found, CLASSIFICATION, CLASSIFICATION.query_normalizer)
    assert [word.fate for word in nothing.words] == ["unused", "unused"]
    assert known_part(said, nothing) == ""
    offered = ["Register a hospital's patients and visitors"]
    told = settle(reading, found, CLASSIFICATION, CLASSIFICATION.query_normalizer, offered)
    assert [word.fate for word in told.words] == ["used", "unused"]
    assert known_part(said, told) == "registers"


def test_an_english_word_is_not_spelt_nearly_as_another_and_what_nobody_knows_was_not_searched_for() -> None:
    reading = settled("zorblaxian electrician and husband")
    assert fates(reading)["husband"][0] == "unused"
    assert known_part("zorblaxian electrician", reading) == "electrician"


@pytest.mark.parametrize("said", ["midday meal cook", "mid-day meal cook", "mid day meal cook"])
def test_a_hyphen_or_a_blank_in_a_word_is_no_other_word(said: str) -> None:
    reading = read_request(said, said, index(), frozenset())
    match = Match("5120", "phrase", "mid-day meal cook", 0.9, [])
    cooks = Candidate("5120", 1.0, None, [match], [])  # type: ignore[arg-type]
    assert settle(reading, [cooks], CLASSIFICATION, CLASSIFICATION.query_normalizer).unused == ()


def test_a_word_written_apart_is_found_where_it_stands_as_one() -> None:
    reading = read_request("brick layer", "brick layer", index(), frozenset())
    match = Match("7112", "phrase", "bricklayer", 0.9, [])
    layers = Candidate("7112", 1.0, None, [match], [])  # type: ignore[arg-type]
    assert settle(reading, [layers], CLASSIFICATION, CLASSIFICATION.query_normalizer).unused == ()
