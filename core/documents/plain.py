"""Files without markup: text, in which blank lines part paragraphs, and CSV, which is one table."""

from __future__ import annotations

import re

from core.documents.outline import Outline, Reading
from core.tables.encodings import decode_text
from core.tables.files import TableFile
from core.tables.layout import first_row
from core.tables.reading import read_records

_ITEM = re.compile(r"\s*(?:[-*+•‣◦▪●·–—]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s+\S")


def read_text(data: bytes, name: str) -> Reading:
    """Paragraphs between blank lines."""
    text, encoding = decode_text(data, name)
    outline = Outline(name)
    for part in re.split(r"\n[ \t]*(?:\n[ \t]*)+", text.replace("\r\n", "\n").replace("\r", "\n")):
        outline.add("list" if _is_list(part) else "paragraph", part)
    return outline.done("text", encoding)


def _is_list(part: str) -> bool:
    lines = part.strip().splitlines()
    return len(lines) > 1 and sum(bool(_ITEM.match(line)) for line in lines) >= len(lines) / 2


def read_csv(data: bytes, name: str) -> Reading:
    """Read a table, whose first row names the columns, in any usual encoding. Raises `InputError` as `read_table`."""
    text, encoding = decode_text(data, name)
    file = TableFile(text.encode(), name)
    grid = file.grid(file.sheets[0])
    table = read_records(file, grid, first_row(grid))  # every row is text to be found
    outline = Outline(name)
    outline.table([table.names, *table.rows])
    return outline.done("csv", encoding)
