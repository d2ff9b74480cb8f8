"""What a table alone tells of its columns: names, values, units, yes and no, and which rows say what."""

from __future__ import annotations

import re

from core.language.terms import STOP_WORDS
from core.systems.knowledge_base.rows.cell_values import Moment, says_nothing, unit_of, values_of
from core.systems.knowledge_base.rows.tables import Table
from core.systems.knowledge_base.rows.words import Stems, dimensions, group, key_of, measures, places_of, words_in

_SEVERAL = re.compile(r"\s*[,;/&]\s*|\s+and\s+")
_BRACKET = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*$")


class Columns:
    """The columns of a table, each by its place from 0; `headers` are the stems of their names without brackets."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.names = table.columns
        self.headers = [key_of(_BRACKET.sub("", name)) or key_of(name) for name in self.names]
        self.values = [values_of(table.column(place), name) for place, name in enumerate(self.names)]

    # --- of which kind ---

    def is_number(self, column: int) -> bool:
        """Whether a column holds numbers."""
        return self.values[column].kind == "number"

    def is_ordered(self, column: int) -> bool:
        """Whether a column has a smallest and a largest: of numbers, days or times."""
        return self.values[column].kind != "text"

    def is_of_time(self, column: int, moment: Moment) -> bool:
        """Whether a column can be compared with a moment; years can with a day."""
        values = self.values[column]
        return values.kind == moment.kind or (moment.kind == "day" and values.kind == "number" and values.years)

    def is_flag(self, column: int) -> bool:
        """Whether a column says yes and no, and nothing else."""
        cells = {cell.lower() for cell in self.table.column(column) if cell}
        return bool(cells & group("true")) and cells <= group("true") | group("false")

    def repeats(self, column: int) -> bool:
        """Whether some text stands in several rows of a column."""
        cells = [cell for cell in self.table.column(column) if cell]
        return self.values[column].kind == "text" and len(set(cells)) < len(cells)

    # --- which rows ---

    def said(self) -> dict[Stems, dict[int, str]]:
        """Return what the cells of text say, alone or one of several: by its stems, as each column writes it."""
        known: dict[Stems, dict[int, str]] = {}
        for column, values in enumerate(self.values):
            if values.kind != "text" or self.is_flag(column):
                continue
            for cell in self.table.column(column):
                for part in [cell, *_SEVERAL.split(cell)]:
                    key = key_of(part)
                    if key and not says_nothing(part) and not all(one in STOP_WORDS or one == "none" for one in key):
                        known.setdefault(key, {}).setdefault(column, part)
        return known

    def holding(self, column: int, key: Stems) -> tuple[frozenset[int], list[str]]:
        """Return the rows whose cell says a value, alone or among several, and cells that say it among other words."""
        rows, further = [], []
        for place, cell in enumerate(self.table.column(column)):
            if key == key_of(cell) or key in map(key_of, _SEVERAL.split(cell)):
                rows.append(place)
            elif places_of(key, words_in(cell)) and not group("negation") & {word.said for word in words_in(cell)}:
                further.append(cell)
        return frozenset(rows), further

    def filled(self, column: int) -> dict[int, str]:
        """Return the cells of a column that say something, by their rows."""
        return {at: cell for at, cell in enumerate(self.table.column(column)) if not says_nothing(cell)}

    def flagged(self, column: int, wanted: bool) -> frozenset[int]:
        """Return the rows that say yes, or no; where no cell says no, an empty one does."""
        cells = [cell.lower() for cell in self.table.column(column)]
        denying = set(group("false")) | (set() if set(cells) & group("false") else {""})
        return frozenset(at for at, cell in enumerate(cells) if cell in (group("true") if wanted else denying))

    # --- what is measured, and in which unit ---

    def measuring(self, measure: str) -> list[int]:
        """Return the columns of numbers or days that give a measure, by their names; else by their units."""
        named = [
            column
            for column, stems in enumerate(self.headers)
            if self.is_ordered(column) and any(measures().get(stem, ("", 1))[0] == measure for stem in stems)
        ]
        by_unit = [
            column
            for column, values in enumerate(self.values)
            if values.dimension and dimensions().get(values.dimension) == measure
        ]
        return named or by_unit

    def measures_of(self, column: int) -> set[str]:
        """Return the measures that the name of a column and its unit speak of."""
        of_name = {measures()[stem][0] for stem in self.headers[column] if stem in measures()}
        return of_name | {dimensions().get(self.values[column].dimension, "")}

    def counts_down(self, column: int) -> bool:
        """Whether a column is named for the other end of its measure, so that its smallest is the most."""
        return -1 in [measures()[stem][1] for stem in self.headers[column] if stem in measures()]

    def has_unit(self, column: int, dimension: str) -> bool:
        """Whether a column counts in a unit of a dimension, by its cells or its name."""
        return self.values[column].dimension == dimension or self._unit_in_name(column, dimension) is not None

    def in_unit_of(self, column: int, value: float, dimension: str) -> float:
        """Return an amount as the values of a column count; one without a unit is meant in that of the name."""
        factor = self._unit_in_name(column, dimension) if dimension else None
        if factor:
            return value / factor
        bracket = _BRACKET.search(self.names[column])
        of_name, factor = unit_of(bracket.group().strip(" ()[]")) if bracket else ("", 1.0)
        return value * factor if of_name and not dimension else value

    def _unit_in_name(self, column: int, dimension: str) -> float | None:
        """Return the factor of a unit that stands in the name of a column whose cells have none: “Minutes late”."""
        if self.values[column].dimension:
            return None
        for word in re.findall(r"[^\W\d_]+", self.names[column]):
            for written in (word, word.lower()):
                found, factor = unit_of(written)
                if found == dimension:
                    return factor
        return None
