"""Code a file of jobs in NCO 2015: `python -m core.batch nco IN.csv OUT.csv`, or XLSX.

Titles, duties, industry and education count; their columns are known by their names, or named. Every row of the input
comes back, in order and untouched, with the results after it. Progress goes to stderr. What is done is kept beside the
output until that is complete, so that the same command goes on after the process was killed. From CSV to CSV a file may
be of any length: it is read row by row, and what rows say is told apart on disk.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import pandas as pd

from core.bulk import Progress
from core.errors import InputError, StoreError
from core.installation import NOBODY, installation
from core.privacy import open_as_usual
from core.stores.files import replacing
from core.stores.journal import Journal
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.survey.batch import THRESHOLD, Texts, gather_table, make_job, rows_of
from core.systems.nco_classification.survey.distinct import DistinctRows, KeptItems
from core.systems.nco_classification.survey.export import (
    Writer,
    check_workbook,
    write_csv_of_rows,
    write_workbook,
    writer_for,
)
from core.systems.nco_classification.survey.review import recalled
from core.systems.nco_classification.survey.rows import Row
from core.systems.nco_classification.survey.said import JOBS, JobColumns, columns_of, tidy_row
from core.tables import guess_columns, open_table
from core.tables.streaming import stream_csv

BESIDE = ("duties", "industry", "education")
NAMES = (
    "job", "job title", "job titles", "title", "titles", "occupation", "occupations", "job description", "description",
    "designation", "profession", "work", "position",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command line takes."""
    parser.add_argument("input", type=Path, metavar="IN", help="a CSV or XLSX file with a column of job titles")
    parser.add_argument("output", type=Path, metavar="OUT", help="the CSV or XLSX file to write")
    parser.add_argument("--column", "--title", metavar="NAME", help="the column with the titles, where it is not plain")
    for field in BESIDE:
        parser.add_argument(f"--{field}", metavar="NAME", help=f"the column with the {field}; '' for none")
    parser.add_argument(
        "--threshold", type=float, default=THRESHOLD, metavar="P", help="least probability for a code (%(default)s)"
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler; otherwise that of DASK_SCHEDULER")


def run(arguments: argparse.Namespace) -> int:
    """Read, code, write. Raises `InputError`, `StoreError`, `SettingsError`."""
    source, target = arguments.input, arguments.output
    write = writer_for(target)
    if not 0 <= arguments.threshold <= 1:
        raise InputError(f"The threshold is a probability, from 0 to 1, not {arguments.threshold:g}.")
    if target.exists() and target.samefile(source):
        raise InputError("The output would replace the input.", "Give another name for the output.")
    journal = Journal(target.with_name(f"{target.name}.journal"))
    owner = installation().folder_of(NOBODY)
    whole = write is write_workbook or _is_workbook(source)
    work = (_Whole if whole else _Streamed)(source, arguments, journal, owner)
    if isinstance(work, _Whole) and write is write_workbook:
        check_workbook(work.table)
    sys.stderr.write(f"Columns: {', '.join(filter(None, work.columns.said))}.\n")
    job = make_job(
        work.items(),
        journal,
        owner=owner,
        threshold=arguments.threshold,
        scheduler=arguments.scheduler or installation().settings.dask_scheduler or None,
        on_progress=Teller(work.rows),
    )
    try:
        job.run()
    except InputError as error:  # the journal of other work
        raise InputError(str(error), f"To begin anew, delete {journal.path}.") from error
    counts: Counter[str] = Counter()
    try:
        with replacing(target, ".unfinished") as file:
            work.write(file, write, counts)
            open_as_usual(Path(file.name))
    except OSError as error:
        raise StoreError(
            f"{target} cannot be written: {error.strerror}.", "What is done is kept: the same command goes on."
        ) from error
    for left in target.parent.glob(f"{target.name}.journal*"):
        left.unlink()
    told = ", ".join(f"{count:,} {status}" for status, count in counts.most_common())
    sys.stderr.write(f"{work.rows:,} rows written to {target}: {told}.\n")
    return 0


class _Whole:
    """A table that is held in memory, as a workbook has to be."""

    def __init__(self, source: Path, arguments: argparse.Namespace, journal: Journal, owner: Path) -> None:
        self.table = read(source)
        self.rows = len(self.table)
        self.columns = choose_columns(list(self.table.columns), arguments)
        self._texts = gather_table(self.table, self.columns)
        self._journal = journal
        self._owner = owner

    def items(self) -> Texts:
        return self._texts

    def write(self, file: BinaryIO, write: Writer, counts: Counter[str]) -> None:
        rows = recalled(self._owner, rows_of(self._texts, self._journal), Classification.load())
        write(file, self.table, _counted(rows, counts))


class _Streamed:
    """A CSV of any length, which becomes another one."""

    def __init__(self, source: Path, arguments: argparse.Namespace, journal: Journal, owner: Path) -> None:
        self._table = stream_csv(source)
        self.columns = choose_columns(self._table.names, arguments)
        self._journal = journal
        self._owner = owner
        self._distinct = DistinctRows(journal.path.with_name(f"{journal.path.name}.said"))
        places = [self._table.names.index(name) if name else None for name in self.columns.said]
        said = (tidy_row(*("" if at is None else row[at] for at in places)) for row in self._table.rows())
        self._items = self._distinct.gather(said)
        self.rows = len(self._distinct.numbers)
        if not self.rows:
            raise InputError(f"{source.name} has column names and no rows.")

    def items(self) -> KeptItems:
        return self._items

    def write(self, file: BinaryIO, write: Writer, counts: Counter[str]) -> None:
        rows = recalled(self._owner, self._distinct.results(self._journal), Classification.load())
        write_csv_of_rows(file, self._table.heads, self._table.rows(), _counted(rows, counts))


def _is_workbook(source: Path) -> bool:
    try:
        with source.open("rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError as error:
        raise InputError(f"{source} cannot be read: {error.strerror}.") from error


def read(source: Path) -> pd.DataFrame:
    """Read the table in a file, with its blank rows, so that none is missing from the output."""
    try:
        return open_table(source.read_bytes(), source.name, keep_blank=True).table.frame
    except OSError as error:
        raise InputError(f"{source} cannot be read: {error.strerror}.") from error


def choose_columns(columns: Sequence[str], arguments: argparse.Namespace) -> JobColumns:
    """Choose the column of each field: the one asked for, or the one whose name says so. Raises `InputError`."""
    title = choose_column(list(columns), arguments.column)
    left = [column for column in columns if column != title]
    asked = {field: getattr(arguments, field) for field in BESIDE}
    chosen = {field: choose_column(left, name) if name else None for field, name in asked.items()}
    free = [column for column in left if column not in chosen.values()]
    words = {field: JOBS.words[field] for field, name in asked.items() if name is None}
    return columns_of({"title": title, **chosen, **guess_columns(free, words)})


def choose_column(columns: list[str], wanted: str | None) -> str:
    """Choose the column: the one asked for, the only one, or the one whose name says so. Raises `InputError`."""
    if wanted is not None:
        column = guess_columns(columns, {wanted: ()})[wanted]
        if column is None:
            raise InputError(f"There is no column {wanted!r}.", f"The columns are: {', '.join(columns)}.")
        return column
    guess = columns[0] if len(columns) == 1 else guess_columns(columns, {"text": NAMES})["text"]
    if guess is None:
        raise InputError("No column looks like job titles.", f"Name it with --column: {', '.join(columns)}.")
    return guess


class Teller:
    """Tells on stderr how far the work is: on a terminal in one line, else a line for every tenth."""

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._told = -1

    def __call__(self, progress: Progress) -> None:
        """Tell this, unless the same was told before, or nothing is known yet."""
        terminal = sys.stderr.isatty()
        part = (100 if terminal else 10) * progress.done // (progress.total or 1)
        if progress.total is None or part == self._told:
            return
        self._told = part
        line = f"{progress.done:,} of {progress.total:,} different texts in {self._rows:,} rows"
        if progress.rate:
            line += f", {progress.rate:,.0f} a second"
        if progress.seconds_left:
            line += f", {progress.seconds_left:,.0f} seconds left"
        end = "\n" if progress.done == progress.total else ""
        sys.stderr.write(f"\r{line}\x1b[K{end}" if terminal else f"{line}\n")
        sys.stderr.flush()


def _counted(rows: Iterable[Row], counts: Counter[str]) -> Iterator[Row]:
    for row in rows:
        counts[row["status"]] += 1
        yield row
