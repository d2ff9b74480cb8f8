"""Cutting a document into passages along its structure.

A passage stays within one section (headings of level 1 and 2 part sections) and within what the embedding model reads.
Paragraphs, lists and tables are kept whole where they fit; a long paragraph is cut between sentences, a list and code
between lines, a table between rows, its columns repeated among the headings. The next passage of a section begins with
the last sentences of the one before.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise, zip_longest
from typing import Any, NamedTuple

from core.documents.outline import TERM_LEVEL, Block, BlockKind, Reading
from core.language.sentences import sentences

LONGEST = 240  # in the measure of `weigh`: MiniLM reads 256 word pieces, and most words are one
OVERLAP = 45  # the most that is said again at the beginning of the next passage: a sentence or two
PARTING_LEVEL = 2  # headings down to this level part sections
_SHORT = LONGEST // 4  # less than this goes on over a heading of a deeper level
_PIECES = re.compile(r"[A-Za-z]+|[^\W_]|[^\w\s]|_")
_LETTERS_A_PIECE = 7
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_ANY = re.compile(r"\S+")


class _Unit(NamedTuple):
    """What is not cut further: a whole block, or a sentence, a line, some words of one that is too long."""

    start: int
    end: int
    weight: int
    block: Block

    @property
    def is_heading(self) -> bool:
        return self.block.kind == "heading"


def weigh(text: str) -> int:
    """About how many word pieces a text has for the embedding model; rather a few too many."""
    return sum(1 + (piece.end() - piece.start() - 1) // _LETTERS_A_PIECE for piece in _PIECES.finditer(text))


class Part(NamedTuple):
    """A block of a document, or what of it stands in one passage: characters `start` to `end` of the whole text.

    `headings` lead to it, `columns` names those of a table.
    """

    kind: BlockKind
    start: int
    end: int
    headings: tuple[str, ...] = ()
    columns: str = ""


def part_of(written: Sequence[Any]) -> Part:
    """Return a part of which the fields were written as a list."""
    kind, start, end, headings, columns = written
    return Part(kind, start, end, tuple(headings), columns)


class Piece(NamedTuple):
    """What becomes a passage: characters `start` to `end` of a text, the headings that lead to it, its page, and the
    parts it is made of.
    """

    start: int
    end: int
    headings: tuple[str, ...]
    page: int
    parts: tuple[Part, ...] = ()


def cut(reading: Reading) -> list[Piece]:
    """Return the passages of a text, in order, by where they stand in it."""
    packs = (units for section in _sections(reading.blocks) for units in _pack(reading.text, section))
    return [_piece(units) for units in packs]


def _piece(units: Sequence[_Unit]) -> Piece:
    start, block = units[0].start, units[0].block
    columns = [block.columns] if block.columns and start > block.start else []
    above = block.headings[:-1] if units[0].is_heading else block.headings
    return Piece(start, units[-1].end, (*above, *columns), block.page, tuple(_parts(units)))


def _parts(units: Sequence[_Unit]) -> Iterator[Part]:
    """Give the blocks that units come from, each as far as they reach. What is carried over comes from a paragraph."""
    for (block, carried), some in groupby(units, key=lambda unit: (unit.block, unit.start < unit.block.start)):
        of_block = list(some)
        kind: BlockKind = "paragraph" if carried else block.kind
        yield Part(kind, of_block[0].start, of_block[-1].end, block.headings, "" if carried else block.columns)


def _sections(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Find blocks that no heading of the first two levels parts. A heading that leads nothing is a paragraph."""
    section: list[Block] = []
    for block, following in zip_longest(blocks, blocks[1:]):
        if block.kind == "heading" and block.level <= PARTING_LEVEL and section:
            yield section
            section = []
        if block.kind != "heading":
            section.append(block)
        elif following is None or (following.kind == "heading" and following.level <= block.level):
            section.append(replace(block, kind="paragraph", headings=block.headings[:-1]))
        elif block.level > PARTING_LEVEL:
            section.append(block)
    if section:
        yield section


def _pack(text: str, section: Sequence[Block]) -> Iterator[list[_Unit]]:
    """Give the units of one section in runs that each make a passage, of about equal weight, and at most the longest
    one."""
    room = max(LONGEST - max(weigh(" ".join((*block.headings, block.columns))) for block in section), LONGEST // 3)
    units = [unit for block in section for unit in _units(text, block, room)]
    total = sum(unit.weight for unit in units)
    goal = total / math.ceil(total / room)
    pack: list[_Unit] = []
    for unit in units:
        weight = sum(one.weight for one in pack)
        if weight + unit.weight > room or weight >= goal or (unit.is_heading and weight >= _SHORT):
            yield from _closed(pack)
            pack = [] if unit.is_heading else _carried_over(text, pack, unit, room)
        pack.append(unit)
    yield from _closed(pack)


def _closed(pack: Sequence[_Unit]) -> Iterator[list[_Unit]]:
    """Give the pack without headings at its ends, which the passage they lead names anyway. A term stays: it may say
    more than its name, such as a default."""
    bodies = [index for index, unit in enumerate(pack) if not unit.is_heading]
    if bodies:
        first = bodies[0]
        while first and pack[first - 1].block.level >= TERM_LEVEL:
            first -= 1
        yield list(pack[first : bodies[-1] + 1])


def _carried_over(text: str, pack: Sequence[_Unit], following: _Unit, room: int) -> list[_Unit]:
    """Return the last one or two sentences of a pack, which begin the next one before `following`.

    They count to the block that follows them: they are repeated for its sake, and its page is that of the passage.
    """
    if not pack or pack[-1].block.kind != "paragraph":
        return []
    last = pack[-1]
    begin = max(last.block.start, pack[0].start)
    carried: list[_Unit] = []
    for sentence in sentences(text[begin : last.end])[:-3:-1]:
        start = begin + sentence.start
        weight = weigh(text[start : last.end])
        if weight > min(OVERLAP, room - following.weight) or start <= pack[0].start:
            break
        carried = [_Unit(start, last.end, weight, following.block)]
    return carried


def _units(text: str, block: Block, room: int) -> Iterator[_Unit]:
    """Give the block, or if it is too long its sentences or lines, or if one of these is too long its words."""
    for start, end in _fitting(text, block.start, block.end, room, block.kind == "paragraph"):
        yield _Unit(start, end, weigh(text[start:end]), block)


def _fitting(text: str, start: int, end: int, room: int, is_prose: bool) -> Iterator[tuple[int, int]]:
    if weigh(text[start:end]) <= room:
        yield start, end
        return
    part = text[start:end]
    cuts = [one.start for one in sentences(part)] if is_prose else [match.start() for match in _LINE.finditer(part)]
    for first, last in _spans(text, start, end, cuts):
        if weigh(text[first:last]) <= room:
            yield first, last
        else:
            yield from _by_words(text, first, last, room)


def _by_words(text: str, start: int, end: int, room: int) -> Iterator[tuple[int, int]]:
    cuts, weight = [0], 0
    for match in _ANY.finditer(text, start, end):
        # A word may be a page of letters without a blank, as in scripts that write none.
        for first in range(match.start(), match.end(), room):
            piece = weigh(text[first : min(first + room, match.end())])
            if weight + piece > room:
                cuts.append(first - start)
                weight = 0
            weight += piece
    yield from _spans(text, start, end, cuts)


def _spans(text: str, start: int, end: int, cuts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Give the parts between the cuts (offsets from `start`), the first from `start` on, without blanks at their
    ends."""
    edges = [start, *(start + cut for cut in cuts[1:]), end]
    for first, last in pairwise(edges):
        yield first, first + len(text[first:last].rstrip())
