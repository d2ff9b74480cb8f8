"""Whether two sentences speak of the same, and whether they then say the same: the figures, the names, yes or no.

A change of meaning that passes for a rewording is worse than the reverse, so what cannot be told is a change.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from core.language.clauses import tokens
from core.language.negation import negates
from core.language.opposites import directions
from core.language.quantities import quantities
from core.language.sentences import sentences_and_rows
from core.language.terms import analyse
from core.retrieval.embedder import Embedder

ALIKE = 0.6
"""From this likeness on a sentence is taken for the successor of another one."""

_SAME = 0.72  # from this likeness on sentences with the same figures and names say the same
_SHORT = 4  # words: so few in the place of so few are another value, not another wording
_NAMES = re.compile(
    r"`[^`\n]+`|(?<![\w./-])[\w~.-]*[/_][\w./_-]*\w|\b[A-Z]{2,}\w*\b|\b[a-z]+[A-Z]\w*\b|\b\w+\(\)"
    r"|(?<=[a-z,;:] )[A-Z][\w-]+(?: [A-Z][\w-]+)*"
)
_WORD = re.compile(r"\w+(?:[-'’.]\w+)*|[^\w\s]")


def squeezed(text: str) -> str:
    """Return a text with single blanks, as sentences are compared."""
    return " ".join(text.split())


def claims_of(text: str) -> list[str]:
    """Return the sentences and rows of a text, each of which is judged by itself; headings and lone words are none."""
    found = [squeezed(one.text) for one in sentences_and_rows(text)]
    return [one for one in found if len(analyse(one)) > 2] or [squeezed(text)]


def likenesses(sentence: str, others: Sequence[str], embedder: Embedder) -> list[float]:
    """Measure how much each of some sentences speaks of what this one does, 0 … 1, whatever figures they have.

    The mean of the cosine and of the share of their words that both have.
    """
    if not others:
        return []
    first, *rest = embedder.encode([sentence, *others])
    return [
        (max(0.0, float(first @ vector)) + shared_words(sentence, other)) / 2
        for other, vector in zip(others, rest, strict=True)
    ]


@lru_cache(maxsize=4_000)
def _words(sentence: str) -> frozenset[str]:
    return frozenset(word for word in analyse(sentence) if not any(map(str.isdigit, word)))


def shared_words(sentence: str, other: str) -> float:
    """Measure which share of their words two sentences have in common, 0 … 1, figures aside."""
    one, two = _words(sentence), _words(other)
    return 2 * len(one & two) / (len(one) + len(two)) if one or two else 0.0


def says_the_same(one: str, other: str, likeness: float) -> bool:
    """Whether two sentences that are alike say the same: equal figures and names, both yes or both no."""
    if squeezed(one).casefold() == squeezed(other).casefold():
        return True
    if likeness < _SAME or _figures(one) != _figures(other) or _turned(one) != _turned(other):
        return False
    return _names(one) == _names(other) and not _replaced(one, other)


def says_otherwise(one: str, other: str, likeness: float) -> bool:
    """Whether a sentence gives another value for what the other one speaks of, so that both cannot be right."""
    if likeness < ALIKE:
        return False
    here, there = _by_dimension(one), _by_dimension(other)
    both = here.keys() & there.keys()
    if both:
        return all(not here[dimension] & there[dimension] for dimension in both)
    return not (here or there) and (_turned(one) != _turned(other) or _replaced(one, other))


def _figures(sentence: str) -> Counter[tuple[str, float]]:
    return Counter((one.dimension, _rounded(one.value)) for one in quantities(sentence))


def _by_dimension(sentence: str) -> dict[str, set[float]]:
    found: dict[str, set[float]] = {}
    for one in quantities(sentence):
        found.setdefault(one.dimension, set()).add(_rounded(one.value))
    return found


def _rounded(value: float) -> float:
    return float(f"{value:.9g}")


def _names(sentence: str) -> set[str]:
    return {match.group().strip("`").casefold() for match in _NAMES.finditer(sentence)}


def _turned(sentence: str) -> tuple[int, frozenset[tuple[str, int]]]:
    """Return whether a sentence denies, and which way what it compares points."""
    found = tokens(sentence)
    denials = sum(negates(token, found[place + 1 :]) for place, token in enumerate(found))
    return denials % 2, frozenset(axis for token in found for axis in directions(token.word))


def _replaced(one: str, other: str) -> bool:
    """Whether the sentences differ in one place alone, where a few words stand for a few others."""
    before, after = _WORD.findall(one.casefold()), _WORD.findall(other.casefold())
    changes = [change for change in SequenceMatcher(None, before, after, False).get_opcodes() if change[0] != "equal"]
    if len(changes) != 1:
        return False
    _, start, end, start_after, end_after = changes[0]
    return max(end - start, end_after - start_after) <= _SHORT and bool(
        analyse(" ".join(before[start:end])) or analyse(" ".join(after[start_after:end_after]))
    )
