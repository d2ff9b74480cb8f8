"""DOCX: what a reader of its pages sees, in order. No macro runs, nothing is fetched, no entity is expanded.

The heads and feet of pages, comments and the table of contents are left out.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import TYPE_CHECKING

from core.documents.detect_type import LARGEST_PART, in_megabytes
from core.documents.outline import Outline, Reading
from core.documents.word_text import TABLE, Element, Notes, Words, blocks, notes_in
from core.errors import InputError

if TYPE_CHECKING:
    from docx.document import Document

MOST_PARTS = 5_000
_LEVEL = re.compile(r"heading (\d)", re.IGNORECASE)
_DAMAGES = (
    ArithmeticError, AttributeError, EOFError, LookupError, OSError, RecursionError, RuntimeError, SyntaxError,
    TypeError, ValueError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


def read_docx(data: bytes, name: str) -> Reading:
    """Headings, paragraphs, lists and tables. Raises `InputError` for what is damaged or was made to do harm."""
    try:
        _refuse_harmful(data, name)
        return _read(data, name)
    except _DAMAGES as error:
        raise InputError(f"{name} is damaged and cannot be read.", "Save it again as DOCX.") from error


def _refuse_harmful(data: bytes, name: str) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_PART:
            raise InputError(
                f"{name} unpacks to more than {in_megabytes(LARGEST_PART)}.", "Split it into several files."
            )
        for part in parts:
            # A document type stands at the beginning, and Word writes none: entities are for bombs and for spying.
            if part.filename.endswith((".xml", ".rels")) and _declares_entities(archive, part):
                raise InputError(f"{name} declares XML entities, as no word processor does.", "Save it again as DOCX.")


def _declares_entities(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    with archive.open(part) as file:
        start = file.read(65_536).replace(b"\x00", b"")  # without the zeros of UTF-16
    return b"<!DOCTYPE" in start or b"<!ENTITY" in start


def _read(data: bytes, name: str) -> Reading:
    from docx import Document

    document = Document(io.BytesIO(data))
    page = _Page(Outline(name), _Styles(document), _notes(document))
    for block in blocks(document.element.body):
        page.put(block)
    page.end_list()
    return page.outline.done("docx")


def _notes(document: Document) -> Notes:
    from docx.oxml import parse_xml

    parts = [
        rel.target_part for rel in document.part.rels.values() if rel.reltype.endswith(("/footnotes", "/endnotes"))
    ]
    return dict(note for part in parts for note in notes_in(parse_xml(part.blob)))


class _Page:
    """A document as it is put down, block by block; the boxes and notes of a block stand behind it."""

    def __init__(self, outline: Outline, styles: _Styles, notes: Notes) -> None:
        self.outline = outline
        self._styles = styles
        self._notes = notes
        self._items: list[str] = []

    def put(self, block: Element) -> None:
        """Put a paragraph or a table."""
        words = Words(self._notes)
        if block.tag == TABLE:
            titles, rows = words.rows(block)
            self.end_list()
            self.outline.add("paragraph", " ".join(titles))
            self.outline.table(rows)
        else:
            self._put_paragraph(block, words.of(block))
        for box in words.boxes:
            for inner in blocks(box):
                self.put(inner)
        for note in words.notes:
            self.end_list()
            self.outline.add("paragraph", note)

    def end_list(self) -> None:
        """Put the items that wait to be one list."""
        self.outline.add("list", "\n".join(self._items))
        self._items = []

    def _put_paragraph(self, paragraph: Element, text: str) -> None:
        if self._styles.is_item(paragraph):
            self._items.append(f"- {text}")
            return
        self.end_list()
        if level := self._styles.level(paragraph):
            self.outline.heading(level, text)
        else:
            self.outline.add("paragraph", text)


class _Styles:
    """The styles of paragraphs, each looked up once: python-docx goes through all of them for every paragraph."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._names: dict[str | None, str] = {}

    def level(self, paragraph: Element) -> int:
        """Return the level of a heading; 0 of anything else."""
        style = self._name(paragraph)
        found = _LEVEL.match(style)
        return int(found.group(1)) if found else int(style == "Title")

    def is_item(self, paragraph: Element) -> bool:
        """Whether it is an item of a list."""
        properties = paragraph.pPr
        is_numbered = properties is not None and properties.numPr is not None
        return not self.level(paragraph) and (is_numbered or self._name(paragraph).startswith("List"))

    def _name(self, paragraph: Element) -> str:
        from docx.text.paragraph import Paragraph

        id = paragraph.style
        if id not in self._names:
            style = Paragraph(paragraph, self._document).style
            self._names[id] = str(style.name) if style else ""
        return self._names[id]
