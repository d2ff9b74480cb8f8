"""What Glassbox keeps is for the one who runs it: folders 0700, files 0600, whatever the umask of the machine.

The data folder is the wall: nobody else enters it, so what lies below is out of reach whatever its own mode. Files are
closed as well, for the day on which somebody opens the folder, or copies from it. Windows knows no such modes; there
the folder has the rights of the one above it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_KEPT = ("*.sqlite*", "*.npz", "*.lock", "catalogues", "manual", "owners")
"""What Glassbox itself lays into the data folder."""
_of_the_user: list[int] = []  # the umask with which this process was started, where it was changed


def close_new_files() -> None:
    """Let everything that this process makes from now on be its user's alone: for programs, at their start."""
    _of_the_user.append(os.umask(_OTHERS))


def open_as_usual(path: Path) -> None:
    """Give a file that the user asked for by name the mode that their own umask gives to any new file."""
    if _of_the_user:
        path.chmod(0o666 & ~_of_the_user[0])


def close_folder(folder: Path) -> str:
    """Make the data folder, closed to others, or close the one that is there with what Glassbox laid into it.

    Returns why it could not be closed, in words; "" when all is well. A folder that is not Glassbox's alone (a home,
    one for everybody's temporary files, one with other things in it) stays as it is. Raises `OSError` when it cannot be
    made or looked into.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _others_may_enter(folder):
        return ""
    if not _is_ours(folder):
        return _told(folder, "it holds other things as well. Name a folder of its own in GLASSBOX_DATA.")
    try:
        folder.chmod(0o700)
        for path in _below(folder):
            path.chmod(stat.S_IMODE(path.lstat().st_mode) & ~_OTHERS)
    except OSError as error:
        return _told(folder, f"it cannot be closed: {error.strerror}. Close it yourself: chmod -R go= {folder}")
    return ""


def _others_may_enter(folder: Path) -> bool:
    return os.name != "nt" and bool(stat.S_IMODE(folder.stat().st_mode) & _OTHERS)


def _is_ours(folder: Path) -> bool:
    whole = folder.resolve()
    if whole in (Path.home(), Path(whole.anchor)) or folder.stat().st_mode & stat.S_ISVTX:
        return False
    kept = {path.name for pattern in _KEPT for path in folder.glob(pattern)}
    return {path.name for path in folder.iterdir()} <= kept | {"lost+found"}


def _below(folder: Path) -> Iterator[Path]:
    for pattern in _KEPT:
        for path in folder.glob(pattern):
            yield from (one for one in (path, *path.rglob("*")) if not one.is_symlink())


def _told(folder: Path, why: str) -> str:
    return f"Others on this machine can read the data folder {folder}, and {why}"
