"""Whether a person knows about a topic is fitted so that it is true of people of a place that the fit has not seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from core.evaluate import fit_knows as module
from core.evaluate.fit_knows import Found, find_all, fit_knows, main, reliability_of
from core.evaluate.judged_people import Place
from tests.systems.expert_search.little_people import little_people


def found(place: str, seed: int) -> list[Found]:
    """Topics of which one in four of those found knows: their best document is near, and most are named for it."""
    noise, made = np.random.default_rng(seed), []
    for _ in range(60):
        right = frozenset(str(person) for person in range(8) if noise.random() < 0.25)
        owners = tuple(str(person) for person in range(8) for _ in range(2))
        near = [noise.normal(0.55 if owner in right else 0.35, 0.1) for owner in owners]
        named = [float(noise.random() < (0.7 if owner in right else 0.2)) for owner in owners]
        made.append(Found(place, np.column_stack([near, named]), owners, right))
    return made


TWO = [*found("one", 1), *found("two", 2)]


def test_it_is_true_of_a_place_it_has_not_seen() -> None:
    for bins in reliability_of(TWO).values():
        assert sum(count for *_, count in bins) == 60 * 8
        assert all(abs(said - true) < 0.15 for said, true, _ in bins)


def test_no_weight_falls_where_more_was_found() -> None:
    turned = [Found(one.place, -one.numbers, one.owners, one.right) for one in TWO]
    assert (fit_knows(turned)[1:] >= 0).all()


def test_people_are_asked_for_their_topics_and_for_nothing() -> None:
    topic, nothing = find_all(
        [Place("little", little_people(), [("perovskite films", {"sun": 3})], made=False)], ["qqq"]
    )
    assert topic.right == {"sun"}
    assert topic.owners[int(topic.numbers.sum(axis=1).argmax())] == "sun"
    assert not nothing.right


def test_one_place_alone_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KNOWS", tmp_path / "knows.csv")
    with pytest.raises(InputError, match="another place"):
        main(["nothing.csv", "one"])
