"""Which folders are watched: each is a collection, and beside its documents stands which folder it is kept like.

The folders that the operator names in the settings are collections of the installation; others are added on the page.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from core.errors import InputError
from core.stores.uploads import keeping, one_at_a_time, read_json, write_json
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, add_collection
from core.systems.knowledge_base.living.looking import Stamp

By = Literal["settings", "page"]
_WATCHED = "watched"  # below the folder of a collection
_FOLDER, _FILES, _STANDING = "folder.json", "files.json", "standing.json"
_LISTED = 100  # files of which the page tells one by one


@dataclass(frozen=True)
class Watched:
    """A folder on the disk that a collection is kept like, and who named it."""

    folder: str
    by: By


class Known(NamedTuple):
    """A file as it was when it came in: its stamp, the document that it became, and why it is not read."""

    stamp: Stamp
    document: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Standing:
    """How it stands with a watched folder, for the page.

    `files` are in, `to_come` were seen and are not in yet; `changed` is when a file last came or went (ISO 8601, UTC).
    `waits` says of files that wait what for, `left_out` of others why they are not read; at most 100 of each.
    `others` counts files of other kinds. `trouble` says why nothing can be done now.
    """

    files: int = 0
    to_come: int = 0
    changed: str = ""
    waits: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    others: int = 0
    trouble: str = ""


# --- which are watched ------------------------------------------------------------------------------------------------


def watch_folder(owner: Path, folder: Path, by: By, data: Path) -> str:
    """Have a folder watched, and return the id of its collection, which is named after it; `data` is the data folder.

    One that is watched already is not watched twice. Raises `InputError` for what is no folder, or is our own;
    `StoreError`.
    """
    folder = Path(os.path.abspath(folder.expanduser()))
    if by == "page" and not folder.is_dir():
        raise InputError(f"There is no folder {folder} on this machine.", "Give its whole path.")
    if folder.resolve().is_relative_to(data.resolve()):
        raise InputError("Glassbox keeps its own things in this folder.", "Choose a folder with documents.")
    with one_at_a_time(_made(owner)):
        for collection, watched in watched_by(owner):
            if Path(watched.folder) == folder:
                _write(owner, collection, _FOLDER, asdict(Watched(str(folder), by)))
                return collection
        collection = add_collection(owner, folder.name or str(folder)).id
        with keeping("The folder"):
            _place(owner, collection).mkdir()
        _write(owner, collection, _FOLDER, asdict(Watched(str(folder), by)))
        return collection


def stop_watching(owner: Path, collection: str) -> None:
    """Watch a folder no longer; its documents stay in the collection."""
    shutil.rmtree(_place(owner, collection), ignore_errors=True)


def watched_by(owner: Path) -> Iterator[tuple[str, Watched]]:
    """Give the collections of an owner that are kept like a folder, each with that."""
    for card in DOCUMENTS.uploads(owner).all():
        if found := watched_folder(owner, card.id):
            yield card.id, found


def watched_folder(owner: Path, collection: str) -> Watched | None:
    """Return the folder that a collection is kept like; None for one that has none."""
    file = _place(owner, collection) / _FOLDER
    return Watched(**read_json(file)) if file.exists() else None


def owners_who_watch(data: Path) -> list[Path]:
    """Return the folders of all owners who have a folder watched."""
    found = data.glob(f"owners/*/{DOCUMENTS.kind.folder}/*/{_WATCHED}/{_FOLDER}")
    return sorted({file.parents[3] for file in found})


# --- what is known of their files -------------------------------------------------------------------------------------


def known_files(owner: Path, collection: str) -> dict[str, Known]:
    """Return what is known of the files of a folder, by their paths."""
    file = _place(owner, collection) / _FILES
    kept = read_json(file) if file.exists() else {}
    return {path: Known(Stamp(*stamp), document, reason) for path, (stamp, document, reason) in kept.items()}


def keep_known(owner: Path, collection: str, files: Mapping[str, Known]) -> None:
    """Keep what is known of the files. Raises `StoreError`."""
    _write(owner, collection, _FILES, files)


def standing(owner: Path, collection: str) -> Standing:
    """Return how it stands with the folder of a collection."""
    file = _place(owner, collection) / _STANDING
    return Standing(**read_json(file)) if file.exists() else Standing()


def keep_standing(owner: Path, collection: str, now: Standing) -> None:
    """Keep how it stands, where that is news. Raises `StoreError`."""
    shown = {**asdict(now), "waits": _some(now.waits), "left_out": _some(now.left_out)}
    if shown != asdict(standing(owner, collection)):
        _write(owner, collection, _STANDING, shown)


def _some(told: Mapping[str, str]) -> dict[str, str]:
    return dict(sorted(told.items())[:_LISTED])


def _place(owner: Path, collection: str) -> Path:
    return DOCUMENTS.uploads(owner).path(collection) / _WATCHED


def _made(owner: Path) -> Path:
    with keeping("The folder"):
        owner.mkdir(parents=True, exist_ok=True)
    return owner


def _write(owner: Path, collection: str, name: str, value: object) -> None:
    """Write beside the documents of a collection; nothing when that was removed, or is no longer watched."""
    place = _place(owner, collection)
    if place.is_dir():
        write_json(place / name, value)
