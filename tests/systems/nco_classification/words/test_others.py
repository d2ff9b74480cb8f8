"""An occupation that something is done to, for or with is another's; after “as” and “is a” it is somebody's own."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.others import others, singular

PEOPLE = frozenset(("welder", "driver", "tailor", "mason", "nurse", "barber", "plumber", "electrician", "fisherman"))


def names(text: str) -> list[str]:
    return [one.words[-1] for one in others(text, PEOPLE.__contains__)]


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("teaches welders", ["welder"]), ("I recruit drivers", ["driver"]), ("sells machines to tailors", ["tailor"]),
        ("cooks for masons", ["mason"]), ("trainer of nurses", ["nurse"]), ("checks welders' joints", ["welder"]),
        ("manages a team of welders", ["welder"]), ("pays plumbers and electricians", ["plumber", "electrician"]),
        ("trains plumbers, electricians and masons", ["plumber", "electrician", "mason"]),
        ("welders ko sikhata hoon", ["welder"]), ("nurses ke liye khana banati hoon", ["nurse"]),
        ("plumber aur welder ko training", ["plumber", "welder"]), ("drives the nurse home", ["nurse"]),
        ("welder trainer", ["welder"]), ("buys fish from fishermen", ["fisherman"]),
    ],
)  # fmt: skip
def test_people_to_whom_something_is_done_are_others(text: str, whose: list[str]) -> None:
    assert names(text) == whose


@pytest.mark.parametrize(
    "text",
    [
        "welder", "I am a welder", "works as a driver for a bank", "runs a barber shop", "welders and plumbers",
        "works in a team of electricians", "became a mason", "maps of the highway, licensed driver", "driver",
        "electrician, sells wire to electricians", "", "the job of a tailor",
    ],
)  # fmt: skip
def test_an_occupation_that_is_somebodys_own_is_not_anothers(text: str) -> None:
    assert names(text) == []


def test_an_occupation_is_compared_in_the_singular() -> None:
    assert [singular(word) for word in ("welders", "fishermen", "drivers'", "nurse's", "boss")] == [
        "welder", "fisherman", "driver", "nurse", "boss",
    ]  # fmt: skip
