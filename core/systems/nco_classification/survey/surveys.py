"""Files of jobs that an analyst brought to be coded: the table as it came, the journal of the work, and the review.

A survey is a folder of its owner's. Work that was cut off goes on where it was; decisions of the review are kept beside
the results and change none of them.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from core.bulk import Job
from core.errors import InputError
from core.own_data import Lent, OwnData, Tell, Work
from core.stores.journal import Journal
from core.stores.uploads import Kind, fresh, read_json, write_json
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.decisions import Decisions
from core.systems.nco_classification.survey.batch import Texts, gather_table, make_job, rows_of, with_own
from core.systems.nco_classification.survey.export import heads_of, write_csv, write_workbook
from core.systems.nco_classification.survey.review import adopt, recall, reviewed
from core.systems.nco_classification.survey.rows import Row
from core.systems.nco_classification.survey.said import JobColumns
from core.tables import HEADS


@dataclass(frozen=True)
class Survey:
    """The card of a file that was brought; `texts` counts the rows that say different things.

    `column` holds the titles; the others are "" where the file does not have them. `ids` is what the rows are called.
    """

    id: str
    name: str
    column: str
    rows: int
    texts: int
    created: str
    duties: str = ""
    industry: str = ""
    education: str = ""
    weight: str = ""
    ids: str = ""
    shown: tuple[str, ...] = ()

    @property
    def columns(self) -> JobColumns:
        """Which column says what."""
        return JobColumns(
            self.column, self.duties, self.industry, self.education, self.weight, self.ids, tuple(self.shown)
        )


@dataclass(frozen=True)
class Coded:
    """A survey whose every text is coded: its table, and the row of each of its rows, with the review in them."""

    table: pd.DataFrame
    rows: list[Row]

    def to_csv(self) -> bytes:
        """Return the table with the results after its own columns."""
        file = io.BytesIO()
        write_csv(file, self.table, self.rows)
        return file.getvalue()

    def to_workbook(self) -> bytes:
        """Return the same as XLSX; `export.check_workbook` tells whether it fits."""
        file = io.BytesIO()
        write_workbook(file, self.table, self.rows)
        return file.getvalue()


def add_survey(folder: Path, name: str, table: pd.DataFrame, columns: JobColumns | str) -> Survey:
    """Keep a table of text of this owner; a name is that of the column with the titles. Raises `StoreError`."""
    id, created = fresh()
    if isinstance(columns, str):
        columns = JobColumns(columns)
    texts = len(gather_table(table, columns).distinct)
    survey = Survey(
        id, name, columns.title, len(table), texts, created,
        columns.duties, columns.industry, columns.education, columns.weight, columns.id, columns.shown,
    )  # fmt: skip
    # JSON keeps every cell as it is, which CSV does not promise for the ends of lines inside a cell.
    content = {"columns": list(table.columns), "heads": heads_of(table), "rows": table.to_numpy().tolist()}
    SURVEYS.uploads(folder).add(survey, lambda place: write_json(place / "table.json", content))
    return survey


def is_coded(folder: Path, survey: Survey) -> bool:
    """Whether every text has its result."""
    return (_place(folder, survey) / "coded.json").exists()


def machine_coded(folder: Path, survey: Survey) -> Coded:
    """Return what the machine said of every row, whatever was decided by hand since. Raises `InputError`."""
    if not is_coded(folder, survey):
        raise InputError(f"“{survey.name}” is not coded yet.", "Wait for the coding, or carry on with it.")
    table = _table(folder, survey)
    texts = gather_table(table, survey.columns)
    return Coded(table, list(with_own(rows_of(texts, _journal(folder, survey)), table, survey.columns)))


def with_decisions(folder: Path, survey: Survey, machine: Coded) -> Coded:
    """Lay what was decided over what the machine said; rows of which nothing was decided are the same ones."""
    adopt(folder, survey.id, _place(folder, survey) / "decisions.json")
    decided = Decisions(folder).decided(survey.id)
    return Coded(machine.table, list(reviewed(machine.rows, decided, Classification.load())))


# --- reading and writing ----------------------------------------------------------------------------------------------


def _job(lent: Lent, survey: Survey) -> Job | None:
    """Return the work of coding every distinct text."""
    if is_coded(lent.folder, survey):
        return None
    journal, scheduler = _journal(lent.folder, survey), lent.settings.dask_scheduler
    return make_job(_texts(lent.folder, survey), journal, owner=lent.folder, scheduler=scheduler)


def _finish(lent: Lent, survey: Survey, tell: Tell | None) -> None:
    """Give it what the office knows of its words, and mark it, so that a page need not count the journal to know."""
    if is_coded(lent.folder, survey):
        return
    recall(lent.folder, survey.id, rows_of(_texts(lent.folder, survey), _journal(lent.folder, survey)))
    write_json(_place(lent.folder, survey) / "coded.json", True)


def _read(lent: Lent, survey: Survey) -> Coded:
    """Return the results with the review in them."""
    return with_decisions(lent.folder, survey, machine_coded(lent.folder, survey))


def _place(folder: Path, survey: Survey) -> Path:
    return SURVEYS.uploads(folder).path(survey.id)


def _journal(folder: Path, survey: Survey) -> Journal:
    return Journal(_place(folder, survey) / "coding.journal")


def _table(folder: Path, survey: Survey) -> pd.DataFrame:
    kept = read_json(_place(folder, survey) / "table.json")
    table = pd.DataFrame(kept["rows"], columns=kept["columns"], dtype="object")
    table.attrs[HEADS] = dict(zip(kept["columns"], kept.get("heads", kept["columns"]), strict=True))
    return table


def _texts(folder: Path, survey: Survey) -> Texts:
    return gather_table(_table(folder, survey), survey.columns)


SURVEYS = OwnData(Kind("nco/surveys", Survey), "survey", _read, Work(_job, _finish))
