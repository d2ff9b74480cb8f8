"""Markdown: what a reader would see of it, without its marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.documents.outline import Outline, Reading
from core.tables.encodings import decode_text

_FRONT_MATTER = re.compile(r"\A---\s*\n.*?\n(?:---|\.\.\.)\s*(?:\n|\Z)", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def read_markdown(data: bytes, name: str) -> Reading:
    """Headings, paragraphs, lists, tables and code of CommonMark with tables; HTML in it loses its tags."""
    text, encoding = decode_text(data, name)
    outline = Outline(name)
    tokens = MarkdownIt("commonmark").enable("table").parse(_FRONT_MATTER.sub("", text.replace("\r\n", "\n")))
    for group in _groups(tokens):
        _put(outline, group)
    return outline.done("markdown", encoding)


def _groups(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Give the tokens of one block after the other; what a quotation holds are blocks, what a list holds is one."""
    start = depth = 0
    for index, token in enumerate(tokens):
        if token.type in ("blockquote_open", "blockquote_close"):
            start = index + 1 if not depth else start
            continue
        depth += token.nesting
        if depth == 0:
            yield tokens[start : index + 1]
            start = index + 1


def _put(outline: Outline, group: Sequence[Token]) -> None:
    first = group[0]
    if first.type == "heading_open":
        outline.heading(int(first.tag[1]), _inline(group[1]))
    elif first.type == "table_open":
        outline.table(list(_rows(group)))
    elif first.type in ("fence", "code_block"):
        outline.add("code", first.content)
    elif first.type in ("bullet_list_open", "ordered_list_open"):
        outline.add("list", "\n".join(_items(group)))
    elif first.type == "html_block":
        outline.add("paragraph", _TAG.sub(" ", first.content))
    else:
        outline.add("paragraph", "\n".join(_inline(token) for token in group if token.type == "inline"))


def _rows(group: Sequence[Token]) -> Iterator[list[str]]:
    row: list[str] = []
    for token in group:
        if token.type == "inline":
            row.append(_inline(token))
        elif token.type == "tr_close":
            yield row
            row = []


def _items(group: Sequence[Token]) -> Iterator[str]:
    """Give a line for each item and each paragraph in one, indented by the depth of its list."""
    depth, mark = -1, ""
    for token in group:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
        elif token.type == "list_item_open":
            mark = f"{token.info}. " if token.info else "- "
        elif token.type in ("inline", "fence", "code_block"):
            text = _inline(token) if token.type == "inline" else token.content.rstrip()
            yield "  " * depth + mark + text
            mark = "  "


def _inline(token: Token) -> str:
    """Return the words of an inline token: images by their description, line breaks as they are."""
    parts = []
    for child in token.children or []:
        if child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif child.type != "html_inline":
            parts.append(child.content)
    return "".join(parts)
