"""Of every word of a question for a report it is told whether it limits the search, was found, or was of no use."""

from __future__ import annotations

from core.codec import from_state
from core.language.reading import Reading
from core.systems.research_reports.plan.request_words import NOT_FOUND, TAKEN_AWAY, YEARS, absent_id
from tests.systems.research_reports.little_sources import QUESTION, little_context, run


def read(*requests: str, without: frozenset[str] = frozenset()) -> Reading:
    return from_state(Reading, run(little_context(ask_plan=False, without=without), *requests)["reading"])


def fates(reading: Reading) -> dict[str, tuple[str, str]]:
    return {word.text: (word.fate, word.as_) for word in (*reading.used, *reading.assumed, *reading.unused)}


def test_words_that_the_papers_have_are_used_and_others_could_not_be() -> None:
    told = fates(read("What is known about zorblaxian tin perovskite solar cells?"))
    assert told["tin perovskite solar cells"] == ("used", "found in the papers")
    assert told["zorblaxian"] == ("unused", NOT_FOUND)


def test_words_that_say_what_kind_of_report_is_wanted_are_used_for_that() -> None:
    assert read("Give an overview of tin perovskite solar cells").unused == ()
    assert fates(read("tin versus lead perovskite solar cells"))["versus"][0] == "used"


def test_years_and_what_is_to_be_absent_limit_the_search_and_are_chips() -> None:
    reading = read("lead-free tin perovskite solar cells since 2013")
    told = fates(reading)
    assert told["since 2013"] == ("used", "limits the years of publication")
    assert told["lead-free"] == ("used", "leaves out papers that have it")
    assert [chip.label for chip in reading.chips] == ["published from 2013", "without lead"]


def test_a_chip_that_was_taken_away_limits_nothing_and_can_be_put_back() -> None:
    request = "lead-free tin perovskite solar cells since 2013"
    reading = read(request, without=frozenset({YEARS, absent_id("lead")}))
    assert fates(reading)["since 2013"] == ("unused", TAKEN_AWAY)
    assert reading.chips == ()
    assert [chip.id for chip in reading.removed] == [YEARS, absent_id("lead")]
    state = run(little_context(ask_plan=False, without=frozenset({YEARS})), request)
    assert (state["plan"]["since"], state["plan"]["absent"]) == (None, ["lead"])


def test_conditions_that_no_source_can_keep_are_told() -> None:
    reading = read("tin perovskite solar cells in the 1990s under 5 euros, but not soup")
    assert [word.text for word in reading.unused] == ["in the 1990s", "under 5 euros", "not soup"]


def test_a_follow_up_is_read_against_the_evidence_that_is_there() -> None:
    reading = read(QUESTION, "and their zorblaxian efficiency since 2018?")
    assert reading.request == "and their zorblaxian efficiency since 2018?"
    assert {word.text for word in reading.unused} == {"zorblaxian", "since 2018"}
    assert "efficiency" in fates(reading)
    assert reading.chips == ()
