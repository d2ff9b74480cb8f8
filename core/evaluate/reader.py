"""How often the box on a page of a PDF covers the words that are cited, and little else.

`python -m core.evaluate reader DIR [--json FILE]`. DIR holds PDFs, and perhaps `gold.csv` with `file`, `page` and
`words`. Without that, sentences and rows are taken by chance from every page, as the knowledge base reads them, each
with what it knows of where it stands. What a box covers is asked of PDFium by the box alone.
"""

from __future__ import annotations

import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from core.documents.outline import page_at
from core.documents.page_words import Quote
from core.documents.pdf_render import boxes_in, words_under
from core.errors import InputError
from core.evaluate.rows import read_rows
from core.language.sentences import sentences_and_rows
from core.systems.knowledge_base.ingest.documents import read_document

GOLD = "gold.csv"
COLUMNS = ("file", "page", "words")
_A_PAGE = 3  # citations that are taken by chance
_FEWEST = 3  # words of one that is taken
_COVERED = 0.95  # of what is cited
_BESIDE = 0.25  # of as much again; what more stands under the boxes is not cited
_CONTEXT = 200  # characters


@dataclass(frozen=True)
class Measured:
    """Figures for each file and for all, and the citations whose box is not right: file, page, words, words found."""

    rows: dict[str, dict[str, float]]
    wrong: list[tuple[str, int, str, str]]
    refused: list[str]


def evaluate_reader(folder: Path, tell: Callable[[str, int, int], object]) -> Measured:
    """Look for all citations. Raises `InputError` when there is nothing to look for."""
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".pdf")
    if not files:
        raise InputError(f"There are no PDFs in {folder}.", "Name a folder with some.")
    gold = _gold(folder / GOLD) if (folder / GOLD).exists() else None
    measured = Measured({}, [], [])
    for done, file in enumerate(files, start=1):
        name = file.relative_to(folder).as_posix()
        tell("Looking for citations", done, len(files))
        try:
            data = file.read_bytes()
            quotes = list(_sampled(data, name)) if gold is None else gold.get(name, [])
            if quotes:
                measured.rows[name] = _figures(data, name, quotes, measured.wrong)
        except (InputError, OSError) as error:
            measured.refused.append(f"{name}: {error}")
    if not measured.rows:
        raise InputError(f"No citation was found in {folder}.", "Its PDFs may hold no text.")
    measured.rows["all"] = _together(list(measured.rows.values()))
    return measured


def _gold(path: Path) -> dict[str, list[Quote]]:
    quotes: dict[str, list[Quote]] = {}
    for number, row in enumerate(read_rows(path, COLUMNS), start=2):
        name, page, words = (row[column] for column in COLUMNS)
        if not page.isdecimal():
            raise InputError(f"Line {number} of {path.name} has no number of a page: “{page}”.", "Mend it.")
        quotes.setdefault(name, []).append(Quote(words, int(page)))
    return quotes


def _sampled(data: bytes, name: str) -> Iterator[Quote]:
    """Give sentences and rows of every page, as an answer would cite them."""
    _, text, passages = read_document(data, name)
    chance = random.Random(name)  # noqa: S311 - chooses sentences, no secrets
    pages: dict[int, set[tuple[int, int]]] = {}
    for passage in passages:
        for one in sentences_and_rows(passage.text):
            if len(one.text.split()) >= _FEWEST:
                start = passage.start + one.start
                pages.setdefault(page_at(text, start), set()).add((start, start + len(one.text)))
    for page, places in sorted(pages.items()):
        for start, end in chance.sample(sorted(places), min(_A_PAGE, len(places))):
            yield Quote(text[start:end], page, text[max(start - _CONTEXT, 0) : start], text[end : end + _CONTEXT])


def _figures(
    data: bytes, name: str, quotes: Sequence[Quote], wrong: list[tuple[str, int, str, str]]
) -> dict[str, float]:
    found = boxes_in(data, name, quotes)
    covered, right = [], []
    for quote, under in zip(quotes, words_under(data, name, found), strict=True):
        share, beside = compare(quote.text, under)
        covered.append(share >= _COVERED)
        right.append(covered[-1] and beside <= _BESIDE)
        if not right[-1]:
            wrong.append((name, quote.page, quote.text, under))
    return {
        "right": fmean(right),
        "covered": fmean(covered),
        "found": fmean(bool(boxes) for boxes in found),
        "citations": float(len(quotes)),
    }


def compare(cited: str, under: str) -> tuple[float, float]:
    """Return which share of what is cited stands under the boxes, and how much else for each part of it.

    Counted in pairs of letters that follow one another: libraries part words in different ways.
    """
    sought, there = _pairs(cited), _pairs(under)
    both, all_sought = (sought & there).total(), max(sought.total(), 1)
    return both / all_sought, (there.total() - both) / all_sought


def _pairs(text: str) -> Counter[str]:
    letters = "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text.casefold())))
    return Counter(map("".join, pairwise(letters)))


def _together(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    total = sum(row["citations"] for row in rows)
    shares = {name: sum(row[name] * row["citations"] for row in rows) / total for name in ("right", "covered", "found")}
    return {**shares, "citations": total}
