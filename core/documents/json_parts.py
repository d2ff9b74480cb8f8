"""Files of JSON in a zip that somebody brings, read by a process of its own: plain values, and digests of all else."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from core.isolation import Limits, run_apart

_LIMITS = Limits(seconds=12)
_DAMAGES = (KeyError, ValueError, OSError, RuntimeError, EOFError, zlib.error, zipfile.BadZipFile)


class Parts(NamedTuple):
    """The values of the parts that were asked for, in their order, and the SHA-256 of every other file by its name.

    Of several files of one name the last is meant, as everywhere in zips; the others stand among `others` as "name#1".
    """

    values: list[Any]
    others: dict[str, str]


def read_json_parts(data: bytes, name: str, parts: Sequence[str], largest: int) -> Parts | None:
    """Return the value in each of these parts of a zip; None when it is no zip, or has not all of them.

    Raises `InputError` when one of them, or all others together, unpack to more than `largest` bytes, or to more values
    than there is room for.
    """
    read = run_apart(name, _read, data, list(parts), largest, limits=_LIMITS)
    return None if read is None else Parts(*read)


def _read(data: bytes, parts: list[str], largest: int) -> list[Any] | None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            values = [_value(archive, part, largest) for part in parts]
            return [values, _others(archive, parts, largest)]
    except _DAMAGES:
        return None


def _value(archive: zipfile.ZipFile, part: str, largest: int) -> Any:
    with archive.open(archive.getinfo(part)) as file:
        text = file.read(largest + 1)
    if len(text) > largest:
        raise MemoryError
    return json.loads(text)


def _others(archive: zipfile.ZipFile, parts: Sequence[str], largest: int) -> dict[str, str]:
    digests: dict[str, str] = {}
    left = largest
    for number, entry in enumerate(archive.infolist()):
        is_meant = archive.getinfo(entry.filename) is entry
        if entry.filename in parts and is_meant:
            continue
        with archive.open(entry) as file:
            text = file.read(left + 1)
        left -= len(text)
        if left < 0:
            raise MemoryError
        name = entry.filename if is_meant else f"{entry.filename}#{number}"
        digests[name.encode(errors="replace").decode()] = hashlib.sha256(text).hexdigest()
    return digests
