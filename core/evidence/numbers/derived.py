"""Numbers that stand in no passage and yet follow from it: spans, factors, differences, shares, sums, limits.

Only numbers of one sentence of the passage are put together, and a word near the number must say how: the more can be
reckoned, the more wrong numbers would come out by chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Literal

from core.evidence.numbers.amounts import agrees
from core.language.clauses import content_stems, tokens
from core.language.lexicon import alternatives, word_groups
from core.language.quantities import Quantity, is_year, quantities
from core.language.sentences import sentences

Way = Literal["changed", "together", "mean", "rest", "product", "share", "itself", "apart"]
"""How a number is reckoned: by which words, or by a word that needs none beside it (doubled; 418 of 1,204)."""

_CUES = {way: re.compile(rf"\b(?:{alternatives(words)})\b") for way, words in word_groups("reckoning_words").items()}
_YEAR = 31557600.0
_REACH = 4  # so many words from the number its cue may stand
_NEAR = 0.6  # a sentence of the passage counts when it shares this part of the most shared words
_THRESHOLD = re.compile(r"\bp\s*(?:-value\s*)?(?:of\s*)?[<≤]\s*$|\bp\s+(?:below|under|less than)\s+$", re.I)
_LIMIT = re.compile(r"0\.(?:1|0*[15])|[15]e-\d+")
_P_VALUE = re.compile(r"\bp\s*(?:-value\s*)?(?:of\s*)?[=<≤]?\s*$", re.I)
_PART_OF = re.compile(
    r"(?:\s+[a-z-]+)?\s*(?:(?:out\s+)?of|among|in)\s+(?:[a-z-]+\s+){0,3}", re.I
)  # “2,987 of the 3,412”
_OR_MORE = re.compile(r"\b(?:or|and) (?:more|over|less|fewer|older|younger|longer|shorter)\b")
_OF = re.compile(r"\s*(?:of|among)\b", re.I)
_JOINED = re.compile(r"\s*(?:,|and|,? and)?\s*", re.I)


def composed(row: Sequence[Quantity], passage: str) -> Iterator[Quantity]:
    """“1 hour and 30 minutes” as one amount."""
    for one, two in pairwise(row):
        joined = one.dimension == two.dimension != "" and _JOINED.fullmatch(passage[one.end : two.start])
        if joined and two.factor < one.factor:
            yield replace(one, end=two.end, value=one.value + two.value, step=two.step, factor=two.factor)


def follows(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> Literal["", "perhaps", "yes"]:
    """Whether `said`, a number of `sentence`, follows from the numbers of `passage`, which are `there`.

    “perhaps” where two numbers of the passage would give it and no word of the sentence says that they should.
    """
    if _is_span(said, there) or _is_limit(said, there, sentence, passage) or _is_age(said, there, sentence):
        return "yes"
    if said.dimension == "ordinal":
        return ""
    near = _words_around(said, sentence)
    ways = [
        way
        for row in _rows(there, sentence, passage)
        for value, way in _reckoned(said, row, passage)
        if agrees(said, value)
    ]
    if any(_is_said(way, near, sentence, said) for way in ways):
        return "yes"
    return "perhaps" if "changed" in ways and said.dimension != "percent" else ""


def _is_said(way: Way, near: str, sentence: str, said: Quantity) -> bool:
    if way in ("itself", "share"):
        return way == "itself" or bool(_OF.match(sentence, said.end))
    return _CUES["changed" if way == "apart" else way].search(near) is not None


def _words_around(said: Quantity, sentence: str) -> str:
    """Return the words of a sentence that stand at most four words before or after a number."""
    before = " ".join(sentence[: said.start].lower().split()[-_REACH:])
    after = " ".join(sentence[said.end :].lower().split()[:_REACH])
    return _OR_MORE.sub("", f"{before} # {after}")


def _rows(there: Sequence[Quantity], sentence: str, passage: str) -> list[list[Quantity]]:
    """Return the numbers of each sentence of the passage that speaks of what the sentence speaks of."""
    spans = [(one.start, one.end) for one in quantities(sentence)]
    stems = {
        token.stem for token in tokens(sentence)
        if token.content and not any(start <= token.start < end for start, end in spans)
    }  # fmt: skip
    rows = []
    for part in sentences(passage):
        row = [one for one in there if part.start <= one.start < part.end and not (one.implied or is_year(one))]
        rows.append((len(stems & content_stems(part.text)), row))
    most = max((shared for shared, _ in rows), default=0)
    return [row for shared, row in rows if row and shared >= _NEAR * most]


def _reckoned(said: Quantity, row: Sequence[Quantity], passage: str) -> Iterator[tuple[float, Way]]:
    """Give what can be reckoned from one sentence's numbers in the unit of `said`, and how."""
    alike = [one for one in row if one.dimension == said.dimension]
    for one, two in combinations([one for one in row if one.value and one.dimension != "ordinal"], 2):
        if one.dimension == two.dimension:
            yield from _of_two(said, one, two, passage)
        else:
            yield from _of_unlike(said, one, two)
    if len(alike) > 1:
        yield sum(one.value for one in alike), "together"
        yield sum(one.value for one in alike) / len(alike), "mean"
    if said.dimension == "percent":
        yield from ((100 - one.value, "rest") for one in alike)
        yield from ((100 * (one.value - 1), "changed") for one in row if one.dimension == "times")
    elif said.dimension == "times":
        yield from ((1 + one.value / 100, "itself") for one in row if one.dimension == "percent")


