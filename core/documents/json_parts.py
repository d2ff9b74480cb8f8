"""Files of JSON in a zip that somebody brings, read by a process of its own and given as plain values."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Sequence
from typing import Any

from core.isolation import Limits, run_apart

_LIMITS = Limits(seconds=12)
_DAMAGES = (KeyError, ValueError, OSError, RuntimeError, EOFError, zlib.error, zipfile.BadZipFile)


def read_json_parts(data: bytes, name: str, parts: Sequence[str], largest: int) -> list[Any] | None:
    """Return the value in each of these parts of a zip; None when it is no zip, or has not all of them in order.

    Raises `InputError` when one of them unpacks to more than `largest` bytes, or to more values than there is room for.
    """
    values: list[Any] | None = run_apart(name, _read, data, list(parts), largest, limits=_LIMITS)
    return values


def _read(data: bytes, parts: list[str], largest: int) -> list[Any] | None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [_value(archive, part, largest) for part in parts]
    except _DAMAGES:
        return None


def _value(archive: zipfile.ZipFile, part: str, largest: int) -> Any:
    with archive.open(archive.getinfo(part)) as file:
        text = file.read(largest + 1)
    if len(text) > largest:
        raise MemoryError
    return json.loads(text)
