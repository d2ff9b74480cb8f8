"""A question read as a plan over the rows of one table: conditions, an extreme, a count, a sum.

Every content word has to be used: as a column, the value of a cell, a word of degree or comparison, or what the table
is about. What is left over, or can be read in two ways, is told, and nothing is computed.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import PurePath
from typing import Literal

from core.language.comparators import Comparison, with_bound
from core.language.lexicon import word_groups
from core.language.quantities import Quantity, quantities
from core.language.terms import STOP_WORDS
from core.systems.knowledge_base.answer.cell_values import Moment, Values, moments, says_nothing, unit_of, values_of
from core.systems.knowledge_base.answer.row_words import (
    Degree,
    Word,
    degrees,
    dimensions,
    group,
    key_of,
    measures,
    places_of,
    stem_of,
    words_in,
)
from core.systems.knowledge_base.answer.tables import Table

Operation = Literal["rows", "count", "sum", "mean", "extreme"]

_COMPARED: tuple[Comparison, ...] = ("least", "most", "more", "less")
_PHRASES = word_groups("comparators")
_OR_MORE = re.compile(r"\s*(?:or|and) (?:more|above|over|older|longer|up|later)\b", re.IGNORECASE)
_OR_LESS = re.compile(r"\s*or (?:less|fewer|below|under|younger|shorter|earlier)\b", re.IGNORECASE)
_OF_TIME: dict[str, Comparison | Literal["equal"]] = {
    "before": "less", "until": "most", "by": "most", "after": "more", "since": "least", "from": "least",
    "in": "equal", "on": "equal", "at": "equal",
}  # fmt: skip
_SEVERAL = re.compile(r"\s*[,;/&]\s*|\s+and\s+")
_NEGATING = group("negation")
_NO_STOCK = re.compile(r"\b(?:out of|not in) stock\b|\bsold out\b", re.IGNORECASE)
_IN_STOCK = re.compile(r"\b(?:in|on) stock\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many\b|\b(?:the|what) number of\b|^count\b", re.IGNORECASE)
_ASKS_FOR = re.compile(r"^\W*(?:what|when|how (?:much|many|\w+))\b", re.IGNORECASE)
_BRACKET = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*$")
_FROM, _TO = {"from", "origin", "departure", "start"}, {"to", "destination", "arrival"}
_BEHIND = 3  # words after a word of degree, in which the column stands that it is of
_MOST_TOP = 20
_TIES = ("column", "value", "table", "condition")  # what shows that a question is about this table at all
_MEETS: dict[str, Callable[[float, float], bool]] = {
    "less": operator.gt, "most": operator.ge, "more": operator.lt, "least": operator.le, "equal": operator.eq,
}  # fmt: skip
_SAID = {"more": "above", "least": "at least", "less": "below", "most": "at most", "equal": "exactly"}


@dataclass(frozen=True)
class Condition:
    """Which rows meet a condition, and the condition in words: “Price below 100 euros”."""

    column: int
    said: str
    rows: frozenset[int]
    values: tuple[str, ...] = ()


@dataclass
class Reading:
    """What was read: with `unread` empty it can be computed. `used` counts the content words that were used."""

    table: Table
    name: str
    operation: Operation = "rows"
    column: int = -1
    sign: int = 1
    top: int = 1
    conditions: list[Condition] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    used: int = 0
    strong: bool = False

    @property
    def sure(self) -> bool:
        """Whether all was read."""
        return not self.unread and (self.strong or bool(self.conditions))


def read(question: str, table: Table, name: str, means_table: Callable[[str], bool] = lambda word: False) -> Reading:
    """Read a question over a table of the document `name`. `means_table` tells of a word whether the rows are such."""
    return _Reader(question, table, name, means_table).read()


def columns_of(table: Table) -> list[Values]:
    """Return the values of all columns."""
    return [values_of(table.column(place), name) for place, name in enumerate(table.columns)]


class _Reader:
    def __init__(self, question: str, table: Table, name: str, means_table: Callable[[str], bool]) -> None:
        self.question, self.table, self.means_table = question, table, means_table
        self.words = words_in(question)
        self.found = Reading(table, name)
        self.values = columns_of(table)
        self.headers = [key_of(_BRACKET.sub("", column)) or key_of(column) for column in table.columns]
        self.named: dict[int, list[int]] = {}  # column to places of its words
        self.counted: list[int] = []  # the column of what is counted

    def read(self) -> Reading:
        if self.table.ragged:
            self.found.unread.append("the columns of some rows")
        self._name_whole_headers()
        self._read_stock()
        self._read_values()
        self._read_degree()
        self._name_parts_of_headers()
        self._find_operation()
        self._read_moments()
        self._read_quantities()
        self._read_flags()
        self._find_extreme()
        self._doubt_several_to_a_row()
        self._account()
        return self.found

    # --- columns and values ---

    def _name_whole_headers(self) -> None:
        """Use the words that name a column whole; a name of stop words alone (“To”) is none."""
        order = sorted(range(len(self.headers)), key=lambda place: -len(self.headers[place]))
        for column in order:
            stems = self.headers[column]
            if all(stem in STOP_WORDS for stem in stems):
                continue
            for place in places_of(stems, self.words):
                self.named.setdefault(column, []).extend(range(place, place + len(stems)))
                for word in self.words[place : place + len(stems)]:
                    word.used = "column"

    def _name_parts_of_headers(self) -> None:
        for place, word in enumerate(self.words):
            if word.used or not word.content:
                continue
            holding = [column for column, stems in enumerate(self.headers) if word.stem in stems]
            if len(holding) == 1:
                self.named.setdefault(holding[0], []).append(place)
                word.used = "column"

    def _read_values(self) -> None:
        known: dict[tuple[str, ...], dict[int, str]] = {}
        for column, values in enumerate(self.values):
            if values.kind != "text" or self._is_flag(column):
                continue
            for cell in self.table.column(column):
                for part in [cell, *_SEVERAL.split(cell)]:
                    key = key_of(part)
                    if key and not says_nothing(part) and not all(one in STOP_WORDS or one == "none" for one in key):
                        known.setdefault(key, {}).setdefault(column, part)
        for key in sorted(known, key=lambda one: -len(one)):
            if len(key) == 1 and any(key[0] in stems for stems in self.headers):
                continue
            for place in places_of(key, self.words):
                self._use_value(key, known[key], place)

    def _use_value(self, key: tuple[str, ...], columns: dict[int, str], place: int) -> None:
        before = self.words[place - 1].said if place else ""
        negated = any(word.said in _NEGATING for word in self.words[max(0, place - 2) : place])
        candidates = [column for column in columns if column in self.named] or list(columns)
        masks = {column: self._holding(column, key) for column in candidates}
        said = " ".join(self.question[self.words[place].start : self.words[place + len(key) - 1].end].split())
        for word in self.words[place : place + len(key)]:
            word.used = "value"
        if len({mask for mask, _ in masks.values()}) > 1:
            self._doubt(f"in which column “{said}” is meant")
            return
        column = candidates[0]
        rows, further = masks[column]
        names = set(re.findall(r"\w+", self.table.columns[column].lower()))
        if further:
            self._doubt(f"whether “{further[0]}” in the column {self.table.columns[column]} counts as “{said}”")
        if (before in _FROM and names & _TO) or (before in _TO and names & _FROM):
            self._doubt(f"“{before} {said}”")
        if negated:
            rows = self._negated(column, rows, said, place)
        value = columns[column]
        told = f"{self.table.columns[column]} {'not ' if negated else ''}“{value}”"
        self._add(Condition(column, told, rows, (value,)), joins=not negated)

    def _negated(self, column: int, rows: frozenset[int], said: str, place: int) -> frozenset[int]:
        for word in self.words[max(0, place - 2) : place]:
            if word.said in _NEGATING:
                word.used = "negation"
        filled = {at for at, cell in enumerate(self.table.column(column)) if not says_nothing(cell)}
        if len({self.table.column(column)[at] for at in filled}) > 2:
            self._doubt(f"“not {said}”")
        return frozenset(filled - rows)

    def _holding(self, column: int, key: tuple[str, ...]) -> tuple[frozenset[int], list[str]]:
        """Return the rows whose cell says a value, alone or among several, and cells that say it among other words."""
        rows, further = [], []
        for place, cell in enumerate(self.table.column(column)):
            if key == key_of(cell) or key in map(key_of, _SEVERAL.split(cell)):
                rows.append(place)
            elif places_of(key, words_in(cell)) and not _NEGATING.intersection(word.said for word in words_in(cell)):
                further.append(cell)
        return frozenset(rows), further

    def _add(self, condition: Condition, joins: bool = False) -> None:
        """Add a condition; two values of one column are either of them."""
        for place, other in enumerate(self.found.conditions):
            if joins and other.column == condition.column and other.values:
                values = (*other.values, *condition.values)
                said = f"{self.table.columns[other.column]} {' or '.join(f'“{value}”' for value in values)}"
                joined = Condition(other.column, said, other.rows | condition.rows, values)
                self.found.conditions[place] = joined
                self._use_all(("or", "either"), "choice")
                return
        self.found.conditions.append(condition)

    # --- degrees and operations ---

    def _read_degree(self) -> None:
        self.degree: Degree | None = None
        self.degree_at = -1
        for degree in degrees():
            for place in range(len(self.words) - len(degree.words) + 1):
                run = self.words[place : place + len(degree.words)]
                if tuple(word.said for word in run) != degree.words or any(word.used for word in run):
                    continue
                if degree.words == ("least",) and place and self.words[place - 1].said == "at":
                    continue
                if degree.words == ("most",) and place and self.words[place - 1].said == "at":
                    continue
                if self.degree:
                    self._doubt(f"“{' '.join(degree.words)}” beside “{' '.join(self.degree.words)}”")
                for word in run:
                    word.used = "degree"
                self.degree, self.degree_at = self.degree or degree, place + len(degree.words) - 1

    def _find_operation(self) -> None:
        numeric = [column for column in self.named if self._is_number(column)]
        sums, means = (self._places(group(kind)) for kind in ("sum", "mean"))
        counted = _HOW_MANY.search(self.question)
        if self.degree:
            self.found.operation, self.found.strong = "extreme", True
        elif (sums or means) and (column := self._the_number(numeric)) is not None:
            self._use_places([*sums, *means], "operation")
            self.found.operation, self.found.column = "mean" if means else "sum", column
            self.found.strong = True
        elif counted:
            first = next((at for at, word in enumerate(self.words) if word.start >= counted.end()), 0)
            asked = [column for column in numeric if set(self.named[column]) & {first, first + 1}]
            if not asked:
                self.found.operation, self.found.strong = "count", True
                self.counted = [column for column, places in self.named.items() if first in places]
        elif sums or means:
            self.found.strong = True
            self._doubt(f"of which column “{self.words[(sums or means)[0]].said}” is meant")

    def _the_number(self, numeric: Sequence[int]) -> int | None:
        """Return the column of numbers that a sum is of: the one that is named, or measured by a word."""
        meant = list(numeric) or self._of_measures()
        return meant[0] if len(meant) == 1 else None

    def _of_measures(self) -> list[int]:
        found: list[int] = []
        for word in self.words:
            if word.stem in measures() and not word.used:
                columns = self._measuring(measures()[word.stem][0])
                if len(columns) == 1:
                    word.used = "column"
                found += columns
        return list(dict.fromkeys(found))

    def _measuring(self, measure: str) -> list[int]:
        """Return the columns of numbers or days that give a measure, by their names; else by their units."""
        named = [
            column
            for column, stems in enumerate(self.headers)
            if self._is_ordered(column) and any(measures().get(stem, ("", 1))[0] == measure for stem in stems)
        ]
        by_unit = [
            column
            for column, values in enumerate(self.values)
            if values.dimension and dimensions().get(values.dimension) == measure
        ]
        return named or by_unit

    def _find_extreme(self) -> None:
        degree = self.degree
        if not degree:
            return
        said = " ".join(degree.words)
        self.found.top = self._top()
        self._use_said(("often", "top"), "degree")
        column, sign = self._column_of_degree(degree)
        if column is None:
            self._doubt(f"“{said}” as a column")
            return
        if self.values[column].unread:
            self._doubt(f"“{self.values[column].unread[0]}” in the column {self.table.columns[column]}")
        self.found.column, self.found.sign = column, degree.sign * sign

    def _column_of_degree(self, degree: Degree) -> tuple[int | None, int]:
        behind = range(self.degree_at + 1, self.degree_at + 1 + _BEHIND)
        near = [column for column, places in self.named.items() if self._is_ordered(column) and set(places) & {*behind}]
        ordered = [column for column in self.named if self._is_ordered(column) and not self._is_conditioned(column)]
        if degree.measure == "moment":
            moving = [column for column, values in enumerate(self.values) if values.kind in ("day", "time")]
            meant = [column for column in ordered if column in moving] or moving
        elif near and degree.measure in ("", "size", "height", "length"):
            meant = near
        elif degree.measure:
            meant = self._measuring(degree.measure)
            if len(meant) > 1 and any(column in self.named for column in meant):
                meant = [column for column in meant if column in self.named]
        else:
            meant = ordered
        if len(meant) != 1:
            return None, 1
        signs = [measures()[stem][1] for stem in self.headers[meant[0]] if stem in measures()]
        return meant[0], -1 if degree.measure and -1 in signs else 1

    def _top(self) -> int:
        """Return how many rows are asked for: the three cheapest."""
        for one in quantities(self.question):
            beside = [word for word in self.words if one.start <= word.start < one.end]
            places = [self.words.index(word) for word in beside if not word.used or word.used == "number"]
            first = self.degree_at - len(self.degree.words) + 1 if self.degree else 0
            top = places and places[0] and self.words[places[0] - 1].said == "top"
            if places and not one.dimension and (places[-1] + 1 == first or top) and 1 < one.value <= _MOST_TOP:
                for word in beside:
                    word.used = "number"
                return int(one.value)
        return 1

    # --- conditions of amounts ---

    def _read_moments(self) -> None:
        for moment in moments(self.question):
            inside = [word for word in self.words if moment.start <= word.start < moment.end]
            if any(word.used for word in inside):
                continue
            columns = [column for column in range(len(self.values)) if self._is_of_time(column, moment)]
            named = [column for column in columns if column in self.named]
            meant = named or columns
            if len(meant) != 1:
                continue  # nothing of the kind: it may be a number
            place = self.words.index(inside[0]) if inside else 0
            before = self.words[place - 1] if place else None
            if before is None or before.said not in _OF_TIME:
                continue
            for word in [*inside, before]:
                word.used = "condition"
            self._add_moment(meant[0], moment, _OF_TIME[before.said], before.said)

    def _add_moment(self, column: int, moment: Moment, comparison: Comparison | Literal["equal"], before: str) -> None:
        values = self.values[column].in_days() if self.values[column].kind == "number" else self.values[column]
        text = self.question[moment.start : moment.end]
        if self.values[column].years and moment.after - moment.first < 12 * 31:
            self._doubt(f"“{text}” as a year")
        meets: dict[str, Callable[[float], bool]] = {
            "less": lambda value: value < moment.first,
            "most": lambda value: value < moment.after,
            "more": lambda value: value >= moment.after,
            "least": lambda value: value >= moment.first,
            "equal": lambda value: moment.first <= value < moment.after,
        }
        self._compare(column, values, meets[comparison], f"{before} {text}")

    def _read_quantities(self) -> None:
        for one in quantities(self.question):
            inside = [word for word in self.words if one.start <= word.start < one.end]
            if not inside or any(word.used in ("value", "condition", "number") for word in inside) or one.implied:
                continue
            if one.dimension == "ordinal" or (self.degree and not one.dimension and self._top() > 1):
                continue
            comparison, start, end = self._comparison(one)
            column = self._column_of(one, inside, comparison)
            if column is None:
                continue  # its words stay unread
            for word in self.words:
                if start <= word.start < end:
                    word.used = "condition"
            meets = partial(_MEETS[comparison], self._in_the_unit_of(one, column))
            said = f"{_SAID[comparison]} {self.question[one.start : one.end].strip()}"
            self._compare(column, self.values[column], meets, said)

    def _comparison(self, one: Quantity) -> tuple[Comparison | Literal["equal"], int, int]:
        """Return how a number is meant, and from where to where its words reach."""
        start, end = with_bound(self.question, one.start, one.end)
        before = " ".join(self.question[start : one.start].lower().split())
        if match := _OR_MORE.match(self.question, one.end):
            return "least", start, match.end()
        if match := _OR_LESS.match(self.question, one.end):
            return "most", start, match.end()
        for kind in _COMPARED:
            if before in _PHRASES[kind]:
                return kind, start, end
        return "equal", one.start, one.end

    def _column_of(
        self, one: Quantity, inside: Sequence[Word], comparison: Comparison | Literal["equal"]
    ) -> int | None:
        """Return the column that a number is compared with, None where that cannot be told.

        A number that is compared with nothing stands beside the name of its column: “stock 0”.
        """
        numbers = [column for column in range(len(self.values)) if self._is_number(column)]
        if one.dimension and one.dimension != "times":
            measured = [column for column in numbers if self._has_unit(column, one.dimension)]
        else:
            measured = numbers
        first, last = self.words.index(inside[0]), self.words.index(inside[-1])
        if comparison == "equal":
            beside = {first - 1, last + 1, *([first - 2] if self.words[first - 1].said in ("of", "is", "=") else [])}
            meant = [column for column in measured if set(self.named.get(column, ())) & beside]
            return meant[0] if len(meant) == 1 else None
        if one.dimension and one.dimension != "times" and len(measured) == 1:
            self._use_measure(measured[0])
            return measured[0]
        named = {column: places for column, places in self.named.items() if column in measured}
        if named:
            near = {
                column: min(min(abs(place - first), abs(place - last)) for place in places)
                for column, places in named.items()
            }
            best = sorted(near, key=lambda column: near[column])
            return best[0] if len(best) == 1 or near[best[0]] < near[best[1]] else None
        meant = [column for column in self._of_measures() if column in measured]
        return meant[0] if len(meant) == 1 else None

    def _use_measure(self, column: int) -> None:
        """Use “cost” where the column of a number that is compared is one of prices."""
        given = {measures()[stem][0] for stem in self.headers[column] if stem in measures()}
        given.add(dimensions().get(self.values[column].dimension, ""))
        for word in self.words:
            if not word.used and word.stem in measures() and measures()[word.stem][0] in given:
                word.used = "column"

    def _has_unit(self, column: int, dimension: str) -> bool:
        return self.values[column].dimension == dimension or self._unit_in_name(column, dimension) is not None

    def _unit_in_name(self, column: int, dimension: str) -> float | None:
        """Return the factor of a unit that stands in the name of a column whose cells have none: “Minutes late”."""
        if self.values[column].dimension:
            return None
        for word in re.findall(r"[^\W\d_]+", self.table.columns[column]):
            found, factor = unit_of(word.lower())
            if found == dimension:
                return factor
        return None

    def _in_the_unit_of(self, one: Quantity, column: int) -> float:
        factor = self._unit_in_name(column, one.dimension) if one.dimension else None
        if factor:
            return one.value / factor
        dimension, of_name = self._bracket(column)
        return one.value * of_name if not one.dimension and dimension else one.value

    def _bracket(self, column: int) -> tuple[str, float]:
        bracket = _BRACKET.search(self.table.columns[column])
        return unit_of(bracket.group().strip(" ()[]")) if bracket else ("", 1.0)

    def _compare(self, column: int, values: Values, meets: Callable[[float], bool], said: str) -> None:
        if values.unread:
            self._doubt(f"“{values.unread[0]}” in the column {self.table.columns[column]}")
        rows = frozenset(at for at, value in enumerate(values.values) if value is not None and meets(value))
        self.found.strong = True
        self._add(Condition(column, f"{self.table.columns[column]} {said}", rows))

    # --- yes and no, none, in stock ---

    def _read_stock(self) -> None:
        stems = set(map(stem_of, group("amount")))
        columns = [column for column, header in enumerate(self.headers) if stems & set(header)]
        for pattern, wanted in ((_NO_STOCK, False), (_IN_STOCK, True)):
            match = pattern.search(self.question)
            if not match or len(columns) != 1:
                continue
            [column] = columns
            if self._is_flag(column):
                rows = self._flagged(column, wanted)
            elif self._is_number(column):
                amounts = self.values[column].values
                rows = frozenset(at for at, one in enumerate(amounts) if one is not None and (one > 0) == wanted)
            else:
                return
            for word in self.words:
                if match.start() <= word.start < match.end():
                    word.used = "condition"
            said = f"{self.table.columns[column]} {'above' if wanted else 'of'} 0"
            self._add(Condition(column, said if self._is_number(column) else match.group(), rows))
            return

    def _read_flags(self) -> None:
        """Read columns of yes and no that are named, and “no renewals” of a column of numbers."""
        for column, places in list(self.named.items()):
            negating = [word for word in self.words[max(0, min(places) - 3) : min(places)] if word.said in _NEGATING]
            name = self.table.columns[column]
            if self._is_conditioned(column):
                continue
            if self._is_flag(column):
                rows = self._flagged(column, not negating)
                self._add(Condition(column, f"{name} {'“no”' if negating else '“yes”'}", rows))
                self._use_all(tuple(group("granting")), "granting")
            elif self._is_number(column) and negating and min(places) == self.words.index(negating[-1]) + 1:
                zero = [at for at, value in enumerate(self.values[column].values) if value == 0]
                self._add(Condition(column, f"{name} of 0", frozenset(zero)))
            else:
                continue
            for word in negating:
                word.used = "negation"

    def _is_flag(self, column: int) -> bool:
        cells = {cell.lower() for cell in self.table.column(column) if cell}
        return bool(cells & group("true")) and cells <= group("true") | group("false")

    def _flagged(self, column: int, wanted: bool) -> frozenset[int]:
        """Return the rows that say yes, or no; where no cell says no, an empty one does."""
        cells = [cell.lower() for cell in self.table.column(column)]
        denying = set(group("false")) | (set() if set(cells) & group("false") else {""})
        return frozenset(at for at, cell in enumerate(cells) if cell in (group("true") if wanted else denying))

    def _doubt_several_to_a_row(self) -> None:
        """Doubt what counts or compares things of which one has several rows: suppliers in a list of parts."""
        asked = list(self.counted)
        if self.degree and not self.degree.measure:
            asked = [column for column, places in self.named.items() if places[0] and self._asked_of(places[0])]
        for column in asked:
            cells = [cell for cell in self.table.column(column) if cell]
            if self.values[column].kind == "text" and len(set(cells)) < len(cells):
                self._doubt(f"whether rows or each {self.table.columns[column]} once")

    def _asked_of(self, place: int) -> bool:
        return self.words[place - 1].said in ("which", "what")

    # --- what was used ---

    def _account(self) -> None:
        subject = {*self._about, *(stem for stems in self.headers for stem in stems)}
        idle = self._idle_columns()
        for place, word in enumerate(self.words):
            if word.used == "column" and place in idle:
                word.used = ""
            elif not word.used and word.content and (word.stem in subject or self._is_such(place)):
                word.used = "table"
            if not word.used and not self._says_nothing(word):
                self.found.unread.append(f"“{word.said}”")
        if not any(word.used in _TIES for word in self.words):
            self.found.unread.append("what the question is about")
        self.found.used = sum(bool(word.used) and word.content for word in self.words)
        self.found.unread = list(dict.fromkeys(self.found.unread))

    def _idle_columns(self) -> set[int]:
        """Return the places of words that name numbers or yes and no, and decide nothing.

        “What is the price of …” asks for them: they stand before what says which rows are meant.
        """
        deciding = {one.column for one in self.found.conditions} | {self.found.column}
        values = [place for place, word in enumerate(self.words) if word.used in ("value", "condition")]
        asked = _ASKS_FOR.search(self.question) and values and self.found.operation == "rows"
        return {
            place
            for column, places in self.named.items()
            if column not in deciding and (self._is_number(column) or self._is_flag(column))
            for place in places
            if not asked or place > min(values)
        }

    @cached_property
    def _about(self) -> frozenset[str]:
        name = re.sub(r"[\W_]+", " ", PurePath(self.found.name).stem)
        return frozenset(key_of(" ".join([name, *self.table.headings])))

    def _says_nothing(self, word: Word) -> bool:
        if word.said in _NEGATING or word.said in group("choice") or word.said in group("comparing"):
            return False
        return not word.content or word.said in group("generic") or word.said in group("linking")

    def _is_such(self, place: int) -> bool:
        """Whether a word that is asked for, “which vendor”, “how many books”, means what the rows are."""
        asks = bool(place) and self.words[place - 1].said in ("which", "what", "many")
        return asks and self.means_table(self.words[place].said)

    def _doubt(self, what: str) -> None:
        self.found.unread.append(what)

    def _is_number(self, column: int) -> bool:
        return self.values[column].kind == "number"

    def _is_ordered(self, column: int) -> bool:
        return self.values[column].kind != "text"

    def _is_of_time(self, column: int, moment: Moment) -> bool:
        values = self.values[column]
        return values.kind == moment.kind or (moment.kind == "day" and values.kind == "number" and values.years)

    def _is_conditioned(self, column: int) -> bool:
        return any(one.column == column for one in self.found.conditions)

    def _places(self, said: Iterable[str]) -> list[int]:
        wanted = frozenset(said)
        return [place for place, word in enumerate(self.words) if word.said in wanted and not word.used]

    def _use_places(self, places: Iterable[int], what: str) -> None:
        for place in places:
            self.words[place].used = what

    def _use_all(self, said: Sequence[str], what: str) -> None:
        self._use_places(self._places(said), what)

    _use_said = _use_all
