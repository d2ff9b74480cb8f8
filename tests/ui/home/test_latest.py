"""Where one left off: the latest runs of all systems, each a press away from its panel."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.installation import NOBODY, Installation
from core.ui.home.latest import MOST
from tests.ui.steps import as_read, finished, in_address, labels, opened, said


def lines(test: AppTest) -> list[str]:
    return [as_read(caption.value) for caption in test.main.caption]


def begun(house: Installation, request: str, outcome: str, system: str = "expert_search", owner: str = NOBODY) -> str:
    id = house.threads.new_id()
    house.threads.begin(id, system, owner, request, {})
    house.threads.update(id, outcome=outcome, unfinished=outcome in ("running", "stopped", "failed"))
    return id


def test_where_nothing_was_asked_one_line_says_so(house: Installation) -> None:
    test = opened()
    assert said(test, "Nothing is asked yet.")
    assert lines(test) == []


@pytest.mark.parametrize(
    ("outcome", "words", "button"),
    [
        ("done", "answered", "Open"),
        ("asking", "question open", "Go on"),
        ("stopped", "stopped", "Go on"),
        ("failed", "failed", "Go on"),
        ("running", "cut off", "Go on"),
    ],
)
def test_a_run_says_how_it_ended_and_what_can_be_done(
    house: Installation, outcome: str, words: str, button: str
) -> None:
    begun(house, "who knows **bells**?", outcome, "knowledge_base")
    test = opened()
    assert said(test, "who knows **bells**?")
    (line,) = lines(test)
    assert said(test, "**Knowledge base** · who knows")
    assert line.endswith(words)
    assert [label for label in labels(test) if label in ("Open", "Go on")] == [button]


def test_the_latest_of_all_systems_are_shown_and_nobody_elses(house: Installation) -> None:
    for number in range(MOST):
        begun(house, f"question {number}", "done", ("library_chat", "expert_search")[number % 2])
    begun(house, "the newest", "done", "nco_classification")
    begun(house, "somebody else's", "done", owner="ada")
    test = opened()
    assert len(lines(test)) == MOST
    assert said(test, "the newest")
    assert not said(test, "question 0")
    assert not said(test, "somebody else's")


def test_open_leads_to_the_panel_with_the_run_on_it(house: Installation) -> None:
    test = opened()
    test.button(key="home:try:library_chat").click().run()
    thread = in_address(finished(test), "thread")
    test = opened()
    test.button(key=f"home:open:{thread}").click().run()
    finished(test)
    assert [title.value for title in test.title] == ["Library chat"]
    assert in_address(test, "thread") == thread
    assert said(test, "16 authors with at least 2 different genres")


def test_a_search_among_own_people_is_opened_with_them_chosen(house: Installation) -> None:
    id = house.threads.new_id()
    house.threads.begin(id, "expert_search", NOBODY, "bells", {"collection": "sample"})
    test = opened()
    test.session_state["expert_search:people"] = "another"
    test.button(key=f"home:open:{id}").click().run()
    assert finished(test).session_state["expert_search:people"] == "sample"
