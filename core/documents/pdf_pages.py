"""What stands on the pages of a PDF: words with their places, ruled lines, bookmarks; or why it cannot be read."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

MOST_BOOKMARKS = 10_000
_MOST_RULES = 3_000  # lines on one page: more make a drawing
_SHORTEST_RULE = 4.0  # points
_THINNEST_FILL = 250  # of 255: what is lighter is paper
_HYPHEN = 2  # what PDFium gives for the hyphen of a word that a line end breaks
_Turn = Callable[[float, float], tuple[float, float]]


class Word(NamedTuple):
    """A word with its place in points, from the lower left corner of the page as it is seen, and its line's number."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    line: int


class Rule(NamedTuple):
    """A straight line: at `at` (its height if it lies, its distance from the left if it stands) from `start` to
    `end`."""

    at: float
    start: float
    end: float


class Page(NamedTuple):
    """The words of a page in the order in which they were written, its lying and standing lines, its height."""

    words: list[Word]
    lying: list[Rule]
    standing: list[Rule]
    height: float


class Refused(Exception):
    """Why a PDF is not read: "password", "pages", "page", "damaged"."""


def open_pdf(data: bytes) -> PdfDocument:
    """Open a PDF. Raises `Refused`."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
        if len(document) == 0:
            raise Refused("damaged")
        return document
    except pypdfium2.PdfiumError as error:
        raise Refused("password" if "password" in str(error).lower() else "damaged") from error


def read_page(document: PdfDocument, index: int, most_characters: int) -> Page:
    """Read a page, from 0. Raises `Refused` when it is damaged or holds more than `most_characters`."""
    import pypdfium2

    try:
        page = document[index]
        width, height = page.get_size()
        left, bottom, *_ = page.get_cropbox()
        turn = _turned(page.get_rotation(), left, bottom, width, height)
        words = list(_words(page, turn, most_characters))
        lying, standing = _rules(page, turn) if words else ([], [])
        page.close()
    except pypdfium2.PdfiumError as error:
        raise Refused("damaged") from error
    return Page(words, lying, standing, height)


def producer_of(document: PdfDocument) -> str:
    """Return the programs that made a PDF, "" where it does not say."""
    return f"{document.get_metadata_value('Creator')} {document.get_metadata_value('Producer')}".strip()


def bookmarks(document: PdfDocument) -> Iterator[tuple[int, str, int]]:
    """Give the page from 1, title and level from 1 of each bookmark that leads to a page."""
    for mark in islice(document.get_toc(max_depth=15), MOST_BOOKMARKS):
        target = mark.get_dest()
        number = None if target is None else target.get_index()
        if number is not None and mark.get_title():
            yield number + 1, mark.get_title(), mark.level + 1


def _turned(degrees: int, left: float, bottom: float, width: float, height: float) -> _Turn:
    """Return what leads from the coordinates of the file to those of the page as it is seen."""
    turns: dict[int, _Turn] = {
        90: lambda x, y: (y - bottom, height - (x - left)),
        180: lambda x, y: (width - (x - left), height - (y - bottom)),
        270: lambda x, y: (width - (y - bottom), x - left),
    }
    return turns.get(degrees, lambda x, y: (x - left, y - bottom))


def _words(page: PdfPage, turn: _Turn, most_characters: int) -> Iterator[Word]:
    import pypdfium2.raw as pdfium

    text_page = page.get_textpage()
    count = text_page.count_chars()
    if count > most_characters:
        raise Refused("page")
    raw, box = text_page.raw, pdfium.FS_RECTF()
    into = ctypes.byref(box)
    letters: list[str] = []
    corners: list[tuple[float, float]] = []
    line = 0
    for index in range(count):
        code = pdfium.FPDFText_GetUnicode(raw, index)
        letter = "-" if code == _HYPHEN else chr(code) if code < 0x110000 else "\ufffd"
        if letter.isspace() or code == 0:
            if letters:
                yield _word(letters, corners, line)
                letters, corners = [], []
            line += letter == "\n"
            continue
        pdfium.FPDFText_GetLooseCharBox(raw, index, into)
        letters.append(letter)
        corners += [turn(box.left, box.bottom), turn(box.right, box.top)]
        if code == _HYPHEN:
            yield _word(letters, corners, line)
            letters, corners = [], []
            line += 1
    if letters:
        yield _word(letters, corners, line)
    text_page.close()


def _word(letters: list[str], corners: list[tuple[float, float]], line: int) -> Word:
    across, up = zip(*corners, strict=True)
    text = "".join(letters).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return Word(text, min(across), min(up), max(across), max(up), line)


def _rules(page: PdfPage, turn: _Turn) -> tuple[list[Rule], list[Rule]]:
    """Return the lines of a page and the edges of its filled areas, lying and standing; none for a drawing."""
    import pypdfium2.raw as pdfium

    lying: list[Rule] = []
    standing: list[Rule] = []
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=1):
        if not _is_seen(item.raw):
            continue
        for (left, bottom), (right, top) in _edges(item.raw, turn):
            across, up = abs(right - left), abs(top - bottom)
            if up < 1 and across >= _SHORTEST_RULE:
                lying.append(Rule((bottom + top) / 2, min(left, right), max(left, right)))
            elif across < 1 and up >= _SHORTEST_RULE:
                standing.append(Rule((left + right) / 2, min(bottom, top), max(bottom, top)))
        if len(lying) + len(standing) > _MOST_RULES:
            return [], []
    return lying, standing


def _is_seen(item: object) -> bool:
    import pypdfium2.raw as pdfium

    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(item, fill, stroke)
    if stroke.value or not fill.value:
        return bool(stroke.value)
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    pdfium.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
    return alpha.value > 0 and min(red.value, green.value, blue.value) < _THINNEST_FILL


def _edges(item: object, turn: _Turn) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Give the straight pieces of a path, by their two ends."""
    import pypdfium2.raw as pdfium

    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, matrix)
    across, up = ctypes.c_float(), ctypes.c_float()
    start = last = (math.nan, math.nan)
    for index in range(min(pdfium.FPDFPath_CountSegments(item), _MOST_RULES)):
        segment = pdfium.FPDFPath_GetPathSegment(item, index)
        pdfium.FPDFPathSegment_GetPoint(segment, across, up)
        x, y = across.value, up.value
        here = turn(matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            start = here
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            yield last, here
        last = here
        if pdfium.FPDFPathSegment_GetClose(segment):
            yield last, start
