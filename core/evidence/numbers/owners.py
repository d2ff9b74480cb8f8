"""Which number of its sentence a word belongs to: of “18 % in 2015 and 54 % in 2023”, 2023 belongs to 54 %."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from core.language.clauses import CLAUSE_BREAK, REPORTING, Token, tokens
from core.language.kinds import kinds
from core.language.lexicon import word_groups
from core.language.opposites import moves
from core.language.quantities import Quantity, is_year, quantities

_FADING = 0.8  # how much less a word belongs to a number for each word between them
_BREAK = 5  # a comma, an “and”, or another number parts as much as this many words
_CLOSE, _COMMON = 4, 0.6  # from so many words on, a word is meant for all numbers as far as this
_COMMON_BEFORE = 0.95  # … and a word before the first number, when the next follows with no words of its own
_WORDS = word_groups("claim_words")
_CONDITION, _PRONOUNS, _PERIODS, _ORDERED = (_WORDS[kind] for kind in ("condition", "pronoun", "period", "in order"))
_CLOSE_ALONE = 8
_COMMON_VERB = 0.6
_NAMED, _POINTING = 2.0, 0.5
_ASIDE = re.compile(r"\([^()]*\)")

Shares = tuple[float, ...]


def is_anchor(token: Token) -> bool:
    """Whether a word can tell to what a number belongs: it says something, or is a year."""
    return (token.content or is_calendar_year(token.word)) and token.word not in REPORTING


def weight_of(name: str) -> float:
    """How much an anchor of `owned` tells: a thing of a kind, a label (group B) or a year more than a verb."""
    if (" " in name and not name.startswith("#")) or is_calendar_year(name):
        return _NAMED
    return _POINTING if moves(name) else 1.0


def is_calendar_year(word: str) -> bool:
    """Whether the figures look like a year."""
    return word.isdigit() and len(word) == 4 and 1500 <= int(word) <= 2100


def ends(all_tokens: Sequence[Token], quantity: Quantity) -> tuple[Token, Token]:
    """Return the first and last word of a number, or the word next to it."""
    inside = [token for token in all_tokens if quantity.start <= token.start < quantity.end]
    if not inside:
        inside = [min(all_tokens, key=lambda token: abs(token.start - quantity.start))]
    return inside[0], inside[-1]


@lru_cache(maxsize=20_000)
def fellows(text: str, quantity: Quantity) -> tuple[Quantity, ...]:
    """Return the numbers of the same sentence that measure the same, itself among them, in order."""
    all_tokens = tokens(text)
    mine = ends(all_tokens, quantity)[0].sentence
    kind = quantity.dimension or quantity.perhaps
    return tuple(
        other for other in quantities(text)
        if other == quantity or (
            (other.dimension or other.perhaps) == kind and is_year(other) == is_year(quantity) and not other.implied
            and kind != "ordinal" and ends(all_tokens, other)[0].sentence == mine
        )
    )  # fmt: skip


def changes(text: str, group: Sequence[Quantity]) -> list[tuple[int, ...]]:
    """Places in `group`: those of one “from 12 to 85”, or “85, up from 12”, together, every other number alone."""
    found: list[tuple[int, ...]] = []
    for place, one in enumerate(group):
        before = group[place - 1]
        straight = one.role == "to" and before.role == "from"
        straight = straight or text[before.end : one.start].strip() in ("to", "–", "-", "—")
        back = one.role == "from" and re.search(r"\b(?:up|down)\s+from\s+$", text[: one.start])
        if found and len(found[-1]) == 1 and (straight or back):
            found[-1] = (place - 1, place)
        else:
            found.append((place,))
    return found


@lru_cache(maxsize=20_000)
def owned(text: str, quantity: Quantity) -> dict[str, Shares]:
    """For each anchor of the sentence of `quantity`, what share of it each of its fellows has; the shares add up to 1.

    An anchor is a stem, its kind and member for a word of a known kind, or “# …” for a number that measures something
    else. Both ends of a change share its anchors, but for years and conditions, which belong to one of them.
    """
    group = fellows(text, quantity)
    all_tokens = tokens(text)
    places = [ends(all_tokens, one) for one in group]
    spans = [_Span(group, places, change) for change in changes(text, group)]
    row = [token for token in all_tokens if token.sentence == places[0][0].sentence]
    than = _pivot(row, group, text)
    measures = [one for one in quantities(text) if not is_year(one)]
    periods = {token.start for token in row if token.word.rstrip("s") in _PERIODS}
    shares: dict[str, Shares] = {}
    for token in row:
        measured = any(one.start <= token.start < one.end for one in measures)
        name = _name(token, row, text)
        if name and token.start not in periods and not measured:
            found = _by_order(token, than, group) or _shares(text, token, row, spans, len(group))
            shares[name] = _larger(shares.get(name), found)
    for other in measures:
        first, last = ends(all_tokens, other)
        if other not in group and not other.implied and first.sentence == row[0].sentence:
            shares[f"# {other.value:g} {other.dimension}"] = _shares(text, last, row, spans, len(group))
    return shares


def _name(token: Token, row: Sequence[Token], text: str) -> str:
    """How a word is known in both texts: its kind, its stem, or with what it labels (group B); "" when no anchor."""
    before = next((one for one in row if one.place == token.place - 1), None)
    if len(token.word) == 1 and before and text[before.end : token.end] == f" {token.word.upper()}" and before.content:
        return f"{before.stem} {token.word}"
    if not is_anchor(token):
        return ""
    return " ".join(kinds(token.word)[0]) if kinds(token.word) else token.stem


@dataclass(frozen=True)
class _Span:
    """A number, or both ends of a change: its places in the group and its first and last word."""

    numbers: tuple[Quantity, ...]
    places: tuple[int, ...]
    first: Token
    last: Token

    def __init__(
        self, group: Sequence[Quantity], places: Sequence[tuple[Token, Token]], change: tuple[int, ...]
    ) -> None:
        object.__setattr__(self, "numbers", tuple(group[place] for place in change))
        object.__setattr__(self, "places", change)
        object.__setattr__(self, "first", places[change[0]][0])
        object.__setattr__(self, "last", places[change[-1]][1])


def _shares(text: str, token: Token, row: Sequence[Token], spans: Sequence[_Span], count: int) -> Shares:
    found = [0.0] * count
    for span, share in zip(spans, _by_distance(text, token, row, spans), strict=True):
        parts = _by_end(token, row, span) if len(span.places) > 1 else (1.0,)
        for place, part in zip(span.places, parts, strict=True):
            found[place] = share * part
    return tuple(found)


def _larger(one: Shares | None, other: Shares) -> Shares:
    """Return a word that stands in several places belongs to every number that it belongs to in one of them."""
    if one is None:
        return other
    most = [max(pair) for pair in zip(one, other, strict=True)]
    return tuple(value / sum(most) for value in most)


def _by_distance(text: str, token: Token, row: Sequence[Token], spans: Sequence[_Span]) -> list[float]:
    """Return the share of each span, by the words, commas and other numbers between it and the word."""
    steps, parted = [], []
    for span in spans:
        if span.first.place <= token.place <= span.last.place:
            steps.append(0)
            parted.append(0)
            continue
        ahead = token.place < span.first.place
        low, high = (token, span.first) if ahead else (span.last, token)
        between = sum(low.place < other.first.place < high.place for other in spans if other is not span)
        gap = text[token.end : span.numbers[0].start] if ahead else text[span.numbers[-1].end : token.start]
        gap = _ASIDE.sub(" ", gap)
        parted.append(len(CLAUSE_BREAK.findall(gap)) + between)
        steps.append(1 + len(gap.split()) + _BREAK * parted[-1])
    strength = [_FADING ** (2 * number) for number in steps]
    # A word that a comma, an “and” or a number parts from all but one belongs to that one, near or not.
    alone = parted.count(0) == 1
    common = _COMMON if min(steps) > (_CLOSE_ALONE if alone else _CLOSE) else 0.0
    if token.place < spans[0].first.place and len(spans) > 1:
        own = _own_words(row, spans)
        if own == 0:
            common = _COMMON_BEFORE
        elif own is not None:  # “city birds sang at 2.3 and forest birds at 1.9”: the verb is said once
            leading = [one.place for one in row if is_anchor(one) and one.place < spans[0].first.place][:own]
            common = 0.0 if token.place in leading else _COMMON_VERB
    if is_calendar_year(token.word):
        common = 0.0
    return [(1 - common) * value / sum(strength) + common / len(spans) for value in strength]


def _own_words(row: Sequence[Token], spans: Sequence[_Span]) -> int | None:
    """How many words a later number has of its own before it, the fewest; None when all stand in one clause."""
    counts = []
    for before, span in pairwise(spans):
        between = [one for one in row if before.last.place < one.place < span.first.place]
        own = [one for one in between if one.clause == span.first.clause and is_anchor(one)]
        if span.first.clause != before.last.clause:
            counts.append(0 if any(one.word in _PRONOUNS for one in between) else len(own))
    return min(counts, default=None)


def _by_end(token: Token, row: Sequence[Token], span: _Span) -> tuple[float, float]:
    """How much of a word each end of a change has: years and conditions belong to one end, all else to both."""
    years = [one for one in row if is_calendar_year(one.word)]
    start, end = span.numbers
    before = [one.word for one in row if one.place < token.place][-5:]
    at = None
    if start.end <= token.start < end.start:
        at = 0
    elif is_calendar_year(token.word):
        at = int(token.start != years[0].start) if len(years) == 2 else 1 if token.start > end.end else None
    elif _CONDITION.intersection(before):
        at = 1
    if at is not None and end.role == "from":  # “85, up from 12”
        at = 1 - at if is_calendar_year(token.word) and len(years) == 2 else at
    return (0.5, 0.5) if at is None else (0.9, 0.1) if at == 0 else (0.1, 0.9)


def _pivot(row: Sequence[Token], group: Sequence[Quantity], text: str) -> Token | None:
    """Return the “than” or “and” between the two things of “more in A than in B (34 against 21 %)”."""
    if len(group) != 2:
        return None
    between = text[group[0].end : group[1].start].lower()
    if not _ORDERED.issuperset(re.findall(r"[a-z]+", between)) or len(between) > 20:
        return None
    before = [token for token in row if token.end <= group[0].start]
    than = [token for token in before if token.word == "than"]
    if not than and any(token.word == "respectively" for token in row):
        than = [token for token in before if token.word == "and"]
    return than[-1] if than else None


def _by_order(token: Token, pivot: Token | None, group: Sequence[Quantity]) -> Shares | None:
    if pivot is None or token.start > group[0].start:
        return None
    return (0.9, 0.1) if token.place < pivot.place else (0.1, 0.9)
