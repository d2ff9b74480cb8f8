"""Numbers that stand in no passage and yet follow from it: spans of years, factors, differences, shares, sums, limits.

What is reckoned needs a word in the sentence that says so, and only numbers of one sentence of the passage are put
together: the more can be reckoned, the more wrong numbers would come out by chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from core.evidence.numbers.amounts import agrees
from core.language.clauses import content_stems, tokens
from core.language.lexicon import word_groups
from core.language.quantities import Quantity, is_year, quantities
from core.language.sentences import sentences

_WORDS = word_groups("claim_words")
_BOTH, _TOGETHER, _EACH, _CHANGED = (_WORDS[kind] for kind in ("both", "together", "each", "changed"))
_APART = _WORDS["apart"] | _CHANGED
_NEAR = 0.6  # the numbers of a sentence of the passage count when it shares this part of the most shared words
_THRESHOLD = re.compile(r"\bp\s*(?:-value\s*)?(?:of\s*)?[<≤]\s*$|\bp\s+(?:below|under|less than)\s+$", re.I)
_P_VALUE = re.compile(r"\bp\s*(?:-value\s*)?(?:of\s*)?[=<≤]?\s*$", re.I)


def follows(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> bool:
    """Whether `said`, a number of `sentence`, follows from the numbers of `passage`, which are `there`."""
    words = {token.word for token in tokens(sentence)}
    if _is_span(said, there) or _is_limit(said, there, sentence, passage) or _is_century(said, there, sentence):
        return True
    if said.word and not said.dimension and _are_so_many(said, there, sentence, passage):
        return True
    if said.dimension == "ordinal":
        return False
    if said.bound == "about" and any(agrees(said, value) for value in _shares_of(said, there, sentence, passage)):
        return True
    rows = _rows(there, sentence if not said.per else "", passage)
    return any(agrees(said, value) for row in rows for value in _reckoned(said, row, words))


def _rows(there: Sequence[Quantity], sentence: str, passage: str) -> list[list[Quantity]]:
    """Return the numbers of each sentence of the passage that speaks of what the sentence speaks of."""
    measured = quantities(sentence)
    stems = {
        token.stem for token in tokens(sentence)
        if token.content and not any(one.start <= token.start < one.end for one in measured)
    }  # fmt: skip
    rows = []
    for part in sentences(passage):
        end = part.start + len(part.text)
        row = [one for one in there if part.start <= one.start < end and not one.implied]
        rows.append((len(stems & content_stems(part.text)), row))
    most = max((shared for shared, _ in rows), default=0)
    return [row for shared, row in rows if row and shared >= _NEAR * most]


def _reckoned(said: Quantity, row: Sequence[Quantity], words: set[str]) -> Iterator[float]:
    """Give what can be reckoned from one sentence's numbers in the unit of `said`."""
    alike = [one for one in row if one.dimension == said.dimension and not is_year(one)]
    bare = [one for one in row if not one.dimension and not is_year(one)]
    for one, two in combinations(row, 2):
        if one.dimension == two.dimension and one.value and two.value and not (is_year(one) or is_year(two)):
            yield from _of_two(said, one, two, words)
    if words & _TOGETHER and len(alike) > 1:
        yield sum(one.value for one in alike)
    yield from _multiplied(said, row, alike, bare, words)
    if said.dimension == "percent" and said.word and words & _CHANGED:
        yield from (100 * (1 - one.value) for one in bare if 0 < one.value < 1)  # a ratio of 0.67 cuts by a third


def _of_two(said: Quantity, one: Quantity, two: Quantity, words: set[str]) -> Iterator[float]:
    """Reckon with two numbers of one dimension, neither of them 0."""
    larger, smaller = max(one.value, two.value), min(one.value, two.value)
    if said.dimension == "times":  # “doubled” of 10 and 20
        yield max(one.value / two.value, two.value / one.value)
    elif said.dimension == "percent":
        yield from _share_of_two(said, one, two, words)
    elif said.dimension == "points" and one.dimension in ("percent", "points", "") and words & _APART:
        yield one.value - two.value
    if one.dimension == said.dimension and words & _APART and said.dimension != "percent":
        yield one.value - two.value
    if not said.dimension and not one.dimension and words & _EACH and one.value % 1 == two.value % 1 == 0:
        yield larger / smaller  # pupils of a class


