"""Where the candidates lie in the classification."""

from __future__ import annotations

from core.ui.nco_classification.index.hierarchy import FAINT, _branch, _rings
from tests.systems.nco_classification.little_index import CLASSIFICATION

SHARES = {"7531": 0.7, "7533": 0.2, "2211": 0.1}
MASS = {"7": 0.9, "75": 0.9, "753": 0.9, "7531": 0.7, "7533": 0.2, "2": 0.1, "22": 0.1, "221": 0.1, "2211": 0.1}


def test_the_likelier_branch_comes_first_each_before_what_is_inside_it() -> None:
    assert sorted(MASS, key=lambda code: _branch(code, MASS)) == [
        "7", "75", "753", "7531", "7533", "2", "22", "221", "2211",
    ]  # fmt: skip


def test_every_family_is_in_the_rings_and_only_candidates_are_coloured() -> None:
    [rings] = _rings(MASS, SHARES, CLASSIFICATION).data
    colours = dict(zip(rings.ids, rings.marker.colors, strict=True))
    assert set(CLASSIFICATION.families) <= set(colours)
    assert {code for code, colour in colours.items() if colour != FAINT} == set(MASS)


def test_a_likelier_family_has_more_room() -> None:
    [rings] = _rings(MASS, SHARES, CLASSIFICATION).data
    room = dict(zip(rings.ids, rings.values, strict=True))
    assert room["7531"] > room["7533"] > room["2211"] > room["1111"] > 0
