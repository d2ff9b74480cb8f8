"""A word was used where any form of it stands in the evidence of what was found; else it is told, with the reason."""

from __future__ import annotations

import pytest

from core.language.reading import read_words
from core.systems.nco_classification.decision.evidence_words import NOT_FOUND, settle
from core.systems.nco_classification.decision.obstacles import strip_ids_and_places
from core.systems.nco_classification.decision.request_words import UNKNOWN, read_request
from core.systems.nco_classification.index.occupations import Candidate
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
