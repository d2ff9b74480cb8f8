"""What runs at the heads and feet of pages is out of the text, and no line of the text is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fpdf import FPDF

from core.documents import read_outline

PAGES = 12
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
CHAPTERS = ("Of pumps", "Of valves", "Of seals", "Of motors")


def chapter(page: int) -> str:
    return f"{page // 3 + 1}. {CHAPTERS[page // 3]}"


HEADS: dict[str, Callable[[int], list[str]]] = {
    "one": lambda page: ["The manual"],
    "left and right": lambda page: [chapter(page) if page % 2 else "The manual"],
    "two lines": lambda page: ["The manual", "Issue three, confidential"],
    "chapters": lambda page: [chapter(page)],
}
NUMBERS: dict[str, Callable[[int], str]] = {
    "figures": lambda page: str(page + 1),
    "between dashes": lambda page: f"- {page + 1} -",
    "of how many": lambda page: f"Page {page + 1} of {PAGES}",
    "Roman": lambda page: ROMAN[page],
    "by part": lambda page: f"A-{page + 1}",
}


def book(head: Callable[[int], list[str]], number: Callable[[int], str]) -> tuple[bytes, list[str], list[str]]:
    """A book, its running lines and the lines of its text."""
    pdf, running, text = FPDF(), [], []
    pdf.set_auto_page_break(False)
    pdf.set_font("helvetica", size=10)
    for page in range(PAGES):
        pdf.add_page()
        for place, line in enumerate(head(page)):
            pdf.set_xy(20 if page % 2 else 120, 10 + 5 * place)
            pdf.cell(0, 4, line)
            running.append(line)
        for place in range(40):
            pdf.set_xy(20, 30 + 5 * place)
            text.append(f"Line {place} of {'abcdefghijkl'[page]} tells how a pump is kept in order.")
            pdf.cell(0, 4, text[-1])
        pdf.set_xy(100, 285)
        pdf.cell(0, 4, number(page))
        running.append(number(page))
    return bytes(pdf.output()), running, text


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("number", NUMBERS)
def test_running_heads_and_numbers_of_pages_are_left_out_and_every_line_of_the_text_stays(
    head: str, number: str
) -> None:
    data, running, text = book(HEADS[head], NUMBERS[number])
    lines = read_outline(data, "a.pdf").text.replace("\f", "\n").split("\n")
    assert not set(running) & set(lines)
    assert [line for line in lines if line] == text
