"""Things of one kind, which a sentence must not put in one another's place: mice for rats, Belgium for the Netherlands.

The list is never complete. Words that mean the same stand for one another; plurals in s are understood.
"""

from __future__ import annotations

from functools import cache

from core.language.clauses import stem
from core.language.lexicon import rows, word_list

# Kinds of which the passage must hold the very thing, whether or not it speaks of another one of the kind.
_STRICT = frozenset(
    (
        "animal", "illness", "medicine", "month", "weekday", "language", "organ", "element", "insect or pest",
        "programming language",
    )
)  # fmt: skip


@cache
def _members() -> dict[str, list[tuple[str, str]]]:
    """For each word the kinds it is of, each with the stem that stands for all that mean the same."""
    found: dict[str, list[tuple[str, str]]] = {}
    for row in rows("things"):
        form, entry = row["word"], (row["kind"], stem(row["means"]))
        for key in (form, f"{form}s", f"{form}es"):
            if entry not in found.setdefault(key, []):
                found[key].append(entry)
    return found


@cache
def _medicine_endings() -> tuple[str, ...]:
    return tuple(word_list("medicine_endings"))


def kinds(word: str) -> list[tuple[str, str]]:
    """Return the kinds that a lower-case word is of: (kind, the word that stands for it); nothing for most words."""
    found = _members().get(word, [])
    if not found and len(word) > 6 and word.endswith(_medicine_endings()):
        return [("medicine", stem(word))]
    return found


def is_strict(kind: str) -> bool:
    """Whether a thing of this kind must itself occur in the passage."""
    return kind in _STRICT


def same_meaning(one: str, other: str) -> bool:
    """Whether two lower-case words are listed as meaning the same (kidney, renal)."""
    return not set(kinds(one)).isdisjoint(kinds(other))