def _of_two(said: Quantity, one: Quantity, two: Quantity, passage: str) -> Iterator[tuple[float, Way]]:
    """Reckon with two numbers of one dimension, neither of them 0."""
    larger, smaller = max(one.value, two.value), min(one.value, two.value)
    if said.dimension == one.dimension:
        yield one.value + two.value, "together"
    if said.dimension == one.dimension != "percent":  # 22 % after 31 % is 9 points less, and not 9 %
        yield one.value - two.value, "changed"
    if not said.dimension and one.dimension:  # “6 degrees”
        yield one.written - two.written, "apart"
    elif said.dimension == "time" and not one.dimension:  # “three years later” of the ages 4 and 7
        yield (one.value - two.value) * _YEAR, "changed"
    elif said.dimension == "times":  # “doubled” of 10 and 20
        yield larger / smaller, "itself"
    elif said.dimension == "points" and one.dimension in ("percent", ""):
        yield one.value - two.value, "changed"
    elif said.dimension == "time" and one.dimension == "clock":  # in seconds of a race, in minutes of a day
        yield from ((scale * (one.value - two.value), "changed") for scale in (1, 60))
    if said.dimension == "percent":
        first, last = (two, one) if one.role == "to" or two.role == "from" else (one, two)
        yield 100 * (last.value - first.value) / first.value, "changed"
        is_part = one.dimension == "" and _PART_OF.fullmatch(passage[one.end : two.start])
        yield 100 * smaller / larger, "itself" if is_part else "share"


def _of_unlike(said: Quantity, one: Quantity, two: Quantity) -> Iterator[tuple[float, Way]]:
    """“400” of 1,400 and 3.5 times as many; “80 minutes a week” of 40 minutes twice a week; 3 % of 38,500."""
    for value, other in ((one, two), (two, one)):
        if value.dimension == said.dimension:
            if other.dimension == "times":
                yield value.value / other.value, "itself"
                yield value.value * other.value, "itself"
            elif other.dimension == "percent":
                yield value.value * other.value / 100, "itself" if said.bound == "about" else "share"
            elif not other.dimension and other.value % 1 == 0:
                yield value.value * other.value, "product"


def _is_span(said: Quantity, there: Sequence[Quantity]) -> bool:
    """“Ten years later” of 2011 and 2021."""
    if said.dimension != "time" or not re.search(r"year|decade", said.text):
        return False
    calendar = [one.value for one in there if is_year(one)]
    return any(abs(abs(one - other) - said.value / _YEAR) < 0.01 for one, other in combinations(calendar, 2))


def _is_limit(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> bool:
    """“p < .05” of “p = .002”, where the limit is one that people use."""
    if said.dimension or not _THRESHOLD.search(sentence[: said.start]) or not _LIMIT.fullmatch(f"{said.value:g}"):
        return False
    values = [one.value for one in there if not one.dimension and _P_VALUE.search(passage[: one.start])]
    return any(value <= said.value for value in values)


def _is_age(said: Quantity, there: Sequence[Quantity], sentence: str) -> bool:
    """Tell “the twelfth century” of 1180, and “the 1990s” of 1994."""
    years = [one.value for one in there if is_year(one) or (not one.dimension and 100 <= one.value <= 2100)]
    if said.dimension == "ordinal" and re.match(r"[\s-]+centur", sentence[said.end :]):
        return any((year - 1) // 100 + 1 == said.value for year in years)
    return (
        is_year(said)
        and sentence[said.end : said.end + 1] == "s"
        and any(0 <= year - said.value < 10 for year in years)
    )
