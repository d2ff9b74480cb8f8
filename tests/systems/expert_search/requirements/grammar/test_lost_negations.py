"""A “not” that no cue takes turns what it belongs to, is told as a guess, and turns nothing else."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.lost_negations import TURNED
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
