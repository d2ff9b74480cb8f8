"""Who meets what: every kind of requirement over a handful of people, the words that show it, and what is excluded."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.systems.expert_search.people.records import Expert, People, ProjectAnswer
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.further_columns import number_in
from core.systems.expert_search.requirements.meeting import cells_of, coverage
from core.systems.expert_search.requirements.nearest import comes_nearest
from core.systems.expert_search.requirements.requirement import Kind, Requirement, Requirements
from tests.systems.expert_search.little_people import little_people

EXPERTS = (
    Expert(
        "ama", "Ama Owusu-Kédé", "Senior hydrologist", "I map floods. I never worked in Peru.",
        "flood modelling; HEC-RAS; geographic information systems", "Accra, Ghana", 14.0, "Ministry of Water",
        "English; French (basic)", {"day_rate": "€450/day", "availability": "March 2027", "clearance": "yes"},
    ),
    Expert(
        "bo", "Bo Lindqvist", "Bridges", "Spent two years in Kenya. Fluent in Swahili. Advised the ministry of roads.",
        "Bridge design, GIS", "Malmö, Sweden", 8.0, "Lindqvist Ltd", "Swedish; English",
        {"day_rate": "1.2k", "availability": "now", "clearance": "no"},
    ),
    Expert("cy", "Cy Nobody", more={"day_rate": "n/a"}),
    Expert(
        "di", "Diallo Fatou", "Junior analyst", "She likes machine-learning.", "statistics", "Dakar", 1.0, "",
        "", {"day_rate": "300-400", "clearance": "granted"},
    ),
)  # fmt: skip
ANSWERS = (
    ProjectAnswer("a1", "ama", "", "", "Dams hold. We had no experience in finance, and it showed.", "2024-05"),
    ProjectAnswer("a3", "ama", "", "", "Dams leak.", "2019-01-31"),
    ProjectAnswer("a2", "di", "", "", "At the university of Thiès we organised everything."),
)


@cache
def _people() -> People:
    return little_people(EXPERTS, ANSWERS)


def _cells(kind: Kind, value: str = "", **more: Any) -> dict[str, Cell]:
    return dict(cells_of(_people(), Requirement(kind, value, **more), {}))


def _statuses(kind: Kind, value: str = "", **more: Any) -> list[str]:
    return [cell.status for cell in _cells(kind, value, **more).values()]


def test_a_place_is_met_by_where_somebody_is_and_partly_by_where_they_worked() -> None:
    cells = _cells("place", "East Africa")
    assert [cell.status for cell in cells.values()] == ["not met", "partly", "not known", "not met"]
    assert (cells["bo"].words, cells["bo"].document) == ("Spent two years in Kenya.", "bo")
    assert _cells("place", "West Africa")["ama"] == Cell("met", 1.0, "Accra, Ghana")
    assert _statuses("place", "ghanaian")[0] == "met"


def test_any_of_several_will_do_and_none_of_them_where_they_are_excluded() -> None:
    assert _statuses("place", "Togo or Ghana") == ["met", "not met", "not known", "not met"]
    assert _statuses("place", "Togo or Ghana", excluded=True) == ["not met", "met", "not known", "met"]
    assert _statuses("language", "Swahili or English")[:3] == ["met", "met", "not known"]


def test_a_denied_place_is_no_evidence() -> None:
    assert _statuses("place", "Peru")[0] == "not met"


def test_near_says_how_far() -> None:
    assert _cells("place", "Copenhagen", near=True)["bo"].words.startswith("Malmö, Sweden (2")


@pytest.mark.parametrize(
    ("more", "statuses"),
    [
        ({"low": 10}, ["met", "not met", "not known", "not met"]),
        ({"high": 8}, ["not met", "met", "not known", "met"]),
        ({"low": 8, "high": 14}, ["met", "met", "not known", "not met"]),
        ({"low": 8, "open": True}, ["met", "not met", "not known", "not met"]),
        ({"high": 8, "open": True}, ["not met", "not met", "not known", "met"]),
    ],
)
def test_years_lie_between_their_bounds(more: Any, statuses: list[str]) -> None:
    assert _statuses("years", **more) == statuses


@pytest.mark.parametrize(
    ("value", "more", "status"),
    [
        ("answered", {"low": 2024}, "met"), ("answered", {"low": 2025}, "not met"),
        ("answered", {"low": 2019, "high": 2019}, "met"), ("last answered", {"low": 2019, "high": 2019}, "not met"),
    ],
)  # fmt: skip
def test_an_activity_is_of_the_dates_of_answers(value: str, more: Any, status: str) -> None:
    assert _statuses("activity", value, **more) == [status, "not known", "not known", "not known"]


def test_a_distance_is_measured_from_where_somebody_is() -> None:
    assert _statuses("place", "Copenhagen", high=40) == ["not met", "met", "not known", "not met"]
    assert _cells("place", "Copenhagen", high=40)["bo"].words == "Malmö, Sweden (28 km from Copenhagen)"
    assert _statuses("place", "Malmö", low=100) == ["met", "not met", "not known", "met"]


def test_seniority_is_of_the_headline_else_of_the_years_among_all() -> None:
    assert _statuses("seniority", "senior") == ["met", "partly", "not known", "not met"]
    assert _statuses("seniority", "junior") == ["not met", "partly", "not known", "met"]
    assert _statuses("seniority", "most senior")[0] == "met"


def test_a_language_is_of_the_column_else_of_what_is_said_and_no_more_than_a_hint_where_both_are_silent() -> None:
    cells = _cells("language", "French")
    assert [cell.status for cell in cells.values()] == ["partly", "not met", "not known", "not known"]
    assert cells["di"].words == "French is an official language of Senegal"
    assert _cells("language", "Swahili")["bo"] == Cell("met", 1.0, "Fluent in Swahili.", "bo")
    assert _statuses("language", "English")[:2] == ["met", "met"]


@pytest.mark.parametrize(
    ("skill", "statuses"),
    [
        ("GIS", ["met", "met", "not known", "not met"]),  # by its initials, and as written
        ("HEC RAS", ["met", "not met", "not known", "not met"]),
        ("flood modeling", ["met", "not met", "not known", "not met"]),
        ("machine learning", ["not met", "not met", "not known", "met"]),
        ("statitsics", ["not met", "not met", "not known", "partly"]),
        ("finance", ["not met", "not met", "not known", "not met"]),  # "no experience in finance"
        ("organized", ["not met", "not met", "not known", "met"]),
    ],
)
def test_a_skill_is_found_however_it_is_spelt(skill: str, statuses: list[str]) -> None:
    assert _statuses("skill", skill) == statuses


def test_a_skill_shows_the_words_that_say_it() -> None:
    assert _cells("skill", "HEC-RAS")["ama"].words == "HEC-RAS"
    assert _cells("skill", "machine learning")["di"].words == "She likes machine-learning."


def test_an_organisation_is_of_the_column_else_of_the_texts() -> None:
    assert _statuses("organisation", "the ministry") == ["met", "partly", "not known", "not known"]
    assert _cells("organisation", "university")["di"].document == "a2"


def test_kinds_of_organisation_go_by_their_other_words_and_by_what_belongs_to_them() -> None:
    assert _statuses("organisation", "government")[:2] == ["met", "partly"]  # a ministry is of it
    assert _statuses("organisation", "company")[:2] == ["not met", "met"]  # Lindqvist Ltd
    people = little_people((Expert("e", "E", "Books for charities", organisation="Sea View"),), ())
    excluded = [Requirement("organisation", kind, excluded=True) for kind in ("NGOs", "ministries", "company")]
    statuses = [cells_of(people, one, {})["e"].status for one in excluded]
    assert statuses == [
        "not met",
        "met",
        "not known",
    ]  # the headline tells of one; a firm's name need not say it is one


def test_an_excluded_topic_is_there_too_where_the_name_of_an_organisation_holds_it() -> None:
    assert _cells("topic", "water", excluded=True)["ama"].status == "not met"
    assert _cells("topic", "water", excluded=True)["bo"].status == "met"


@pytest.mark.parametrize("name", ["Ama Owusu-Kede", "owusu", "Owusu-Kédé, Ama", "AMA OWUSU KEDE", "ama"])
def test_a_name_is_met_in_any_order_without_accents(name: str) -> None:
    assert _statuses("person", name) == ["met", "not met", "not met", "not met"]


def test_a_name_spelt_nearly_so_is_met_in_part() -> None:
    assert _statuses("person", "Fatou Dialo") == ["not met", "not met", "not met", "partly"]


@pytest.mark.parametrize(
    ("column", "value", "more", "statuses"),
    [
        ("day_rate", "", {"high": 500}, ["met", "not met", "not known", "met"]),
        ("Day rate", "", {"low": 1000}, ["not met", "met", "not known", "not met"]),
        ("day_rate", "", {"high": 350}, ["not met", "not met", "not known", "partly"]),
        ("clearance", "yes", {}, ["met", "not met", "not known", "met"]),
        ("clearance", "no", {}, ["not met", "met", "not known", "not met"]),
        ("availability", "March", {}, ["met", "not known", "not known", "not known"]),
        ("availability", "now", {}, ["not met", "met", "not known", "not known"]),
        ("availability", "immediately", {}, ["not met", "met", "not known", "not known"]),
        ("no such column", "yes", {}, ["not known"] * 4),
    ],
)
def test_a_further_column_is_read_as_numbers_months_and_yes_or_no(
    column: str, value: str, more: Any, statuses: list[str]
) -> None:
    assert _statuses("column", value, column=column, **more) == statuses


@pytest.mark.parametrize(
    ("cells", "statuses"),
    [
        (["USD 1,200 per day", "3.500 €", "€90/h"], ["not met", "not met", "met"]),
        (["1 200", "0,5", "1.2k"], ["not met", "met", "not met"]),
        (["900-1100", "2 x 400", "-5"], ["partly", "not known", "met"]),
    ],
)
def test_numbers_stand_among_money_and_units_with_any_sign_between_thousands(
    cells: list[str], statuses: list[str]
) -> None:
    people = little_people([Expert(str(place), "E", more={"rate": cell}) for place, cell in enumerate(cells)], [])
    met = cells_of(people, Requirement("column", "", high=1000, column="rate"), {})
    assert [cell.status for cell in met.values()] == statuses


@pytest.mark.parametrize(
    ("cell", "status"), [("中文; English", "met"), ("汉; English", "not known"), ("Kamba; English", "not met")]
)
def test_a_language_in_another_script_is_known_by_its_own_name_or_not_known(cell: str, status: str) -> None:
    people = little_people([Expert("e", "E", languages=cell)], [])
    assert cells_of(people, Requirement("language", "Chinese"), {})["e"].status == status


def test_a_topic_is_met_by_how_likely_it_is_known_and_shows_the_sentence() -> None:
    topic = Requirement("topic", "floods")
    met = coverage(
        _people(), Requirements((topic,)), {topic.id: {"ama": (0.8, "ama"), "bo": (0.3, "bo"), "di": (0.09, "di")}}
    )
    row = met.cells[topic.id]
    assert [row[one].status for one in ("ama", "bo", "cy", "di")] == ["met", "partly", "not met", "not met"]
    assert (row["ama"].value, row["ama"].words) == (0.8, "I map floods.")


def test_who_writes_a_word_of_a_topic_nowhere_meets_it_at_most_in_part() -> None:
    rising, floods = (Requirement("topic", value) for value in ("rising floods", "floods"))
    for one, expected in ((rising, ("partly", 0.95, ("rising",))), (floods, ("met", 0.95, ()))):
        cell = coverage(_people(), Requirements((one,)), {one.id: {"ama": (0.95, "ama")}}).cells[one.id]["ama"]
        assert (cell.status, cell.value, cell.unsaid) == expected
    unlikely = coverage(_people(), Requirements((rising,)), {rising.id: {"ama": (0.4, "ama")}}).cells[rising.id]["ama"]
    assert unlikely.unsaid == (), "of who is not likely to know it nothing more is told"


def test_an_excluded_topic_is_there_where_the_skills_name_it() -> None:
    cells = cells_of(_people(), Requirement("topic", "flood modelling", excluded=True), {})
    assert cells["ama"] == Cell("not met", 0.0, "flood modelling", "ama")
    assert cells["bo"].status == "met"


def test_an_excluded_place_is_where_somebody_is_not_where_they_once_worked() -> None:
    assert _statuses("place", "Kenya", excluded=True) == ["met", "met", "not known", "met"]
    assert _statuses("place", "Ghana", excluded=True)[0] == "not met"


_VALUES = st.sampled_from(
    [
        "Ghana",
        "Paris",
        "French",
        "GIS",
        "ministry",
        "Bo",
        "senior",
        "most junior",
        "yes",
        "",
        "(",
        "é",
        "-",
        "r or c",
        "λ",
    ]
)
_KINDS: tuple[Kind, ...] = (
    "skill",
    "place",
    "years",
    "seniority",
    "language",
    "organisation",
    "person",
    "column",
    "activity",
)
_REQUIREMENTS = st.builds(
    Requirement,
    st.sampled_from(_KINDS),
    st.one_of(_VALUES, st.text(max_size=12)),
    low=st.none() | st.floats(0, 50),
    high=st.none() | st.floats(0, 50),
    near=st.booleans(),
    column=st.sampled_from(["day_rate", "clearance", "", "x"]),
)


@given(_REQUIREMENTS)
def test_what_is_excluded_is_the_mirror_of_what_is_asked_for_where_it_is_known(one: Requirement) -> None:
    included, excluded = (cells_of(_people(), replace(one, excluded=out), {}) for out in (False, True))
    mirror = {"met": ("not met",), "not met": ("met",), "not known": ("not known",), "partly": ("partly", "met")}
    for person, cell in included.items():
        if not (cell.document and one.kind in ("place", "organisation", "language")):
            assert excluded[person].status in mirror[cell.status]
        assert 0 <= cell.value <= 1
        assert cell.status != "not known" or cell.value == 0
    assert len(included) == len(EXPERTS)
    assert "\n" not in comes_nearest(_people(), one)


_CELLS = st.text(max_size=15) | st.sampled_from(
    [
        "=1+1",
        "\x00",
        "1e999",
        "9" * 400,
        "١٢",
        "-",
        "€-5",
        "5-",
        "a\nb;;,",
        "12,34.56,7",
        "2027-13-45",
        "ﬁ",
        "İ",
        "ẞ" * 9,
    ]
)


@settings(deadline=None)
@given(st.lists(_CELLS, min_size=7, max_size=7), _REQUIREMENTS)
def test_no_cell_makes_it_fail(cells: list[str], one: Requirement) -> None:
    name, headline, bio, skills, location, organisation, languages = cells
    expert = Expert(
        "e", name, headline, bio, skills, location, None, organisation, languages, {"day_rate": bio, "x": name}
    )
    people = little_people([expert], [ProjectAnswer("a", "e", "", "", skills)])
    for out in (False, True):
        cell = cells_of(people, replace(one, excluded=out), {})["e"]
        assert cell.status in ("met", "partly", "not met", "not known")
    comes_nearest(people, one)


def test_repeated_words_do_not_stall_it() -> None:
    long = "never in Kenya or " * 3_000
    people = little_people([Expert("e", "E", bio=long, skills="kenya;" * 3_000)], [])
    for kind, value in (("place", "Kenya"), ("skill", "kenya"), ("organisation", "kenya"), ("language", "kenya")):
        assert cells_of(people, Requirement(kind, value), {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cell", "wanted", "status"),
    [
        ("No, expired 2020", "yes", "not met"), ("yes (until 2029)", "yes", "met"), ("PMP", "yes", "met"),
        ("Mar 2027", "March 2027", "met"), ("Sept. 2027", "September", "met"), ("2027-03-05", "Mar 2027", "met"),
        ("immediately", "March 2027", "not known"), ("May 2027", "March 2027", "not met"),
    ],
)  # fmt: skip
def test_what_a_cell_says_first_and_months_however_they_are_written(cell: str, wanted: str, status: str) -> None:
    people = little_people([Expert("e", "E", more={"x": cell})], [])
    assert cells_of(people, Requirement("column", wanted, column="x"), {})["e"].status == status


@pytest.mark.parametrize(
    ("cell", "ends"),
    [
        ("2k-3k", (2000, 3000)),
        ("300-400", (300, 400)),
        ("-5", (-5, -5)),
        ("EUR -5 to 10", (-5, 10)),
        ("1-2k", (1000, 2000)),
    ],
)
def test_a_hyphen_between_two_numbers_is_no_sign(cell: str, ends: tuple[float, float]) -> None:
    assert number_in(cell) == ends


@pytest.mark.parametrize(
    ("text", "place", "status"),
    [
        ("It stands in Annex III of the act.", "Canada", "not met"),
        ("Few adverts state pay, which suits our purpose.", "North America", "not met"),
        ("I surveyed dams across the United States.", "North America", "partly"),
        ("I surveyed dams in Toronto.", "Canada", "partly"),
    ],
)
def test_an_ordinary_word_of_a_text_says_no_place(text: str, place: str, status: str) -> None:
    people = little_people([Expert("eve", "Eve", "Dams", text, location="Oslo, Norway")], [])
    assert cells_of(people, Requirement("place", place), {})["eve"].status == status
