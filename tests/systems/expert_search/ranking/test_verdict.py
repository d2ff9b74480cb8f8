"""What is said of a search: it agrees with the list below it, names what nobody knows, and who comes nearest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.systems.expert_search.ranking.standing import Fits, Standing, group_of
from core.systems.expert_search.ranking.verdict import Verdict, judge, lack_in_words, lacks
from core.systems.expert_search.requirements.cell import Cell, Coverage
from core.systems.expert_search.requirements.requirement import Requirement, Requirements

NAMES = {"ama": "Ama Diop", "bo": "Bo Li", "cy": "Cy Ray"}
DAMS, BEES = Requirement("topic", "dams"), Requirement("topic", "bee keeping")
KENYA, TWI = Requirement("place", "Kenya"), Requirement("language", "Twi")
NO_NURSES = Requirement("topic", "nurses", excluded=True)
MET, NOT_MET = Cell("met", 1.0), Cell("not met", 0.0)


def place(id: str, fits: Fits, knows: float | None = None, *failing: Requirement) -> Standing:
    ids = tuple(one.id for one in failing)
    return Standing(id, 1, 0.5, fits, group_of(fits), 0.5, 0.5, (), {}, ids, knows=knows)


def said(
    wanted: tuple[Requirement, ...],
    places: list[Standing],
    cells: dict[Requirement, dict[str, Cell]],
    quality: float = 0.2,
    nothing: bool = True,
    people: int = 1,
    **best: float,
) -> Verdict:
    asked = Requirements(wanted, people)
    rows = {one.id: cells.get(one, {}) for one in wanted}
    topics = {one.id: best.get(one.value.split()[0], 0.0) for one in asked.topics}
    state: Any = {"quality_score": quality, "nothing_good": nothing, "topic_qualities": topics}
    return judge(state, asked, places, NAMES, Coverage(wanted, rows), 0.5)


def test_a_list_in_which_everybody_is_in_doubt_stands_below_no_good_verdict() -> None:
    doubted = [place("ama", "topic in doubt", 0.4), place("bo", "topic in doubt", 0.1)]

    verdict = said((DAMS, BEES), doubted, {}, 0.6, nothing=False, dams=0.9, bee=0.7)

    assert (verdict.kind, verdict.title) == ("in doubt", "Nobody here likely knows all of it.")
    assert verdict.text == "First in the list is Ama Diop: perhaps knows it, 0.40; from 0.5 on it would be likely."
    better = [place("cy", "all", 0.9), *doubted]
    assert said((DAMS,), better, {}, 0.6, nothing=False).kind == "good"


def test_nobody_surely_fits_where_what_must_be_is_not_known_of_the_first() -> None:
    verdict = said((DAMS, KENYA), [place("cy", "as far as known", 0.9, KENYA)], {}, 0.6, nothing=False)

    assert (verdict.kind, verdict.title) == ("not known", "Nobody surely fits.")
    assert verdict.text == "Nearest is Cy Ray; Kenya: not known."


@pytest.mark.parametrize(
    ("value", "told"), [("bank", "not from any bank"), ("NGO", "not from any NGO"), ("Oxfam", "not from Oxfam")]
)
def test_an_employer_who_must_not_be_and_is_not_known_is_no_double_negative(value: str, told: str) -> None:
    employer = Requirement("organisation", value, excluded=True)
    places = [place("cy", "as far as known", 0.9, employer)]
    assert said((DAMS, employer), places, {}, 0.6, nothing=False).text == f"Nearest is Cy Ray; {told}: not known."


def test_who_is_first_by_score_and_only_perhaps_knows_it_is_named_beside_who_likely_does() -> None:
    places = [place("ama", "topic in doubt", 0.4), place("bo", "likely", 0.6)]
    verdict = said((DAMS,), places, {}, 0.6, nothing=False)

    assert verdict.kind == "in doubt"
    assert verdict.text.startswith("First in the list is Ama Diop: perhaps knows it, 0.40; Bo Li, at place ")
    assert verdict.text.endswith("likely fits, 0.60.")


def test_the_topic_that_nobody_is_known_for_is_named_with_what_the_rest_reaches() -> None:
    cells = {DAMS: {"ama": Cell("met", 0.93)}}
    verdict = said((DAMS, BEES), [place("ama", "topic in doubt", 0.0)], cells, 0.05, dams=0.93, bee=0.02)

    assert verdict.title == "Nothing good was found."
    assert verdict.text.startswith("Nobody here is known for “bee keeping”, but somebody is for “dams”.")
    assert "“bee keeping” can be left out with the × at its chip." in verdict.text


def test_topics_that_are_known_to_different_people_are_told_so() -> None:
    cells = {DAMS: {"ama": Cell("met", 0.9)}, BEES: {"bo": Cell("met", 0.8)}}
    verdict = said((DAMS, BEES), [place("ama", "topic in doubt", 0.1)], cells, 0.3, dams=0.9, bee=0.8)

    assert verdict.text.startswith("Each topic is known to somebody, but for all of it together the best reaches")


def test_a_topic_that_nobody_likely_knows_is_not_said_to_be_known_to_somebody_whatever_many_together_reach() -> None:
    cells = {DAMS: {"ama": Cell("met", 0.9)}, BEES: {"bo": Cell("partly", 0.3), "cy": Cell("partly", 0.3)}}
    verdict = said((DAMS, BEES), [place("ama", "topic in doubt", 0.1)], cells, 0.3, dams=0.9, bee=0.51)

    assert verdict.text.startswith("Nobody here is likely known for “bee keeping”, but somebody is for “dams”.")


@pytest.mark.parametrize("failed", [KENYA, TWI, Requirement("years", "", low=20)], ids=lambda one: one.kind)
def test_who_knows_all_and_fails_one_condition_is_named_above_people_in_doubt(failed: Requirement) -> None:
    cells = {DAMS: {"ama": Cell("met", 0.9)}, failed: {"ama": Cell("not met", 0.0, "so it says")}}
    places = [place("bo", "topic in doubt", 0.01), place("ama", "not all", 0.9, failed)]

    assert (
        f"Nearest of those left out is Ama Diop, but for: {failed.label}: “so it says”."
        in said((DAMS, failed), places, cells).text
    )
    hardly = [place("bo", "topic in doubt", 0.01), place("ama", "not all", 0.3, failed)]
    assert "Nearest" not in said((DAMS, failed), hardly, cells).text
    twice = [place("bo", "topic in doubt", 0.01), place("ama", "not all", 0.9, failed, NO_NURSES)]
    assert "Nearest" not in said((DAMS, failed, NO_NURSES), twice, cells).text


def test_nobody_is_nearest_who_meets_nothing_that_not_everybody_meets() -> None:
    out = [place("ama", "not all", None, KENYA), place("bo", "not all", None, KENYA, TWI)]
    cells = {KENYA: {"ama": NOT_MET, "bo": NOT_MET}, NO_NURSES: {"ama": MET, "bo": NOT_MET}}

    assert "Nearest" not in said((KENYA, NO_NURSES), out, cells).text
    assert "Nearest is Ama Diop, but for: Kenya." in said((KENYA, TWI), out, {**cells, TWI: {"ama": MET}}).text


ONE_OF_EACH = (replace(DAMS, people=1), replace(BEES, people=1))


def of_two(dams: dict[str, Cell], bees: dict[str, Cell], *more: Requirement) -> Verdict:
    cells = {ONE_OF_EACH[0]: dams, ONE_OF_EACH[1]: bees}
    places = [place(id, "in part", 0.9) for id in NAMES]
    return said((*ONE_OF_EACH, *more), places, cells, 0.8, nothing=False, people=2, dams=0.9, bee=0.3)


def test_of_several_the_best_team_is_named_as_on_its_tab_and_not_who_has_most_score() -> None:
    first = of_two({"ama": MET}, {"bo": Cell("partly", 0.6)})
    assert (first.kind, first.title) == ("good", "Ama Diop and Bo Li come first.")
    assert of_two({"ama": MET}, {"cy": MET}).title == "The best team is Ama Diop and Cy Ray."


def test_a_topic_that_no_member_likely_knows_gets_no_tick_and_is_named() -> None:
    verdict = of_two({"ama": MET}, {"cy": Cell("partly", 0.13)})
    assert (verdict.kind, verdict.title) == ("in doubt", "The best team likely knows only a part of it.")
    assert verdict.text.startswith("Ama Diop and Cy Ray. In doubt: “bee keeping” (Cy Ray: perhaps 0.13). Nobody here")
    assert "“bee keeping” (Ama Diop: not known for it)." in of_two({"ama": MET}, {}).text


def test_what_must_be_and_is_not_known_of_a_member_gets_no_tick() -> None:
    verdict = of_two({"ama": MET}, {"cy": MET}, KENYA)
    assert (verdict.kind, verdict.title) == ("in doubt", "The best team fits as far as is known.")
    assert verdict.text.startswith("Ama Diop and Cy Ray. In doubt: “Kenya” (Ama Diop: not known).")


def test_who_together_has_all_that_nobody_has_alone_is_named_with_the_tab_that_shows_them() -> None:
    apart = {DAMS: {"ama": MET}, BEES: {"cy": Cell("partly", 0.6)}}
    doubted = [place(id, "topic in doubt", 0.1) for id in NAMES]
    for nothing in (True, False):
        verdict = said((DAMS, BEES), doubted, apart, 0.6, nothing=nothing, dams=0.9, bee=0.6)
        assert verdict.together == "Together Ama Diop and Cy Ray likely have all of it: see the tab Team."
    lacking = {DAMS: {"ama": MET}, BEES: {"cy": Cell("partly", 0.3)}}
    assert said((DAMS, BEES), doubted, lacking, 0.6, nothing=False).together == ""


def test_what_somebody_lacks_is_told_once_and_a_doubted_topic_is_of_it() -> None:
    wanted = (DAMS, NO_NURSES, KENYA)
    rows = {
        DAMS.id: {"ama": Cell("partly", 0.3)},
        NO_NURSES.id: {"ama": NOT_MET},
        KENYA.id: {"ama": MET},
    }

    found = lacks(Requirements(wanted), place("ama", "not all", 0.3, NO_NURSES), Coverage(wanted, rows))

    assert [lack_in_words(*each) for each in found] == ["dams (perhaps 0.30)", "not nurses"]


def test_where_nobody_is_found_nothing_is_said_to_follow() -> None:
    assert said((DAMS,), [], {}).text == "Nobody was found for it."
    assert said((DAMS,), [place("ama", "topic in doubt", 0.2)], {}).text.endswith("What follows is only the nearest.")
