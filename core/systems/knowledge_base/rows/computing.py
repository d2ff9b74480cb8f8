"""Questions over the rows of a table, computed: which are meant, the smallest, how many, how much together.

The line that says what was computed is no quotation: it stands beside the cited rows, which are. What cannot be read
for sure is not computed, and what was not read is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from core.errors import InputError
from core.retrieval.embedder import Embedder
from core.stores.passages import Passages
from core.systems.knowledge_base.answer.checking import outcome_of_answer
from core.systems.knowledge_base.answer.composition import Quotation
from core.systems.knowledge_base.answer.unit_scores import ScoredUnit
from core.systems.knowledge_base.answer.units import parts_of
from core.systems.knowledge_base.rows.cell_values import Values, plain_number
from core.systems.knowledge_base.rows.columns import Columns
from core.systems.knowledge_base.rows.operations import may_compute
from core.systems.knowledge_base.rows.plan import Reading
from core.systems.knowledge_base.rows.reading import read
from core.systems.knowledge_base.rows.tables import Row, Stretch, Table, tables_of
from core.systems.knowledge_base.search.tool_calls import retrieved
from core.systems.knowledge_base.state import KNOWLEDGE_BASE, Answer, Computed, Outcome, Retrieved

MOST_ROWS = 20  # are quoted
_MOST_DOCUMENTS = 5
_SUCH = 0.6  # least cosine of a word and of what the table names its rows
_FORM = re.compile(
    r"^\W*(?:in |on |at |for |of |to |from )?(?:which|what|who|list|show|find|give|name|where|when)\b", re.I
)
_WORDS = {"day": ("earliest", "latest"), "time": ("earliest", "latest")}


@dataclass(frozen=True)
class FromRows:
    """What was made of a question over rows: what is told, the quotations, and the passages that they count in."""

    computed: Computed
    quotations: list[Quotation]
    documents: list[Retrieved]


@dataclass(frozen=True)
class Result:
    """The rows to be quoted, the line that tells of them, and how many were looked at."""

    rows: list[Row]
    said: str


def from_rows(
    question: str, documents: Sequence[Retrieved], near: Sequence[str], scored: Sequence[ScoredUnit],
    passages: Passages, embedder: Embedder,
) -> FromRows | None:  # fmt: skip
    """Read a question over the tables of the documents that were found, and compute it; None where it asks no such.

    `near` are the ids of all passages that were found, `scored` the units of those that are read, best first. Where a
    table answers best and the question is not read for sure, only that is told. Raises `StoreError`.
    """
    first = documents[scored[0].unit.number - 1]["document"] if scored and scored[0].unit.kind == "row" else ""
    with_tables = [first] if first and _FORM.search(question) else []  # others may only be computed
    if may_compute(question):
        with_tables = _documents_with_tables(documents, near, passages)
    readings = [
        read(question, table, name, _means_table(table, embedder)) for name, table in _tables(with_tables, passages)
    ]
    wanted = [one for one in readings if one.strong or (one.conditions and _FORM.search(question))]
    sure = [one for one in wanted if one.sure and (one.strong or one.table.document == first)]
    if sure:
        best = max(sure, key=lambda one: (one.used, one.table.document == first))
        rivals = [one for one in sure if one is not best and one.used == best.used]
        if not rivals:
            result = compute(best)
            if isinstance(result, Result):
                return _quoted(result, documents, best, passages)
            return untold(best, [result])
        others = ", ".join(dict.fromkeys(_where(one) for one in rivals))
        return untold(best, [f"whether {_where(best)} or {others} is meant"])
    unsure = [one for one in wanted if one.table.document == first and (one.strong or _several(one))]
    if not unsure:
        return None
    best = min(unsure, key=lambda one: (len(one.unread), -one.used))
    return untold(best, best.unread or ["what is asked of the rows"])


def with_computed(answer: Answer, found: FromRows | None, *, offline: bool) -> Answer:
    """Return an answer beside what was computed. Rules answer under “perhaps” what they did not read for sure."""
    if not found or answer["refused"]:
        return answer
    outcome: Outcome = "in the documents" if found.computed["sure"] else "perhaps not in the documents"
    return {**answer, "computed": found.computed, "outcome": outcome if offline else outcome_of_answer(answer)}


def _several(reading: Reading) -> bool:
    return any(len(condition.rows) > 1 for condition in reading.conditions)


def _documents_with_tables(documents: Sequence[Retrieved], near: Sequence[str], passages: Passages) -> list[str]:
    """Return the ids of the documents of which a table was found, those that are read first."""
    found = [one["document"] for one in documents if any(part.kind == "table" for part in parts_of(one))]
    found += [one.document for one in passages.get(list(near)) if any(part.kind == "table" for part in one.parts)]
    return list(dict.fromkeys(found))


def _tables(ids: Sequence[str], passages: Passages) -> Iterator[tuple[str, Table]]:
    """Give the tables of some documents, each document with its name."""
    names = {one.id: one.name for one in passages.documents()} if ids else {}
    for id in islice((id for id in ids if id in names), _MOST_DOCUMENTS):
        try:
            whole = passages.text(id)
        except InputError:  # removed a moment ago
            continue
        for table in tables_of(passages.passages(id), whole):
            yield names[id], table


def _means_table(table: Table, embedder: Embedder) -> Callable[[str], bool]:
    """Tell of a word whether it means what the first column names: “vendor” the Supplier."""

    def means(word: str) -> bool:
        one, other = embedder.encode([word, table.columns[0].lower()])
        return float(one @ other) >= _SUCH

    return means


# --- computing --------------------------------------------------------------------------------------------------------


def compute(reading: Reading) -> Result | str:
    """Return the rows and what is told of them, or what stands in the way."""
    rows = [at for at in range(len(reading.table.rows)) if all(at in one.rows for one in reading.conditions)]
    if reading.operation == "extreme":
        return _extreme(reading, rows)
    if reading.operation in ("sum", "mean"):
        return _sum(reading, rows)
    told = " and ".join(one.said for one in reading.conditions)
    of = f"{_rows(len(reading.table.rows))} in {_where(reading)}"
    if not rows:
        said = f"None of {of} has {told}."
        return Result(_nearest(reading), f"{said} Quoted are rows that do not, for comparison.")
    verb = "has" if len(rows) == 1 else "have"
    counted = f"{len(rows)} of {of} {verb} {told}" if told else f"{_where(reading)} has {_rows(len(rows))}"
    return Result(_at(reading, rows), f"{counted}.")


def _extreme(reading: Reading, rows: Sequence[int]) -> Result | str:
    column, values = reading.column, Columns(reading.table).values[reading.column]
    known = sorted(
        (at for at in rows if values.values[at] is not None), key=lambda at: -reading.sign * _value(values, at)
    )
    if not known:
        return f"any {reading.table.columns[column]} of the rows that are meant"
    last = _value(values, known[min(reading.top, len(known)) - 1])
    chosen = [at for at in known if reading.sign * (_value(values, at) - last) >= 0]
    low, high = _WORDS.get(values.kind, ("smallest", "largest"))
    word = high if reading.sign > 0 else low
    which = (
        f"{word} {reading.table.columns[column]}"
        if reading.top == 1
        else f"{reading.top} {word} by {reading.table.columns[column]}"
    )
    cells = list(dict.fromkeys(reading.table.rows[at].cells[column].strip() for at in chosen))
    missing = len(rows) - len(known)
    without = f" {_rows(missing)} without one {'was' if missing == 1 else 'were'} left out." if missing else ""
    said = f"The {which} of {_rows(len(rows))}{_with(reading)} in {_where(reading)}: {', '.join(cells)}.{without}"
    return Result(_at(reading, chosen), said)


def _sum(reading: Reading, rows: Sequence[int]) -> Result | str:
    name, values = reading.table.columns[reading.column], Columns(reading.table).values[reading.column]
    cells = [reading.table.rows[at].cells[reading.column].strip() for at in rows]
    known = [_value(values, at) for at in rows if values.values[at] is not None]
    units = {re.sub(r"[\d.,\s]+", "", cell) for cell in cells}
    if values.unread or len(units) != 1 or len(known) != len(rows):
        return f"every cell of the column {name} as a number of one unit"
    factor = _factor(values, cells, rows)
    total = sum(known) / factor / (len(known) if reading.operation == "mean" else 1)
    what = "mean" if reading.operation == "mean" else "sum"
    over = f"{_rows(len(rows))}{_with(reading)} in {_where(reading)}"
    said = f"The {what} of {name} over {over}: {total:,.10g} {units.pop()}".strip()
    return Result(_at(reading, rows), f"{said}.")


def _factor(values: Values, cells: Sequence[str], rows: Sequence[int]) -> float:
    """Return what one of the written unit is in the base unit, by a cell that is not 0."""
    for at, cell in zip(rows, cells, strict=True):
        plain = abs(plain_number(cell, cells) or 0.0)
        if plain and values.values[at]:
            return abs(_value(values, at)) / plain
    return 1.0


def _value(values: Values, at: int) -> float:
    value = values.values[at]
    return 0.0 if value is None else value


def _nearest(reading: Reading) -> list[Row]:
    """Return a few rows that meet most of the conditions."""
    met = [sum(at in one.rows for one in reading.conditions) for at in range(len(reading.table.rows))]
    return _at(reading, sorted(range(len(met)), key=lambda at: -met[at])[:3])


def _at(reading: Reading, rows: Sequence[int]) -> list[Row]:
    return [reading.table.rows[at] for at in rows]


def _rows(number: int) -> str:
    return f"{number:,} row{'s' * (number != 1)}"


def _with(reading: Reading) -> str:
    told = " and ".join(one.said for one in reading.conditions)
    return f" with {told}" if told else ""


def _where(reading: Reading) -> str:
    below = f" below “{reading.table.headings[-1]}”" if reading.table.headings else ""
    return f"{reading.name}{below}"


# --- what is told and quoted ------------------------------------------------------------------------------------------


def untold(reading: Reading, unread: Sequence[str]) -> FromRows:
    """Say that nothing was computed, and what was not read."""
    lacking = f"{', '.join(unread)} {'was' if len(unread) == 1 else 'were'} not read for sure"
    said = f"The rows of {_where(reading)} were not computed: {lacking}."
    return FromRows({"said": said, "sure": False, "unread": list(unread)}, [], [])


def _quoted(result: Result, documents: Sequence[Retrieved], reading: Reading, passages: Passages) -> FromRows:
    """Quote the rows, those that follow each other together; passages that were not read come behind the others."""
    shown = result.rows[:MOST_ROWS]
    stretches = list(_runs([one for row in shown for one in row.stretches]))
    read_before = {document["id"]: number for number, document in enumerate(documents, start=1)}
    missing = [one.passage for one in stretches if one.passage not in read_before]
    kept = {one.id: one for one in passages.documents()}
    added = [
        retrieved(one, kept.get(one.document), KNOWLEDGE_BASE, 0.0)
        for one in passages.get(list(dict.fromkeys(missing)))
    ]
    numbers = read_before | {one["id"]: number for number, one in enumerate(added, start=len(documents) + 1)}
    known = [one for one in stretches if one.passage in numbers]
    quotations = [Quotation(numbers[one.passage], one.start, one.end, 1.0) for one in known]
    said = result.said
    if left := len(reading.table.left_out):
        said += f" {_rows(left)} of totals or of headings {'was' if left == 1 else 'were'} left out."
    if len(shown) < len(result.rows):
        said += f" The first {len(shown)} of {len(result.rows)} are quoted."
    return FromRows({"said": said, "sure": True, "unread": []}, quotations, [*documents, *added])


def _runs(stretches: Sequence[Stretch]) -> Iterator[Stretch]:
    """Join stretches that follow each other line by line in one passage."""
    last: Stretch | None = None
    for one in stretches:
        if last and last.passage == one.passage and one.start - last.end == 1:
            last = replace(last, end=one.end)
            continue
        if last:
            yield last
        last = one
    if last:
        yield last
