"""An invented survey, coded from the command line: different rows a second, and the most memory that it takes.

    python -m benchmarks.nco_survey [--rows 20000] [--different 0.3] [--write FILE]

With `--write` the survey is only written, to be brought to the page: titles as people write them, duties, industry,
education, weight and id, and rows without an answer. A few families are common, most are rare. Titles are everyday
phrases of the project's index, some misspelt; duties are clauses of its texts; industries are told by words or by codes
of the NIC. `--different` is the share of rows that say something of their own. The family that was meant stands in the
last column, so that what comes out can be judged.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.tables import table_rows

HEAD = (
    "Person ID",
    "State",
    "Occupation",
    "Main duties",
    "Industry",
    "Education",
    "Weight",
    "Interview date",
    "family",
)
STATES = (
    "Assam;Bihar;Delhi;Gujarat;Karnataka;Kerala;Maharashtra;Odisha;Punjab;Rajasthan;Tamil Nadu;Telangana;West Bengal"
)
NO_ANSWER = ("", "", "-", "99", "refused", "don't know", "student", "housewife", "retired", "unemployed", "E0471")
SILENT, MISSPELT, WITH_DUTIES, WITH_INDUSTRY, BY_CODE = 0.05, 0.08, 0.6, 0.85, 0.15  # shares of the rows
_CLAUSE = re.compile(r"[.;:]\s+|,\s+(?:and\s+)?")


class Inventor:
    """Invents what people say of their jobs."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)
        known = Classification.load()
        self._words = known.words
        self._families = list(known.words)
        self._draw.shuffle(self._families)
        self._frequent = [1 / (place + 3) for place in range(len(self._families))]
        self._industries = {
            row["division"]: row["words"].split(";") for row in table_rows("industries.csv", "division,title,words")
        }
        self._usual = {
            code: row["divisions"].split()
            for row in table_rows("family_industries.csv", "families,divisions")
            for code in row["families"].split(";")
        }
        self._schooling = table_rows("schooling.csv", "level,words,1,2,3,4,5,6,7,8,9")

    def job(self) -> tuple[str, str, str, str, str]:
        """Invent a title, duties, industry and education, and tell the family that is meant; "" for no answer."""
        draw = self._draw
        if draw.random() < SILENT:
            return draw.choice(NO_ANSWER), "", "", draw.choice(("", "class 8", "graduate")), ""
        family = draw.choices(self._families, self._frequent)[0]
        own = self._words[family]
        title = draw.choice(own.phrases)
        title = self._misspelt(title) if draw.random() < MISSPELT else title
        clauses = [clause for clause in _CLAUSE.split(own.text) if 2 < len(clause.split()) < 14]
        duties = draw.choice(clauses).strip(" .").lower() if clauses and draw.random() < WITH_DUTIES else ""
        industry = self._industry(family) if draw.random() < WITH_INDUSTRY else ""
        return title.capitalize() if draw.random() < 0.5 else title, duties, industry, self._education(family), family

    def _misspelt(self, title: str) -> str:
        place = self._draw.randrange(1, max(2, len(title) - 1))
        left, right = title[:place], title[place:]
        return self._draw.choice(
            (left + right[1:], left + right[:1] + right, left + right[1:2] + right[:1] + right[2:])
        )

    def _industry(self, family: str) -> str:
        draw = self._draw
        usual = next(
            (self._usual[family[:end]] for end in (4, 3, 2) if family[:end] in self._usual), list(self._industries)
        )
        division = draw.choice(usual).partition("-")[0]
        if draw.random() < BY_CODE:
            return f"{division}{draw.choice(('', '10', '201'))}"
        return draw.choice(self._industries.get(division, ["factory"]))

    def _education(self, family: str) -> str:
        level = self._draw.choices(self._schooling, [float(row[family[0]]) for row in self._schooling])[0]
        return self._draw.choice(level["words"].split(";")[:6])


def rows_of(rows: int, different: float, seed: int) -> Iterator[tuple[str, ...]]:
    """Invent rows one after the other; memory holds only what is said more than once."""
    inventor, draw = Inventor(seed), random.Random(seed + 1)
    said: list[tuple[str, str, str, str, str]] = []
    for number in range(1, rows + 1):
        if not said or draw.random() < different:
            said.append(inventor.job())
            job = said[-1]
        else:
            job = said[int(len(said) * draw.random() ** 3)]
        weight, day = f"{draw.lognormvariate(6, 0.6):.2f}", f"{draw.randint(1, 28):02}/{draw.randint(1, 12):02}/2025"
        yield f"{number:07}", draw.choice(STATES.split(";")), *job[:4], weight, day, job[4]


def write(path: Path, rows: int, different: float, seed: int) -> None:
    """Write such a survey."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEAD)
        writer.writerows(rows_of(rows, different, seed))


def measure(rows: int, different: float, seed: int) -> None:
    """Code such a survey in a process of its own, and print what it took."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "survey.csv", Path(folder) / "coded.csv"
        write(source, rows, different, seed)
        with source.open(encoding="utf-8", newline="") as file:
            said = len({tuple(row[2:6]) for row in csv.reader(file)}) - 1
        environment = {**os.environ, "GLASSBOX_DATA": folder}
        command = [sys.executable, "-m", "core.batch", "nco", str(source), str(target)]
        began = time.perf_counter()
        subprocess.run(command, env=environment, check=True, capture_output=True)
        seconds, used = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = 1000 * (used.ru_utime + used.ru_stime) / said
    print(f"{rows:,} rows, {said:,} of them different: {seconds:,.0f} s with opening, {rows / seconds:,.0f} rows/s")
    memory = used.ru_maxrss / 1024
    print(f"{said / seconds:,.0f} different rows/s, {cpu:.1f} ms CPU a different row, {memory:,.0f} MB at most")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, or write the file that was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--different", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FILE")
    given = parser.parse_args(arguments)
    if given.write:
        write(given.write, given.rows, given.different, given.seed)
    else:
        measure(given.rows, given.different, given.seed)


if __name__ == "__main__":
    main()
