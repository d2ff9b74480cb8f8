"""The card of one job as PDF: what it says, in which letters, and what it carries."""

from __future__ import annotations

import io

from pypdf import PdfReader

from core.systems.nco_classification.codebook.card import to_markdown
from core.systems.nco_classification.codebook.card_pdf import to_pdf
from tests.systems.nco_classification.codebook.test_card import ADDRESS, card_of, run
from tests.systems.nco_classification.little_index import TAILOR


def read(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


def test_the_pdf_says_what_the_markdown_says_and_carries_it() -> None:
    card = card_of(run())
    pdf = to_pdf(card)
    shown = read(pdf)
    for said in (card.title, TAILOR, "Offline rules", "little index", "26 November 2026", ADDRESS, "Sub-division"):
        assert said in shown, said
    assert PdfReader(io.BytesIO(pdf)).attachments["card.md"] == [to_markdown(card).encode()]
    assert "Latin letters" not in shown


def test_words_of_another_script_stand_in_latin_letters_in_the_pdf_which_says_so() -> None:
    pdf = to_pdf(card_of(run("दर्जी stitches blouses 🧵")))
    shown = read(pdf)
    assert "darji" in shown or "darjee" in shown
    assert "the attached card.md has them" in shown
    assert "दर्जी".encode() in PdfReader(io.BytesIO(pdf)).attachments["card.md"][0]


def test_text_of_a_request_is_text_in_the_pdf() -> None:
    assert "**blouses** [x](y) --z--" in read(to_pdf(card_of(run("stitches **blouses** [x](y) --z--"))))
