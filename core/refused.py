"""What an owner does not want to be assumed again: “not this again”, remembered in a file of the owner's folder.

The file is small and read whenever a system is opened; what was refused can be taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from core.errors import InputError
from core.stores.uploads import keeping, one_at_a_time, read_json, write_json

MOST = 500
"""More than anybody takes the trouble to refuse; beyond it the oldest are forgotten."""


@dataclass(frozen=True)
class Refused:
    """An assumption that is not to be made again: of which system, its id there, what was said, and how it was read."""

    system: str
    id: str
    said: str
    read: str


_File = TypeAdapter(list[Refused])


def refused(folder: Path, system: str) -> list[Refused]:
    """Return what this owner refused of a system, oldest first. Raises `InputError` when it cannot be read."""
    return [one for one in _all(folder) if one.system == system]


def refused_ids(folder: Path, system: str) -> frozenset[str]:
    """Return the ids of the assumptions that a system must not make for this owner. Raises as `refused` does."""
    return frozenset(one.id for one in refused(folder, system))


def refuse(folder: Path, assumption: Refused) -> None:
    """Remember that an assumption is not to be made again. Raises `InputError`, and `StoreError` for a full disk."""
    with keeping("It"):
        folder.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder):  # two tabs of one visitor write one file, perhaps at two servers
        _write(folder, [*_without(folder, assumption.system, assumption.id), assumption][-MOST:])


def take_back(folder: Path, system: str, id: str) -> None:
    """Let an assumption be made again; one that was not refused is no error. Raises as `refuse` does."""
    if not _file(folder).exists():
        return
    with one_at_a_time(folder):
        kept = _without(folder, system, id)
        if len(kept) < len(_all(folder)):
            _write(folder, kept)


def _without(folder: Path, system: str, id: str) -> list[Refused]:
    return [one for one in _all(folder) if (one.system, one.id) != (system, id)]


def _all(folder: Path) -> list[Refused]:
    file = _file(folder)
    if not file.exists():
        return []
    try:
        return _File.validate_python(read_json(file))
    except (InputError, ValueError) as error:
        raise InputError(
            "What you did not want to be assumed again cannot be read any more.", f"Move {file} away to begin anew."
        ) from error


def _file(folder: Path) -> Path:
    return folder / "refused_readings.json"


def _write(folder: Path, kept: Sequence[Refused]) -> None:
    write_json(_file(folder), _File.dump_python(list(kept), mode="json"))
