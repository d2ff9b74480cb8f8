"""Pages of a PDF as pictures, with the words that were cited: drawn by PDFium, in a process of its own."""

from __future__ import annotations

import ctypes
import io
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.documents.outline import PAGE_END
from core.documents.page_words import Box, Glyph, Quote, Sheet, boxes_of
from core.errors import InputError
from core.isolation import MB, Limits, run_apart

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage, PdfTextPage

_SHARP = 2.667  # pixels a point: 200 % of what a screen calls full size
_MOST_PIXELS = 6_000_000
_LONGEST_SIDE = 16_000  # pixels; WebP has no more than 16,383
_THUMB = 150  # pixels, of the longer side
_LIMITS = Limits(memory=1024 * MB, seconds=15, answer=24 * MB)
_MOST_SIGNS = 60_000  # of a page; a full one has some thousands
_WHOLE = 100_000  # the side of a page, as whole a number as PDFium gives places in


@dataclass(frozen=True)
class PageView:
    """A page that was drawn: its number (from 1) among `pages`, its size in points as it is shown, and WebP pictures.

    `boxes` cover the words that were cited, for each page that has some; `thumbs` are little pictures of pages.
    """

    number: int
    pages: int
    width: float
    height: float
    picture: bytes
    boxes: dict[int, list[Box]]
    thumbs: dict[int, bytes]


def view_page(file: Path, name: str, number: int | None, quotes: Sequence[Quote], around: int = 2) -> PageView:
    """Draw a page of a PDF, or without a number the one on which the first of the quotations begins.

    `around` is how many pages before and after it have a thumb. Raises `InputError` when the file cannot be drawn.
    """
    asked = [list(astuple(quote)) for quote in quotes]
    drawn = run_apart(name, _view, str(file), name, number, asked, around, limits=_LIMITS)
    drawn["boxes"] = {page: [Box(*box) for box in boxes] for page, boxes in drawn["boxes"]}
    drawn["thumbs"] = dict(drawn["thumbs"])
    return PageView(**drawn)


def boxes_in(data: bytes, name: str, quotes: Sequence[Quote]) -> list[dict[int, list[Box]]]:
    """Return for each quotation its boxes by page, found here, in this process. Raises `InputError`."""
    with _opened(data, name) as pdf:
        sheets = _Sheets(pdf)
        return [_placed(quote, sheets) for quote in quotes]


def words_under(data: bytes, name: str, found: Sequence[Mapping[int, Sequence[Box]]]) -> list[str]:
    """Return for each of these boxes by page what PDFium says is written under them. Raises `InputError`."""
    with _opened(data, name) as pdf:
        return ["\n".join(_under(pdf[page - 1], box) for page, boxes in one.items() for box in boxes) for one in found]


def _under(page: PdfPage, box: Box) -> str:
    """Return what is written in the middle of the height of a box, so that no line above or below is touched."""
    from pypdfium2 import raw

    x, y = ctypes.c_double(), ctypes.c_double()
    corners = []
    for across, down in ((box.left, box.top), (box.right, box.bottom)):
        raw.FPDF_DeviceToPage(page, 0, 0, _WHOLE, _WHOLE, 0, round(across * _WHOLE), round(down * _WHOLE), x, y)
        corners.append((x.value, y.value))
    (left, right), (bottom, top) = (sorted(side) for side in zip(*corners, strict=True))
    thin = 0.3 * min(right - left, top - bottom)
    if right - left > top - bottom:
        bottom, top = bottom + thin, top - thin
    else:
        left, right = left + thin, right - thin
    with closing(page.get_textpage()) as text:
        return str(text.get_text_bounded(left, bottom, right, top))


# --- in the process of its own ----------------------------------------------------------------------------------------


def _view(file: str, name: str, number: int | None, asked: Sequence[Sequence[Any]], around: int) -> dict[str, Any]:
    with _opened(file, name) as pdf:
        quotes, sheets = [Quote(*one) for one in asked], _Sheets(pdf)
        found: dict[int, list[Box]] = {}
        for quote in quotes:
            for page, boxes in _placed(quote, sheets).items():
                found.setdefault(page, []).extend(boxes)
        first = min((page for page in found), default=quotes[0].page if quotes else 1)
        shown = min(max(number or first, 1), len(pdf))
        page = pdf[shown - 1]
        width, height = page.get_size()
        near = range(max(shown - around, 1), min(shown + around, len(pdf)) + 1)
        return {
            "number": shown,
            "pages": len(pdf),
            "width": width,
            "height": height,
            "picture": _picture(page, _SHARP),
            "boxes": [[page, [list(box) for box in boxes]] for page, boxes in sorted(found.items())],
            "thumbs": [[one, _picture(pdf[one - 1], _THUMB / max(*pdf[one - 1].get_size(), 1))] for one in near],
        }


