"""How much something is wanted, wherever the words that say so stand."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.recognising import AT_TASK
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read, requirements_of


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("It would also be a plus if he or she speaks Twi", "language Twi"),
        ("It would be an advantage if they knew Turkish", "language Turkish"),
        ("It would be great if she spoke Twi", "language Twi"),
        ("a bonus if in Ghana", "place Ghana"),
        ("bonus if Turkish", "language Turkish"),
        ("Turkish would also be welcome", "language Turkish"),
        ("it would really be an asset to have glazes", "topic glazes"),
        ("It is certainly an advantage when somebody lives in Ghana", "place Ghana"),
        ("it'd be nice if they were based in Peru", "place Peru"),
        ("an advantage would be glazes", "topic glazes"),
    ],
)
def test_what_would_be_a_plus_is_a_wish(said: str, wish: str) -> None:
    request = f"rope bridges. {said}."
    assert read(request) == {"hard topic rope bridges", f"wish {wish}"}
    assert not understand(request, CONTEXT)[1].unused


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("Panel on glazes in Lima, 3 speakers: one lawyer, one potter, one diver", "wish place Lima"),
        ("Workshop in Accra: need two trainers for kilns", "wish place Accra"),
        ("Conference in Lima: looking for a moderator who knows kilns", "wish place Lima"),
        ("Training on kilns in Ghana, we need an engineer", "hard topic kilns"),
        ("Seminar in Izmir. Wanted: a potter who speaks Twi", "wish place Izmir"),
        ("Summer school in Ghana, lecturer on glazes needed", "wish place Ghana"),
        ("mission in Peru, a potter please", "wish place Peru"),
    ],
)
def test_an_event_that_opens_a_request_is_where_people_are_wanted(request_: str, wanted: str) -> None:
    said = read(request_)
    assert wanted in said
    assert not any(one.startswith("hard place") for one in said)
    assert AT_TASK in {word.as_ for word in understand(request_, CONTEXT)[1].assumed}


@pytest.mark.parametrize(
    "request_", ["Workshop leader in Accra", "Project on kilns in Accra", "kilns in Accra, 2 potters"]
)
def test_a_place_is_a_must_where_no_task_opens_the_request(request_: str) -> None:
    assert "hard place Accra" in read(request_)


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("more than 10 but less than 20 years", "more than 10 and fewer than 20 years"),
        ("over 5 and under 12 years", "more than 5 and fewer than 12 years"),
        ("at least 3 but no more than 8 years of experience", "3 to 8 years"),
        ("at least 3 years but no more than 8 years", "3 to 8 years"),
        ("above four, below nine years", "more than 4 and fewer than 9 years"),
        ("more than five years but fewer than fifteen", "more than 5 and fewer than 15 years"),
        ("not less than 5 and not more than 10 years", "5 to 10 years"),
        ("min 3, max 8 years", "3 to 8 years"),
        ("at least 3 but less than 8 years", "3 to 8 years"),
    ],
)
def test_two_bounds_of_years_are_one_requirement_and_count_nobody(said: str, label: str) -> None:
    wanted = requirements_of(f"kilns, {said}")
    assert [one.label for one in wanted.wanted] == ["kilns", label]
    assert wanted.people == 1


@pytest.mark.parametrize("said", ["at least 5 years, under 3 projects", "at least 5 years, max. 560 per day"])
def test_a_second_bound_of_something_else_is_none_of_years(said: str) -> None:
    assert "hard years 5 years or more" in read(f"kilns, {said}")


@pytest.mark.parametrize(
    ("request_", "employer"),
    [
        ("does anybody at a ministry of health know kilns", "ministry of health"),
        ("who at a university knows kilns", "university"),
        ("someone in a bank who handles kilns", "bank"),
        ("is there somebody at an NGO working on kilns", "NGO"),
        ("does someone in a ministry deal with kilns", "ministry"),
        ("who in a hospital understands kilns?", "hospital"),
        ("anyone in the government working on kilns", "government"),
        ("works for an NGO with experience in kilns", "NGO"),
    ],
)
def test_people_at_an_employer_are_asked_for_there_and_know_the_rest(request_: str, employer: str) -> None:
    assert read(request_) == {f"hard organisation {employer}", "hard topic kilns"}


@pytest.mark.parametrize("request_", ["expert in the water sector", "expert in a bank merger", "someone in mining"])
def test_a_field_of_work_is_no_employer(request_: str) -> None:
    assert not any(one.startswith("hard organisation") for one in read(request_))


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ("Reporter here (deadline Friday). Who knows kilns?", "deadline Friday"),
        ("Nurse here, deadline tomorrow. Looking for somebody on kilns", "deadline tomorrow"),
        ("Editor on deadline. Who knows kilns?", "on deadline"),
        ("Deadline: 3 May. Somebody on kilns", "Deadline: 3 May"),
        ("kilns, answer by Monday please", "answer by Monday"),
        ("kilns (due next week)", "due next week"),
        ("I'm a vet (reply by the end of the month). I need somebody for kilns", "end of the month"),
        ("kilns; no later than June 5", "June 5"),
    ],
)
def test_a_deadline_is_told_and_no_topic(request_: str, told: str) -> None:
    assert read(request_) == {"hard topic kilns"}
    assert any(told in word.text for word in understand(request_, CONTEXT)[1].aside)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("for a two-week mission", "two-week"),
        ("for a two-weeks mission in Peru", "two-weeks"),
        ("for a 3-month assignment", "3-month"),
        ("this spring", "this spring"),
        ("next summer", "next summer"),
        ("in late autumn", "in late autumn"),
        ("next week", "next week"),
    ],
)
def test_when_and_how_long_a_task_is_is_told_and_no_topic(said: str, told: str) -> None:
    assert read(f"somebody who knows kilns, {said}") - {"wish place Peru"} == {"hard topic kilns"}
    assert any(told in word.text for word in understand(f"somebody who knows kilns, {said}", CONTEXT)[1].unused)


@pytest.mark.parametrize(
    ("request_", "topic"),
    [
        ("glazes that crack because of kilns", "glazes that crack because of kilns"),
        ("we need somebody for ships delayed because of tides", "ships delayed because of tides"),
        ("a potter because of our kilns", "potter"),
        ("a potter because of kilns", "potter"),
    ],
)
def test_what_a_matter_comes_from_is_a_part_of_it_and_why_people_are_wanted_is_not(request_: str, topic: str) -> None:
    assert read(request_) == {f"hard topic {topic}"}


def test_a_season_in_the_name_of_a_thing_is_part_of_the_topic() -> None:
    assert read("next spring water rules") == {"hard topic next spring water rules"}


@pytest.mark.parametrize("slip", ["avalable", "availible", "avaliable"])
def test_a_slip_in_a_word_for_being_free_is_mended_before_columns_are_read(slip: str) -> None:
    assert read(f"kilns, {slip} from march") == {"hard topic kilns", "hard column availability: march"}


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("ropes: must speak Turkish; I'd like Peru", {"hard topic ropes", "hard language Turkish", "wish place Peru"}),
        ("ropes, must be in Peru, and we'd love Twi", {"hard topic ropes", "hard place Peru", "wish language Twi"}),
        ("I would like a pilot in Peru", {"hard topic pilot", "hard place Peru"}),
        ("We'd like a pilot. She must speak Twi.", {"hard topic pilot", "hard language Twi"}),
        ("kilns; must've Twi", {"hard topic kilns", "hard language Twi"}),
        ("ropes and must have fired kilns", {"hard topic ropes", "hard skill fired kilns"}),
        ("kilns, want Peru", {"hard topic kilns", "hard place Peru"}),
        ("kilns, bonus Lima", {"hard topic kilns", "wish place Lima"}),
    ],
)  # fmt: skip
def test_what_is_liked_behind_a_must_is_a_wish(request_: str, wanted: set[str]) -> None:
    assert read(request_) == wanted
