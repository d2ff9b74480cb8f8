"""A conversation as a Word document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.documents.writing import begin_word, printable, to_bytes, word_code, word_table
from core.systems.knowledge_base.answer.shown import Piece, around
from core.systems.knowledge_base.answer.support import NOT_FOUND
from core.systems.knowledge_base.deliver.parts import FURTHER, Line, Turn, grid_of, turns_of
from core.systems.knowledge_base.state import State

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph


_INDENT = 180_000  # of passages: half a centimetre in Word's own unit


def to_docx(title: str, collection: str, states: Sequence[State], *, only_backed: bool = False) -> bytes:
    """Write what `markdown.to_markdown` writes as a Word document."""
    document = begin_word(title)
    document.add_paragraph(printable(f"Asked of: {collection}."))
    for turn in turns_of(states, only_backed=only_backed):
        _write_turn(document, turn)
    return to_bytes(document)


def _write_turn(document: Document, turn: Turn) -> None:
    document.add_heading(printable(f"{turn.number}. {turn.request}"), 1)
    if turn.understood:
        document.add_paragraph(printable(f"Understood as: {turn.understood}"))
    for warning, why in turn.warnings:
        _write(document, warning, f" {why}")
    if turn.refused:
        _write(document, NOT_FOUND, " The nearest passages:")
    for place, line in turn.numbered:
        if place == len(turn.lines) + 1:
            _write(document, FURTHER)
        _write_line(document, place, line)
    _write_rest(document, turn)
    for told in filter(None, [turn.remark, turn.made]):
        document.add_paragraph(printable(told))


def _write_rest(document: Document, turn: Turn) -> None:
    """Write what was left out and struck out, the passages, and a verdict on every sentence."""
    if turn.left_out:
        document.add_paragraph(turn.left_out)
    if turn.held:
        _write(document, turn.held)
    for one in turn.struck:
        paragraph = document.add_paragraph(style="List Bullet")
        paragraph.add_run(printable(one.text)).font.strike = True
        paragraph.add_run(printable(f" {one.note.in_words}"))
    if turn.sources:
        document.add_heading("Passages", 2)
    for source in turn.sources:
        document.add_paragraph(printable(f"[{source.number}] {source.place}:"))
        _write_pieces(document, source.pieces, indent=_INDENT)
    if turn.lines:
        document.add_heading("How each sentence was checked", 2)
    for place, line in turn.numbered:
        document.add_paragraph(printable(f"{place}. {line.note.in_words}"))


def _write(document: Document, bold: str, then: str = "") -> None:
    paragraph = document.add_paragraph()
    paragraph.add_run(printable(bold)).bold = True
    paragraph.add_run(printable(then))


def _write_line(document: Document, place: int, line: Line) -> None:
    """Write a sentence with its passages and, raised, the number of its verdict."""
    paragraph = document.add_paragraph()
    if line.subject:
        paragraph.add_run(printable(line.subject)).italic = True
        paragraph.add_run(": ")
    if line.runs_on:
        _write_text(paragraph, line.pieces[0].text, line.chosen)
        paragraph.add_run(" ")
    paragraph.add_run("".join(f"[{number}]" for number in line.numbers))
    paragraph.add_run(f"{line.note.sign}{place}").font.superscript = True
    if not line.runs_on:
        _write_pieces(document, line.pieces, line.chosen)


def _write_text(paragraph: Paragraph, text: str, chosen: str) -> None:
    """Write running text, what was chosen of it in bold."""
    before, found, after = map(printable, around(text, chosen))
    paragraph.add_run(before)
    paragraph.add_run(found).bold = True
    paragraph.add_run(after)


def _write_pieces(document: Document, pieces: Sequence[Piece], chosen: str = "", indent: int = 0) -> None:
    """Write what stands in a document as what it is there, word for word, what was chosen of it in bold."""
    for piece in pieces:
        if piece.kind == "code":
            word_code(document, piece.text)
        elif piece.kind == "list" and piece.items:
            for mark, item in zip(piece.marks, piece.items, strict=True):
                bullet = mark == "-"  # the numbers of the document Word would count anew
                paragraph = document.add_paragraph(
                    "" if bullet else f"{mark} ", style="List Bullet" if bullet else "List Paragraph"
                )
                _write_text(paragraph, item, chosen)
        elif piece.kind == "table" and piece.items:
            word_table(document, *grid_of(piece))
        else:
            paragraph = document.add_paragraph()
            paragraph.paragraph_format.left_indent = indent or None
            _write_text(paragraph, piece.text, piece.text if piece.kind == "heading" else chosen)
