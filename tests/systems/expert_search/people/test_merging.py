"""Several rows of one person become one, and what became of each row is told."""

from __future__ import annotations

from typing import Any

from core.systems.expert_search.people.merging import PersonRow, merge_rows
from core.tables import RowProblem

FIELDS = ("id", "name", "headline", "bio", "skills", "languages", "location", "organisation")
COLUMNS = dict(zip(FIELDS, map(str.title, FIELDS), strict=True))


def row(number: int, years: float | None = None, more: dict[str, str] | None = None, **texts: str) -> PersonRow:
    return PersonRow(number, dict.fromkeys(FIELDS, "") | texts, years, more or {})


def merged(*rows: PersonRow) -> tuple[list[PersonRow], list[RowProblem]]:
    return merge_rows(rows, COLUMNS)


def only(**more: Any) -> PersonRow:
    """What becomes of a row of p1 and another one."""
    (one,), _ = merged(row(2, id="p1", name="Ann Ray", skills="tides; GIS", bio="Maps tides."), row(3, id="p1", **more))
    return one


def test_rows_of_one_id_are_one_person_whose_texts_are_joined_and_lists_united() -> None:
    one = only(name="Ann M. Ray", skills="gis, radar", bio="Knows radar.", years=7.0, more={"rate": "300"})
    assert one.texts["name"] == "Ann Ray"
    assert one.texts["skills"] == "tides; GIS; radar"
    assert one.texts["bio"] == "Maps tides.\n\nKnows radar."
    assert (one.years, one.more) == (7.0, {"rate": "300"})


def test_what_one_row_says_already_is_not_repeated() -> None:
    assert only(bio="Maps tides. And more.").texts["bio"] == "Maps tides. And more."
    assert only(bio="tides").texts["bio"] == "Maps tides."


def test_a_name_alone_makes_one_person_only_with_the_same_organisation_or_place() -> None:
    first, second = row(2, name="Bo Lind", location="Oslo"), row(3, name="bo lind", location="Oslo", headline="Diver")
    people, told = merged(first, second, row(4, name="Bo Lind", location="Rome"), row(5, name="Bo Lind"))
    assert [one.number for one in people] == [2, 4, 5]
    assert people[0].texts["headline"] == "Diver"
    assert [problem.row for problem in told] == [3, 4, 5]
    assert "as one person with row 2" in told[0].reason
    assert "as somebody else than row 2" in told[1].reason


def test_an_id_of_two_names_is_told_and_the_later_row_left_out() -> None:
    people, told = merged(row(2, id="p1", name="Ann Ray"), row(3, id="p1", name="Cy Fox"))
    assert [one.texts["name"] for one in people] == ["Ann Ray"]
    assert "of another name" in told[0].reason


def test_a_word_inside_of_a_longer_one_is_no_repetition() -> None:
    assert only(location="Niger").texts["location"] == "Niger"
    (one,), _ = merged(
        row(2, id="p1", name="Ann Ray", location="Nigeria", more={"rate": "1500"}),
        row(3, id="p1", name="Ann Ray", location="Niger", more={"rate": "500"}),
    )
    assert (one.texts["location"], one.more["rate"]) == ("Nigeria; Niger", "1500; 500")


def test_thousands_of_rows_of_one_name_are_told_apart_and_joined() -> None:
    people, told = merged(
        *(row(number, name="Bo Lind", organisation=f"Firm {number % 3_000}") for number in range(6_000))
    )
    assert len(people) == 3_000
    assert len(told) == 5_999
    nameless, _ = merged(*(row(number, headline="Diver") for number in range(3_000)))
    assert len(nameless) == 3_000
