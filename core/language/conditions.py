"""What in a request says which of the things found are wanted: years, amounts, places, what must not be there.

A search that looks for words alone applies none of it. Here it is recognised, so that it can be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from core.language import units
from core.language.clauses import Token, tokens
from core.language.comparators import with_bound
from core.language.lexicon import alternatives, word_groups
from core.language.negation import DETERMINING, negates, scope
from core.language.periods import periods
from core.language.places import places_in
from core.language.quantities import Quantity, is_year, quantities
from core.language.terms import STOP_WORDS, without_asking

Kind = Literal["period", "amount", "place", "negation"]
_NO_AMOUNTS = ("ordinal", "times", "clock")
_ASKED_FOR = word_groups("asking_words")["asked for"]  # “the best five people”
_EXCLUDING = re.compile(rf"\b(?:{alternatives(word_groups('negation')['exclusion'])})\b", re.IGNORECASE)
_ENDS = re.compile(r"[,;:.(]\s*\Z")
_STANDS_APART = re.compile(r"(?:\bbut|[,;(]|\b(?:who|that|which)(?:\s+\w+)?)\s*$|^\s*$", re.IGNORECASE)
_COUNTED = re.compile(r"[ -]([^\W\d_]+)")


_NEAR = 100  # characters before a number in which the word stands that it may belong to


@dataclass(frozen=True)
class Condition:
    """Some words of a request, `text[start:end]`, that are a condition.

    `bounded` ones limit what is wanted (“since 2018”, “under 5 euros”, “but not wool”); others may only name a year or
    a number, as a title does, or tell of something that is not so (“why does it not start”).
    """

    text: str
    start: int
    end: int
    kind: Kind
    bounded: bool = False


def conditions(text: str) -> list[Condition]:
    """Return the conditions of a request in order; where two overlap, the one that was read first: years, amounts,
    negations, places."""
    found: list[Condition] = []
    for one in (*_periods(text), *_amounts(text), *_exclusions(text), *_negations(text), *_places(text)):
        if all(one.end <= other.start or one.start >= other.end for other in found):
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def _periods(text: str) -> Iterator[Condition]:
    for period in periods(text):
        open_ended = any(None in span for span in period.spans)
        bounded = open_ended or any(low != high for low, high in period.spans)
        yield Condition(text[period.start : period.end].strip(), period.start, period.end, "period", bounded)


def _amounts(text: str) -> Iterator[Condition]:
    begins = len(text) - len(without_asking(text))
    for quantity in quantities(text):
        if quantity.implied or not quantity.value or is_year(quantity) or quantity.dimension in _NO_AMOUNTS:
            continue
        start, end = with_bound(text, quantity.start, quantity.end)
        compared = bool(quantity.bound) or quantity.dimension in _of_people()
        if compared or (not quantity.dimension and _counts(text, quantity, begins)):
            end = end if quantity.dimension else _with_counted(text, end)
            yield Condition(text[start:end], start, end, "amount", bool(quantity.bound))


@cache
def _of_people() -> frozenset[str]:
    """Return the dimensions in which people, prices and works are measured; those of an apparatus belong to a topic."""
    return frozenset({"time", *(units.meaning(sign)[0] for sign in units.currencies())})


def _counts(text: str, quantity: Quantity, begins: int) -> bool:
    """Whether a bare number counts what follows: “three experts”, and not the one of “type 2 diabetes”."""
    near = max(0, quantity.start - _NEAR)
    before = tokens(text[near : quantity.start])
    stands_free = not before or before[-1].word in STOP_WORDS or quantity.start <= begins
    stands_free = stands_free or _ENDS.search(text, near, quantity.start) is not None
    following = _COUNTED.match(text, quantity.end)
    counted = following[1].lower() if following else ""
    return counted in _ASKED_FOR or (stands_free and counted not in ("", *STOP_WORDS))


def _with_counted(text: str, end: int) -> int:
    """Where “at least 3 people” ends, with what is counted."""
    following = _COUNTED.match(text, end)
    return following.end() if following and following[1].lower() not in STOP_WORDS else end


def _places(text: str) -> Iterator[Condition]:
    for start, end in places_in(text):
        yield Condition(text[start:end], start, end, "place")


def _negations(text: str) -> Iterator[Condition]:
    found = tokens(text)
    for number, token in enumerate(found):
        following = found[number + 1 :]
        if _denies(token, following) and (denied := list(scope(token, following))):
            end = _trimmed(denied).end
            apart = _STANDS_APART.search(text[: token.start]) is not None
            yield Condition(text[token.start : end], token.start, end, "negation", apart)


def _exclusions(text: str) -> Iterator[Condition]:
    found = tokens(text)
    for match in _EXCLUDING.finditer(text):
        rest = [token for token in found if token.end >= match.end()]
        if rest and (excluded := list(scope(rest[0], rest[1:]))):
            end = _trimmed(excluded).end
            yield Condition(text[match.start() : end], match.start(), end, "negation", True)


def _denies(token: Token, following: Sequence[Token]) -> bool:
    """Whether a word says what must not be there: “not”, “without”, “isn't”, and not “failure to”, “no-till”."""
    return (token.word in DETERMINING or token.word in STOP_WORDS) and not token.compound and negates(token, following)


def _trimmed(denied: Sequence[Token]) -> Token:
    """Return the last word of what is denied that says something."""
    return next((token for token in reversed(denied) if token.content), denied[-1])
