"""A sentence of an answer as it is shown: a quotation as it stands in its document, piece by piece, and below what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.documents.outline import PAGE_END, BlockKind
from core.language.sanitize import as_markdown
from core.language.sentences import CELLS
from core.systems.knowledge_base.answer.units import parts_of, units_of
from core.systems.knowledge_base.state import CitedSentence, Retrieved

_NUMBER = re.compile(r"^[ ]*(\d{1,3})[.)] ", re.MULTILINE)


@dataclass(frozen=True)
class Piece:
    """What a quotation takes from one block: its kind, its words as they stand, and the columns of a table.

    Of a list these are `items`, of a table its rows, each with its cells parted as in `columns`.
    """

    kind: BlockKind
    text: str
    items: tuple[str, ...] = ()
    columns: str = ""

    @property
    def marks(self) -> list[str]:
        """What stands before each item: its number, where all have one; a quotation begins behind that of the first."""
        numbers = [int(number) for number in _NUMBER.findall(self.text)]
        if numbers and len(numbers) == len(self.items) - 1:
            numbers = [numbers[0] - 1, *numbers]
        return [f"{number}." for number in numbers] if len(numbers) == len(self.items) else ["-"] * len(self.items)


def pieces_of(sentence: CitedSentence, documents: Sequence[Retrieved]) -> list[Piece]:
    """Return a quotation as it stands in its document; of what is no quotation, or of an old thread, its words."""
    document = documents[sentence["number"] - 1]
    start, end = sentence["start"] - document["start"], sentence["end"] - document["start"]
    same = " ".join(document["text"][start:end].split()) == " ".join(sentence["text"].split())
    if not sentence["quoted"] or not same:
        return [Piece("paragraph", sentence["text"])]
    return pieces_between(document, start, end)


def pieces_between(document: Retrieved, start: int, end: int) -> list[Piece]:
    """Return what stands in a passage between two of its characters, block by block."""
    pieces = []
    units = units_of(1, document)
    for kind, first, last, _, columns in parts_of(document):
        low, high = max(start, first - document["start"]), min(end, last - document["start"])
        if low < high and (text := document["text"][low:high].replace(PAGE_END, "")).strip():
            items = tuple(unit.text for unit in units if low <= unit.start and unit.end <= high)
            pieces.append(Piece(kind, text.strip("\n").rstrip(), items if kind in ("list", "table") else (), columns))
    return pieces


def as_it_stands(sentence: CitedSentence, documents: Sequence[Retrieved]) -> str:
    """Return the words of a sentence as plain text, with the line ends of its document where it is a quotation."""
    return "\n".join(piece.text for piece in pieces_of(sentence, documents))


def subject_of(sentence: CitedSentence, documents: Sequence[Retrieved]) -> str:
    """Return the nearest heading above a quotation, unless it begins with that."""
    document = documents[sentence["number"] - 1]
    start = sentence["start"] - document["start"]
    unit = next((one for one in units_of(1, document) if one.start <= start < one.end), None)
    above = unit.subject if unit else tuple(document["headings"])
    return above[-1] if above and not sentence["text"].startswith(above[-1]) else ""


def flowing(text: str) -> str:
    """Return running text without the line ends of its page; every other blank is as it stands."""
    return " ".join(line.strip(" \t") for line in text.splitlines())


def around(text: str, chosen: str) -> tuple[str, str, str]:
    """Part running text into what is before the sentence that was chosen, that sentence, and what is behind it."""
    before, found, after = flowing(text).partition(flowing(chosen)) if chosen else (flowing(text), "", "")
    return before, found, after


def to_markdown(pieces: Sequence[Piece], chosen: str = "") -> str:
    """Write pieces as Markdown in which their words are what they are: code between fences, items as items.

    What was `chosen` of running text or of items is in bold.
    """
    return "\n\n".join(_to_markdown(piece, chosen) for piece in pieces)


def _to_markdown(piece: Piece, chosen: str) -> str:
    if piece.kind == "code":
        fence = "```"
        while fence in piece.text:
            fence += "`"
        return f"{fence}\n{piece.text}\n{fence}"
    if piece.kind == "list" and piece.items:
        return "\n".join(f"{mark} {_bold(item, chosen)}" for mark, item in zip(piece.marks, piece.items, strict=True))
    if piece.kind == "table" and piece.items:
        rows = [piece.columns, *piece.items] if piece.columns else list(piece.items)
        width = max(row.count(CELLS) for row in rows) + 1
        cells = [[*row.split(CELLS), *[""] * width][:width] for row in rows]
        head, *body = [f"| {' | '.join(map(as_markdown, row))} |" for row in cells]
        return "\n".join([head, f"|{' --- |' * width}", *body])
    return f"**{as_markdown(piece.text)}**" if piece.kind == "heading" else _bold(piece.text, chosen)


def _bold(text: str, chosen: str) -> str:
    whole, part = as_markdown(text), as_markdown(chosen)
    return whole.replace(part, f"**{part}**", 1) if part else whole
