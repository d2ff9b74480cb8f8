"""Several rows of one person in a table of experts become one: texts joined, lists united, years the most."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.language.names import plain_name
from core.tables import RowProblem

_LISTS = ("skills", "languages")
_TOLD_APART_BY = ("organisation", "location")  # people of one name
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
    by_place: dict[tuple[str, ...], list[int]] = {}
    first_of: dict[str, int] = {}
    problems: list[RowProblem] = []
    for row in rows:
        id, keys = row.texts["id"], _keys(row)
        likely = sorted({one for key in keys for one in by_place.get(key, ())})
        place = by_id.get(id) if id else next((one for one in likely if _are_one(people[one], row)), None)
        if place is None:
            if not id and row.name and row.name in first_of:
                told = f"as somebody else than row {people[first_of[row.name]].number}, who has the same name"
                problems.append(RowProblem(row.number, told, columns["name"] or "", row.texts["name"], "read"))
            place = len(people)
            by_id.setdefault(id, place)
            people.append(row)
        elif id and not _may_be_one_name(people[place].name, row.name):
            problems.append(RowProblem(row.number, f"the id {id!r} is taken by an earlier row, of another name"))
            continue
        else:
            field = "id" if id else "name"
            told = f"as one person with row {people[place].number}"
            problems.append(RowProblem(row.number, told, columns[field] or "", row.texts[field], "read"))
            people[place] = _joined(people[place], row)
        first_of.setdefault(row.name, place)
        for key in keys:
            by_place.setdefault(key, []).append(place)
    return people, problems


def _keys(row: PersonRow) -> list[tuple[str, ...]]:
    """Return what somebody without an id can be known by again: the name with the organisation, and with the place."""
    if row.texts["id"] or not row.name:
        return []
    told = ((field, plain_name(row.texts[field])) for field in _TOLD_APART_BY)
    return [(row.name, field, value) for field, value in told if value]


def _are_one(person: PersonRow, row: PersonRow) -> bool:
    """Whether somebody of the same name without an id is the same: by the organisation or the place."""
    if person.texts["id"] or not row.name:
        return False
    told = [(plain_name(person.texts[field]), plain_name(row.texts[field])) for field in _TOLD_APART_BY]
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


def _says(text: str, part: str) -> bool:
    """Whether a text holds another as words of its own: “Niger; Mali” says Niger, and “Nigeria” does not."""
    return not part or re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text, re.IGNORECASE) is not None


def _join(field: str, text: str, other: str) -> str:
    """Return both texts without repeating what one of them says already."""
    if field in ("id", "name"):
        return text or other
    if field in _LISTS:
        parts = {part.casefold(): part for part in reversed(_PARTS.split(f"{text};{other}")) if part}
        return "; ".join(reversed(parts.values())) if text and other else text or other
    if _says(text, other):
        return text
    if _says(other, text):
        return other
    return f"{text}\n\n{other}" if field == "bio" else f"{text}; {other}"
