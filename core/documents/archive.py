"""A zip of files, taken apart by a process of its own: nothing in it can choose where it is written, or how much."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from core.documents.detect_type import ARCHIVE_MARKS, LARGEST_FILE, in_megabytes, looks_like_zip_of_files
from core.errors import InputError
from core.isolation import Limits, run_apart

MOST_FILES = 10_000
LARGEST_UNPACKED = 500 * 1024 * 1024  # bytes
_DAMAGES = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)
_ENCRYPTED = 0x1
_NAMED = b"PK\x01\x02"  # stands before each name in the list of an archive
_MOST_NAMED = 50 * MOST_FILES  # with those of documents in it, which are archives of some parts themselves
_LIMITS = Limits(seconds=60)
_NO_DOCUMENTS = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")


def may_be_archive(data: bytes) -> bool:
    """Whether a file begins as an archive does; an office file does, too."""
    return data[:4] in ARCHIVE_MARKS


def take_apart(archive: Path, name: str, first: int) -> list[tuple[str, str]] | None:
    """Lay the files in an archive beside it, called by their number from `first` on, in a process of its own.

    Each of them is given by its path in the archive, with the reason why it is refused or "". None for a document that
    is packed as an archive. Raises `InputError` for an archive that cannot be taken apart.
    """
    entries = run_apart(name, _lay_down, str(archive), name, first, limits=_LIMITS)
    return None if entries is None else [(path, reason) for path, reason in entries]


def _lay_down(archive: str, name: str, first: int) -> list[list[str]] | None:
    data = Path(archive).read_bytes()
    if data.count(_NAMED) > _MOST_NAMED:  # their list alone would fill the memory
        raise _too_many(name)
    if not looks_like_zip_of_files(data):
        return None
    entries = []
    for number, (path, content) in enumerate(unpack(data, name), start=first):
        if isinstance(content, bytes):
            Path(archive).with_name(f"{number}").write_bytes(content)
        reason = content.in_full() if isinstance(content, InputError) else ""
        entries.append([path.encode("utf-8", "replace").decode(), reason])
    return entries


def _too_many(name: str) -> InputError:
    return InputError(f"{name} holds more than {MOST_FILES:,} files.", "Split it into several archives.")


def unpack(data: bytes, name: str) -> Iterator[tuple[str, bytes | InputError]]:
    """Each file of an archive by its path in there, with its content or the reason why it is refused.

    Raises `InputError` for an archive that is damaged, holds too many files or unpacks to too much.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir() and not _is_litter(entry.filename)]
            if len(entries) > MOST_FILES:
                raise _too_many(name)
            if sum(entry.file_size for entry in entries) > LARGEST_UNPACKED:
                raise InputError(
                    f"{name} unpacks to more than {in_megabytes(LARGEST_UNPACKED)}.", "Split it into several archives."
                )
            for entry in entries:
                yield entry.filename, _content(archive, entry)
    except _DAMAGES as error:
        raise InputError(f"{name} is damaged and cannot be unpacked.", "Pack it again.") from error


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | InputError:
    if refused := _refused(entry):
        return refused
    name = entry.filename
    try:
        content = archive.read(entry)  # reads no more than the size that was checked
    except _DAMAGES:
        return InputError(f"{name} is damaged in the archive.", "Pack it again.")
    if looks_like_zip_of_files(content):
        return InputError(f"{name} is an archive inside an archive.", "Unpack it first.")
    return content


def _refused(entry: zipfile.ZipInfo) -> InputError | None:
    """Return why a file of an archive is not read, as far as its entry tells."""
    name = entry.filename
    if _leaves_its_folder(name):
        return InputError(f"{name} would leave the archive's own folder.", "Pack it with a plain path.")
    if stat.S_ISLNK(entry.external_attr >> 16):
        return InputError(f"{name} is a link to another file.", "Pack the file itself.")
    if entry.flag_bits & _ENCRYPTED:
        return InputError(f"{name} is protected by a password.", "Take the password off.")
    if entry.file_size > LARGEST_FILE:
        return InputError(f"{name} is larger than {in_megabytes(LARGEST_FILE)}.", "Split it into several files.")
    return None


def _leaves_its_folder(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in path.parts[0] or "\0" in name


def _is_litter(name: str) -> bool:
    """Return what systems put into archives beside the files of their users."""
    return any(part in _NO_DOCUMENTS or part.startswith("._") for part in PurePosixPath(name).parts)
