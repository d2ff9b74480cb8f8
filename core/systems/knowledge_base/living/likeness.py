"""Whether two sentences speak of the same, and whether they then say the same: the figures, the names, yes or no.

A change of meaning that passes for a rewording is worse than the reverse, so what cannot be told is a change.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from core.language.clauses import content_stems, tokens
from core.language.negation import negates, scope
from core.language.opposites import directions
from core.language.quantities import quantities
from core.language.sentences import sentences_and_rows
from core.language.terms import analyse
from core.retrieval.embedder import Embedder

ALIKE = 0.6
"""From this likeness on a sentence is taken for the successor of another one."""

_SAME = 0.72  # from this likeness on sentences with the same figures and names say the same
_SUBJECT = 0.7  # the share of a sentence's words that another one has to have to speak against it
_SURELY = 0.85  # so large a share that any other figure is the figure of the same
_WHOLE = 5  # words that a sentence has at least which speaks of nothing else
_BEGINS = 3  # words that make a subject and a verb
_COPULAS = frozenset(("is", "are", "was", "were", "has", "have", "be"))
_SHORT = 4  # words: so few in the place of so few are another value, not another wording
_TURNING = frozenset(
    "on off before after until since above below over under all any some none only must may".split()  # noqa: SIM905
)
_NAMES = re.compile(
    r"`[^`\n]+`|(?<![\w./-])[\w~.-]*[/_][\w./_-]*\w|\b[A-Z]{2,}\w*\b|\b[a-z]+[A-Z]\w*\b|\b\w+\(\)"
    r"|(?<=[a-z,;] )[A-Z][\w-]+(?: [A-Z][\w-]+)*"
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
    return frozenset(word for word in analyse(sentence) if not word[0].isdigit())


def shared_words(sentence: str, other: str) -> float:
    """Measure which share of their words two sentences have in common, 0 … 1, figures aside."""
    one, two = _words(sentence), _words(other)
    return 2 * len(one & two) / (len(one) + len(two)) if one or two else 0.0


def says_the_same(one: str, other: str, likeness: float) -> bool:
    """Whether two sentences that are alike say the same: equal figures and names, both yes or both no."""
    if squeezed(one).casefold() == squeezed(other).casefold():
        return True
    if likeness < _SAME or _figures(one) != _figures(other) or not _turns_alike(one, other):
        return False
    apart = _names_missing(one, other) or _names_missing(other, one)
    return not apart and not _is_another_value(*_differing(one, other))


def says_otherwise(one: str, other: str, likeness: float) -> bool:
    """Whether a sentence gives another value for what the first one speaks of, so that both cannot be right.

    It has to speak of nearly all that the first one does, or of nothing else: the same of another thing is none.
    """
    words, others = _words(one), _words(other)
    covered = len(words & others) / max(min(len(words), max(len(others), _WHOLE)), 1)
    gone, come = _differing(one, other)
    replaced = bool(gone and come) and _is_another_value(gone, come)
    if likeness < ALIKE or (covered < _SUBJECT and not (replaced and _ends_otherwise(one, other, gone + come))):
        return False
    here, there = _figures(one), _figures(other)
    less, more = {dimension for dimension, _ in here - there}, {dimension for dimension, _ in there - here}
    if less & more or (less and more and covered >= _SURELY):
        return True
    renamed = bool(_names_missing(one, other) and _names_missing(other, one))
    return replaced or renamed or not _turns_alike(one, other)


def _ends_otherwise(one: str, other: str, differing: Sequence[str]) -> bool:
    """Whether two sentences begin with the same subject and verb, and only end with something else."""
    before, after = _WORD.findall(one.casefold().rstrip(".")), _WORD.findall(other.casefold().rstrip("."))
    begin = before[: _common(before, after)]
    to_the_end = before[-1:] != after[-1:]
    return to_the_end and len(content_stems(" ".join(begin))) >= _BEGINS and not _COPULAS & {*differing}


def _figures(sentence: str) -> Counter[tuple[str, float]]:
    """Count the numbers of a sentence; the article of “a year” is none."""
    written = [
        one for one in quantities(sentence) if not one.implied and not one.text.lower().startswith(("a ", "an "))
    ]
    return Counter((one.dimension, _rounded(one.value)) for one in written if one.text.lower() not in ("a", "an"))


def _rounded(value: float) -> float:
    return float(f"{value:.9g}")


def _names_missing(one: str, other: str) -> bool:
    """Whether a sentence names something that the other one does not say at all."""
    said = other.casefold()
    return any(match.group().strip("`").casefold() not in said for match in _NAMES.finditer(one))


def _turns_alike(one: str, other: str) -> bool:
    """Whether two sentences deny the same, and point the same way in what they compare."""
    denied, denied_there = _denied(one), _denied(other)
    if len(denied) % 2 != len(denied_there) % 2 or _directions(one) != _directions(other):
        return False
    return all(any(here & there for there in denied_there) for here in denied if denied_there)


@lru_cache(maxsize=4_000)
def _denied(sentence: str) -> tuple[frozenset[str], ...]:
    """Return for each denial in a sentence the stems of what it turns."""
    found = tokens(sentence)
    return tuple(
        frozenset(turned.stem for turned in scope(token, found[place + 1 :]) if turned.content)
        for place, token in enumerate(found)
        if negates(token, found[place + 1 :])
    )


def _directions(sentence: str) -> frozenset[tuple[str, int]]:
    return frozenset(axis for token in tokens(sentence) for axis in directions(token.word))


def _differing(one: str, other: str) -> tuple[list[str], list[str]]:
    """Return the words of each from the first to the last place where they differ."""
    before, after = _WORD.findall(one.casefold()), _WORD.findall(other.casefold())
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    return before[start : len(before) - end], after[start : len(after) - end]


def _is_another_value(gone: Sequence[str], come: Sequence[str]) -> bool:
    """Whether a few words that stand in the place of others say something else, and are not the same otherwise put."""
    few = max(len(gone), len(come)) <= _SHORT
    return few and (content_stems(" ".join(gone)) | _TURNING & {*gone}) != (
        content_stems(" ".join(come)) | _TURNING & {*come}
    )


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words are the same from the beginning on."""
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def differing_words(then: str, now: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return where the words of two sentences differ: character offsets `[start, end)` in each, in order."""
    before, after = list(re.finditer(r"\S+", then)), list(re.finditer(r"\S+", now))
    compared = SequenceMatcher(None, [one.group() for one in before], [one.group() for one in after], False)
    gone, come = list[tuple[int, int]](), list[tuple[int, int]]()
    for kind, start, end, begin, stop in compared.get_opcodes():
        if kind != "equal":
            gone += [(before[start].start(), before[end - 1].end())] if start < end else []
            come += [(after[begin].start(), after[stop - 1].end())] if begin < stop else []
    return gone, come
