"""What is said of the readings of a question: whose is answered, and that there is another."""

from __future__ import annotations

import pytest

from core.systems.library_chat.plan.weighing import RULES, YOU, Compared
from core.ui.library_chat.plan.readings import difference


def row(by: str, plan: str, followed: bool, note: str = "") -> Compared:
    return Compared(by=by, plan=plan, gives="2 books", followed=followed, note=note)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([row(RULES, "all", True), row("Gemini", "all", True)], ""),
        ([row(RULES, "all", False), row(YOU, "some", True)], ""),
        ([row(RULES, "all", False), row("Gemini", "some", True), row(YOU, "some", True)], ""),
        (
            [row(RULES, "all", False), row("Gemini", "some", True)],
            "Answered as Gemini read it. The rules read it otherwise: 2 books.",
        ),
        (
            [row(RULES, "all", True), row("Gemini", "some", False, "It leaves out “red”.")],
            "Answered as the rules read it. Gemini read it otherwise: 2 books. It leaves out “red”.",
        ),
    ],
)
def test_a_difference_between_rules_and_model_is_said_until_the_analyst_has_chosen(
    rows: list[Compared], said: str
) -> None:
    assert difference(rows) == said


def test_a_plan_that_was_refused_is_said_with_the_reason() -> None:
    refused = Compared(by="Gemini", plan="", gives="", followed=False, note="There is no column “rating”.")
    line = difference([row(RULES, "all", True), refused])
    assert line == "Answered as the rules read it. Gemini read it otherwise. There is no column “rating”."
