"""One look at a folder on the disk: which documents lie in it, and the whole of one that is not being written.

A folder is looked at again and again, which works on every disk and every share (decision 0038). Links are not
followed, so that nothing outside the folder comes in.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from core.documents.detect_type import KINDS, LARGEST_FILE
from core.errors import AppError, InputError

MOST_WATCHED = 20_000
"""Documents that one watched folder may hold."""

_PASSING = (".", "~")  # how the names of files begin that programs lay down for a while: ~$report.docx, .~lock.x#
_NOT_LOOKED_INTO = frozenset(("$RECYCLE.BIN", "System Volume Information", "lost+found", "@eaDir", "__MACOSX"))
_OPENED = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class FolderGone(AppError):
    """A watched folder cannot be looked at: it is not there, or its disk does not answer."""


class Changing(AppError):
    """A file is being written, or went away, while it is read."""


class Stamp(NamedTuple):
    """What tells that a file was written to: its bytes, and when it was changed, in nanoseconds."""

    size: int
    changed: int


@dataclass
class Look:
    """What lies in a folder: documents by their paths in it, with `/`.

    `left_out` says of others why they are not read; `unseen` are subfolders that cannot be looked into. `others` counts
    files of kinds that are never read. `identity` tells the folder from another one that is mounted at its place.
    """

    files: dict[str, Stamp]
    left_out: dict[str, str]
    unseen: list[str]
    others: int
    identity: str

    def sees(self, path: str) -> bool:
        """Whether a file of this path would have been seen."""
        return not any(path.startswith(f"{folder}/") for folder in self.unseen)


def look_at(folder: Path, skip: Path | None = None) -> Look:
    """Look at a folder and all below it, without `skip`.

    Raises `FolderGone` when it cannot be looked at, `InputError` when it holds more than `MOST_WATCHED` documents.
    """
    root = _root(folder)
    found = Look({}, {}, [], 0, f"{root.st_dev}:{root.st_ino}")
    waiting = [""]
    while waiting:
        below = waiting.pop()
        try:
            waiting += _look_into(folder, below, found, skip)
        except OSError as error:
            if not below:
                raise _gone(folder, error) from error
            found.unseen.append(below)
            found.left_out[f"{below}/"] = f"This folder cannot be looked into: {error.strerror}."
        if len(found.files) > MOST_WATCHED:
            raise InputError(f"{folder} holds more than {MOST_WATCHED:,} documents.", "Watch folders below it instead.")
    return found


def _root(folder: Path) -> os.stat_result:
    try:
        root = folder.stat()
    except OSError as error:
        raise _gone(folder, error) from error
    if not stat.S_ISDIR(root.st_mode):
        raise FolderGone(f"{folder} is no folder.", "Name the folder itself.")
    return root


def _gone(folder: Path, error: OSError) -> FolderGone:
    return FolderGone(
        f"{folder} cannot be looked at: {error.strerror}.",
        "Its documents stay as they were, and it is looked at again and again.",
    )


def _look_into(folder: Path, below: str, found: Look, skip: Path | None) -> list[str]:
    """Note what lies in a folder below the watched one, and return the folders in it. Raises `OSError`."""
    folders = []
    for entry in _entries(folder / below):
        path = f"{below}/{entry.name}" if below else entry.name
        if entry.is_dir(follow_symlinks=False):
            folders += [path] if folder / path != skip else []
        elif PurePosixPath(entry.name).suffix.lower() not in KINDS:
            found.others += 1
        elif reason := _why_not(entry):
            found.left_out[path] = reason
        elif stamp := _stamp(entry):
            found.files[path] = stamp
    return folders


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.name.startswith(_PASSING) and entry.name not in _NOT_LOOKED_INTO:
                yield entry


def _why_not(entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        return "It is a link, and links are not followed."
    if not entry.is_file(follow_symlinks=False):
        return "It is no file."
    if entry.name != entry.name.encode(errors="replace").decode():
        return "Its name is not written in UTF-8."
    return ""


def _stamp(entry: os.DirEntry[str]) -> Stamp | None:
    try:
        found = entry.stat(follow_symlinks=False)
    except FileNotFoundError:  # went away since the folder was listed
        return None
    return Stamp(found.st_size, found.st_mtime_ns)


def read_whole(folder: Path, path: str, stamp: Stamp) -> bytes:
    """Return the bytes of a file that is still as it was when it was looked at.

    Raises `Changing` when it is not, `InputError` when it is too large or may not be read.
    """
    if stamp.size > LARGEST_FILE:
        raise InputError(f"It is larger than {LARGEST_FILE // 1024**2} MB.", "Split it into several files.")
    file = folder / path
    try:
        if file.parent.resolve() != folder.resolve() / PurePosixPath(path).parent:
            raise InputError("It lies behind a link, and links are not followed.")
        with os.fdopen(os.open(file, _OPENED), "rb") as opened:
            before = os.fstat(opened.fileno())
            content = opened.read(LARGEST_FILE + 1) if stat.S_ISREG(before.st_mode) else b""
            after = os.fstat(opened.fileno())
    except FileNotFoundError as error:
        raise Changing("It went away while it was read.") from error
    except OSError as error:
        raise InputError(f"It cannot be read: {error.strerror}.") from error
    if any(Stamp(one.st_size, one.st_mtime_ns) != stamp for one in (before, after)) or len(content) != stamp.size:
        raise Changing("It is being written.")
    return content
