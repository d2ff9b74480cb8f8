"""A title whose own work is said not to be done is not given, it is asked about."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.decision.denied import denied_by
from tests.systems.nco_classification.little_index import LittleIndex, candidate

WELDER, GRINDER = [("7212", 0.95), ("7224", 0.3)], [("7224", 0.95), ("7212", 0.3)]


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Welder: not welding, only grinds", True), ("welder, does not grind", False), ("welder", False),
        ("welder who retired", False),
    ],
)  # fmt: skip
def test_the_likeliest_family_is_denied_by_its_own_work(text: str, denied: bool) -> None:
    index = LittleIndex({"welding": WELDER, "grind": GRINDER}, [])
    said = denied_by(text, [candidate(*WELDER[0])], index)  # type: ignore[arg-type]
    assert bool(said) == denied


def test_without_candidates_nothing_is_denied() -> None:
    assert denied_by("not welding", [], LittleIndex({}, [])) == ""  # type: ignore[arg-type]
