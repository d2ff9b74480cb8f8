"""Tables of people and of their answers that an analyst brings: what may stand in them, and what of it can be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime

import pandas as pd

from core.language.names import may_be_several, plain_name
from core.systems.expert_search.people.merging import PersonRow, merge_rows
from core.systems.expert_search.people.records import Expert, ProjectAnswer, answer_from
from core.tables import Field, RowProblem, TableKind, left_out
from core.tables.beginnings import Beginnings
from core.tables.dates import DateStyle
from core.tables.further import FreeNames, slug, unused_columns
from core.tables.headers import JOINED, says_nothing
from core.tables.problems import Outcome
from core.tables.values import Number, has_decimal_comma, read_years

EXPERTS = TableKind(
    "experts",
    (
        Field("id", "What tells one person from another, such as the number of an employee."),
        Field("name", "The full name; first and last names may stand in two columns.", needed=True),
        Field("headline", "What the person is: the title of the job."),
        Field("bio", "A text about the person."),
        Field("skills", "What the person knows, one after the other."),
        Field("location", "Where the person is."),
        Field("years_experience", "Years of experience, as a number, or since when."),
        Field("organisation", "Where the person works."),
        Field("languages", "The languages that the person speaks, one after the other."),
    ),
    full_name="name",
)
ANSWERS = TableKind(
    "answers",
    (
        Field("expert_id", "The id of the person in the table of experts, or the name.", needed=True),
        Field("project", "What the project is called."),
        Field("question", "What was asked."),
        Field("answer", "What the person answered.", needed=True),
        Field("date", "When it was answered: a day, a month or a year."),
    ),
)
LONGEST_CELL = 20_000
MOST_YEARS = 80


def check_experts(table: pd.DataFrame, columns: Mapping[str, str | None]) -> tuple[list[Expert], list[RowProblem]]:
    """Return the experts in a table of text, by the column chosen for each field, and what could not be used.

    Columns that were chosen for no field are kept in `Expert.more`; several rows of one person become one.
    """
    columns = {field.name: columns.get(field.name) for field in EXPERTS.fields}
    rows, of_values = _read_people(table, columns)
    people, problems = merge_rows(rows, columns)
    taken = {row.texts["id"] for row in rows}
    good: list[Expert] = []
    for row in people:
        if reason := _useless(row):
            problems.append(RowProblem(row.number, reason))
            continue
        name = row.texts["name"]
        if may_be_several(name) or _is_odd(name):
            problems.append(RowProblem(row.number, "as one person", columns["name"] or "", name, "read"))
        texts, cut = _cut(row.number, row.texts, columns)
        problems += cut
        more = {column: text[:LONGEST_CELL] for column, text in row.more.items() if text}
        texts["id"] = texts["id"] or _free_id(f"row-{row.number}", taken)
        good.append(Expert(**texts, years_experience=row.years, more=more))
    without = {problem.row for problem in left_out(problems)}
    told = [one for one in (*problems, *of_values) if one.row not in without or one.outcome == "row left out"]
    return good, sorted(told, key=lambda problem: problem.row)


def check_answers(
    table: pd.DataFrame, columns: Mapping[str, str | None], experts: Sequence[Expert]
) -> tuple[list[ProjectAnswer], list[RowProblem]]:
    """Return the project answers in a table of text, and what could not be used; an answer of nobody in `experts`
    cannot. A person may be named instead of told by the id, where only one has the name."""
    known = {expert.id for expert in experts}
    named: dict[str, list[str]] = {}
    for expert in experts:
        named.setdefault(_name_key(expert.name), []).append(expert.id)
    records = _records(table, columns, ANSWERS)
    style = DateStyle.of(row["date"] for _, row in records)
    good: list[ProjectAnswer] = []
    problems: list[RowProblem] = []
    for number, row in records:
        said, told = row["expert_id"], []
        ids = [] if said in known else named.get(_name_key(said), [])
        if len(ids) == 1:
            row["expert_id"] = ids[0]
            told.append(RowProblem(number, f"as the name of {ids[0]!r}", columns["expert_id"] or "", said, "read"))
        answer = answer_from(row, number)
        if reason := _useless_answer(row, answer, known, named):
            problems.append(RowProblem(number, reason))
            continue
        row["date"], of_date = _read_date(number, row["date"], columns.get("date") or "", style)
        texts, cut = _cut(number, row, columns)
        problems += [*told, *of_date, *cut]
        good.append(answer_from(texts, number))
    return good, problems


# --- people -----------------------------------------------------------------------------------------------------------


def _read_people(table: pd.DataFrame, columns: Mapping[str, str | None]) -> tuple[list[PersonRow], list[RowProblem]]:
    """Return what each row tells of a person, and what is to be told of the years."""
    records = _records(table, columns, EXPERTS)
    column = columns["years_experience"] or ""
    cells = [row.pop("years_experience") for _, row in records]
    decimal_comma, beginnings = has_decimal_comma(cells), Beginnings.of(column, cells, datetime.now(UTC).year)
    further = _further(table, columns)
    rows, problems = [], []
    for place, ((number, texts), cell) in enumerate(zip(records, cells, strict=True)):
        years = _bounded(beginnings.read(cell)) or read_years(cell, column, MOST_YEARS, decimal_comma)
        if years.told:
            outcome: Outcome = "left empty" if years.value is None else "read"
            problems.append(RowProblem(number, years.told, column, cell, outcome))
        more = {name: values[place] for name, values in further.items() if values[place]}
        rows.append(PersonRow(number, texts, years.value, more))
    return rows, problems


def _bounded(years: Number | None) -> Number | None:
    if years is None or years.value is None or years.value <= MOST_YEARS:
        return years
    return Number(None, f"not between 0 and {MOST_YEARS}")


def _further(table: pd.DataFrame, columns: Mapping[str, str | None]) -> dict[str, list[str]]:
    """Return the columns that were chosen for no field, by the names under which they are kept."""
    names = FreeNames(field.name for field in fields(Expert))
    others = [header for header in unused_columns(table, columns) if JOINED not in header]
    return {
        names.new(slug(header) or f"column_{number}"): [_cell("", cell) for cell in table[header]]
        for number, header in enumerate(others, start=1)
    }


def _useless(row: PersonRow) -> str:
    """Return why nobody can be found by a row, "" where somebody can."""
    if reason := _missing(row.texts, EXPERTS.needed):
        return reason
    if any(row.texts[field] for field in ("headline", "bio", "skills")):
        return ""
    return "there is nothing to search in: no headline, no bio, no skills"


def _free_id(id: str, taken: set[str]) -> str:
    while id in taken:
        id += "'"
    taken.add(id)
    return id


def _is_odd(name: str) -> bool:
    """Whether more, or less, than a name stands there: “to be found”, “Yann Le Goff (deceased)”."""
    return "(" in name or (" " in name and name.islower())


# --- answers ----------------------------------------------------------------------------------------------------------


def _name_key(name: str) -> str:
    """Return a name as it is compared, whichever part of it stands first."""
    return " ".join(sorted(plain_name(name).split()))


def _useless_answer(
    row: Mapping[str, str], answer: ProjectAnswer, known: set[str], named: Mapping[str, Sequence[str]]
) -> str:
    if reason := _missing(row, ANSWERS.needed):
        return reason
    if row["expert_id"] not in known:
        several = len(named.get(_name_key(row["expert_id"]), ()))
        if several > 1:
            return f"{several} experts are called {row['expert_id']!r}"
        return f"nobody among the experts has the id {row['expert_id']!r}"
    return f"the answer would be called {answer.id!r}, as an expert is" if answer.id in known else ""


def _read_date(number: int, cell: str, column: str, style: DateStyle) -> tuple[str, list[RowProblem]]:
    """Return when a cell says that it was, in ISO 8601, and what is to be told of it."""
    when = style.read_period(cell)
    if not when.problem:
        return when.iso, []
    if when.iso:
        return when.iso, [RowProblem(number, f"as {when.iso} alone: {when.problem}", column, cell, "read")]
    return "", [RowProblem(number, when.problem, column, cell, "left empty")]


# --- cells ------------------------------------------------------------------------------------------------------------


def _records(
    table: pd.DataFrame, columns: Mapping[str, str | None], kind: TableKind
) -> list[tuple[int, dict[str, str]]]:
    values = {
        field.name: table[column].tolist() if (column := columns.get(field.name)) else None for field in kind.fields
    }
    return [
        (number, {field: _cell(field, cells[place]) if cells else "" for field, cells in values.items()})
        for place, number in enumerate(table.index.tolist())
    ]


def _cell(field: str, value: object) -> str:
    """Return the text of a cell; empty where it says that nothing is known. Of a number that is told later on."""
    text = str(value).strip()
    return "" if field != "years_experience" and says_nothing(text) else text


def _missing(row: Mapping[str, str], needed: Sequence[str]) -> str:
    return next((f"{field.replace('_', ' ')} is empty" for field in needed if not row[field]), "")


def _cut(
    number: int, row: Mapping[str, str], columns: Mapping[str, str | None]
) -> tuple[dict[str, str], list[RowProblem]]:
    """Shorten what no search would read to its end, and say so."""
    long = [field for field, cell in row.items() if len(cell) > LONGEST_CELL]
    problems = [
        RowProblem(number, f"cut after {LONGEST_CELL:,} characters", columns.get(field) or "", row[field][:80], "read")
        for field in long
    ]
    return {field: cell[:LONGEST_CELL] for field, cell in row.items()}, problems
