"""Whether a query or a code says anything of what the user said: in the same words, in Latin letters, or in English."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.decision.own_words import is_own, share_words, terms_of, texts_of
from tests.systems.nco_classification.little_index import CLASSIFICATION

READS = CLASSIFICATION.query_normalizer


@pytest.mark.parametrize(("said", "query"), [("baal kaatne wala", "cuts hair"), ("वकील", "lawyer"), ("IT", "it")])
def test_words_of_indian_languages_share_their_english_and_words_that_are_all_common_share_themselves(
    said: str, query: str
) -> None:
    assert terms_of(said, READS) & terms_of(query, READS)


def test_a_query_is_the_users_own_when_it_adds_nothing() -> None:
    said = "Seamstress: works with cloth; uses needle"
    assert is_own("Seamstress", said, READS)
    assert is_own("works with cloth; uses needle", said, READS)
    assert is_own("lawyer", "वकील", READS)
    assert not is_own("Seamstress on board of aircraft", said, READS)
    assert not is_own("airline pilot", said, READS)


def test_all_that_is_written_about_a_family_can_share_a_word_with_what_was_said() -> None:
    own = terms_of("makes pottery on a wheel", READS)
    assert share_words(texts_of("7314", CLASSIFICATION), own, READS)
    assert not share_words(["Aircraft Pilots", "flies passengers"], own, READS)
    assert CLASSIFICATION.title("7314") in texts_of("7314.0100", CLASSIFICATION)
