"""A text to take away, as one HTML file or as a Word document: the frame, the tables and the code of both."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from docx.document import Document
    from docx.styles.style import ParagraphStyle

_STYLE = (
    ":root{color-scheme:light dark;--ink:#1a1a1a;--paper:#fff;--quiet:#555;--line:#ccc;--field:#f4f4f1;--link:#0b5394}"
    "@media(prefers-color-scheme:dark){"
    ":root{--ink:#e6e4e0;--paper:#17191d;--quiet:#a9adb4;--line:#434851;--field:#22262c;--link:#8fbcec}}"
    "body{font:16px/1.5 serif;max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:break-word;"
    "color:var(--ink);background:var(--paper)}"
    "a{color:var(--link)}.note{color:var(--quiet)}"
    ".wide{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse;width:100%}"
    "td,th{border:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top}"
    "pre{background:var(--field);border:1px solid var(--line);padding:.6rem .8rem;font-size:.85rem;"
    "white-space:pre-wrap;overflow-wrap:anywhere}"
    "blockquote{margin:.3rem 0 1.2rem;padding-left:1rem;border-left:3px solid var(--line)}"
    "sup{line-height:0}:target{outline:2px solid var(--link);outline-offset:.2rem}"
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CODE = "Code"


def printable(text: str) -> str:
    """Return text in which what no file of XML or HTML can hold shows as a replacement character."""
    return _NOT_IN_XML.sub("\ufffd", text)


# --- HTML -------------------------------------------------------------------------------------------------------------


def in_html(text: str) -> str:
    """Return text of data as it may stand in HTML, between tags or in an attribute."""
    return escape(printable(text))


def html_page(title: str, body: Sequence[str]) -> str:
    """Return one HTML file that loads nothing and runs nothing, light or dark as its reader likes; `body` is HTML."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{in_html(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return rows of data as a table, which scrolls by itself where it is too wide; `head` may be empty."""
    names = ["<tr>" + "".join(f"<th>{in_html(name)}</th>" for name in head) + "</tr>"] if head else []
    cells = ["<tr>" + "".join(f"<td>{in_html(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    around = '<div class="wide" role="region" aria-label="Table" tabindex="0">'
    return f"{around}<table>{''.join([*names, *cells])}</table></div>"


# --- Word -------------------------------------------------------------------------------------------------------------


def begin_word(title: str) -> Document:
    """Return a new document, headed by its title."""
    import docx

    document = docx.Document()
    document.core_properties.title = printable(title)[:255]
    document.core_properties.author = "Glassbox"
    document.add_heading(printable(title), 0)
    return document


def word_table(document: Document, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write rows of data as a table; `head` may be empty, the rows must be as long as it."""
    written = [head, *rows] if head else rows
    table = document.add_table(rows=0, cols=max(map(len, written), default=1), style="Light Grid")
    for row in written:
        for cell, value in zip(table.add_row().cells, row, strict=True):
            cell.text = printable(value)
    document.add_paragraph()


def word_code(document: Document, text: str) -> None:
    """Write code with its line ends and blanks, in letters of one width."""
    from docx.enum.style import WD_STYLE_TYPE
    from docx.shared import Cm, Pt

    if _CODE not in [style.name for style in document.styles]:
        style = cast("ParagraphStyle", document.styles.add_style(_CODE, WD_STYLE_TYPE.PARAGRAPH))
        style.font.name, style.font.size = "Courier New", Pt(9)
        style.paragraph_format.left_indent = Cm(0.5)
    document.add_paragraph(printable(text.replace("\r\n", "\n")), style=_CODE)


def to_bytes(document: Document) -> bytes:
    """Return a document as a file."""
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()
