"""The shelf: papers that come with Glassbox, with summaries written for it, so that reports work without network."""

from __future__ import annotations

import json
from pathlib import Path

from core.errors import StoreError
from core.paths import SAMPLES
from core.sources.papers import Paper

THEMES = {
    "retrieval": "searching text", "materials": "solar cells and batteries", "agents": "language models that act",
    "occupations": "coding occupations",
}  # fmt: skip
"""The themes of the papers, in words."""
FILE = SAMPLES / "shelf" / "papers.json"


def read_shelf(file: Path = FILE) -> list[Paper]:
    """Return the papers in the order of the file; `abstract` is this project's summary, `identifiers["theme"]` the
    theme.

    Raises `StoreError` when the file is damaged or gone.
    """
    try:
        records = json.loads(file.read_bytes())
        return [_paper(**record) for record in records]
    except (OSError, ValueError, TypeError) as error:
        raise StoreError(f"The shelf of papers ({file.name}) cannot be read.", "Install Glassbox again.") from error


def _paper(
    *, theme: str, title: str, authors: list[str], year: int, venue: str, summary: str, doi: str = "", arxiv: str = ""
) -> Paper:
    return Paper(
        id=f"shelf:{doi or arxiv}",
        source="shelf",
        title=title,
        authors=tuple(authors),
        year=year,
        doi=doi,
        arxiv_id=arxiv,
        abstract=summary,
        abstract_kind="summary",
        url=f"https://doi.org/{doi}" if doi else f"https://arxiv.org/abs/{arxiv}",
        kind="preprint" if venue == "arXiv" else "article",
        venue=venue,
        rights="Summary written for Glassbox, under its licence",
        identifiers={"theme": theme},
    )
