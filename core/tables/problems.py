"""What in a table of the analyst's could not be used as it stands: the row as her spreadsheet counts it, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["row left out", "left empty", "read"]
_SHOWN = 5  # values in a sentence


@dataclass(frozen=True, slots=True)  # a table may have one a row
class RowProblem:
    """A row that was left out, a value that was left empty, or one that was read with some good will.

    `row` counts as the analyst sees it in her file; `column` is a name in that file, "" where the row as a whole is
    meant; `value` is what stands there. Where it was read, `reason` says as what.
    """

    row: int
    reason: str
    column: str = ""
    value: str = ""
    outcome: Outcome = "row left out"


def left_out(problems: Iterable[RowProblem]) -> list[RowProblem]:
    """Return the rows that are missing."""
    return [problem for problem in problems if problem.outcome == "row left out"]


def summarise(problems: Iterable[RowProblem]) -> list[str]:
    """Return a sentence a column on values that were left empty, and one on values that were read with some good
    will."""
    empty: dict[str, Counter[str]] = {}
    read: dict[str, Counter[str]] = {}
    for problem in problems:
        if problem.outcome == "left empty":
            empty.setdefault(problem.column, Counter())[f"“{shorten(problem.value)}”"] += 1
        elif problem.outcome == "read":
            read.setdefault(problem.column, Counter())[f"“{shorten(problem.value)}” {problem.reason}"] += 1
    return [
        *(f"{_values(times)} in “{column}” could not be read and {_was(times)} left empty: {_most(times)}."
          for column, times in empty.items()),
        *(f"{_values(times)} in “{column}” {_was(times)} read with some good will: {_most(times)}."
          for column, times in read.items()),
    ]  # fmt: skip


def shorten(text: str) -> str:
    """Return the beginning of a value, on one line."""
    text = " ".join(text.split())
    return f"{text[:40]}…" if len(text) > 40 else text


def _values(times: Counter[str]) -> str:
    total = times.total()
    return f"{total:,} value{'s' if total > 1 else ''}"


def _was(times: Counter[str]) -> str:
    return "were" if times.total() > 1 else "was"


def _most(times: Counter[str]) -> str:
    shown = ", ".join(f"{value} ×{count:,}" if count > 1 else value for value, count in times.most_common(_SHOWN))
    more = len(times) - _SHOWN
    return f"{shown} and {more:,} other{'s' if more > 1 else ''}" if more > 0 else shown
