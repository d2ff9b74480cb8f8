"""A card as PDF: one page or two, in the letters that every reader of PDF has, with the Markdown attached.

No font is embedded, so what is in another script stands in Latin letters there, which the page says; the attached
Markdown has it as it was written.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.language.transliteration import romanise
from core.systems.nco_classification.codebook.card import GUARANTEES, STANDARD, Card, to_markdown

if TYPE_CHECKING:
    from fpdf import FPDF

_LATIN = "latin-1"
_PLAIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...", "›": ">"})
_IN_LATIN = "Words of other scripts stand in Latin letters here; the attached card.md has them as they were written."
_LINE, _SMALL = 5.5, 4.6  # millimetres


def to_pdf(card: Card) -> bytes:
    """Write a card as PDF (A4)."""
    from fpdf import FPDF

    pdf = FPDF()
    pdf.set_title(_latin(card.title))
    pdf.set_creator("Glassbox")
    pdf.set_lang("en")
    pdf.set_auto_page_break(auto=True, margin=18)
    pdf.add_page()
    _write(pdf, card.title, "B", 15, 7)
    _write(pdf, STANDARD, "", 10, _LINE)
    for path in card.levels:
        _table(pdf, [("Level", "Code", "Title"), *path], (26, 26, 118))
    _table(pdf, [("", ""), *card.facts], (40, 130))
    cited = [f"{card.citation} {card.address}"]
    for heading, texts in (("Evidence", card.evidence), (GUARANTEES, card.guarantees), ("To cite", cited)):
        pdf.ln(2)
        _write(pdf, heading, "B", 11, _LINE)
        for text in texts:
            _write(pdf, text, "", 9, _SMALL)
    markdown = to_markdown(card)
    if _latin(markdown) != markdown.translate(_PLAIN):
        pdf.ln(2)
        _write(pdf, _IN_LATIN, "I", 9, _SMALL)
    pdf.embed_file(bytes=markdown.encode(), basename="card.md", desc="This card as Markdown", mime_type="text/markdown")
    return bytes(pdf.output())


def _write(pdf: FPDF, text: str, style: str, size: int, height: float) -> None:
    pdf.set_font("Helvetica", style, size)
    pdf.multi_cell(0, height, _latin(text), align="L", new_x="LMARGIN", new_y="NEXT")


def _table(pdf: FPDF, rows: Sequence[tuple[str, ...]], widths: tuple[int, ...]) -> None:
    """Draw rows as a table, the first as its head; a head without words is left out."""
    head, *body = rows
    pdf.ln(2)
    pdf.set_font("Helvetica", size=10)
    shown = [head, *body] if any(head) else body
    with pdf.table(
        col_widths=widths, text_align="LEFT", line_height=_LINE, borders_layout="HORIZONTAL_LINES",
        first_row_as_headings=any(head), padding=(0.6, 1),
    ) as table:  # fmt: skip
        for row in shown:
            table.row([_latin(row[0].capitalize() if row[0].islower() else row[0]), *map(_latin, row[1:])])
    pdf.ln(2)


def _latin(text: str) -> str:
    """Return a text in the letters that the page has; an Indian word is romanised, and what is left is "?"."""
    text = text.translate(_PLAIN)
    if _fits(text):
        return text
    latin = unicodedata.normalize("NFKD", romanise(text).translate(_PLAIN))
    plain = "".join(letter for letter in latin if not unicodedata.combining(letter))
    return plain.encode(_LATIN, "replace").decode(_LATIN)


def _fits(text: str) -> bool:
    try:
        text.encode(_LATIN)
    except UnicodeEncodeError:
        return False
    return True
