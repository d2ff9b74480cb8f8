"""Scans: the text of a PDF that holds pictures of pages only, recognised by Tesseract where the machine has it.

The pages are drawn in a process with limits, and Tesseract sees these drawings alone. What it gives is a PDF of the
same pages with their words behind them, which is read, shown and cited like any other. Its maker stands in it, so that
whoever reads it knows that its words are a guess.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from core.documents.pdf_pages import Refused, open_pdf
from core.errors import InputError
from core.isolation import Limits, run_apart

RECOGNISED = "recognised from a scan"
"""What stands as the encoding of a document whose words were recognised."""
MOST_PAGES = 100
_SECONDS_A_PAGE = 4.0  # of a full page of print on one core; dense ones take twice as long
_LONGEST_A_PAGE = 60.0  # seconds by the clock
_DOTS = 300  # an inch, which Tesseract is made for
_MOST_DOTS = 4_000  # along the longer side
_QUALITY = 60  # of JPEG
_AT_ONCE = 10  # pages drawn by one process
_LIMITS = Limits(seconds=60)
_LOOKED_AT = 20  # pages; one of them holds text when the document is no scan
_MOST_LANGUAGES = 3


@cache
def can_recognise() -> bool:
    """Whether Tesseract is on this machine."""
    return shutil.which("tesseract") is not None


def scanned_pages(data: bytes, name: str) -> int:
    """Return how many pages a scan has, 0 for what is no PDF or holds text. Raises `InputError`."""
    if b"%PDF-" not in data[:1024]:
        return 0
    return int(run_apart(name, _scanned_pages, data, limits=_LIMITS))


def cost_of(pages: int) -> str:
    """Return in words what recognising so many pages takes."""
    seconds = pages * _SECONDS_A_PAGE
    time = f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:.0f} minutes"
    return f"{pages} page{'s' * (pages != 1)}, about {time}"


def with_words(data: bytes, name: str) -> bytes:
    """Return a scan with its words behind its pages, anything else as it is. Raises `InputError` with the reason why
    it cannot be recognised."""
    pages = scanned_pages(data, name)
    if not pages:
        return data
    if not can_recognise():
        raise InputError(f"{name} is a scan, and Tesseract is not on this machine.", "Have it installed.")
    if pages > MOST_PAGES:
        raise InputError(f"{name} is a scan of more than {MOST_PAGES} pages.", "Split it into several files.")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for first in range(0, pages, _AT_ONCE):
            drawn = run_apart(name, _draw, data, first, min(first + _AT_ONCE, pages), limits=_LIMITS)
            for number, page in enumerate(drawn, start=first):
                (place / f"{number}.jpg").write_bytes(page)
        return _recognise(place, pages, name)


def told_of_recognition(encoding: str) -> tuple[str, ...]:
    """Say that the words of a document are a guess where they were recognised."""
    return ("Its words were recognised from a scan (OCR) and may be wrong.",) if encoding == RECOGNISED else ()


def is_recognised(producer: str) -> bool:
    """Whether a PDF of this maker holds words that were recognised."""
    return any(maker in producer.lower() for maker in ("tesseract", "ocrmypdf"))


def _recognise(place: Path, pages: int, name: str) -> bytes:
    """Let Tesseract make a PDF of drawings of pages. Raises `InputError`."""
    (place / "pages").write_text("".join(f"{place / f'{number}.jpg'}\n" for number in range(pages)))
    command = ["tesseract", str(place / "pages"), str(place / "read"), "-l", _languages(), "--dpi", str(_DOTS), "pdf"]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=_LONGEST_A_PAGE * pages, env=_environment())
        return (place / "read.pdf").read_bytes()
    except subprocess.TimeoutExpired as error:
        raise InputError(f"Recognising {name} takes too long.", "Split it into several files.") from error
    except (OSError, subprocess.CalledProcessError) as error:
        raise InputError(f"Tesseract broke down over {name}.", "Scan it anew, or recognise it elsewhere.") from error


@cache
def _languages() -> str:
    """Return the languages that Tesseract knows here, English first, as it wants them."""
    listed = subprocess.run(
        ["tesseract", "--list-langs"], check=False, capture_output=True, text=True, timeout=10, env=_environment()
    )
    known = {line for line in listed.stdout.split("\n")[1:] if line and line not in ("osd", "equ")}
    return "+".join(sorted(known, key=lambda one: (one != "eng", one))[:_MOST_LANGUAGES]) or "eng"


def _environment() -> dict[str, str]:
    kept = ("LANG", "LC_ALL", "PATH", "SYSTEMROOT", "TEMP", "TESSDATA_PREFIX", "TMP", "TMPDIR")
    return {**{name: os.environ[name] for name in kept if name in os.environ}, "OMP_THREAD_LIMIT": "1"}


# --- in a process of its own ------------------------------------------------------------------------------------------


def _scanned_pages(data: bytes) -> int:
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    try:
        document = open_pdf(data)
    except Refused:
        return 0
    pages = [document[index] for index in range(min(len(document), _LOOKED_AT))]
    if any(page.get_textpage().count_chars() for page in pages):
        return 0
    pictures = any(True for page in pages for _ in page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE]))
    return len(document) if pictures else 0


def _draw(data: bytes, first: int, last: int) -> list[Any]:
    document = open_pdf(data)
    drawn = []
    for index in range(first, last):
        page = document[index]
        dots = min(_DOTS / 72, _MOST_DOTS / max(page.get_size()))
        file = io.BytesIO()
        page.render(scale=dots, grayscale=True).to_pil().save(file, "JPEG", quality=_QUALITY, dpi=(_DOTS, _DOTS))
        drawn.append(file.getvalue())
    return drawn
