"""Files become plain text with structure: one reader for each format, chosen by content, held against the name."""

from __future__ import annotations

from collections.abc import Callable

from core.systems.knowledge_base.ingest.readers.detect_type import kind_of
from core.systems.knowledge_base.ingest.readers.markdown import read_markdown
from core.systems.knowledge_base.ingest.readers.outline import Reading
from core.systems.knowledge_base.ingest.readers.pdf import read_pdf
from core.systems.knowledge_base.ingest.readers.plain import read_csv, read_text
from core.systems.knowledge_base.ingest.readers.web import read_html
from core.systems.knowledge_base.ingest.readers.word import read_docx

_READERS: dict[str, Callable[[bytes, str], Reading]] = {
    "markdown": read_markdown,
    "text": read_text,
    "html": read_html,
    "pdf": read_pdf,
    "docx": read_docx,
    "csv": read_csv,
}


def read_file(data: bytes, name: str) -> Reading:
    """Return the text of a file and its blocks. Raises `InputError` with the reason why it is refused."""
    return _READERS[kind_of(data, name)](data, name)
