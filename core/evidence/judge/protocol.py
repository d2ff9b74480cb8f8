"""What every judge has in common, and how its word is taken: only with words that stand in the passage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from core.evidence.verdicts import Statement


@dataclass(frozen=True)
class Opinion:
    """What a judge says of one statement. `words` are of its passages, as the judge quotes them: not yet verified."""

    standing: Literal["backed", "contradicted", "not in the passage", "not checked"]
    words: tuple[str, ...] = ()
    reason: str = ""


class Judge(Protocol):
    """Judges sentences against passages, many at once."""

    @property
    def label(self) -> str:
        """Who this is, for the screen."""

    def judge(self, statements: Sequence[Statement]) -> list[Opinion]:
        """Return an opinion on each statement, in order; *not checked* with the reason where there is none."""
