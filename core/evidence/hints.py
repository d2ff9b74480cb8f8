"""Hints: where a reader of an unchecked sentence looks first. They never strike."""

from __future__ import annotations

from core.evidence.verdicts import Hint, Statement


def hints_for(statement: Statement) -> tuple[Hint, ...]:
    """Return what speaks against a sentence without proving anything, most telling first."""
    return ()
