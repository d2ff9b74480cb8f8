"""A team told part by part: one topic a part, what is said of one member is of that member, and all make the number."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.reader import LIMIT, OPEN
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, requirements_of


@pytest.mark.parametrize(
    ("request_", "topics"),
    [
        ("3 speakers: one lawyer who knows port dues, one person who fires kilns, one welder", {
            "1 of them: lawyer port dues", "1 of them: fires kilns", "1 of them: welder",
        }),
        ("a cook who understands diets, a nurse and a vet who knows sheep", {
            "1 of them: cook diets", "1 of them: nurse", "1 of them: vet sheep",
        }),
        ("two pilots who know tides and a roofer who has done slate", {
            "2 of them: pilots tides", "1 of them: roofer slate",
        }),
        ("a farmer in Peru who knows llamas and a baker", {"1 of them: farmer llamas", "1 of them: baker"}),
    ],
)  # fmt: skip
def test_what_people_of_a_part_are_and_know_is_one_topic(request_: str, topics: set[str]) -> None:
    requirements = requirements_of(request_)
    assert {one.label for one in requirements.topics} == topics
    assert sum(one.people for one in requirements.topics) == requirements.people


@pytest.mark.parametrize(
    ("request_", "people", "labels"),
    [
        ("a pair of experts for kilns, one senior with 15+ years, the other a junior below five years", 2, {
            "1 of them: senior", "senior: 15 years or more", "1 of them: junior", "junior: fewer than 5 years",
        }),
        ("two glazers, one in Ghana with French, the other in Peru with at least 10 years", 2, {
            "the first: Ghana", "the first: French", "the other: Peru", "the other: 10 years or more",
        }),
        ("Two potters. One should speak Twi and live in Ghana. The other must have 10 years and be in Turkey.", 2, {
            "the first: Twi", "the first: Ghana", "the other: 10 years or more", "the other: Turkey",
        }),
        ("three vets, one senior, one with ten years in Kenya and the last one in Peru", 3, {
            "1 of them: senior", "the second: 10 years or more", "the second: Kenya", "1 of them: Peru",
        }),
    ],
)  # fmt: skip
def test_what_is_said_of_one_member_belongs_together(request_: str, people: int, labels: set[str]) -> None:
    requirements = requirements_of(request_)
    assert requirements.people == people
    assert {one.label for one in requirements.wanted if one.kind != "topic"} == labels


@pytest.mark.parametrize(
    ("request_", "people", "topics"),
    [
        ("Two engineers, one for payroll and one for tax", 2, {"engineers", "1 of them: payroll", "1 of them: tax"}),
        ("We need farm people. One to look after goats, two to manage soils, the last one dairy.", 4, {
            "farm people", "1 of them: goats", "2 of them: manage soils", "1 of them: dairy",
        }),
        ("two cooks, one baker and one driver", 4, {
            "2 of them: cooks", "1 of them: baker", "1 of them: driver",
        }),
    ],
)  # fmt: skip
def test_parts_of_those_told_before_are_no_further_people(request_: str, people: int, topics: set[str]) -> None:
    requirements = requirements_of(request_)
    assert requirements.people == people
    assert {one.label for one in requirements.topics} == topics


@pytest.mark.parametrize(
    ("request_", "people", "topics", "open_"),
    [
        (
            "We need clay people. Ideally five. One should do kilns, two should know glazes or slips, one bricks, and "
            "the last one whatever you think is useful.",
            5,
            {"1 of them: kilns", "2 of them: glazes or slips", "1 of them: bricks"},
            "whatever you think is useful",
        ),
        (
            "Three trainers wanted: one should know bees, one kilns, the third is up to you.",
            3,
            {"1 of them: bees", "1 of them: kilns"},
            "up to you",
        ),
        (
            "roof people, ideally three. One must do slate, one thatch, the other anybody you like.",
            3,
            {"1 of them: slate", "1 of them: thatch"},
            "anybody you like",
        ),
    ],
)
def test_an_open_place_of_a_team_is_told_and_is_no_topic(
    request_: str, people: int, topics: set[str], open_: str
) -> None:
    requirements, reading = understand(request_, CONTEXT)
    assert requirements.people == people
    assert {one.label for one in requirements.topics if one.people} == topics
    assert [word.text for word in reading.words if word.as_ == OPEN] == [open_]


def test_who_knows_something_is_no_open_place() -> None:
    _, reading = understand("One should do kilns, one ropes, and the last one anybody with tides.", CONTEXT)
    assert OPEN not in {word.as_ for word in reading.words}


@pytest.mark.parametrize(
    ("request_", "people"),
    [
        ("One is enough, a glazier", 1), ("I want a glazier, ideally two.", 2), ("Ideally three, kilns", 3),
        ("kilns; ideally five, in Kenya", 5), ("a team of two, the second with Twi and 10 years in Ghana", 2),
    ],
)  # fmt: skip
def test_a_number_that_stands_alone_is_of_all(request_: str, people: int) -> None:
    assert requirements_of(request_).people == people


@pytest.mark.parametrize(
    ("request_", "people"),
    [
        ("Shortlist 4 potters for a kiln: two from Peru", 4), ("kindly nominate three potters", 3),
        ("a five-man search committee: two potters and a glazier", 5), ("a three-member jury for kilns", 3),
        ("potters who speak Turkish, Greek and Twi (all three)", 1), ("kilns, in Peru, Ghana and Mali, all three", 1),
    ],
)  # fmt: skip
def test_people_are_counted_whoever_asks_and_not_languages(request_: str, people: int) -> None:
    assert requirements_of(request_).people == people


@pytest.mark.parametrize(
    ("request_", "people"),
    [
        ("two people for kilns in West Africa, one French-speaking, with over 10 years", 2),
        ("two people for kilns, one French speaker", 2),
        ("two people for kilns, one senior", 2),
        ("two kilns experts, one in Ghana, one French-speaking", 2),
        ("two people for kilns, one for ropes", 3),
        ("two cooks, one welder", 3),
    ],
)
def test_of_whom_only_a_condition_is_told_is_one_of_them(request_: str, people: int) -> None:
    assert requirements_of(request_).people == people


@pytest.mark.parametrize(
    ("request_", "people"),
    [
        ("a speaker on kilns, someone who can travel to Peru and has not worked at a bank", 1),
        ("a potter for a school, somebody who speaks Twi", 1),
        ("a glazier, a person who lives in Ghana", 1),
        ("a potter and a glazier, someone who speaks Twi", 2),
        ("a potter, a glazier, someone who speaks Twi", 3),
        ("a potter and someone who speaks Twi", 2),
        ("a potter, someone for ropes", 2),
    ],
)
def test_somebody_who_is_told_more_of_behind_one_person_is_the_same(request_: str, people: int) -> None:
    assert requirements_of(request_).people == people


@pytest.mark.parametrize(
    ("request_", "label"),
    [
        ("a team of two for kilns, not both from Peru", "at most 1 of them: Peru"),
        ("a potter and a glazier, not both freelance", "at most 1 of them: freelance"),
        ("four people for kilns who are not all from Ghana", "at most 3 of them: Ghana"),
    ],
)
def test_not_both_leaves_out_nobody_but_limits_how_many(request_: str, label: str) -> None:
    labels = [one.label for one in requirements_of(request_).wanted]
    assert label in labels
    assert not [one for one in labels if one.startswith("not ")]
    told = [word.as_ for word in understand(request_, CONTEXT)[1].words]
    assert not [one for one in told if one.startswith("left out")]


def test_not_all_of_people_whom_nobody_counts_is_told_as_not_kept() -> None:
    requirements, reading = understand("kilns, not all from Ghana", CONTEXT)
    assert [one.value for one in requirements.wanted] == ["kilns"]
    assert ("not all from Ghana", LIMIT) in {(word.text, word.as_) for word in reading.unused}


def test_what_not_both_need_is_not_needed() -> None:
    assert len(requirements_of("two people for kilns, not both need to speak French").wanted) == 1
