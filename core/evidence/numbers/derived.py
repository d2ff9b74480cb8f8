"""Numbers that stand in no passage and may follow from it.

Whoever writes “38 euros dearer” has reckoned, and in which words is theirs to choose. So a number may follow when two
or three of the passage's numbers come to it, unless so much comes out of them that it would have by accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from core.evidence.numbers.amounts import agrees, comparable, latitude
from core.evidence.numbers.belonging import fit, surroundings
from core.evidence.numbers.reckonings import Reckoning, reckonings
from core.language.lexicon import alternatives, word_list
from core.language.quantities import Quantity, is_year, quantities

# How many numbers may come out by accident: of one kind in one sentence of the passage, of one kind, of all. More may
# where a word near the number says that it is reckoned; few where it looks like a slip of another.
_CHANCES, _CHANCES_WHERE_SAID, _CHANCES_AGAINST_A_SLIP = (0.2, 0.1, 0.05), (1.0, 0.6, 0.3), (0.1,)
_REACH = 8  # so many words from the number such a word may stand
_SAYS_SO = re.compile(rf"\b(?:{alternatives(word_list('reckoning_words'))}|[a-z]{{3,}}er)\b")
_SAME_MATTER = 0.3  # of what the best fitting number of the passage has in common with the sentence
_BY, _MORE = re.compile(r"\bby(?:\s+[a-z]+){0,2}\s*$", re.I), re.compile(r"\s+(?:more|less|fewer|[a-z]{3,}er)\b", re.I)
_THRESHOLD = re.compile(r"\bp\s*(?:-value\s*)?(?:of\s*)?[<≤]\s*$|\bp\s+(?:below|under|less than)\s+$", re.I)
_LIMIT = re.compile(r"0\.(?:1|0*[15])|[15]e-\d+")
_P_VALUE = re.compile(r"\bp\s*(?:-value\s*)?(?:of\s*)?[=<≤]?\s*$", re.I)
_RATIO_OF_RISKS = re.compile(r"\b(?:[ac]?[HORI]RR?|PR|ratios?)\b")
_MOST_RATIO = 3.0  # beyond which nobody says it in percent
_JOINED = re.compile(r"\s*(?:,|and|,? and)?\s*", re.I)


def composed(row: Sequence[Quantity], passage: str) -> Iterator[Quantity]:
    """“2 hours, 21 minutes and 38 seconds” as one amount."""
    whole: Quantity | None = None
    for before, two in pairwise(row):
        one, whole = whole or before, None
        joined = one.dimension == two.dimension != "" and _JOINED.fullmatch(passage[one.end : two.start])
        if joined and two.factor < one.factor:
            text, value = passage[one.start : two.end], one.value + two.value
            whole = replace(one, text=text, end=two.end, value=value, step=two.step, factor=two.factor)
            yield whole


def implied(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> bool:
    """Whether a number says in another way what the passage says: p < .05 of .002, 17 % of a ratio of 1.17."""
    is_same = _is_limit(said, there, sentence, passage) or _is_age(said, there, sentence)
    return is_same or _is_of_ratio(said, there, passage)


def may_follow(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> str:
    """Return how `said`, a number of `sentence`, comes out of those of `passage`; "" where it does not.

    What numbers of one kind in one sentence of the passage come to is tried first, then in all of it, then the rest:
    so a plain difference is not lost among all that could be multiplied.
    """
    if said.dimension == "ordinal" or not said.value:
        return ""
    where_said = _is_said_to_be(said, sentence)
    limits: tuple[float, ...] = _CHANCES_WHERE_SAID if where_said else _CHANCES
    if _is_copied_wrongly(said, there, sentence, passage):
        limits = _CHANCES_AGAINST_A_SLIP if where_said else ()
    ways = [one for one in reckonings(said, there, passage) if one.change or not _is_change(said, sentence)]
    for far, limit in enumerate(limits):
        pool = [one for one in ways if one.far <= far]
        found = next((one.formula for one in pool if agrees(said, one.value)), "")
        if found and _chance(said, pool) <= limit:
            return found
    return ""


def _chance(said: Quantity, ways: Sequence[Reckoning]) -> float:
    """How many of the values about as large as the number would agree with any other that large."""
    size = abs(said.value)
    near = {round(abs(one.value), 9) for one in ways if size / 2 <= abs(one.value) <= 2 * size}
    return len(near) * 2 * latitude(said) / (1.5 * size)


def _is_change(said: Quantity, sentence: str) -> bool:
    """Whether a number of percent says how far something went: by 50 %, 50 % higher."""
    ways = _BY.search(sentence, 0, said.start) or _MORE.match(sentence, said.end)
    return said.dimension == "percent" and ways is not None


def _is_said_to_be(said: Quantity, sentence: str) -> bool:
    """Whether the sentence says that a number is reckoned: doubled, or a word of reckoning is near."""
    before, after = sentence[: said.start].lower().split(), sentence[said.end :].lower().split()
    near = " ".join([*before[-_REACH:], "#", *after[:_REACH]])
    return said.dimension == "times" or _SAYS_SO.search(near) is not None


def _is_copied_wrongly(said: Quantity, there: Sequence[Quantity], sentence: str, passage: str) -> bool:
    """Whether a number that the passage says of the same is this one but for a figure, and not said otherwise."""
    if said.word:
        return False
    taken = {one.written for one in quantities(sentence) if one.start != said.start}
    near = surroundings(sentence, said)
    fits = {
        one: fit(near, surroundings(passage, one))
        for one in there
        if said.dimension == one.dimension and comparable(said, one) and one.written not in taken and not one.implied
    }
    return any(one_apart(said, one) and own >= _SAME_MATTER * max(fits.values()) for one, own in fits.items())


def one_apart(said: Quantity, there: Quantity) -> bool:
    """Whether two numbers of several figures differ in one of them, or in the order of two."""
    one, other = (f"{abs(number.written):.6f}".rstrip("0").rstrip(".") for number in (said, there))
    apart = [place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]]
    swapped = len(apart) == 2 and apart[1] == apart[0] + 1 and sorted(one) == sorted(other)
    return len(one) == len(other) > 1 and (len(apart) == 1 or swapped)


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
    decade = is_year(said) and sentence[said.end : said.end + 1] == "s"
    return decade and any(0 <= year - said.value < 10 for year in years)


def _is_of_ratio(said: Quantity, there: Sequence[Quantity], passage: str) -> bool:
    """Tell “a risk higher by 17 %” of a hazard ratio of 1.17, and “lower by 13 %” of one of 0.87."""
    if said.dimension != "percent" or said.word or not _RATIO_OF_RISKS.search(passage):
        return False
    ratios = (one for one in there if not one.dimension and 0 < one.step < 1 and one.value < _MOST_RATIO)
    return any(abs(abs(100 * (one.value - 1)) - said.value) <= 0.51 * said.step for one in ratios)
