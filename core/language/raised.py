"""Raised and lowered signs in one line of text: 10 with a small 6 above is 10⁶, and never 106."""

from __future__ import annotations

_RAISED = str.maketrans("0123456789+-−–=", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼")
_LOWERED = str.maketrans("0123456789+-−–=", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌")
_IN_LINE = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼", "0123456789+-=")
_LETTERS = {"n": "ⁿ", "i": "ⁱ", "n+1": "ⁿ⁺¹", "n-1": "ⁿ⁻¹"}


def raised(text: str) -> str:
    """Return what stands above the line in signs that say so; the th of 5th, and a note in brackets, as they are."""
    bare = text.strip()
    if bare.startswith(("[", "(")) or not any(map(str.isdecimal, bare)):
        return _LETTERS.get(bare, text)
    return _LETTERS.get(bare) or bare.translate(_RAISED)


def lowered(text: str, before: str, after: str) -> str:
    """Return what stands below the line between these; plain, as in CO2, unless it would become part of a number."""
    in_number = before[-1:].isdecimal() or after[:1].isdecimal()
    return text.strip().translate(_LOWERED) if in_number else text


def in_line(text: str) -> str:
    """Return raised signs as those that a number is written with: ⁻³ is -3."""
    return text.translate(_IN_LINE)
