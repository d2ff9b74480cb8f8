"""The lines that run through a document at the heads and feet of its pages: titles, chapters, page numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

_FEWEST_PAGES = 5  # in fewer than these, nothing counts as running
_MOST_LINES = 4  # at one edge of a page
_NEAR = 3.0  # points: a running line stands at one height
_LONGEST = 120  # characters
_SHARE = 0.5  # of the pages: a line that stands on so many runs through the document
_KEPT_PLACE = 0.7  # of the pages: a place that is held by lines that return belongs to running lines alone
_APART = 0.7  # line heights between running lines and the text
_NUMBER = re.compile(r"\d+|\b[ivxlcIVXLC]+\b")


class Line(NamedTuple):
    """A line of a page with its height above the lower edge, in points; `in_table`, it is a table's."""

    text: str
    bottom: float
    top: float
    in_table: bool = False


class _Edge(NamedTuple):
    """A line at an edge of a page: which page and line, what it says but for numbers, and how far in it stands."""

    page: int
    line: int
    said: str
    height: float
    order: int  # 0 for the outermost
    apart: bool  # a blank stands between this line, with those outside, and the text


def running_lines(pages: Sequence[Sequence[Line]]) -> list[set[int]]:
    """Return for each page which of its lines, by number, are running heads and feet.

    A line is one when it stands, but for its numbers, at one height on half of the pages; or when it returns on some
    pages (chapters, left and right pages) in a place that such lines hold on most pages. The outermost line of a page
    may stand close to the text, lines further in only as far as a blank parts them from it.
    """
    found: list[set[int]] = [set() for _ in pages]
    written = sum(bool(lines) for lines in pages)
    if written < _FEWEST_PAGES:
        return found
    for from_top in (True, False):
        edges = [edge for number, lines in enumerate(pages) for edge in _edges(number, lines, from_top)]
        places = _Places(edges, written)
        outside: set[tuple[int, int]] = set()  # page and order of what was found
        for edge in edges:
            if (edge.order == 0 or (edge.page, edge.order - 1) in outside) and places.runs(edge):
                outside.add((edge.page, edge.order))
                found[edge.page].add(edge.line)
    return found


def _edges(page: int, lines: Sequence[Line], from_top: bool) -> Iterator[_Edge]:
    """Give the lines at one edge of a page, the outermost first; those on one height count as one place."""
    ordered = sorted(range(len(lines)), key=lambda one: -lines[one].top if from_top else lines[one].bottom)
    ordered = ordered[: 2 * _MOST_LINES]
    gaps = [_gap(lines[one], lines[other]) > _APART for one, other in pairwise(ordered)]
    end = max((n + 1 for n, gap in enumerate(gaps[:_MOST_LINES]) if gap), default=0)
    for order, number in enumerate(ordered[: max(end, 1)]):
        line = lines[number]
        if line.in_table or len(line.text) > _LONGEST:
            return
        yield _Edge(page, number, _NUMBER.sub("#", line.text.strip()), line.bottom, order, order < end)


def _gap(one: Line, other: Line) -> float:
    """Return what is blank between two lines, in heights of the lower of them."""
    blank = max(one.bottom, other.bottom) - min(one.top, other.top)
    return blank / max(min(one.top - one.bottom, other.top - other.bottom), 1.0)


class _Places:
    """Where lines return at one edge of the pages."""

    def __init__(self, edges: Sequence[_Edge], written: int) -> None:
        self._written = written
        self._said: dict[str, list[float]] = {}
        for edge in edges:
            self._said.setdefault(edge.said, []).append(edge.height)
        self._held = [(edge.height, edge.page) for edge in edges if edge.apart and self._times(edge) > 1]

    def _times(self, edge: _Edge) -> int:
        return sum(abs(height - edge.height) <= _NEAR for height in self._said[edge.said])

    def runs(self, edge: _Edge) -> bool:
        times = self._times(edge)
        if times >= _SHARE * self._written:
            return True
        held = len({page for height, page in self._held if abs(height - edge.height) <= _NEAR}) / self._written
        return edge.apart and (held >= _KEPT_PLACE or (times > 2 and held >= _SHARE))
