"""Text files: their encoding is found out, and blank lines part their paragraphs."""

from __future__ import annotations

import re

from core.systems.knowledge_base.ingest.readers.outline import Outline, Reading
from core.tables import decode_text

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
