"""Files of every format, good and hostile, made when a test needs them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

import docx
from fpdf import FPDF
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, NameObject


def make_pdf(pages: Sequence[Sequence[str]], bookmarks: Sequence[str] = (), header: str = "") -> bytes:
    """A PDF with these lines on each page; lines that are bookmarked too stand in its outline."""
    pdf = FPDF()
    pdf.set_font("helvetica", size=11)
    for lines in pages:
        pdf.add_page()
        for line in ([header] if header else []) + list(lines):
            if line in bookmarks:
                pdf.start_section(line)
            pdf.multi_cell(0, text=line, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def make_endless_pdf() -> bytes:
    """A small PDF with one page that draws so many letters that reading it takes minutes."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(make_pdf([["a"]]))))
    drawing = DecodedStreamObject()
    drawing.set_data(b"BT /F1 11 Tf " + b"1 0 0 1 9 9 Tm (a) Tj " * 800_000 + b"ET")
    writer.pages[0][NameObject("/Contents")] = writer._add_object(drawing.flate_encode())
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def make_docx(parts: Sequence[tuple[str, str]] = (("Heading 1", "Title"), ("Normal", "Some words."))) -> bytes:
    """A DOCX with a paragraph for each (style, text); the style "Table" makes a table of lines and commas."""
    document = docx.Document()
    for style, text in parts:
        if style == "Table":
            rows = [line.split(",") for line in text.splitlines()]
            table = document.add_table(len(rows), len(rows[0]))
            for row, cells in enumerate(rows):
                for column, cell in enumerate(cells):
                    table.cell(row, column).text = cell
        else:
            document.add_paragraph(text, style=style)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def make_zip(files: Mapping[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these files, whatever their names."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def rewrite_part(data: bytes, part: str, content: bytes) -> bytes:
    """The same archive with another content in one of its parts."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    return make_zip({**files, part: content})