@contextmanager
def _opened(file: str | bytes, name: str) -> Iterator[PdfDocument]:
    """Lend a document. Raises `InputError` when it, or what is asked of it, is damaged."""
    import pypdfium2

    try:
        with closing(pypdfium2.PdfDocument(file)) as pdf:
            if not len(pdf):
                raise InputError(f"{name} has no pages that can be drawn.", "Its text can still be read.")
            yield pdf
    except (pypdfium2.PdfiumError, OSError) as error:
        raise InputError(f"The pages of {name} cannot be drawn.", "Its text can still be read.") from error


def _picture(page: PdfPage, most: float) -> bytes:
    """Draw a page at a scale, or at a smaller one where it is larger than a picture may be."""
    width, height = page.get_size()
    scale = min(most, math.sqrt(_MOST_PIXELS / max(width * height, 1)), _LONGEST_SIDE / max(width, height, 1))
    written = io.BytesIO()
    page.render(scale=scale).to_pil().save(written, "WEBP", quality=80, method=2)
    return written.getvalue()


def _placed(quote: Quote, sheets: _Sheets) -> dict[int, list[Box]]:
    ends = quote.page + quote.text.count(PAGE_END) + 1
    return boxes_of(quote, dict(sheets.of(range(quote.page - 1, ends + 1))))


class _Sheets:
    """The signs of the pages of a PDF, each read once."""

    def __init__(self, pdf: PdfDocument) -> None:
        self._pdf = pdf
        self._read: dict[int, Sheet] = {}

    def of(self, pages: Iterable[int]) -> Iterator[tuple[int, Sheet]]:
        """Give those of these pages (from 1) that there are."""
        for page in pages:
            if 1 <= page <= len(self._pdf):
                if page not in self._read:
                    self._read[page] = _sheet(self._pdf[page - 1])
                yield page, self._read[page]


def _sheet(page: PdfPage) -> Sheet:
    width, height = page.get_size()
    with closing(page.get_textpage()) as text:
        return Sheet(width, height, list(_glyphs(text, _as_shown(page, width, height))))


_Place = Callable[[float, float], tuple[float, float]]


def _as_shown(page: PdfPage, width: float, height: float) -> _Place:
    """Return what turns a place on a page as it was written into one as it is shown: turned, and cut to its box."""
    from pypdfium2 import raw

    def device(x: float, y: float) -> tuple[int, int]:
        across, down = ctypes.c_int(), ctypes.c_int()
        raw.FPDF_PageToDevice(page, 0, 0, _WHOLE, _WHOLE, 0, x, y, across, down)
        return across.value, down.value

    origin, right, up = device(0, 0), device(1_000, 0), device(0, 1_000)
    sides = [
        (size / _WHOLE, origin[axis], (right[axis] - origin[axis]) / 1_000, (up[axis] - origin[axis]) / 1_000)
        for axis, size in enumerate((width, height))
    ]

    def place(x: float, y: float) -> tuple[float, float]:
        across, down = (unit * (at + x * by_x + y * by_y) for unit, at, by_x, by_y in sides)
        return across, down

    return place


def _glyphs(text: PdfTextPage, place: _Place) -> Iterator[Glyph]:
    from pypdfium2 import raw

    zero = place(0, 0)
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for number in range(min(text.count_chars(), _MOST_SIGNS)):
        sign = chr(min(raw.FPDFText_GetUnicode(text, number), 0x10FFFF))
        if sign.isspace() or not raw.FPDFText_GetCharBox(text, number, left, right, bottom, top):
            continue
        (x, y), (other_x, other_y) = place(left.value, bottom.value), place(right.value, top.value)
        if x == other_x and y == other_y:  # PDFium put it there, such as a space
            continue
        angle = raw.FPDFText_GetCharAngle(text, number)
        along = place(math.cos(angle), math.sin(angle))
        yield Glyph(
            sign, number, min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y),
            abs(along[0] - zero[0]) >= abs(along[1] - zero[1]),
        )  # fmt: skip
