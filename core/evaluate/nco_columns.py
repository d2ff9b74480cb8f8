"""What each column of a survey adds: the same jobs coded by the title alone, with duties, industry and education.

`python -m core.evaluate nco_columns FILE.csv`. The file has `title`, `duties`, `industry`, `education` and `families`,
separated by `;`, any of which is right. Rows go through the work of a file of jobs, not through the search alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.evaluate.rows import read_rows
from core.systems.nco_classification.survey.batch import as_item, code_texts
from core.systems.nco_classification.survey.rows import Row
from core.systems.nco_classification.survey.said import Said, tidy_row

FIELDS = Said._fields
VARIANTS: dict[str, tuple[str, ...]] = {
    "title": ("title",),
    "title, industry": ("title", "industry"),
    "title, industry, education": ("title", "industry", "education"),
    "title, duties": ("title", "duties"),
    "title, duties, industry": ("title", "duties", "industry"),
    "all four": FIELDS,
}


class KnownJob(NamedTuple):
    """What a row says, and the families that are right for it."""

    said: Said
    families: tuple[str, ...]


def read_known_jobs(path: Path) -> list[KnownJob]:
    """Read the file. Raises `InputError` when it is missing, not UTF-8, empty, or lacks a column."""
    rows = read_rows(path, (*FIELDS, "families"))
    return [
        KnownJob(tidy_row(*(row[field] or "" for field in FIELDS)), tuple((row["families"] or "").split(";")))
        for row in rows
    ]


def evaluate_columns(jobs: Sequence[KnownJob]) -> dict[str, dict[str, float]]:
    """Measure for each choice of columns: the first family, the first four, what is coded, and what of it is wrong."""
    return {name: _figures(jobs, _code(jobs, columns)) for name, columns in VARIANTS.items()}


def _code(jobs: Sequence[KnownJob], columns: Sequence[str]) -> list[Row]:
    told = [Said(*(text if field in columns else "" for field, text in job.said._asdict().items())) for job in jobs]
    distinct = list(dict.fromkeys(told))
    rows = dict(zip(distinct, code_texts([as_item(said) for said in distinct]), strict=True))
    return [rows[said] for said in told]


def _figures(jobs: Sequence[KnownJob], rows: Sequence[Row]) -> dict[str, float]:
    pairs = list(zip(jobs, rows, strict=True))
    first = [row["likeliest_code"] in job.families for job, row in pairs]
    four = [bool({row["likeliest_code"], *row["runners_up"]} & set(job.families)) for job, row in pairs]
    coded = [row["status"] == "coded" for row in rows]
    wrong = [given and not right for given, right in zip(coded, first, strict=True)]
    sure = [row["confidence"] or 0.0 for row, given in zip(rows, coded, strict=True) if given]
    return {
        "first": _share(first),
        "among four": _share(four),
        "coded": _share(coded),
        "wrong and silent": _share(wrong),
        "said when coded": sum(sure) / len(sure) if sure else 0.0,
        "right when coded": 1 - sum(wrong) / sum(coded) if any(coded) else 0.0,
    }


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits)
