"""Rows of a table that are no records: the names of the columns once more, totals, remarks below the last record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from core.language.lexicon import word_list
from core.tables.headers import plain_name

Row = tuple[int, list[str]]  # its number as a spreadsheet counts, and its cells
_MOST_TOTAL_WORDS = 3
_NARROW = 2  # columns: in a narrower table one cell is a record
_OTHER_NAMES = 3  # cells that name a column
_MOST_BELOW = 12  # remarks below a table


def part_summary_rows(body: Sequence[Row], names: Sequence[Sequence[str]]) -> tuple[list[Row], dict[str, list[int]]]:
    """Part the records from rows that are none, which are given as their numbers by the reason in words.

    `names` are the rows that hold the names of the columns. What stands below the names of other columns is a second
    table, whose cells mean something else.
    """
    reasons: dict[str, list[int]] = {}
    filled = [_cells(row) for _, row in body]
    headers = [_cells(header) for header in names]
    known = {plain_name(cell) for header in headers for cell in header}
    below = set(_remarks_below(body, filled))
    records: list[Row] = []
    second = False
    for (number, row), cells in zip(body, filled, strict=True):
        second = second or _begins_another_table(cells, headers, known)
        reason = "a second table" if second else _reason(number, cells, headers, below)
        if reason:
            reasons.setdefault(reason, []).append(number)
        else:
            records.append((number, row))
    return records, reasons


def _reason(number: int, cells: Sequence[str], headers: Sequence[Sequence[str]], below: set[int]) -> str:
    """Why a row with these filled cells is no record; empty when it is one."""
    if _repeats(cells, headers):
        return "the names of the columns once more"
    if _is_total(cells):
        return "a total"
    return "a remark below the table" if number in below else ""


def _cells(row: Sequence[str]) -> list[str]:
    return [text for cell in row if (text := cell.strip())]


def _repeats(cells: Sequence[str], headers: Sequence[Sequence[str]]) -> bool:
    """Whether a row says what a row of names says; a table of one column may hold its own name."""
    return len(cells) > 1 and any(cells == header for header in headers)


def _begins_another_table(cells: Sequence[str], headers: Sequence[Sequence[str]], known: set[str]) -> bool:
    """Whether at least half of the cells, three or more, are names of our columns, but not all of them in our order.

    `known` are those names, as `plain_name` writes them.
    """
    if len(cells) < _OTHER_NAMES:
        return False
    told = sum(plain_name(cell) in known for cell in cells)
    return told >= max(_OTHER_NAMES, len(cells) / 2) and not _repeats(cells, headers)


def _is_total(cells: Sequence[str]) -> bool:
    """Whether the first filled cell begins with a word for a total, and nothing but figures and signs is beside it."""
    if not cells or not all(_is_figure(cell) for cell in cells[1:]):
        return False
    words = re.split(r"[\d:=]", cells[0], maxsplit=1)[0].split()
    return any(plain_name(" ".join(words[:count])) in _total_words() for count in range(1, _MOST_TOTAL_WORDS + 1))


def _is_figure(cell: str) -> bool:
    """Whether a cell is a number, with a word beside it at most, or a sign for nothing."""
    return any(sign.isdigit() for sign in cell) or not any(sign.isalpha() for sign in cell)


@cache
def _total_words() -> frozenset[str]:
    return frozenset(map(plain_name, word_list("totals")))


def _remarks_below(body: Sequence[Row], cells: Sequence[Sequence[str]]) -> list[int]:
    """Return the last rows that fill only their first cell, where the rows above them fill more."""
    filled = [(number, row, len(told)) for (number, row), told in zip(body, cells, strict=True) if told]
    width = max((count for _, _, count in filled), default=0)
    end = len(filled)
    while end and filled[end - 1][2] == 1 and filled[end - 1][1][0].strip():
        end -= 1
    below = filled[end:]
    others = [count for _, _, count in filled[:end]]
    if width <= _NARROW or not others or len(below) > min(_MOST_BELOW, len(others)) or min(others) < _NARROW:
        return []
    return [number for number, _, _ in below]
