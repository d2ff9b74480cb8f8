"""A small disk of a test's own, to be filled and made read-only; where nobody may mount one, a limit on files."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest

SIZE = 12 * 1024 * 1024


class SmallDisk(Protocol):
    """`folder` lies on it."""

    folder: Path

    def full(self) -> object:
        """Be full, as a context."""


class OwnDisk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def full(self, but_for: int = 0) -> Iterator[None]:
        """Be full, but for so many bytes."""
        filler = self.folder / "filler"
        with filler.open("wb", buffering=0) as file:
            for size in (1 << 16, 1 << 12, 1 << 6, 1):
                try:
                    while file.write(b"\0" * size):
                        pass
                except OSError:
                    continue
            file.truncate(max(0, file.tell() - but_for))
        try:
            yield
        finally:
            filler.unlink()

    @contextmanager
    def read_only(self) -> Iterator[None]:
        subprocess.run(["mount", "-o", "remount,ro", self.folder], check=True)
        try:
            yield
        finally:
            subprocess.run(["mount", "-o", "remount,rw", self.folder], check=True)


class LimitedFiles:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def full(self) -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def own_disk(folder: Path) -> Iterator[OwnDisk]:
    """Mount one, or skip with the reason."""
    if not sys.platform.startswith("linux"):
        pytest.skip("a small disk of one's own is mounted on Linux only")
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "glassbox-test", folder],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")
    try:
        yield OwnDisk(folder)
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
