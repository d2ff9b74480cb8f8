"""The government's own descriptions, which may not be shipped: an analyst brings the file, and their searches read it.

One file an owner is searched, kept in a folder: the accepted descriptions, a card, and, until every description is
embedded, the journal of that work. An interrupted indexing goes on where it was.
"""

from __future__ import annotations

import csv
import json
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

import pandas as pd

from core.errors import InputError, StoreError
from core.own_data import Embedded, Lent, OwnData, embedding, not_indexed
from core.retrieval.embedder import Embedder, write_seed
from core.stores.uploads import Kind, fresh, write_json
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import OccupationIndex
from core.tables import Field, RowProblem, TableKind

DESCRIPTIONS = TableKind(
    "descriptions",
    (
        Field("code", "The code of an occupation or a family, such as 7533.0100.", needed=True),
        Field("description", "What people in this occupation do.", needed=True),
    ),
)
LONGEST = 20_000  # characters of one description
_VECTORS = "vectors.npz"
CHUNK = 20  # descriptions embedded together: some seconds on two cores
_CODE = re.compile(r"(\d{4})(?:\.(\d{1,4}))?")
_opening = threading.RLock()


@dataclass(frozen=True)
class Official:
    """The card of a file that was brought; `ready` once every description is embedded."""

    id: str
    name: str
    descriptions: int
    created: str
    ready: bool


def check_descriptions(
    table: pd.DataFrame, columns: Mapping[str, str | None], classification: Classification
) -> tuple[dict[str, str], list[RowProblem]]:
    """Read the description by code of a family or an occupation, and what could not be used."""
    good: dict[str, str] = {}
    problems: list[RowProblem] = []
    codes, texts = (table[columns[field]].tolist() for field in DESCRIPTIONS.needed)
    for number, written, text in zip(table.index.tolist(), codes, texts, strict=True):
        code = read_code(written)
        if not classification.exists(code):
            problems.append(RowProblem(number, f"{written!r} is no code of a family or an occupation"))
        elif code in good:
            problems.append(RowProblem(number, f"{code} has a description in an earlier row"))
        elif not text.strip():
            problems.append(RowProblem(number, "the description is empty"))
        else:
            if len(text) > LONGEST:
                column = columns["description"] or ""
                problems.append(RowProblem(number, f"cut after {LONGEST:,} characters", column, text[:80], "read"))
            good[code] = " ".join(text[:LONGEST].split())
    return good, problems


def read_code(written: str) -> str:
    """Return a code as the classification writes it: a spreadsheet takes 7533.0100 for a number and drops the last
    zeros."""
    match = _CODE.fullmatch(written.strip())
    if match is None:
        return ""
    return f"{match[1]}.{match[2].ljust(4, '0')}" if match[2] else match[1]


# --- keeping ----------------------------------------------------------------------------------------------------------


