"""Judges for tests: deterministic, and of known character."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.evidence.judge.protocol import Opinion
from core.evidence.verdicts import Statement


@dataclass
class ScriptedJudge:
    """Says what a function says of each statement, and keeps what it was shown."""

    says: Callable[[Statement], Opinion]
    label: str = "Scripted judge"
    shown: list[Statement] = field(default_factory=list)

    def judge(self, statements: Sequence[Statement]) -> list[Opinion]:
        self.shown += statements
        return [self.says(one) for one in statements]
