"""Several rows of one person in a table of experts become one: texts joined, lists united, years the most."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.language.names import plain_name
from core.tables import RowProblem

_LISTS = ("skills", "languages")
_PARTS = re.compile(r"\s*[;,|\n]\s*")


@dataclass(frozen=True)
class PersonRow:
    """What a row tells of a person: the text of each field, the years, the further columns; its number in the file."""

    number: int
    texts: Mapping[str, str]
    years: float | None
    more: Mapping[str, str]

    @property
    def name(self) -> str:
        """The name as it is compared."""
        return plain_name(self.texts["name"])


def merge_rows(
    rows: Sequence[PersonRow], columns: Mapping[str, str | None]
) -> tuple[list[PersonRow], list[RowProblem]]:
    """Return a row a person, in the order in which they come first, and what became of the other rows.

    Rows are of one person when they have the same id and no two names, or without an id the same name and the same
    organisation or place, and nothing of these that differs.
    """
    people: list[PersonRow] = []
    by_id: dict[str, int] = {}
    by_name: dict[str, list[int]] = {}
    problems: list[RowProblem] = []
    for row in rows:
        id = row.texts["id"]
        namesakes = by_name.setdefault(row.name, [])
        place = by_id.get(id) if id else next((one for one in namesakes if _are_one(people[one], row)), None)
        if place is None:
            if not id and row.name and namesakes:
                told = f"as somebody else than row {people[namesakes[0]].number}, who has the same name"
                problems.append(RowProblem(row.number, told, columns["name"] or "", row.texts["name"], "read"))
            namesakes.append(len(people))
            by_id.setdefault(id, len(people))
            people.append(row)
        elif id and not _may_be_one_name(people[place].name, row.name):
            problems.append(RowProblem(row.number, f"the id {id!r} is taken by an earlier row, of another name"))
        else:
            field = "id" if id else "name"
            told = f"as one person with row {people[place].number}"
            problems.append(RowProblem(row.number, told, columns[field] or "", row.texts[field], "read"))
            people[place] = _joined(people[place], row)
    return people, problems


def _are_one(person: PersonRow, row: PersonRow) -> bool:
    """Whether somebody of the same name without an id is the same: by the organisation or the place."""
    if person.texts["id"] or not row.name:
        return False
    told = [(plain_name(person.texts[field]), plain_name(row.texts[field])) for field in ("organisation", "location")]
    both = [pair for pair in told if all(pair)]
    return bool(both) and all(one == other for one, other in both)


def _may_be_one_name(name: str, other: str) -> bool:
    """Whether one of the names says no more than the other: “Ann Ray”, “Ann M. Ray”, none."""
    one, two = set(name.split()), set(other.split())
    return one <= two or two <= one


def _joined(person: PersonRow, row: PersonRow) -> PersonRow:
    texts = {field: _join(field, text, row.texts[field]) for field, text in person.texts.items()}
    names = dict.fromkeys([*person.more, *row.more])
    more = {name: _join(name, person.more.get(name, ""), row.more.get(name, "")) for name in names}
    years = [one.years for one in (person, row) if one.years is not None]
    return PersonRow(person.number, texts, max(years, default=None), more)


def _join(field: str, text: str, other: str) -> str:
    """Return both texts without repeating what one of them says already."""
    if field in ("id", "name"):
        return text or other
    if field in _LISTS:
        parts = {part.casefold(): part for part in reversed(_PARTS.split(f"{text};{other}")) if part}
        return "; ".join(reversed(parts.values())) if text and other else text or other
    if other.casefold() in text.casefold():
        return text
    if text.casefold() in other.casefold():
        return other
    return f"{text}\n\n{other}" if field == "bio" else f"{text}; {other}"
