"""How many rows of a file have which status, counted anew after every decision: by wordings, and not row by row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias, get_args

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.decisions import Decision
from core.systems.nco_classification.survey.review import said_in, status_given, weight_of
from core.systems.nco_classification.survey.rows import Row, Status

STATUSES: tuple[Status, ...] = get_args(Status)


class Count(NamedTuple):
    """So many rows, and what they weigh together."""

    rows: int = 0
    weight: float = 0.0


Wordings: TypeAlias = Mapping[tuple[str, Status], Count]  # by key and what the machine made of it


def wordings_of(rows: Iterable[Row]) -> Wordings:
    """Count the rows that say the same and of which the machine made the same."""
    counts: dict[tuple[str, Status], Count] = {}
    for row in rows:
        group = said_in(row).key, row["machine_status"]
        counts[group] = _more(counts.get(group, Count()), Count(1, weight_of(row)))
    return counts


def tally(wordings: Wordings, decided: Mapping[str, Decision], known: Classification) -> dict[Status, Count]:
    """Count the rows of each status as they stand with what was decided by hand."""
    counts = dict.fromkeys(STATUSES, Count())
    for (key, status), count in wordings.items():
        stands = (status_given(decided[key], known) if key in decided else None) or status
        counts[stands] = _more(counts[stands], count)
    return counts


def _more(one: Count, other: Count) -> Count:
    return Count(one.rows + other.rows, one.weight + other.weight)
