"""A “not” that no cue takes turns what it belongs to, is told as a guess, and turns nothing else."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.lost_negations import LEFT_OPEN, TURNED
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read


@pytest.mark.parametrize(
    ("said", "left_out"),
    [
        ("Europe is fine, Asia isn't.", "place not Asia"),
        ("we can't use anyone who works for a bank", "organisation not bank"),
        ("freelancers aren't ok", "organisation not freelancers"),
    ],
)  # fmt: skip
def test_a_lost_not_turns_what_stands_beside_it_and_says_so(said: str, left_out: str) -> None:
    request = f"kilns. {said}"
    assert read(request) == {"hard topic kilns", f"hard {left_out}"}
    assert TURNED in {word.as_ for word in understand(request, CONTEXT)[1].words}


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("kilns that do not start in Peru", "Peru"), ("kilns. We could not find anyone in Peru", "Peru"),
        ("not only kilns but also ropes, Peru", "Peru"), ("kilns, Peru, and I am not in a hurry", "Peru"),
    ],
)  # fmt: skip
def test_a_not_of_something_else_turns_nothing(request_: str, wanted: str) -> None:
    assert not [one for one in read(request_) if f"not {wanted}" in one]


@pytest.mark.parametrize("said", ["self-employed", "not working for themselves", "freelance"])
def test_who_is_their_own_boss_is_asked_of_the_organisation(said: str) -> None:
    assert any("organisation" in one for one in read(f"kilns, {said}"))


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("two people for kilns, one who works at a university and one who doesn't", "one who doesn't"),
        ("somebody who knows either kilns or ropes but not both", "not both"),
        ("kilns. Glazes are not.", "are not"),
    ],
)
def test_a_not_that_ends_its_clause_and_turns_nothing_is_told(request_: str, said: str) -> None:
    assert (said, LEFT_OPEN) in {(word.text, word.as_) for word in understand(request_, CONTEXT)[1].unused}


@pytest.mark.parametrize(
    "request_", ["kilns that do not start", "kilns. Europe is fine, Asia isn't.", "not from a bank"]
)
def test_a_not_that_was_read_is_not_told_as_left_open(request_: str) -> None:
    assert LEFT_OPEN not in {word.as_ for word in understand(request_, CONTEXT)[1].words}
