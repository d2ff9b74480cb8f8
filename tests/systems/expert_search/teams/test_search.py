"""The best team: what it holds to, and that it is the best."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.expert_search.requirements.cell import Cell, Coverage
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.teams.export import in_short
from core.systems.expert_search.teams.search import form_team
from tests.systems.expert_search.teams.little_coverage import (
    AFRICA,
    FLOODS,
    FRENCH,
    MET,
    NO_MINISTRY,
    NOT_KNOWN,
    NOT_MET,
    YEARS,
    Case,
    best_teams,
    brings,
    cases,
    covered,
    partly,
    told,
    worth,
)


def _team(case: Case, **more):
    return form_team(case.coverage, case.requirements, case.scores, **more)


@given(cases())
def test_the_exact_team_is_the_best_of_all_teams(case: Case) -> None:
    team, size = _team(case), case.requirements.people

    assert team.proven
    assert tuple(sorted(team.members)) in best_teams(case, size, members=len(team.members))
    assert all(brings(case, team.members, person, size) for person in team.members)


@given(cases(), st.data())
def test_the_locked_are_in_and_the_excluded_never_and_the_rest_is_the_best(case: Case, data: st.DataObject) -> None:
    people = st.lists(st.sampled_from(case.people or ["stranger"]), max_size=2, unique=True)
    locked, without = data.draw(people), data.draw(people)
    locked = [person for person in locked if person not in without]

    team, size = _team(case, locked=locked, without=without), case.requirements.people

    assert set(locked) <= set(team.members)
    assert not set(without) & set(team.members)
    assert tuple(sorted(team.members)) in best_teams(case, size, locked, without, len(team.members))


@given(cases())
def test_more_people_never_make_the_team_worse(case: Case) -> None:
    whole, size = worth(case, _team(case).members, case.requirements.people), case.requirements.people

    for person in case.people:
        fewer = case.less(person)
        if len(_team(fewer).members) <= len(_team(case).members):
            assert worth(fewer, _team(fewer).members, size) <= whole


@given(cases(), st.randoms())
def test_the_order_in_which_people_come_decides_nothing(case: Case, chance: random.Random) -> None:
    def shuffled(row: dict) -> dict:
        return dict(chance.sample(list(row.items()), len(row)))

    cells = {id: shuffled(row) for id, row in case.coverage.cells.items()}
    other = Case(Coverage(case.coverage.requirements, cells), case.requirements, shuffled(dict(case.scores)))

    assert _team(other) == _team(case)


@given(cases(largest=12))
def test_a_team_that_is_not_proven_holds_to_the_same(case: Case) -> None:
    team = _team(case, size=6)

    assert len(team.members) == len(set(team.members)) <= 6
    assert all(brings(case, team.members, person, 6) for person in team.members)


@given(cases())
def test_a_stand_in_is_not_in_the_team_and_what_is_lost_is_said(case: Case) -> None:
    team, size = _team(case), case.requirements.people

    for backup in team.backups:
        others = [person for person in team.members if person != backup.member]
        now = worth(case, [*others, *filter(None, [backup.person])], size)
        assert backup.person not in team.members
        assert abs(told(case, [*others, *filter(None, [backup.person])], size) - backup.value) < 1e-6
        before = worth(case, team.members, size)
        if backup.person:
            assert now[0] >= before[0], "nothing that must be is failed"
            assert now[:2] <= before[:2], "nobody who would make the team better was left out of it"
            assert bool(backup.lost) or now[1] >= before[1]
        assert backup.brings == brings(case, team.members, backup.member, size)


def test_every_member_speaks_it_and_one_of_them_has_the_years() -> None:
    rows = {
        FLOODS: {"ama": MET, "bo": partly(0.6), "cy": partly(0.5), "di": partly(0.1)},
        FRENCH: {"ama": NOT_MET, "bo": MET, "cy": MET, "di": MET},
        YEARS: {"ama": MET, "di": MET},
    }

    team = form_team(covered(rows), Requirements(tuple(rows), 2), {"bo": 0.7, "cy": 0.6})

    assert set(team.members) == {"bo", "di"}  # ama knows most of floods and has the years, but speaks no French
    assert [cover.status for cover in team.covers] == ["partly", "met", "met"]


def test_one_topic_is_for_every_member_and_several_are_for_one_each() -> None:
    radar = Requirement("topic", "radar")
    floods = {"ama": MET, "bo": MET}
    alone = covered({FLOODS: floods | {"cy": NOT_MET}})
    assert set(form_team(alone, Requirements((FLOODS,), 2), {"cy": 0.9}).members) == {"ama", "bo"}
    several = covered({FLOODS: floods, radar: {"cy": MET}})
    assert set(form_team(several, Requirements((FLOODS, radar), 2), {"bo": 0.9}).members) == {"bo", "cy"}


def test_who_knows_about_nothing_that_is_asked_takes_no_seat_unless_locked() -> None:
    rows = {FLOODS: {"ama": MET, "bo": Cell("not met", 0.02)}, FRENCH: {"bo": MET, "cy": MET}}
    wanted = Requirements(tuple(rows), 3)

    assert form_team(covered(rows), wanted, {"bo": 0.9, "cy": 0.9}).members == ("ama",)
    assert set(form_team(covered(rows), wanted, {}, locked=["cy"]).members) == {"ama", "cy"}


def test_a_topic_that_is_only_likely_is_not_wholly_covered() -> None:
    team = form_team(covered({FLOODS: {"ama": partly(0.7)}}), Requirements((FLOODS,), 1), {})

    assert (team.value, team.covers[0].status) == (0.7, "partly")


def test_who_is_ruled_out_is_not_taken_even_when_a_place_stays_empty() -> None:
    rows = {FLOODS: {"ama": MET, "bo": MET}, NO_MINISTRY: {"ama": NOT_MET, "bo": MET}}

    assert form_team(covered(rows), Requirements(tuple(rows), 2), {}).members == ("bo",)


def test_what_is_not_known_does_not_rule_out_but_counts_less_than_what_is_known() -> None:
    rows = {FLOODS: {"ama": partly(0.6), "bo": partly(0.5)}, FRENCH: {"ama": NOT_KNOWN, "bo": MET}}

    assert form_team(covered(rows), Requirements(tuple(rows), 1), {}, size=1).members == ("bo",)
    assert form_team(covered(rows), Requirements(tuple(rows), 2), {}).covers[1].status == "partly"


def test_nobody_alone_so_the_smallest_team_that_covers_it_is_proposed() -> None:
    rows = {
        FLOODS: {"ama": MET, "bo": partly(0.4), "cy": partly(0.3)},
        FRENCH: {"ama": NOT_MET, "bo": MET, "cy": MET},
        AFRICA: {"ama": NOT_MET, "bo": NOT_MET, "cy": MET},
    }

    team = form_team(covered(rows), Requirements(tuple(rows), 1), {"ama": 0.9, "bo": 0.8, "cy": 0.1})

    assert (set(team.members), team.proposed, team.value, team.asked) == ({"ama", "cy"}, True, 1.0, 1)
    assert not form_team(covered(rows), Requirements(tuple(rows), 1), {}, size=1).proposed


def test_two_who_are_locked_for_one_have_together_what_is_asked() -> None:
    rows = {
        FLOODS: {"ama": MET, "bo": NOT_MET, "cy": MET},
        FRENCH: {"ama": NOT_MET, "bo": MET, "cy": NOT_MET},
        AFRICA: {"ama": NOT_MET, "bo": NOT_MET, "cy": MET},
    }

    both = form_team(covered(rows), Requirements(tuple(rows), 1), {}, locked=["ama", "bo"])
    fewer = {one: rows[one] for one in (FLOODS, FRENCH)}
    enough = form_team(covered(fewer), Requirements(tuple(fewer), 1), {}, locked=["ama", "bo"])

    assert (set(both.members), both.proposed, both.value) == ({"ama", "bo", "cy"}, True, 1.0)
    assert (set(enough.members), enough.proposed) == ({"ama", "bo"}, True)


def test_whoever_covers_it_alone_is_the_whole_team() -> None:
    rows = {FLOODS: {"ama": MET, "bo": MET}, FRENCH: {"bo": MET}}

    team = form_team(covered(rows), Requirements(tuple(rows), 1), {"ama": 0.9, "bo": 0.1})

    assert (team.members, team.proposed) == (("bo",), False)


def test_nobody_joins_who_would_cover_nothing_more() -> None:
    rows = {FLOODS: {"ama": MET, "bo": MET}, AFRICA: {"ama": NOT_MET, "bo": NOT_MET}}

    team = form_team(covered(rows), Requirements(tuple(rows), 1), {"ama": 0.9, "bo": 0.1})

    assert (team.members, team.proposed) == (("ama",), False)
    assert [cover.requirement for cover in team.gaps] == [AFRICA]


def test_more_locked_than_wanted_are_all_in() -> None:
    team = form_team(covered({FLOODS: {"ama": MET}}), Requirements((FLOODS,), 1), {"bo": 0.1}, ["bo", "cy", "ama"])

    assert set(team.members) == {"ama", "bo", "cy"}


def test_who_is_locked_and_excluded_is_excluded() -> None:
    team = form_team(covered({FLOODS: {"ama": MET}}), Requirements((FLOODS,), 1), {"bo": 0.1}, ["ama"], ["ama"])

    assert team.members == ()


def test_nobody_there_is_a_team_of_nobody() -> None:
    team = form_team(covered({FLOODS: {}}), Requirements((FLOODS,), 2), {})

    assert (team.members, team.value, [cover.status for cover in team.gaps]) == ((), 0.0, ["not met"])


def test_a_search_over_many_says_whether_its_team_is_proven() -> None:
    chance = random.Random(3)
    wanted = tuple(Requirement("topic", letter) for letter in "abcdef")
    people = [f"p{number:04}" for number in range(1500)]
    cells = {one.id: {who: Cell("partly", chance.random() * 0.9) for who in people} for one in wanted}

    team = form_team(Coverage(wanted, cells), Requirements(wanted, 4), {})

    assert not team.proven
    assert len(team.members) == 4


@given(cases())
def test_the_value_is_the_weighted_mean_of_what_is_covered_but_for_exclusions(case: Case) -> None:
    team = _team(case)

    assert abs(team.value - told(case, team.members, case.requirements.people)) < 1e-9
    assert all(cover.value == 1 for cover in team.covers if cover.status == "met")


def test_an_exclusion_that_everybody_meets_flatters_no_coverage() -> None:
    rows = {FLOODS: {"ama": partly(0.16)}, NO_MINISTRY: {"ama": MET, "bo": MET}}
    team = form_team(covered(rows), Requirements(tuple(rows), 1), {})

    assert (team.value, team.share_of(topics=False)) == (0.16, None)
    alone = form_team(covered({NO_MINISTRY: rows[NO_MINISTRY]}), Requirements((NO_MINISTRY,), 1), {})
    assert alone.value == 1.0, "nothing else is asked"


def test_what_is_asked_together_of_one_is_met_by_one_alone() -> None:
    years, twi = (
        Requirement("years", "", low=9, people=1, role="the other"),
        Requirement("language", "Twi", people=1, role="the other"),
    )
    rows = {
        FLOODS: {"ama": MET, "bo": MET, "cy": MET},
        years: {"ama": MET, "bo": NOT_MET, "cy": MET},
        twi: {"ama": NOT_MET, "bo": MET, "cy": MET},
    }
    scores = {"ama": 0.9, "bo": 0.8, "cy": 0.1}

    assert "cy" in form_team(covered(rows), Requirements(tuple(rows), 2), scores).members

    without = {one: {who: cell for who, cell in row.items() if who != "cy"} for one, row in rows.items()}
    team = form_team(covered(without), Requirements(tuple(rows), 2), {"ama": 0.9, "bo": 0.8})
    assert {cover.requirement for cover in team.gaps} == {years, twi}


_BAKER, _WELDER = Requirement("topic", "baker", people=1), Requirement("topic", "welder", people=1)


@pytest.mark.parametrize(
    "asked",
    [
        Requirement("language", "Tamil", people=1),
        Requirement("place", "Peru", people=1),
        Requirement("years", "", low=12, people=1),
        Requirement("organisation", "Red Cross", people=1),
    ],
    ids=lambda one: one.kind,
)
def test_a_seat_that_the_topics_leave_over_goes_to_who_surely_has_what_is_asked_of_one(asked: Requirement) -> None:
    rows = {
        _BAKER: {"ama": MET, "cy": partly(0.2)},
        _WELDER: {"bo": MET},
        asked: {"ama": NOT_MET, "bo": NOT_MET, "cy": NOT_KNOWN, "di": MET},
    }

    assert set(form_team(covered(rows), Requirements(tuple(rows), 3), {"cy": 0.9}).members) == {"ama", "bo", "di"}
    assert "di" not in form_team(covered(rows), Requirements(tuple(rows), 2), {"cy": 0.9}).members


def test_no_seat_goes_to_who_knows_nothing_where_every_member_is_to_know_about_a_topic() -> None:
    rows = {FLOODS: {"ama": MET, "bo": partly(0.3)}, YEARS: {"ama": NOT_MET, "bo": NOT_MET, "di": MET}}

    assert set(form_team(covered(rows), Requirements(tuple(rows), 3), {}).members) == {"ama", "bo"}


@pytest.mark.parametrize(
    "condition", [FRENCH, Requirement("years", "", low=5), Requirement("skill", "Excel")], ids=lambda one: one.kind
)
def test_who_surely_fills_a_role_goes_before_who_fills_none_and_of_whom_less_is_known(condition: Requirement) -> None:
    rows = {
        _BAKER: {"ama": MET, "cy": partly(0.1)},
        _WELDER: {"bo": MET, "cy": partly(0.1)},
        AFRICA: {"ama": MET, "bo": NOT_MET, "cy": NOT_MET},
        condition: {"ama": MET, "bo": NOT_MET, "cy": NOT_KNOWN},
    }

    team = form_team(covered(rows), Requirements(tuple(rows), 2), {"cy": 0.9})

    assert set(team.members) == {"ama", "bo"}


def test_nobody_pads_a_team_who_brings_only_what_the_others_have() -> None:
    rows = {
        _BAKER: {"ama": MET, "cy": partly(0.6)},
        _WELDER: {"bo": MET},
        AFRICA: {"ama": MET, "bo": MET, "cy": MET},
    }

    team = form_team(covered(rows), Requirements(tuple(rows), 3), {"cy": 0.9})

    assert (set(team.members), team.asked) == ({"ama", "bo"}, 3)
    assert "2 of 3 seats are filled: nobody else would add anything." in in_short(team)
    locked = form_team(covered(rows), Requirements(tuple(rows), 3), {}, locked=["cy"])
    assert {backup.member: backup.brings for backup in locked.backups} == {"ama": True, "bo": True, "cy": False}
