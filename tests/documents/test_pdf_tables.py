"""Tables in a PDF keep rows and columns, at their place in the text and said once; prose never becomes one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from fpdf import FPDF
from hypothesis import given
from hypothesis import strategies as st

from core.documents import pdf as pdf_module
from core.documents import read_outline
from core.documents.outline import Reading
from core.documents.pdf_pages import Page, Word
from core.documents.pdf_tables import find_tables

ROWS = [
    ["Model", "Rate", "Cost"],
    ["P1 small", "12", "430.50"],
    ["P2", "140", "1,205.00"],
    ["P3 with motor", "9", "18.25"],
    ["P4", "75", "7.00"],
]
AT = (20.0, 80.0, 130.0)  # millimetres
BEFORE = "What the pumps of this year give and cost, by model, as measured in the works."
AFTER = "The motor of the third is sold apart and fits all that came before it, as the makers say."


def drawn(draw: Callable[[FPDF], None], pages: int = 1) -> Reading:
    pdf = FPDF()
    pdf.set_font("helvetica", size=10)
    for _ in range(pages):
        pdf.add_page()
        draw(pdf)
    return read_outline(bytes(pdf.output()), "a.pdf")


def put(pdf: FPDF, x: float, y: float, text: str) -> None:
    pdf.set_xy(x, y)
    pdf.cell(0, 5, text)


def rows_at(pdf: FPDF, y: float, rows: Sequence[Sequence[str]] = ROWS, step: float = 6) -> float:
    for row in rows:
        for x, cell in zip(AT, row, strict=True):
            put(pdf, x, y, cell)
        y += step
    return y


def ruled(pdf: FPDF, y: float) -> float:
    end = rows_at(pdf, y)
    for number in range(len(ROWS) + 1):
        pdf.line(18, y - 0.5 + 6 * number, 170, y - 0.5 + 6 * number)
    for x in (18, 78, 128, 170):
        pdf.line(x, y - 0.5, x, end - 0.5)
    return end


def blank(pdf: FPDF, y: float) -> float:
    return rows_at(pdf, y)


def striped(pdf: FPDF, y: float) -> float:
    pdf.set_fill_color(220)
    for number in range(0, len(ROWS), 2):
        pdf.rect(18, y - 0.5 + 6 * number, 152, 6, style="F")
    return rows_at(pdf, y)


def under_heads(pdf: FPDF, y: float) -> float:
    for at in (y - 0.5, y + 5.5, y - 0.5 + 6 * len(ROWS)):
        pdf.line(18, at, 170, at)
    return rows_at(pdf, y)


def tables_of(reading: Reading) -> list[list[list[str]]]:
    return [
        [line.split(" | ") for line in reading.text[block.start : block.end].split("\n")]
        for block in reading.blocks
        if block.kind == "table"
    ]


@pytest.mark.parametrize("table", [ruled, blank, striped, under_heads])
def test_a_table_stands_between_the_paragraphs_around_it_and_is_said_once(
    table: Callable[[FPDF, float], float],
) -> None:
    def draw(pdf: FPDF) -> None:
        put(pdf, 20, 20, BEFORE)
        put(pdf, 20, table(pdf, 32) + 6, AFTER)

    reading = drawn(draw)
    assert [block.kind for block in reading.blocks] == ["paragraph", "table", "paragraph"]
    assert tables_of(reading) == [ROWS]
    assert reading.text.count("1,205.00") == 1
    assert reading.text.startswith(BEFORE)
    assert reading.text.endswith(AFTER)
    assert reading.blocks[1].columns == "Model | Rate | Cost"


def test_lines_of_one_cell_are_one_cell() -> None:
    def draw(pdf: FPDF) -> None:
        y = 20.0
        for name, value, lines in (
            ("Name", "Value", ["Use"]),
            ("a", "4", ["opens the", "lower valve"]),
            ("b", "7", ["shuts it"]),
        ):
            put(pdf, 20, y, name)
            put(pdf, 60, y, value)
            for number, line in enumerate(lines):
                put(pdf, 100, y + 4 * number, line)
            y += 4 * len(lines) + 4

    assert tables_of(drawn(draw)) == [
        [["Name", "Value", "Use"], ["a", "4", "opens the lower valve"], ["b", "7", "shuts it"]]
    ]


def test_a_cell_between_lines_that_spans_rows_is_said_in_each() -> None:
    def draw(pdf: FPDF) -> None:
        for y, row in zip((20, 26, 32), (("Kind", "Part"), ("", "seal"), ("", "rod")), strict=True):
            put(pdf, 20, y, row[0])
            put(pdf, 80, y, row[1])
        put(pdf, 20, 29, "pump")
        for at, start in ((19.5, 18), (25.5, 18), (31.5, 78), (37.5, 18)):
            pdf.line(start, at, 120, at)
        for x in (18, 78, 120):
            pdf.line(x, 19.5, x, 37.5)

    assert tables_of(drawn(draw)) == [[["Kind", "Part"], ["pump", "seal"], ["pump", "rod"]]]


def test_a_table_that_goes_on_over_the_page_keeps_the_names_of_its_columns() -> None:
    pages = iter((ROWS, [["P9", "3", "4.00"], ["P10", "5", "6.10"], ["P11", "7", "8.00"]]))
    reading = drawn(lambda pdf: void(rows_at(pdf, 20, next(pages))), 2)
    assert [(block.page, block.columns) for block in reading.blocks] == [
        (1, "Model | Rate | Cost"),
        (2, "Model | Rate | Cost"),
    ]
    assert tables_of(reading)[1][0] == ["P9", "3", "4.00"]


def void(_: object) -> None:
    """Drop what a function gives."""


SAID = "the valve is opened before the motor runs and closed as soon as its pressure has fallen below the limit"
PROSE = SAID.split()


def two_columns(pdf: FPDF) -> None:
    for x in (20, 110):
        for number in range(30):
            put(pdf, x, 20 + 5 * number, " ".join((PROSE * 2)[number % 15 : number % 15 + 8]))


def contents(pdf: FPDF) -> None:
    for number in range(12):
        put(pdf, 20, 20 + 6 * number, f"{number + 1}.  Of {PROSE[number]}")
        put(pdf, 150, 20 + 6 * number, str(3 * number + 1))


def items(pdf: FPDF) -> None:
    for number in range(8):
        put(pdf, 20, 20 + 6 * number, "-")
        put(pdf, 30, 20 + 6 * number, " ".join(PROSE[number : number + 4]))


def code(pdf: FPDF) -> None:
    pdf.set_font("courier", size=10)
    for number in range(8):
        put(pdf, 20, 20 + 5 * number, f"{PROSE[number]:8} = {PROSE[number + 2]:8} # {PROSE[number + 3]}")


@pytest.mark.parametrize("prose", [two_columns, contents, items, code])
def test_what_only_looks_like_columns_is_no_table(prose: Callable[[FPDF], None]) -> None:
    assert tables_of(drawn(prose)) == []


def test_pages_are_read_as_plain_text_when_tables_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_module, "_SECONDS_FOR_TABLES", (0.0, 0.0))
    reading = drawn(lambda pdf: void(ruled(pdf, 20)))
    assert {block.kind for block in reading.blocks} == {"paragraph"}
    assert "P3 with motor" in reading.text


def test_a_page_on_its_side_keeps_its_table() -> None:
    from io import BytesIO

    from pypdf import PdfReader, PdfWriter

    pdf = FPDF()
    pdf.set_font("helvetica", size=10)
    pdf.add_page()
    with pdf.rotation(90, 100, 100):
        ruled(pdf, 40)
    writer = PdfWriter(clone_from=PdfReader(BytesIO(bytes(pdf.output()))))
    writer.pages[0].rotate(90)
    file = BytesIO()
    writer.write(file)
    assert tables_of(read_outline(file.getvalue(), "a.pdf")) == [ROWS]


WORDS = st.builds(
    lambda text, left, bottom, width, height, line: Word(text, left, bottom, left + width, bottom + height, line),
    st.sampled_from(["a", "of", "Model", "12.5", "reservoir"]),
    st.integers(0, 40).map(lambda step: step * 12.0),
    st.integers(0, 12).map(lambda step: step * 10.0),
    st.floats(1, 90),
    st.floats(2, 14),
    st.integers(0, 12),
)


@given(words=st.lists(WORDS, max_size=40))
def test_wherever_words_lie_looking_for_tables_breaks_nothing_and_says_no_word_twice(words: list[Word]) -> None:
    tables = find_tables(Page(words, [], [], 800.0))
    used = [number for table in tables for number in table.words]
    assert len(used) == len(set(used))
    assert set(used) <= set(range(len(words)))
