"""Words of change and of comparison that point one way or the other: rose and fell, more and fewer.

A word stands for all forms of its stem, unless the list says “as written”.
"""

from __future__ import annotations

from functools import cache

from core.language.clauses import stem
from core.language.lexicon import rows


@cache
def _axes_of() -> dict[str, tuple[tuple[str, int], ...]]:
    """For each stem, and each irregular form as written, the axes it points on with +1 or −1."""
    found: dict[str, dict[str, int]] = {}
    for row in rows("directions"):
        forms = (row["word"],) if row["forms"] == "as written" else (row["word"], stem(row["word"]))
        for form in forms:
            found.setdefault(form, {}).setdefault(row["axis"], 1 if row["sign"] == "+" else -1)
    return {form: tuple(axes.items()) for form, axes in found.items()}


def directions(word: str) -> tuple[tuple[str, int], ...]:
    """Return the axes, movement or comparison, on which a word in lower case points, with +1 or −1."""
    known = _axes_of()
    return known.get(word) or known.get(stem(word)) or ()
