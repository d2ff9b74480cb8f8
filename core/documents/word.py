"""DOCX: paragraphs by their styles, lists and tables. No macro runs, nothing is fetched, no entity is expanded."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import TYPE_CHECKING

from core.documents.detect_type import LARGEST_PART, in_megabytes
from core.documents.outline import Outline, Reading
from core.errors import InputError

if TYPE_CHECKING:
    from docx.table import Table, _Cell
    from docx.text.paragraph import Paragraph

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
    from docx.table import Table

    outline = Outline(name)
    styles = _Styles()
    items: list[str] = []
    for part in Document(io.BytesIO(data)).iter_inner_content():
        if not isinstance(part, Table) and styles.is_item(part):
            items.append(f"- {part.text}")
            continue
        outline.add("list", "\n".join(items))
        items = []
        if isinstance(part, Table):
            outline.table(_rows(part))
        elif level := styles.level(part):
            outline.heading(level, part.text)
        else:
            outline.add("paragraph", part.text)
    outline.add("list", "\n".join(items))
    return outline.done("docx")


class _Styles:
    """The styles of paragraphs, each looked up once: python-docx goes through all of them for every paragraph."""

    def __init__(self) -> None:
        self._names: dict[str | None, str] = {}

    def level(self, paragraph: Paragraph) -> int:
        """Return the level of a heading; 0 of anything else."""
        style = self._name(paragraph)
        found = _LEVEL.match(style)
        return int(found.group(1)) if found else int(style == "Title")

    def is_item(self, paragraph: Paragraph) -> bool:
        """Whether it is an item of a list."""
        properties = paragraph._p.pPr
        is_numbered = properties is not None and properties.numPr is not None
        return not self.level(paragraph) and (is_numbered or self._name(paragraph).startswith("List"))

    def _name(self, paragraph: Paragraph) -> str:
        id = paragraph._p.style
        if id not in self._names:
            self._names[id] = str(paragraph.style.name) if paragraph.style else ""
        return self._names[id]


def _rows(table: Table) -> list[list[str]]:
    """Return the cells of each row, one that spans several columns once."""
    rows = []
    for row in table.rows:
        cells: list[_Cell] = []
        for cell in row.cells:
            if not cells or cells[-1]._tc is not cell._tc:
                cells.append(cell)
        rows.append([cell.text for cell in cells])
    return rows
