"""The facts of an answer, and every way in which their names may be written."""

from __future__ import annotations

import pytest

from core.stores.library_plan import Key, Plan
from core.systems.library_chat.agents.results import Figure
from core.systems.library_chat.plan.understood import Understood
from core.systems.library_chat.review.facts import Edition, Facts, facts_of

DISPOSSESSED = Edition("The Dispossessed: An Ambiguous Utopia", ("Ursula K. Le Guin",), ("Science Fiction",), 1974, 387)
FACTS = Facts("I found 1 book.", books=(DISPOSSESSED, Edition("Ash", ("Al Ho",), ("Mysteries",))), passing=2)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("the dispossessed: an ambiguous utopia", ("title", DISPOSSESSED.title)),
        ("The Dispossessed", ("title", DISPOSSESSED.title)),
        ("ursula k. le guin", ("person", "Ursula K. Le Guin")),
        ("Le Guin", ("person", "Ursula K. Le Guin")),
        ("Guin", ("person", "Ursula K. Le Guin")),
        ("Ash", ("title", "Ash")),
        ("sci fi", ("name", "Science Fiction")),
        ("a mystery", ("name", "Mysteries")),
    ],
)
def test_a_name_may_be_written_in_part_and_in_other_letters(written: str, meant: tuple[str, str]) -> None:
    found = [(kind, name) for _, _, kind, name in FACTS.named(written)]
    assert found == [meant]


def test_a_title_of_one_word_and_a_surname_keep_their_capitals() -> None:
    assert list(FACTS.named("a heap of ash, said guin")) == []


def test_groups_have_all_their_figures_and_months_their_names() -> None:
    figures = [Figure(name="9", value=12, measure="books"), Figure(name="9", value=300, measure="pages")]
    facts = facts_of("1 month.", "", "", Understood(Plan(by=(Key(column="month"),))), [], figures)
    assert [(group.parts, group.values) for group in facts.groups] == [(("September",), (12, 300))]
    assert facts_of("", "", "", Understood(Plan()), [], [Figure(name="books", value=3, measure="books")]).groups == ()
