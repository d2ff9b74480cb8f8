"""PDFs as strangers make them: columns, hyphens at line ends, running titles, turned pages, a sentence over two."""

from __future__ import annotations

import io

from fpdf import FPDF
from pypdf import PdfReader, PdfWriter

HYPHENATED = ("The calibration of the sensor is a proce-", "dure of seven steps that takes an hour.")
LEFT = (
    "The left column speaks of valves.",
    "A valve opens at six bar and shuts at",
    "five bar, whatever the season is.",
)
RIGHT = (
    "The right column speaks of motors.",
    "A motor turns at nine hundred rounds",
    "a minute, whatever the load is.",
)
OVER = (
    "The warranty of the Kestrel pump lasts for thirty months",
    "after it was delivered, and not after it was sold.",
)
HEAD = "Kestrel pump, handbook of the owner"
SIDEWAYS = "This table is printed sideways on its page."
TURNED = "This page was scanned upside and is turned by its reader."
TWICE = "See the notes below."


def make_paper() -> bytes:
    """Page 1: two columns, line by line across both. 2: hyphens. 3 and 4: a sentence over the end of a page, between
    running titles. 5: a page that is turned. 6: text on end. 7: the same words twice. 8: a table, column by column."""
    pdf = FPDF()
    pdf.set_auto_page_break(False)

    def page(**how: object) -> None:
        pdf.add_page(**how)  # type: ignore[arg-type]
        pdf.set_font("helvetica", size=11)
        pdf.text(20, 12, HEAD)

    page()
    for line, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        pdf.text(20, 40 + 6 * line, left)
        pdf.text(115, 40 + 6 * line, right)
    page()
    for line, text in enumerate(("Something else stands above.", *HYPHENATED, "Something else stands below.")):
        pdf.text(20, 40 + 6 * line, text)
    page()
    pdf.text(20, 270, "What came before is of no matter here.")
    pdf.text(20, 276, OVER[0])
    page()
    pdf.text(20, 24, OVER[1])
    pdf.text(20, 30, "What comes after is of no matter either.")
    page()
    pdf.text(20, 60, TURNED)
    page()
    with pdf.rotation(90, 60, 150):
        pdf.text(60, 150, SIDEWAYS)
    page()
    for line, text in enumerate(("Pumps are old.", TWICE, "Valves are older.", TWICE, "Motors are new.")):
        pdf.text(20, 40 + 6 * line, text)
    page()
    for column, cells in enumerate((("Part", "pump", "valve"), ("Price", "400", "70"), ("Weight", "12 kg", "3 kg"))):
        for line, cell in enumerate(cells):
            pdf.text(20 + 40 * column, 40 + 8 * line, cell)
    return _turned(bytes(pdf.output()))


def _turned(data: bytes) -> bytes:
    """Have page 5 shown turned by a quarter."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    writer.pages[4].rotate(90)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()
