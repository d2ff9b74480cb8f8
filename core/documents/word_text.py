"""The words of a paragraph or a table in the XML of Word, as a reader sees them on the page, changes accepted.

Office Open XML, ECMA-376 part 1: paragraphs and runs (17.3), tables (17.4), notes (17.11), revisions (17.13.5),
formulas (22.1); alternatives of newer programs as in part 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from core.documents.spans import MOST_SPANNED, Cell, spread
from core.language.raised import lowered, raised

Element: TypeAlias = Any  # an lxml element, which has no types of its own here

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FORMULA = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_OTHERS = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
PARAGRAPH, TABLE = f"{_WORD}p", f"{_WORD}tbl"
_WRAPPERS = frozenset(_WORD + tag for tag in ("sdtContent", "ins", "moveTo", "customXml", "smartTag"))
_UNSEEN = ("del", "moveFrom", "instrText", "delText", "pPr", "rPr", "rt", "sdtPr")
_SIGNS = {_WORD + tag: "" for tag in _UNSEEN} | {
    _WORD + tag: sign
    for tag, sign in (("tab", "\t"), ("ptab", "\t"), ("br", "\n"), ("cr", "\n"), ("noBreakHyphen", "-"))
}
_TEXTS = (f"{_WORD}t", f"{_FORMULA}t")
_ASIDE = {
    f"{_WORD}footnoteReference": "footnote", f"{_WORD}endnoteReference": "endnote", f"{_WORD}txbxContent": "box",
}  # fmt: skip
_ALTERNATIVES = f"{_OTHERS}AlternateContent"
_FORMULAS = frozenset(_FORMULA + tag for tag in ("f", "rad", "sSup"))
_OFF = ("0", "false", "off", "none")
Notes: TypeAlias = Mapping[tuple[str, str], str]
"""The words of a note by its kind (footnote, endnote) and its id."""


class Words:
    """What is read of one block: its text, the boxes that stand in it, and the notes that belong to it."""

    def __init__(self, notes: Notes) -> None:
        self.boxes: list[Element] = []
        self.notes: list[str] = []
        self._known = notes

    def of(self, paragraph: Element) -> str:
        """Return the text of a paragraph, of a run, or of any other element."""
        parts: list[str] = []
        for child in paragraph.iterchildren(tag="*"):
            parts.append(self._read(child, "".join(parts[-1:])))
        return "".join(parts)

    def rows(self, table: Element) -> tuple[list[str], list[list[str]]]:
        """Return what heads the whole table, and its rows; see `core.documents.spans` for what spans some."""
        rows: list[list[Cell]] = []
        heads = 0
        above: dict[int, str] = {}
        for row in _inside(table, f"{_WORD}tr"):
            if row.find(f"{_WORD}trPr/{_WORD}del") is not None:
                continue
            column = min(_number(row.find(f"{_WORD}trPr/{_WORD}gridBefore"), 0), MOST_SPANNED)
            cells = [Cell("")] * column
            heads += heads == len(rows) and row.find(f"{_WORD}trPr/{_WORD}tblHeader") is not None
            for cell in _inside(row, f"{_WORD}tc"):
                merged = cell.find(f"{_WORD}tcPr/{_WORD}vMerge")
                goes_on = merged is not None and _value(merged) != "restart"
                text = above.get(column, "") if goes_on else " ".join(filter(None, self._in_cell(cell)))
                above[column] = text
                cells.append(Cell(text, 1, _number(cell.find(f"{_WORD}tcPr/{_WORD}gridSpan"), 1)))
                column += cells[-1].columns
            rows.append(cells)
        return spread(rows, min(max(heads, 1), len(rows) - 1))

    def _in_cell(self, cell: Element) -> Iterator[str]:
        for block in blocks(cell):
            if block.tag == TABLE:
                yield from (" ".join(filter(None, row)) for row in self.rows(block)[1])
            else:
                yield self.of(block)

    def _read(self, element: Element, before: str) -> str:
        tag = element.tag
        if tag in _SIGNS:
            return _SIGNS[tag]
        if tag in _TEXTS:
            return element.text or ""
        if tag == f"{_WORD}r":
            return self._run(element, before)
        if tag in _ASIDE:
            self._put_aside(element)
            return ""
        if tag in _FORMULAS:
            return self._formula(element)
        return self.of(_chosen(element) if tag == _ALTERNATIVES else element)

    def _put_aside(self, element: Element) -> None:
        """Keep what stands elsewhere on the page: a box, or the note that this sign stands for."""
        kind = _ASIDE[element.tag]
        if kind == "box":
            self.boxes.append(element)
        elif note := self._known.get((kind, element.get(f"{_WORD}id", ""))):
            self.notes.append(note)

    def _run(self, run: Element, before: str) -> str:
        look = run.find(f"{_WORD}rPr")
        if look is None:
            return self.of(run)
        hidden = look.find(f"{_WORD}vanish")
        if hidden is not None and _value(hidden) not in _OFF:
            return ""
        stands = look.find(f"{_WORD}vertAlign")
        text = self.of(run)
        if stands is None or not text:
            return text
        after = run.getnext()
        return _small(_value(stands), text, before, "" if after is None else "".join(after.itertext()))

    def _formula(self, element: Element) -> str:
        parts = [self.of(part) for part in element.iterchildren(tag="*") if not part.tag.endswith("Pr")]
        if element.tag == f"{_FORMULA}f":
            return "/".join(part if part.isalnum() else f"({part})" for part in parts)
        if element.tag == f"{_FORMULA}rad":
            return f"√({''.join(parts[-1:])})"
        above = "".join(parts[1:])
        small = raised(above)
        return "".join(parts[:1]) + (small if small != above else f"^({above})")


def blocks(container: Element) -> Iterator[Element]:
    """Give the paragraphs and tables in an element in their order, also those in controls and insertions."""
    for child in container.iterchildren(tag="*"):
        if child.tag in (PARAGRAPH, TABLE):
            yield child
        elif child.tag in _WRAPPERS or (child.tag == f"{_WORD}sdt" and not _is_contents(child)):
            yield from blocks(child)
        elif child.tag == _ALTERNATIVES:
            yield from blocks(_chosen(child))


def notes_in(root: Element) -> Iterator[tuple[tuple[str, str], str]]:
    """Give the notes of a part of footnotes or endnotes; not the lines that part them from the page."""
    for note in root.iterchildren(f"{_WORD}footnote", f"{_WORD}endnote"):
        if note.get(f"{_WORD}type", "normal") == "normal":
            words = " ".join(Words({}).of(block) for block in blocks(note))
            yield (note.tag.removeprefix(_WORD), note.get(f"{_WORD}id", "")), " ".join(words.split())


def _inside(container: Element, tag: str) -> Iterator[Element]:
    for child in container.iterchildren(tag="*"):
        if child.tag == tag:
            yield child
        elif child.tag in _WRAPPERS or child.tag == f"{_WORD}sdt":
            yield from _inside(child, tag)


def _chosen(alternatives: Element) -> Element:
    """Take the first of several ways to say the same; programs of today write the best one first."""
    return next(alternatives.iterchildren(f"{_OTHERS}Choice", f"{_OTHERS}Fallback"), alternatives)


def _is_contents(control: Element) -> bool:
    kind = control.find(f"{_WORD}sdtPr/{_WORD}docPartObj/{_WORD}docPartGallery")
    return kind is not None and _value(kind) == "Table of Contents"


def _small(kind: str, text: str, before: str, after: str) -> str:
    if kind == "superscript":
        return raised(text)
    return lowered(text, before, after) if kind == "subscript" else text


def _value(element: Element) -> str:
    return str(element.get(f"{_WORD}val", ""))


def _number(element: Element | None, otherwise: int) -> int:
    return otherwise if element is None else int(_value(element))
