"""What a check has to say about a sentence: one fault, in words, with the places to highlight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Fault = Literal["number", "polarity", "entity", "unsupported"]


@dataclass(frozen=True)
class Finding:
    """One fault of a sentence. `sentence[start:end]` is what is wrong; `source` is where the passage speaks of it.

    `source` holds offsets in the checked passage text (start, end), or None where nothing in it corresponds.
    """

    fault: Fault
    message: str
    start: int
    end: int
    source: tuple[int, int] | None = None
