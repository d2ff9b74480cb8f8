"""Where words that were cited stand on the pages of a document: the signs of a page are aligned with them.

What is cited was read by another library than the one that draws: white space, hyphens at line ends, ligatures, accents
and quotation marks differ, a table may be read in another order, a running title may stand between two halves of a
sentence. So only letters and digits are compared, in the order in which a page was written and in the one in which it
is seen; what still differs is bridged.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import fuzz

from core.documents.outline import PAGE_END

_ENOUGH = 0.6  # of the signs that are sought; with fewer nothing is found
_SAME = 90.0  # of 100; how alike a stretch is that goes on elsewhere
_REST = 10  # signs; a shorter rest is not sought elsewhere
_BLOCK = 3  # signs that stand together; fewer are alike by chance
_PIECE = 5  # signs; a shorter piece is not sought by itself
_NEAR = 80  # signs between a piece that is read elsewhere in a line and the rest of it
_AROUND = 60  # signs before and after, which tell one place from another with the same words
_LONGEST = 4_000  # signs of a quotation that are sought
_SLACK = 0.3  # of the height of a line; a comma has its middle below it
_PADDING = 0.1  # of the height of a line


class Box(NamedTuple):
    """A rectangle on a page as it is shown, in fractions of its width and height from the upper left corner."""

    left: float
    top: float
    right: float
    bottom: float


class Glyph(NamedTuple):
    """A sign on a page as it is shown: its box in points, whether it is read from side to side, and its number there.

    Signs that follow one another without a space have numbers that do, too.
    """

    sign: str
    number: int
    left: float
    top: float
    right: float
    bottom: float
    level: bool = True


@dataclass(frozen=True)
class Quote:
    """Words that were cited, the page on which they begin (from 1), and some of what stands before and after them.

    Where a page ends within them stands `PAGE_END`, if whoever read them knows.
    """

    text: str
    page: int
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Sheet:
    """A page: its size in points as it is shown, and its signs in the order in which they were written."""

    width: float
    height: float
    glyphs: Sequence[Glyph]

    @cached_property
    def as_seen(self) -> list[Glyph]:
        """Its signs line by line, over the whole width."""
        return [glyph for line in _lines(self.glyphs) for glyph in line]


def boxes_of(quote: Quote, sheets: Mapping[int, Sheet]) -> dict[int, list[Box]]:
    """Return for each page the boxes that cover the words of a quotation, a box a line; none where they are not found.

    `sheets` are the pages by their numbers: that of the quotation, those it goes on to, and their neighbours.
    """
    found: dict[int, set[int]] = {}
    pieces = quote.text[:_LONGEST].split(PAGE_END)
    for place, piece in enumerate(pieces):
        before, after = pieces[place - 1] if place else quote.before, (*pieces[place + 1 :], quote.after)[0]
        for page, numbers in _find(Quote(piece, quote.page + place, before, after), sheets).items():
            found.setdefault(page, set()).update(numbers)
    return {page: list(_boxes(sheets[page], numbers)) for page, numbers in sorted(found.items()) if numbers}


# --- what is compared -------------------------------------------------------------------------------------------------


class _Signs(NamedTuple):
    """Letters and digits in one form, each with the number of the sign that it was."""

    text: str
    numbers: list[int]


def _folded(signs: Sequence[tuple[str, int]], only_words: bool) -> _Signs:
    text, numbers = [], []
    for sign, number in signs:
        for one in unicodedata.normalize("NFKD", sign.casefold()):
            if one.isalnum() or not (only_words or one.isspace() or unicodedata.category(one).startswith(("C", "M"))):
                text.append(one)
                numbers.append(number)
    return _Signs("".join(text), numbers)


def _of_text(text: str, only_words: bool) -> str:
    return _folded([(sign, 0) for sign in text], only_words).text


def _is_of_words(text: str) -> bool:
    """Whether letters and digits say enough; of code such as “->” the other signs are compared, too."""
    solid = "".join(text.split())
    letters = sum(map(str.isalnum, solid))
    return letters >= 4 and letters >= len(solid) / 2


# --- finding ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Order:
    """The signs of a page in one order."""

    page: int
    signs: _Signs


class _Hit(NamedTuple):
    """Stretches of what is sought (start, end, and where that is in an order), and the order."""

    order: _Order
    blocks: list[tuple[int, int, int]]

    @property
    def size(self) -> int:
        return sum(end - start for start, end, _ in self.blocks)

    def numbers(self) -> Iterator[int]:
        for start, end, at in self.blocks:
            yield from self.order.signs.numbers[at : at + end - start]


def _find(quote: Quote, sheets: Mapping[int, Sheet]) -> dict[int, set[int]]:
    """Return the numbers of the signs of a quotation, for each page on which some of it stands."""
    only_words = _is_of_words(quote.text)
    sought = _of_text(quote.text, only_words)
    pages = [page for page in (quote.page, quote.page + 1, quote.page - 1) if page in sheets]
    orders = [
        _Order(page, _folded([(glyph.sign, glyph.number) for glyph in glyphs], only_words))
        for page in pages
        for glyphs in (sheets[page].glyphs, sheets[page].as_seen)
    ]
    around = (_of_text(quote.before, only_words)[-_AROUND:], _of_text(quote.after, only_words)[:_AROUND])
    hits = list(_hits(sought, orders, around)) if sought else []
    if sum(hit.size for hit in hits) < _ENOUGH * len(sought):
        return {}
    found: dict[int, set[int]] = {}
    for hit in hits:
        found.setdefault(hit.order.page, set()).update(hit.numbers())
    return found


def _hits(sought: str, orders: Sequence[_Order], around: tuple[str, str]) -> Iterator[_Hit]:
    """Give where the whole stands, or its greatest part, and then what goes on elsewhere before or after that."""
    for order in orders:
        if (at := _exactly(sought, order.signs.text, around)) is not None:
            yield _Hit(order, [(0, len(sought), at)])
            return
    best = max((_nearly(sought, order) for order in orders), key=lambda hit: hit.size, default=None)
    if best is None or not best.blocks:
        return
    yield best
    edges = [0, *(edge for start, end, _ in best.blocks for edge in (start, end)), len(sought)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        piece = sought[start:end]
        near = _beside(piece, best, orders) if len(piece) >= _PIECE else None
        if near:
            yield near
        elif len(piece) >= _REST:
            yield from _rest(piece, orders)


def _exactly(sought: str, text: str, around: tuple[str, str]) -> int | None:
    """Return where a text holds what is sought; of several places the one with the most alike around it."""
    places = []
    at = text.find(sought)
    while at >= 0:
        places.append(at)
        at = text.find(sought, at + 1)
    before, after = around
    return max(
        places,
        key=lambda at: (
            fuzz.ratio(before, text[max(at - len(before), 0) : at])
            + fuzz.ratio(after, text[at + len(sought) :][: len(after)])
        ),
        default=None,
    )


def _nearly(sought: str, order: _Order) -> _Hit:
    """Return the stretches of what is sought that stand together in one region of a page."""
    text = order.signs.text
    window = fuzz.partial_ratio_alignment(sought, text) if len(sought) <= len(text) else None
    margin = len(sought) // 2 + _AROUND
    low, high = (max(window.dest_start - margin, 0), window.dest_end + margin) if window else (0, len(text))
    matcher = SequenceMatcher(None, sought, text[low:high], autojunk=False)
    blocks = [(one.a, one.a + one.size, low + one.b) for one in matcher.get_matching_blocks() if one.size >= _BLOCK]
    return _Hit(order, _without_strays(blocks))


def _without_strays(blocks: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Leave out a short block that stands farther from the greatest than it is long: it is alike by chance."""
    kept = list(blocks)
    if not kept:
        return kept
    main = max(range(len(kept)), key=lambda place: kept[place][1] - kept[place][0])
    for place in (*range(main + 1, len(kept)), *range(main - 1, -1, -1)):
        start, end, at = kept[place]
        other, other_end, other_at = kept[place + (1 if place < main else -1)]
        gap = other_at - (at + end - start) if place < main else at - (other_at + other_end - other)
        if gap > end - start:
            return _without_strays([*kept[:place], *kept[place + 1 :]])
    return kept