def _share_of_two(said: Quantity, one: Quantity, two: Quantity, words: set[str]) -> Iterator[float]:
    first, last = _in_time(one, two)
    from_to = {one.role, two.role} == {"from", "to"}
    if words & _CHANGED and (from_to or one.dimension != "percent"):  # “by a third” of 31 to 22
        yield 100 * (last.value - first.value) / first.value
    if from_to or (said.word and one.dimension):
        yield 100 * last.value / first.value  # “to a third” of 15.6 to 5.2
    if not (one.dimension or one.role or two.role):  # “a third” of 418 of 1,204
        yield 100 * min(one.value, two.value) / max(one.value, two.value)


def _multiplied(
    said: Quantity, row: Sequence[Quantity], alike: Sequence[Quantity], bare: Sequence[Quantity], words: set[str]
) -> Iterator[float]:
    """“400” of 1,400 and 3.5 times as many; “80 minutes a week” of 40 minutes twice a week."""
    factors = [one for one in row if one.dimension == "times"]
    counts = [one.value for one in bare if one.value % 1 == 0] if words & _TOGETHER else []
    for one in alike:
        for factor in factors:
            if factor.per in ("", said.per):
                yield from (one.value * factor.value, one.value / factor.value)
        if one.dimension:
            yield from (one.value * count for count in counts)


def _shares_of(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> Iterator[float]:
    """“About 1,150 runners” of 38,500 runners, of whom 3 % …"""
    noun = next_stem(sentence, said)
    for count in there:
        if not (said.dimension or count.dimension or is_year(count)) and next_stem(passage, count) == noun:
            yield from (count.value * one.value / 100 for one in there if one.dimension == "percent")


def _in_time(one: Quantity, two: Quantity) -> tuple[Quantity, Quantity]:
    """Which of two numbers was first: as they are marked, or as they stand."""
    return (two, one) if one.role == "to" or two.role == "from" else (one, two)


def _is_span(said: Quantity, there: Sequence[Quantity]) -> bool:
    """“Ten years later” of 2011 and 2021, of age 4 and 7."""
    if said.dimension != "time" or "year" not in said.text:
        return False
    bare = [one.value for one in there if not one.dimension]
    return any(abs(one - other) == said.written for one, other in combinations(bare, 2))


def _is_limit(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> bool:
    """“p < .05” of “p = .002”."""
    if said.dimension or not _THRESHOLD.search(sentence[: said.start]):
        return False
    values = [one.value for one in there if not one.dimension and _P_VALUE.search(passage[: one.start])]
    return any(value <= said.value for value in values)


def _is_century(said: Quantity, there: Sequence[Quantity], sentence: str) -> bool:
    """Tell “the twelfth century” of 1180."""
    if said.dimension != "ordinal" or not re.search(r"\bcentur", sentence[said.end : said.end + 40]):
        return False
    return any(not one.dimension and (one.value - 1) // 100 + 1 == said.value for one in there)


def _are_so_many(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> bool:
    """“Two groups” where the passage names both and counts none, “three groups” with three figures; not for “four”."""
    stems = {token.stem for token in tokens(passage)}
    noun = next_stem(sentence, said)
    counted = any(one.value > 2 and not one.dimension and next_stem(passage, one) == noun for one in there)
    if said.value == 2:
        return bool({token.word for token in tokens(passage)} & _BOTH) or not counted
    if counted or noun not in stems:
        return False
    rows = ([one for one in there if one.dimension == other.dimension and not is_year(one)] for other in there)
    return any(len(row) == said.value for row in rows)


def next_stem(text: str, quantity: Quantity) -> str:
    """Return the stem of the next word after a number that says something: what is counted."""
    return next((token.stem for token in tokens(text) if token.start >= quantity.end and token.content), "")
