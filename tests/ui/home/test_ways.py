"""The ways from the first page: an address from before there was one still arrives, a bare one stays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.installation import Installation
from core.ui.expert_search.ranking.settings import Numbers
from core.ui.home.ways import _OF_FORMER_FIRST
from tests.ui.steps import ask, in_address, opened, said

DRAWN = Path(__file__).parents[3] / "core" / "ui" / "expert_search"


def title(test: object) -> str:
    return str(test.title[0].value)  # type: ignore[attr-defined]


def test_an_address_that_the_expert_search_had_as_first_page_arrives_with_all_it_says(house: Installation) -> None:
    thread = in_address(ask(opened("expert_search"), "flood forecasting"), "thread")
    test = opened(thread=thread, alpha="0.3")
    assert title(test) == "Expert search"
    assert in_address(test, "thread") == thread
    assert in_address(test, "alpha") == "0.3"
    assert said(test, "flood forecasting")


@pytest.mark.parametrize("address", [{}, {"utm_source": "mail"}], ids=["bare", "of another kind"])
def test_any_other_address_stays_at_home(house: Installation, address: dict[str, str]) -> None:
    assert title(opened(**address)) == "Glassbox"


def test_every_name_that_the_expert_search_writes_into_its_address_is_known() -> None:
    written = {name for file in DRAWN.rglob("*.py") for name in _published(file.read_text(encoding="utf-8"))}
    assert {"person", "switched", "locked"} <= written
    assert written | set(Numbers.__annotations__) | {"thread", "people"} <= _OF_FORMER_FIRST


def _published(code: str) -> list[str]:
    calls = re.findall(r"\bpublish\(([^*]*?)\)\n", code, flags=re.DOTALL)
    return [name for call in calls for name in re.findall(r"(\w+)=\(", call)]
