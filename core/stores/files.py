"""Files that outlive a power cut: what was kept is on the disk, whole, before anybody is told so.

A file is written beside its place, waits for the disk, and takes its place at once; then the folder waits for the disk
too, because the name of a file is the folder's. Without the first wait a power cut leaves a file of the right name with
nothing in it, without the second the old one, or none.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_WITHOUT_FOLDERS = os.name == "nt"  # Windows keeps names in its own journal, and lets nobody open a folder


@contextmanager
def replacing(path: Path, beside: str = "") -> Iterator[BinaryIO]:
    """Give a file to write, which takes the place of `path` when it is whole, and leaves `path` alone otherwise.

    `beside` is the ending of its name until then; by default one that no other writer has. Raises `OSError`.
    """
    fresh = path.with_name(path.name + (beside or f".{secrets.token_hex(4)}.new"))
    try:
        with fresh.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    settle_folder(path.parent)


def settle(path: Path) -> None:
    """Wait until what a file holds, or every file in a folder and below it, is on the disk. Raises `OSError`."""
    if not path.is_dir():
        _sync(path)
        return
    for folder, _, names in os.walk(path):
        for name in names:
            _sync(Path(folder) / name)
        settle_folder(Path(folder))


def settle_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk. Raises `OSError`."""
    if not _WITHOUT_FOLDERS:
        _sync(folder)


def _sync(path: Path) -> None:
    # Windows syncs only what is open for writing; a folder can be opened for reading alone.
    number = os.open(path, os.O_RDWR if _WITHOUT_FOLDERS else os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
