"""What a team lacks is said in words: who is nearest, who has it elsewhere, of whom it is not known."""

from __future__ import annotations

from core.systems.expert_search.requirements.cell import Cell, Coverage
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.teams.gaps import gaps_in_words
from core.systems.expert_search.teams.search import form_team
from tests.systems.expert_search.teams.little_coverage import (
    AFRICA,
    FLOODS,
    FRENCH,
    MET,
    NO_MINISTRY,
    NOT_KNOWN,
    NOT_MET,
    covered,
)

NAMES = {"ama": "Ama Diop", "bo": "Bo Li", "cy": "Cy Ray"}


def _said(coverage: Coverage, people: int = 1, near: str = "", size: int | None = None, **more) -> list[str]:
    wanted = Requirements(tuple(coverage.requirements), people)
    team = form_team(coverage, wanted, {"ama": 0.9, "bo": 0.5}, size=size, **more)
    gaps = gaps_in_words(team, coverage, NAMES, lambda one: near, {"ama": "Senegal"})
    return [gap.sentence for gap in gaps]


def test_nobody_at_all_and_what_is_nearest() -> None:
    rows = {FLOODS: {"ama": MET}, AFRICA: {"ama": NOT_MET, "bo": NOT_MET}}

    assert _said(covered(rows), near="nearest is Bo Li in Morocco") == [
        "Nobody in West Africa; nearest is Bo Li in Morocco."
    ]
    assert _said(covered(rows)) == ["Nobody in West Africa."]


def test_what_is_not_known_names_somebody_to_ask() -> None:
    rows = {FLOODS: {"ama": MET}, FRENCH: {"ama": NOT_KNOWN}}

    assert _said(covered(rows)) == ["French: not known of anybody on the team; ask Ama Diop, who lives in Senegal."]


def test_who_has_it_but_is_not_in_the_team_is_named() -> None:
    rows = {FLOODS: {"ama": MET}, Requirement("skill", "GIS", hard=False, weight=0.5): {"ama": NOT_MET, "cy": MET}}

    assert _said(covered(rows), size=1) == ["GIS: nobody on the team, but Cy Ray."]


def test_what_a_member_meets_partly_is_said_with_its_words() -> None:
    rows = {FLOODS: {"ama": Cell("partly", 0.6, "Measured rivers.", "a1")}}

    assert _said(covered(rows)) == ["Flood modelling: Ama Diop only likely 0.60: “Measured rivers.”."]


def test_who_fills_a_role_and_has_not_what_it_asks_is_named_and_not_somebody_else_who_has() -> None:
    cook, vet = Requirement("topic", "cook", people=1), Requirement("topic", "vet", people=1)
    twi = Requirement("language", "Twi", people=1, role="vet")
    rows = {
        cook: {"ama": MET},
        vet: {"ama": Cell("not met", 0.02), "bo": MET},
        twi: {"ama": MET, "bo": NOT_MET},
    }
    assert _said(covered(rows), people=2) == ["Vet: Twi: not Bo Li."]
    with_both = {**rows, vet: {**rows[vet], "cy": Cell("met", 0.8)}, twi: {**rows[twi], "cy": MET}}
    assert _said(covered(with_both), people=2, without=["cy"]) == [
        "Vet: Twi: not Bo Li; both: Cy Ray, not on the team."
    ]


def test_who_likely_knows_about_a_topic_and_is_not_in_the_team_is_named() -> None:
    rows = {FLOODS: {"ama": MET}, Requirement("topic", "dams", people=1): {"cy": Cell("partly", 0.6)}}
    assert _said(covered(rows), size=1, without=["cy"]) == [
        "Dams: nobody surely, and nobody on the team likely; Cy Ray likely 0.60, not on the team."
    ]


def test_too_few_members_are_counted() -> None:
    rows = {FRENCH: {"ama": MET, "bo": NOT_MET}}

    assert _said(covered(rows), people=2) == ["French: 1 of 2 (Ama Diop)."]
    assert _said(covered({FLOODS: {"ama": MET, "bo": MET}, **rows}), people=2) == [
        "French: 1 of 2 (Ama Diop); not Bo Li."
    ]


def test_a_locked_member_who_is_ruled_out_is_named() -> None:
    rows = {FLOODS: {"ama": MET}, NO_MINISTRY: {"ama": Cell("not met", 0.0, "Ministry of Water"), "bo": MET}}

    assert _said(covered(rows), locked=["ama"]) == ["Not ministry: not so of Ama Diop: “Ministry of Water”."]


def test_a_team_that_meets_everything_has_no_gap() -> None:
    assert _said(covered({FLOODS: {"ama": MET}})) == []


def test_who_has_only_some_of_what_is_asked_together_is_said() -> None:
    years, twi = (
        Requirement("years", "", low=9, people=1, role="the other"),
        Requirement("language", "Twi", people=1, role="the other"),
    )
    rows = {FLOODS: {"ama": MET, "bo": MET}, years: {"ama": MET, "bo": NOT_MET}, twi: {"ama": NOT_MET, "bo": MET}}
    assert _said(covered(rows), people=2) == [
        "The other: 9 years or more: only Ama Diop, without all that is asked with it.",
        "The other: Twi: only Bo Li, without all that is asked with it.",
    ]


def test_the_condition_that_keeps_out_who_fills_an_empty_role_is_said() -> None:
    baker = Requirement("topic", "baker", people=1)
    rows = {
        FLOODS: {"ama": MET},
        baker: {"bo": MET, "cy": MET},
        AFRICA: {"ama": MET, "bo": NOT_MET, "cy": NOT_MET},
        FRENCH: {"ama": MET, "bo": NOT_MET, "cy": MET},
    }
    said = _said(covered(rows), people=2, without=["cy", "bo"])
    assert said[1] == (
        "Baker: nobody on the team, but Cy Ray (fails: West Africa) and Bo Li (fails: West Africa, French)."
    )
