"""Code a column of job titles in NCO 2015: `python -m core.batch nco IN.csv OUT.csv`, or XLSX.

Every row of the input comes back, in order and untouched, with the results after it. Progress goes to stderr. What is
done is kept beside the output until that is complete, so that the same command goes on after the process was killed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pandas as pd

from core.bulk import Progress
from core.errors import InputError, StoreError
from core.installation import NOBODY, installation
from core.privacy import open_as_usual
from core.stores.files import replacing
from core.stores.journal import Journal
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.survey.batch import THRESHOLD, gather, make_job, rows_of
from core.systems.nco_classification.survey.export import check_workbook, write_workbook, writer_for
from core.systems.nco_classification.survey.review import recalled
from core.systems.nco_classification.survey.rows import Row
from core.tables import guess_columns, open_table

NAMES = (
    "job", "job title", "job titles", "title", "titles", "occupation", "occupations", "job description", "description",
    "designation", "profession", "work", "position",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command line takes."""
    parser.add_argument("input", type=Path, metavar="IN", help="a CSV or XLSX file with a column of job titles")
    parser.add_argument("output", type=Path, metavar="OUT", help="the CSV or XLSX file to write")
    parser.add_argument("--column", metavar="NAME", help="the column with the titles, where it is not plain")
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
    table = read(source)
    if write is write_workbook:
        check_workbook(table)
    texts = gather(table[choose_column(list(table.columns), arguments.column)])
    journal = Journal(target.with_name(f"{target.name}.journal"))
    owner = installation().folder_of(NOBODY)
    job = make_job(
        texts,
        journal,
        owner=owner,
        threshold=arguments.threshold,
        scheduler=arguments.scheduler or installation().settings.dask_scheduler or None,
        on_progress=Teller(len(table)),
    )
    try:
        job.run()
    except InputError as error:  # the journal of other work
        raise InputError(str(error), f"To begin anew, delete {journal.path}.") from error
    counts: Counter[str] = Counter()
    try:
        with replacing(target, ".unfinished") as file:
            rows = recalled(owner, rows_of(texts, journal), Classification.load())
            write(file, table, _counted(rows, counts))
            open_as_usual(Path(file.name))
    except OSError as error:
        raise StoreError(
            f"{target} cannot be written: {error.strerror}.", "What is done is kept: the same command goes on."
        ) from error
    for left in target.parent.glob(f"{target.name}.journal*"):
        left.unlink()
    told = ", ".join(f"{count:,} {status}" for status, count in counts.most_common())
    sys.stderr.write(f"{len(table):,} rows written to {target}: {told}.\n")
    return 0


def read(source: Path) -> pd.DataFrame:
    """Read the table in a file, with its blank rows, so that none is missing from the output."""
    try:
        return open_table(source.read_bytes(), source.name, keep_blank=True).table.frame
    except OSError as error:
        raise InputError(f"{source} cannot be read: {error.strerror}.") from error


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
