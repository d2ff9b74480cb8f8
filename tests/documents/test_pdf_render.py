"""The page that is drawn and the boxes on it: they cover the words that were cited, and no others."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from PIL import Image

from core.documents.page_words import Box, Quote
from core.documents.pdf_render import boxes_in, view_page, words_under
from core.errors import InputError
from tests.documents.paper import HYPHENATED, LEFT, OVER, RIGHT, SIDEWAYS, TURNED, TWICE, make_paper
from tests.hostile_files import DOCUMENTS, growth
from tests.systems.knowledge_base.little_files import make_pdf

PAPER = make_paper()


def found(quote: Quote) -> dict[int, list[Box]]:
    return boxes_in(PAPER, "paper.pdf", [quote])[0]


def under(quote: Quote) -> list[str]:
    """What stands under each box, with one kind of space."""
    text = words_under(PAPER, "paper.pdf", [found(quote)])[0]
    return [" ".join(line.replace("\x02", "-").replace("\ufffe", "-").split()) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("quote", "lines"),
    [
        (Quote(" ".join(LEFT[1:]), 1), list(LEFT[1:])),
        (Quote(" ".join(RIGHT[1:]), 1), list(RIGHT[1:])),
        (Quote("The calibration of the sensor is a procedure of seven steps that takes an hour.", 2), list(HYPHENATED)),
        (Quote(f"{OVER[0]}\f\n{OVER[1]}", 3), list(OVER)),
        (Quote(" ".join(OVER), 3), list(OVER)),
        (Quote(TURNED, 5), [TURNED]),
        (Quote(SIDEWAYS, 6), [SIDEWAYS]),
        (Quote("valve | 70 | 3 kg", 8), ["valve", "70", "3 kg"]),
    ],
    ids=["left column", "right column", "hyphen", "over a page", "over a page untold", "turned", "on end", "row"],
)
def test_each_line_of_what_was_cited_is_boxed_and_nothing_else(quote: Quote, lines: list[str]) -> None:
    assert sorted(under(quote)) == sorted(lines)


def test_words_that_stand_twice_are_boxed_where_their_neighbours_are() -> None:
    first, second = (
        found(Quote(TWICE, 7, before, after))[7][0]
        for before, after in (("Pumps are old.", "Valves are older."), ("Valves are older.", "Motors are new."))
    )
    assert first.bottom < second.top


def test_words_that_are_not_there_get_no_box() -> None:
    assert found(Quote("Nothing of this kind was ever printed on any page of it.", 2)) == {}


def test_the_page_with_the_words_is_drawn_where_no_other_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "paper"
    file.write_bytes(PAPER)
    view = view_page(file, "paper.pdf", None, [Quote(TURNED, 5)])
    assert (view.number, view.pages, set(view.boxes), set(view.thumbs)) == (5, 8, {5}, {3, 4, 5, 6, 7})
    assert view.width > view.height
    picture = Image.open(io.BytesIO(view.picture)).convert("L")
    box = view.boxes[5][0]
    left, top, right, bottom = (
        round(share * size) for share, size in zip(box, (picture.width, picture.height) * 2, strict=True)
    )
    inside = sum(value < 128 for value in picture.crop((left, top, right, bottom)).tobytes())
    assert inside > 500  # there is ink under the box
    turned = view_page(file, "paper.pdf", 99, [])
    assert (turned.number, turned.boxes) == (8, {})


def test_what_cannot_be_drawn_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "broken"
    file.write_bytes(b"%PDF-1.7 and no more")
    with pytest.raises(InputError, match="cannot be drawn"):
        view_page(file, "broken.pdf", None, [])


@pytest.mark.slow
@pytest.mark.parametrize("what", [what for what in DOCUMENTS if what.startswith("a PDF")])
def test_a_hostile_pdf_is_drawn_or_refused_in_words_and_the_server_hardly_grows(what: str, tmp_path: Path) -> None:
    name, data = DOCUMENTS[what]()
    file = tmp_path / "file"
    file.write_bytes(data)
    with growth() as grown, contextlib.suppress(InputError):
        assert view_page(file, name, None, [Quote("Words that are not there", 1)]).boxes == {}
    assert grown() < 200.0  # MB


def test_a_page_as_large_as_a_field_is_drawn_as_small_as_a_screen(tmp_path: Path) -> None:
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import RectangleObject

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(make_pdf([["Words"]]))))
    writer.pages[0].mediabox = RectangleObject((0, 0, 14_000, 14_000))
    file = tmp_path / "field"
    with file.open("wb") as written:
        writer.write(written)
    view = view_page(file, "field.pdf", None, [])
    assert Image.open(io.BytesIO(view.picture)).width < 3_000
