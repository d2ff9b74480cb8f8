"""The files as they were brought: each lies in the folder of its collection, under the id of the document it became."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection
from pathlib import Path

from core.own_data import Lent
from core.stores.files import settle_folder
from core.stores.uploads import keeping
from core.systems.knowledge_base.ingest import opening
from core.systems.knowledge_base.ingest.sharing import as_reader

_FOLDER = "originals"
_ID = re.compile(r"[0-9a-f]{32}")  # of a document; no other text becomes part of a path


def original_of(lent: Lent, collection: str, document: str) -> Path | None:
    """Return the file of a document, as it was brought; None where none was kept. Raises `InputError`, `StoreError`."""
    if collection == opening.MANUAL:
        names = {one.id: one.name for one in opening.open_manual(lent).documents()}
        path = opening.MANUAL_FOLDER / names[document] if document in names else None
    else:
        place = opening.place_of(as_reader(lent, collection).folder, collection)
        path = place / _FOLDER / document if _ID.fullmatch(document) else None
    return path if path is not None and path.is_file() else None


def keep_original(place: Path, file: Path, document: str) -> None:
    """Keep a file that was read in the folder of its collection, too; what is there already stays. Raises `StoreError`.

    It stays where it was: work that is begun anew for another model reads it again.
    """
    folder = place / _FOLDER
    with keeping("The file"):
        folder.mkdir(exist_ok=True)
        settle_folder(place)
        if file.exists() and not (folder / document).exists():
            try:
                (folder / document).hardlink_to(file)
            except OSError:  # a file system without links
                shutil.copyfile(file, copy := file.with_suffix(".copy"))
                copy.replace(folder / document)
            settle_folder(folder)


def sweep_originals(place: Path, known: Collection[str]) -> None:
    """Remove the files of documents that are gone. Raises `StoreError`."""
    with keeping("What is left"):
        for file in (place / _FOLDER).glob("*"):
            if file.name not in known:
                file.unlink()
