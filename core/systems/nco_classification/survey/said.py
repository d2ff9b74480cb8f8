"""What one row of a file says of a job: the words of its columns, tidied; and which column of a table says what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.errors import InputError
from core.language.sanitize import tidy
from core.systems.nco_classification.office.decisions import key_of
from core.tables import Field, TableKind
from core.tables.headers import says_nothing
from core.tables.values import has_decimal_comma, plain_number

LONGEST = 5_000  # characters of a cell that are read; what says more than this says it of something else

JOBS = TableKind(
    "jobs",
    (
        Field("title", "The job title, or in words what the person does.", needed=True),
        Field("duties", "What the person does at work, where it has a column of its own."),
        Field("industry", "What the workplace makes or does, in words or as a code of the NIC."),
        Field("education", "The highest schooling, in words: class 10, ITI, graduate."),
        Field("weight", "How many people the row stands for; 1 where there is no number."),
        Field("id", "What the row is called in the survey."),
    ),
)


class Said(NamedTuple):
    """The words of a row that tell of the job; rows that say the same are coded once. "" where nothing is said."""

    title: str
    duties: str = ""
    industry: str = ""
    education: str = ""

    @property
    def job(self) -> str:
        """The words about the work itself, as one text."""
        return "; ".join(filter(None, (self.title, self.duties)))

    @property
    def text(self) -> str:
        """All of it as one line, for people."""
        beside = ", ".join(filter(None, (self.industry, self.education)))
        return f"{self.job} ({beside})".lstrip() if beside else self.job

    @property
    def key(self) -> str:
        """What decisions on these words are kept under: the same in every file and every round; "" without words."""
        return key_of(self.job, self.industry, self.education)


@dataclass(frozen=True)
class JobColumns:
    """The names of the columns of a table that say something of a job; "" for what it does not have.

    `shown` are columns that are shown beside a row where it is looked at.
    """

    title: str
    duties: str = ""
    industry: str = ""
    education: str = ""
    weight: str = ""
    id: str = ""
    shown: tuple[str, ...] = ()

    @property
    def said(self) -> tuple[str, str, str, str]:
        """Where the words of `Said` stand, in its order."""
        return self.title, self.duties, self.industry, self.education


def columns_of(chosen: Mapping[str, str | None], shown: Iterable[str] = ()) -> JobColumns:
    """Take the columns that were chosen for the fields of `JOBS`. Raises `InputError` without a title."""
    named = {field.name: chosen.get(field.name) or "" for field in JOBS.fields}
    if not named["title"]:
        raise InputError("No column holds the job titles.", "Choose the column that says what people do.")
    return JobColumns(**named, shown=tuple(shown))


def tidy_row(title: str, duties: str = "", industry: str = "", education: str = "") -> Said:
    """Tidy the cells of a row. What stands beside a title and says that nothing is known says nothing."""
    beside = (_tidied(cell) for cell in (duties, industry, education))
    return Said(_tidied(title), *("" if says_nothing(cell) else cell for cell in beside))


def _tidied(cell: str) -> str:
    try:
        return tidy(cell[:LONGEST], LONGEST)
    except InputError:  # nothing readable in it
        return ""


def weights_of(cells: Sequence[str]) -> list[float | None]:
    """Read a column of weights; None for a cell that is no number of people: words, nothing, a negative number."""
    decimal_comma = has_decimal_comma(cells)
    found = (plain_number(cell, decimal_comma) for cell in cells)
    return [weight if weight is not None and weight >= 0 else None for weight in found]
