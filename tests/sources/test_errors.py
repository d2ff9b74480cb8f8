"""What went wrong with a source is told in an analyst's words, without keys and addresses."""

from __future__ import annotations

from typing import get_args

import pytest

from core.sources.errors import Kind, SourceError, redact
from tests.sources.services import KEY


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_says_what_happened_and_what_to_do(kind: Kind) -> None:
    error = SourceError(kind, "PubMed")
    assert str(error).startswith("PubMed ")
    assert str(error).endswith(".")
    assert error.advice.endswith(".")


def test_what_more_there_is_to_say_and_until_when_stand_in_the_sentence() -> None:
    error = SourceError("cooldown", "arXiv", "it asked for that", until=1_800_000_900)
    assert str(error) == "arXiv is cooling down and was not asked (it asked for that) until 2027-01-15 08:15 UTC."


def test_advice_of_its_own_goes_before_the_usual_one() -> None:
    assert SourceError("auth", "PubMed", advice="Set NCBI_KEY.").advice == "Set NCBI_KEY."


def test_keys_and_addresses_of_machines_are_removed_from_words() -> None:
    said = redact('k=secret1 api_key=abc&x "api-key":"203.0.113.7" Bearer xyz from 2001:db8::7 at 10:30', ["secret1"])
    for word in ("secret1", "abc", "203.0", "xyz", "2001:db8"):
        assert word not in said
    assert "10:30" in said


def test_a_source_that_repeats_the_key_it_was_sent_does_not_bring_it_into_the_error() -> None:
    error = SourceError("bad_request", "PubMed", f"unknown field in ?api_key={KEY}&db=pubmed from 203.0.113.7")
    assert KEY not in str(error) + error.detail
    assert "203.0.113.7" not in str(error) + error.detail
    assert "unknown field" in str(error)
