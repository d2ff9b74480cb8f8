"""What is asked of the rows that meet the conditions: the smallest or largest, how many, how much together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.language.quantities import quantities
from core.systems.knowledge_base.rows.asked import Asked, use
from core.systems.knowledge_base.rows.cell_values import moments
from core.systems.knowledge_base.rows.plan import Reading
from core.systems.knowledge_base.rows.words import Degree, degrees, group, words_in

_HOW_MANY = re.compile(r"\bhow many\b|\b(?:the|what) number of\b|^count\b", re.IGNORECASE)
_BEHIND = 3  # words after a word of degree, in which the column stands that it is of
_MOST_TOP = 20


def may_compute(question: str) -> bool:
    """Whether a question has a degree, an amount, a count or a sum, which any table may be asked for."""
    said = {word.said for word in words_in(question)}
    telling = group("sum") | group("mean") | {degree.words[0] for degree in degrees()}
    return bool(said & telling or _HOW_MANY.search(question) or quantities(question) or moments(question))


# --- the smallest and the largest -------------------------------------------------------------------------------------


def read_degree(asked: Asked, found: Reading) -> None:
    """Find the word of degree, such as “cheapest”; a second one is told."""
    for degree in degrees():
        for place in range(len(asked.words) - len(degree.words) + 1):
            run = asked.words[place : place + len(degree.words)]
            if tuple(word.said for word in run) != degree.words or any(word.used for word in run):
                continue
            if degree.words in (("least",), ("most",)) and asked.said_before(place) == "at":
                continue
            if asked.degree:
                found.doubt(f"“{' '.join(degree.words)}” beside “{' '.join(asked.degree.words)}”")
            use(run, "degree")
            asked.degree, asked.degree_at = asked.degree or degree, place + len(degree.words) - 1


def find_extreme(asked: Asked, found: Reading) -> None:
    """Find the column that the word of degree is of, and how many rows are asked for."""
    degree = asked.degree
    if not degree:
        return
    found.top = top(asked)
    asked.use(("often", "top"), "degree")
    meant = _columns_of_degree(asked, found, degree)
    if len(meant) != 1:
        found.doubt(f"“{' '.join(degree.words)}” as a column")
        return
    [column] = meant
    if unread := asked.columns.values[column].unread:
        found.doubt(f"“{unread[0]}” in the column {asked.columns.names[column]}")
    found.column = column
    found.sign = -degree.sign if degree.measure and asked.columns.counts_down(column) else degree.sign


def _columns_of_degree(asked: Asked, found: Reading, degree: Degree) -> list[int]:
    """Return the columns that a word of degree may be of: those named behind it, or that give its measure."""
    columns, named = asked.columns, [column for column in asked.named if asked.columns.is_ordered(column)]
    behind = set(range(asked.degree_at + 1, asked.degree_at + 1 + _BEHIND))
    near = [column for column in named if behind.intersection(asked.named[column])]
    free = [column for column in named if not found.has_condition_on(column)]
    if degree.measure == "moment":
        moving = [column for column, values in enumerate(columns.values) if values.kind in ("day", "time")]
        return [column for column in free if column in moving] or moving
    if near and degree.measure in ("", "size", "height", "length"):
        return near
    if not degree.measure:
        return free
    meant = columns.measuring(degree.measure)
    return [column for column in meant if len(meant) > 1 and column in asked.named] or meant


def top(asked: Asked) -> int:
    """Return how many rows are asked for: the three cheapest."""
    first = asked.degree_at - len(asked.degree.words) + 1 if asked.degree else 0
    for one in quantities(asked.text):
        beside = asked.within(one.start, one.end)
        places = [asked.words.index(word) for word in beside if not word.used or word.used == "number"]
        if not places or one.dimension or not 1 < one.value <= _MOST_TOP:
            continue
        if places[-1] + 1 == first or asked.said_before(places[0]) == "top":
            use(beside, "number")
            return int(one.value)
    return 1


# --- counts and sums --------------------------------------------------------------------------------------------------


def find_operation(asked: Asked, found: Reading) -> list[int]:
    """Find what is asked of the rows, and return the columns that name what is counted."""
    numeric = [column for column in asked.named if asked.columns.is_number(column)]
    sums, means = (asked.places(group(kind)) for kind in ("sum", "mean"))
    if asked.degree:
        found.operation, found.strong = "extreme", True
    elif (sums or means) and (column := _the_number(asked, numeric)) is not None:
        use([asked.words[place] for place in (*sums, *means)], "operation")
        found.operation, found.column, found.strong = "mean" if means else "sum", column, True
    elif counted := _HOW_MANY.search(asked.text):
        return _find_count(asked, found, numeric, counted.end())
    elif sums or means:
        found.strong = True
        found.doubt(f"of which column “{asked.words[(sums or means)[0]].said}” is meant")
    return []


def _find_count(asked: Asked, found: Reading, numeric: Sequence[int], end: int) -> list[int]:
    """Read “how many” as a count of rows, if it does not ask for a number that stands in them: how many renewals."""
    first = next((at for at, word in enumerate(asked.words) if word.start >= end), 0)
    if any({first, first + 1}.intersection(asked.named[column]) for column in numeric):
        return []
    found.operation, found.strong = "count", True
    return [column for column, places in asked.named.items() if first in places]


def _the_number(asked: Asked, numeric: Sequence[int]) -> int | None:
    """Return the column of numbers that a sum is of: the one that is named, or measured by a word."""
    meant = list(numeric) or asked.measured()
    return meant[0] if len(meant) == 1 else None


def doubt_several_to_a_row(asked: Asked, found: Reading, counted: Sequence[int]) -> None:
    """Doubt what counts or compares things of which one has several rows: suppliers in a list of parts."""
    columns = counted
    if asked.degree and not asked.degree.measure:
        asks = ("which", "what")
        columns = [column for column, places in asked.named.items() if asked.said_before(places[0]) in asks]
    for column in columns:
        if asked.columns.repeats(column):
            found.doubt(f"whether rows or each {asked.columns.names[column]} once")
