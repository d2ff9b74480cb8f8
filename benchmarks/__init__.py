"""Measurements of speed and memory, run by hand or by `make bench`; none of them is a test."""

from __future__ import annotations

import resource
from pathlib import Path


def megabytes() -> float:
    """Memory that this process holds now, from Linux where it tells, or else the most that it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() / 2**20
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