def _beside(piece: str, hit: _Hit, orders: Sequence[_Order]) -> _Hit | None:
    """Return where a piece stands on the page of what was found, near to it as the page is seen or was written."""
    found = set(hit.numbers())
    for order in (one for one in orders if one.page == hit.order.page):
        there = [place for place, number in enumerate(order.signs.numbers) if number in found]
        places = [match.start() for match in re.finditer(re.escape(piece), order.signs.text)]
        free = [at for at in places if order.signs.numbers[at] not in found]
        distances = {at: min(abs(place - at) for place in there) for at in free}
        nearest = min(distances, key=distances.__getitem__, default=None)
        if nearest is not None and distances[nearest] <= _NEAR:
            return _Hit(order, [(0, len(piece), nearest)])
    return None


def _rest(sought: str, orders: Sequence[_Order]) -> Iterator[_Hit]:
    """Give where a rest goes on, which has to be said there almost as it is."""
    for order in orders:
        found = fuzz.partial_ratio_alignment(sought, order.signs.text, score_cutoff=_SAME)
        if found and found.dest_end - found.dest_start >= len(sought) * _SAME / 100:
            yield _Hit(order, [(0, found.dest_end - found.dest_start, found.dest_start)])
            return


# --- drawing ----------------------------------------------------------------------------------------------------------


