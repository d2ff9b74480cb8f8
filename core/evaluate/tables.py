"""Tables as they are read out of files, held against known cells.

In a folder, each `NAME.EXT` of any format that can be read has its tables beside it in `NAME.tables.json`: a list of
tables in their order, each a list of rows, each a list of cells; `[]` for a document without tables. What spans rows
stands in each of them, what spans columns in the first.

**Cell F1** is 2·m / (g + f), of cells that are not blank: g in the known tables, f in those that were found, and m that
match. A cell matches when its text is the same (white space aside) and its row and column belong to each other. Which
rows and columns belong together is found by two alignments that keep their order, first of rows (each pair worth the
longest common subsequence of its cells), then of columns over these rows: the factored search of GriTS (Smock, Pesala,
Abraham: GriTS, Grid table similarity metric for table structure recognition, 2022, arXiv:2203.12555) with equality
instead of likeness. A found table is held against at most one known table, the best first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from core.documents import read_outline
from core.documents.outline import Reading
from core.errors import InputError
from core.language.sentences import CELLS

Table = list[list[str]]
_GOLD = ".tables.json"


class Counts(NamedTuple):
    """Cells that are not blank: in known tables, in found ones, and those that match."""

    known: int = 0
    found: int = 0
    matched: int = 0

    def figures(self) -> dict[str, float]:
        """Return precision, recall and F1; nothing known and nothing found is right."""
        precision = self.matched / self.found if self.found else float(not self.known)
        recall = self.matched / self.known if self.known else float(not self.found)
        both = self.known + self.found
        return {"precision": precision, "recall": recall, "cell_f1": 2 * self.matched / both if both else 1.0}


def evaluate_tables(folder: Path, show_progress: Callable[[str, int, int], None]) -> dict[str, dict[str, float]]:
    """Return the figures of each document and of all. Raises `InputError` where there are none, or none known."""
    golds = sorted(folder.glob(f"*{_GOLD}"))
    if not golds:
        raise InputError(f"{folder} holds no files *{_GOLD}.", "Put the known tables beside each document.")
    counted: dict[str, Counts] = {}
    for number, gold in enumerate(golds, start=1):
        document = _document_of(gold)
        reading = read_outline(document.read_bytes(), document.name)
        counted[document.name] = count_cells(_known(gold), tables_in(reading))
        show_progress("Reading", number, len(golds))
    figures = {
        name: {"tables": float(len(_known(folder / _gold_of(name)))), **one.figures()} for name, one in counted.items()
    }
    sums = Counts(*map(sum, zip(*counted.values(), strict=True)))
    return {"all": {"tables": sum(one["tables"] for one in figures.values()), **sums.figures()}, **figures}


def _gold_of(name: str) -> str:
    return Path(name).stem + _GOLD


def _document_of(gold: Path) -> Path:
    stem = gold.name.removesuffix(_GOLD)
    for path in sorted(gold.parent.glob("*")):
        if path.stem == stem and path.suffix not in (".json", ""):
            return path
    raise InputError(
        f"There is no document beside {gold.name}.", "Name both alike, as report.pdf and report.tables.json."
    )


def _known(gold: Path) -> list[Table]:
    try:
        tables = json.loads(gold.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"{gold.name} cannot be read: {error}.", "Write a list of tables, each a list of rows."
        ) from error
    if not isinstance(tables, list) or not all(isinstance(row, list) for table in tables for row in table):
        raise InputError(f"{gold.name} holds no tables.", "Write a list of tables, each a list of rows of cells.")
    return [[[str(cell) for cell in row] for row in table] for table in tables]


def tables_in(reading: Reading) -> list[Table]:
    """Return the tables of a text, those that go on over pages as one, without columns that are said again."""
    found: list[Table] = []
    for block in reading.blocks:
        if block.kind != "table":
            continue
        rows = [line.split(CELLS) for line in reading.text[block.start : block.end].split("\n")]
        if found and block.columns and block.columns.split(CELLS) == found[-1][0]:
            found[-1] += rows[rows[0] == found[-1][0] :]
        else:
            found.append(rows)
    return found


def count_cells(known: Sequence[Table], found: Sequence[Table]) -> Counts:
    """Count the cells of a document, those of pairs of tables that match best first."""
    pairs = sorted(((-_matched(one, other), i, j) for i, one in enumerate(known) for j, other in enumerate(found)))
    used_known: set[int] = set()
    used_found: set[int] = set()
    matched = 0
    for less, i, j in pairs:
        if i not in used_known and j not in used_found:
            used_known.add(i)
            used_found.add(j)
            matched -= less
    return Counts(sum(map(_filled, known)), sum(map(_filled, found)), matched)


def _filled(table: Table) -> int:
    return sum(bool(_plain(cell)) for row in table for cell in row)


def _plain(cell: str) -> str:
    return "".join(cell.split())


def _matched(known: Table, found: Table) -> int:
    rows = _align(len(known), len(found), lambda i, j: _worth_of_row(known[i], found[j]))
    width, other = (max(map(len, table), default=0) for table in (known, found))
    columns = _align(width, other, lambda i, j: sum(_same(known[a], found[b], i, j) for a, b in rows))
    return sum(_same(known[a], found[b], i, j) for a, b in rows for i, j in columns)


def _worth_of_row(known: Sequence[str], found: Sequence[str]) -> int:
    return len(_align(len(known), len(found), lambda i, j: int(_same(known, found, i, j))))


def _same(known: Sequence[str], found: Sequence[str], i: int, j: int) -> bool:
    return i < len(known) and j < len(found) and bool(_plain(known[i])) and _plain(known[i]) == _plain(found[j])


def _align(known: int, found: int, worth: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """Return the pairs of two sequences, in order, that are worth most together; none that is worth nothing."""
    worths = [[worth(i, j) for j in range(found)] for i in range(known)]
    best = [[0] * (found + 1) for _ in range(known + 1)]
    for i in range(known):
        for j in range(found):
            best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j], best[i][j] + worths[i][j])
    pairs: list[tuple[int, int]] = []
    i, j = known, found
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((i, j))
    return pairs[::-1]
