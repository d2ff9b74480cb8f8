"""Tables on a page of a PDF: cells between ruled lines, or words that stand in rows and columns without any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from core.documents.pdf_cells import Table
from core.documents.pdf_columns import aligned, flows
from core.documents.pdf_grids import ruled
from core.documents.pdf_pages import Page, Rule

_NEAR = 2.5  # points within which two lines are one, and a line ends at another
_LONG = 2  # letters of a word that is higher than wide only on end
_MOST_WORDS = 6_000  # on a page; what holds more is not looked at


def find_tables(page: Page) -> list[Table]:
    """Return the tables of a page in the order in which they are written."""
    if len(page.words) > _MOST_WORDS:
        return []
    lying, standing = _joined(page.lying), _joined(page.standing)
    tables = [*ruled(page, lying, standing)]
    taken = frozenset[int]().union(*(table.words for table in tables))
    for flow in [] if _stands_on_end(page) else flows(page, taken):
        tables += aligned(page, flow, lying)
    return sorted(tables, key=lambda table: min(table.words))


def _stands_on_end(page: Page) -> bool:
    """Whether a page is written upwards or downwards: its words lie one above the other, and are no rows."""
    long = [word for word in page.words if len(word.text) > _LONG]
    return 2 * sum(word.top - word.bottom > word.right - word.left for word in long) > len(long)


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """Return lines with those put together that lie on one another or go on where another ends."""
    found: list[Rule] = []
    for _, level in groupby(_levelled(rules), key=lambda rule: rule.at):
        for rule in sorted(level, key=lambda rule: rule.start):
            if found and found[-1].at == rule.at and rule.start <= found[-1].end + _NEAR:
                found[-1] = found[-1]._replace(end=max(found[-1].end, rule.end))
            else:
                found.append(rule)
    return found


def _levelled(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Give the lines by height, those within `_NEAR` of the first of them at its height."""
    at = float("-inf")
    for rule in sorted(rules):
        if rule.at > at + _NEAR:
            at = rule.at
        yield rule._replace(at=at)