def keep_official(folder: Path, name: str, descriptions: Mapping[str, str]) -> Official:
    """Keep the descriptions of this owner in place of earlier ones; read once they are worked through."""
    if not descriptions:
        raise InputError("There is no description to keep.", "See the reasons beside the rows that were left out.")
    id, created = fresh()
    card, before = Official(id, name, len(descriptions), created, ready=False), official_of(folder)

    def fill(place: Path) -> None:
        with (place / "descriptions.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(descriptions.items())

    if before:
        OFFICIAL.uploads(folder).replace(before.id, card, fill)
    else:
        OFFICIAL.uploads(folder).add(card, fill)
    return card


def official_of(folder: Path) -> Official | None:
    """Return the card of what this owner brought; None when there is nothing, or it is damaged."""
    return next(iter(OFFICIAL.uploads(folder).all()), None)


def read_official(folder: Path) -> dict[str, str]:
    """Read the descriptions that this owner brought, by code; none where nothing was brought.

    Raises `StoreError` when they cannot be read.
    """
    card = official_of(folder)
    return _read_descriptions(OFFICIAL.uploads(folder).path(card.id)) if card else {}


def remove_official(folder: Path) -> None:
    """Undo `keep_official`."""
    if card := official_of(folder):
        OFFICIAL.uploads(folder).remove(card.id)


def _adopt_earlier_layout(place: Path) -> None:
    """Give what an earlier version kept, without a folder of its own, such a folder."""
    with _opening:
        if not (place / "card.json").exists():
            return
        kept = json.loads((place / "card.json").read_bytes())
        created = datetime.fromtimestamp((place / "card.json").stat().st_mtime, UTC).isoformat()
        own = place / str(kept["id"])
        own.mkdir(exist_ok=True)
        for file in place.iterdir():
            if file.is_file() and file.name != "card.json":
                file.replace(own / file.name)
        write_json(own / "card.json", {**kept, "created": created})
        (place / "card.json").unlink()


def _read_descriptions(place: Path) -> dict[str, str]:
    try:
        with (place / "descriptions.csv").open(encoding="utf-8", newline="") as file:
            return dict(csv.reader(file))
    except (OSError, ValueError) as error:
        raise StoreError(f"The official descriptions cannot be read: {error}.", "Load the file again.") from error


# --- indexing ---------------------------------------------------------------------------------------------------------


def _conclude(done: Embedded[Official]) -> Official:
    """Lay the vectors beside the descriptions too, for processes that work on a batch and share no embedder."""
    write_seed(done.place / _VECTORS, done.texts, done.vectors)
    return replace(done.card, ready=True)


# --- opening ----------------------------------------------------------------------------------------------------------


def open_index(folder: Path, embedder: Embedder) -> OccupationIndex:
    """Return the index over the classification, with this owner's descriptions when they are ready; opened once a
    process."""
    with _opening:  # it takes seconds, which two visitors at once shall not both spend
        ready = ready_id(folder)
        return _open(_place(folder) if ready else None, ready, embedder)


def open_index_for_batch(folder: str, ready: str, seeds: tuple[Path, ...]) -> OccupationIndex:
    """Return the same index in a process of its own, where no vector of a request is kept; `ready` is what `ready_id`
    said.

    Raises `StoreError` when the descriptions are not, or no longer, where this process can read them.
    """
    if ready and ready_id(Path(folder)) != ready:
        raise StoreError(
            "The official descriptions that this work began with are not there.",
            "On a cluster, put the data folder where every machine can read it; or begin the work anew.",
        )
    place = _place(Path(folder)) if ready else None
    with _opening:
        return _open(place, ready, Embedder(None, [*seeds, *([place / _VECTORS] if place else [])]))


def ready_id(folder: Path) -> str:
    """Return the id of this owner's descriptions when they are ready to be searched; else ""."""
    card = official_of(folder)
    return card.id if card and card.ready else ""


def _place(folder: Path) -> Path:
    card = official_of(folder)
    return OFFICIAL.uploads(folder).path(card.id if card else "")


def _read(lent: Lent, card: Official) -> OccupationIndex:
    if not card.ready:
        raise not_indexed(card)
    with _opening:
        return _open(OFFICIAL.uploads(lent.folder).path(card.id), card.id, lent.embedder)


@lru_cache(maxsize=4)
def _open(place: Path | None, ready: str, embedder: Embedder) -> OccupationIndex:
    """`ready` tells a file from the one that stood in this place before; without one there is no place, and all owners
    share one index."""
    return OccupationIndex(Classification.load(), embedder, _read_descriptions(place) if place else None)


_KIND = Kind("nco/official", Official, adopt=_adopt_earlier_layout)
OFFICIAL = OwnData(
    _KIND,
    "file of official descriptions",
    _read,
    embedding(
        _KIND,
        lambda place: list(_read_descriptions(place).values()),
        chunk=CHUNK,
        is_ready=lambda lent, card: card.ready,
        conclude=_conclude,
    ),
)
