"""Files without markup: text, in which blank lines part paragraphs, and CSV, which is one table."""

from __future__ import annotations

import re

from core.documents.outline import Outline, Reading
from core.tables.encodings import decode_text
from core.tables.files import TableFile
from core.tables.layout import first_row
from core.tables.reading import read_records

_ITEM = re.compile(r"\s*(?:[-*+•‣◦▪●·–—]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s+\S")

_NUMBERED = re.compile(r"\s{0,3}(\d{1,3}(?:\.\d{1,3})*)[.)]?\s+[^\W\d_].*")
_MARKED = re.compile(r"[ ]{0,3}(#{1,6})\s+(\S.*?)[\s#]*")  # as in Markdown
_CLAUSE = re.compile(
    r"^(?=[ ]{0,3}\d{1,3}(?:\.\d{1,3})+[.)]?[ ]+(?![a-z])\S)", re.MULTILINE
)  # “2.3 Who travels …”, not “2.5 kg”
_LONGEST_HEADING = 80
_ENDS = (".", "!", "?", ":", ";", ",")


def read_text(data: bytes, name: str) -> Reading:
    """Paragraphs between blank lines and numbered clauses, below headings that are marked, numbered or in capitals."""
    text, encoding = decode_text(data, name)
    outline = Outline(name)
    parts = re.split(r"\n[ \t]*(?:\n[ \t]*)+", text.replace("\r\n", "\n").replace("\r", "\n"))
    for part, following in zip(parts, [*parts[1:], ""], strict=True):
        first, _, rest = part.strip("\n").partition("\n")
        if (marked := _MARKED.fullmatch(first)) and not rest:
            outline.heading(len(marked[1]), marked[2])
            continue
        level = _level_of(first)
        led = level and _is_led(rest or following, first)
        if led:
            outline.heading(level, first)
        below = rest if led else part
        for clause in filter(str.strip, _CLAUSE.split(below)):
            outline.add("list" if _is_list(clause) else "paragraph", clause)
    return outline.done("text", encoding)


def _level_of(line: str) -> int:
    """Return the level of the heading a line looks like: by its number (2 for “5. Notice”), 1 in capitals, else 0."""
    line = line.rstrip()
    if not line or len(line) > _LONGEST_HEADING or line.endswith(_ENDS):
        return 0
    if numbered := _NUMBERED.fullmatch(line):
        return 2 + numbered[1].count(".")
    return int(line.isupper() and not line[:1].isspace())


def _is_led(text: str, heading: str) -> bool:
    """Whether a text can stand below a heading: no item of the same list, and no sentence that only goes on.

    Below “2. Approval” stands what begins in capitals, or the clause 2.1.
    """
    begins = text.split("\n", 1)[0]
    numbered = _NUMBERED.fullmatch(heading.rstrip())
    clause = numbered and begins.lstrip().startswith(f"{numbered[1]}.") and _CLAUSE.match(begins)
    return bool(clause) or (begins[:1].isupper() and not _ITEM.match(begins))


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
