"""Words that point one way or the other, on axes: a sentence may not point down where its passage points up.

Every axis names its words in one direction and in the other; a word stands for all forms of its stem, unless the list
says “as written”: the stem of “costly” is that of “cost”, which points nowhere.
"""

from __future__ import annotations

from functools import cache

from core.language.clauses import stem
from core.language.lexicon import rows, word_groups

# Verbs with the better or larger thing before them: “A exceeds B” is “B is exceeded by A”.
COMPARING_VERBS = frozenset(map(stem, word_groups("claim_words")["comparing verb"]))


@cache
def axes_of() -> dict[str, tuple[tuple[str, int], ...]]:
    """For each stem, and each irregular form as written, the axes it points on with +1 or −1."""
    found: dict[str, dict[str, int]] = {}
    for row in rows("directions"):
        forms = (row["word"],) if row["forms"] == "as written" else (row["word"], stem(row["word"]))
        for form in forms:
            found.setdefault(form, {}).setdefault(row["axis"], 1 if row["sign"] == "+" else -1)
    return {form: tuple(axes.items()) for form, axes in found.items()}


def directions(word: str) -> tuple[tuple[str, int], ...]:
    """Return the axes that a word in lower case points on, with +1 or −1; nothing for most words."""
    known = axes_of()
    return known.get(word) or known.get(stem(word)) or _by_prefix(word)


def moves(word: str) -> bool:
    """Whether the word is one of change (rise, shrink), so that “stable” contradicts it."""
    return any(axis == "movement" for axis, _ in directions(word)) and not any(
        axis in ("comparison", "size", "extreme") for axis, _ in directions(word)
    )


def _by_prefix(word: str) -> tuple[tuple[str, int], ...]:
    """“unreliable” by “reliable”, “inactive” by “active”: what stands without its prefix points the other way."""
    known = axes_of()
    for prefix in ("un", "in", "im", "ir", "non", "dis"):
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) > 4 and stem(rest) in known:
            return tuple((axis, -sign) for axis, sign in known[stem(rest)])
    return ()