def _boxes(sheet: Sheet, numbers: set[int]) -> Iterator[Box]:
    """Give a box for each line of the signs of these numbers, and of the punctuation that touches them."""
    chosen = [glyph for glyph in sheet.glyphs if glyph.number in _with_punctuation(sheet.glyphs, numbers)]
    for line in _lines(chosen):
        for run in _runs(line):
            left, top = min(one.left for one in run), min(one.top for one in run)
            right, bottom = max(one.right for one in run), max(one.bottom for one in run)
            pad = _PADDING * (bottom - top if run[0].level else right - left)
            yield Box(
                max(left - pad, 0) / sheet.width,
                max(top - pad, 0) / sheet.height,
                min(right + pad, sheet.width) / sheet.width,
                min(bottom + pad, sheet.height) / sheet.height,
            )


def _with_punctuation(glyphs: Sequence[Glyph], numbers: set[int]) -> set[int]:
    marks = {glyph.number for glyph in glyphs if not glyph.sign.isalnum()}
    whole = set(numbers)
    for order, step in ((sorted(marks), 1), (sorted(marks, reverse=True), -1)):
        for number in order:
            if number - step in whole:
                whole.add(number)
    return whole


def _lines(glyphs: Sequence[Glyph]) -> Iterator[list[Glyph]]:
    """Give the lines of a page from top to bottom, each in the direction in which it is read: first those that are
    level, then those that stand on end."""
    for level in (True, False):
        line: list[Glyph] = []
        low = high = 0.0  # what the line reaches across
        for glyph in sorted((one for one in glyphs if one.level == level), key=lambda one: sum(_across(one))):
            first, last = _across(glyph)
            slack = _SLACK * (high - low)
            if line and not (low - slack <= (first + last) / 2 <= high + slack or first <= (low + high) / 2 <= last):
                yield sorted(line, key=_along)
                line = []
            low, high = (min(low, first), max(high, last)) if line else (first, last)
            line.append(glyph)
        if line:
            yield sorted(line, key=_along)


def _across(glyph: Glyph) -> tuple[float, float]:
    """Return from where to where a sign reaches across its line."""
    return (glyph.top, glyph.bottom) if glyph.level else (glyph.left, glyph.right)


def _along(glyph: Glyph) -> tuple[float, float]:
    return (glyph.left, glyph.right) if glyph.level else (glyph.top, glyph.bottom)


def _runs(line: Sequence[Glyph]) -> Iterator[list[Glyph]]:
    """Part a line where a gap is wider than three times its height, as between columns."""
    height = max(high - low for low, high in map(_across, line))
    run = [line[0]]
    for before, glyph in pairwise(line):
        if _along(glyph)[0] - _along(before)[1] > 3 * height:
            yield run
            run = []
        run.append(glyph)
    yield run
