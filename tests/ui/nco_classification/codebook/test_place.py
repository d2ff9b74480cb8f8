"""Where on the panel the analyst is, as the address says it, and when the address is followed."""

from __future__ import annotations

import time

import pytest

from core.ui.address import Told
from core.ui.nco_classification.codebook.place import CODEBOOK, ONE, Place, address_of, linked_code

RESULT, FAMILY, SIBLING = Place(ONE), Place(CODEBOOK, "7531"), Place(CODEBOOK, "7533", "tailor")


@pytest.mark.parametrize(
    ("place", "address"),
    [
        (RESULT, {}),
        (Place("file"), {"view": "file"}),
        (Place(CODEBOOK), {"view": "codebook"}),
        (Place(CODEBOOK, "", "gas welder"), {"view": "codebook", "find": "gas welder"}),
        (FAMILY, {"code": "7531"}),
        (SIBLING, {"code": "7533", "find": "tailor"}),
    ],
)
def test_every_place_has_an_address_that_says_no_more_than_is_needed(place: Place, address: dict[str, str]) -> None:
    assert place.address() == address


def test_an_address_that_the_analyst_went_back_to_is_followed() -> None:
    assert Told(SIBLING, FAMILY, time.monotonic() - 60).led_elsewhere(FAMILY, SIBLING)
    assert not Told(SIBLING, FAMILY, time.monotonic() - 60).led_elsewhere(SIBLING, SIBLING)


def test_a_click_is_not_undone_by_the_address_of_the_place_it_left() -> None:
    assert not Told(FAMILY, RESULT, 0.0).led_elsewhere(FAMILY, SIBLING)


def test_an_address_that_the_browser_may_not_have_yet_is_waited_for() -> None:
    now = time.monotonic()
    assert not Told(SIBLING, FAMILY, now + 60).led_elsewhere(FAMILY, SIBLING)
    assert Told(SIBLING, FAMILY, now + 60).led_elsewhere(RESULT, SIBLING)


def test_a_code_in_a_table_leads_to_its_page_from_any_place_of_the_panel() -> None:
    assert linked_code("7531") == "[7531](?code=7531)"
    assert linked_code("7531.0100").endswith("](?code=7531.0100)")


def test_a_code_has_an_address_from_any_place_of_the_panel_and_none_has_none() -> None:
    assert (address_of("7531.0100"), address_of("")) == ("?code=7531.0100", "")
