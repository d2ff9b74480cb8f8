"""CSV: one table, whose first row names the columns."""

from __future__ import annotations

from core.systems.knowledge_base.ingest.readers.outline import Outline, Reading
from core.tables import decode_text, read_table


def read_csv(data: bytes, name: str) -> Reading:
    """The rows of a table in any usual encoding and separator. Raises `InputError` as `read_table` does."""
    text, encoding = decode_text(data, name)
    table = read_table(text.encode(), name, find_header=False)  # every row is text to be found
    outline = Outline(name)
    outline.table([list(table.columns), *table.to_numpy().tolist()])
    return outline.done("csv", encoding)
