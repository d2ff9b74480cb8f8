"""A judge's word becomes a verdict only with words that stand in the passage, and that speak of the same matter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil

from core.evidence.judge.protocol import Judge, Opinion
from core.evidence.numbers.amounts import equal
from core.evidence.verdicts import Statement, Verdict, Words
from core.language.clauses import content_stems, tokens
from core.language.negation import negates
from core.language.numbers import SPELLED
from core.language.orders import gives_orders, without_orders
from core.language.quantities import quantities

_SHARE = 1 / 4
"""The part of a sentence's content words that stands in the words shown for it.

Two whole sentences of the passage hold so many for 98 % of 970 honest sentences that others wrote.
"""
_FEWEST = 2  # content words that back a sentence, of as many: one word shows nothing
_LEFT_OUT = re.compile(r"\s*(?:…|\.{3,}|\[\s*(?:…|\.{3})\s*\])\s*")
_PIECE = re.compile(r"\w+|[^\w\s]")
_NUMBER = re.compile(r"(?<![A-Za-z\d])\d+(?:[.,]\d+)*")  # and not the 3 of CsSnI3
_FIGURE = re.compile(rf"\d|\b(?:{SPELLED})\b", re.IGNORECASE)
_SIGNS = str.maketrans("“”„«»’‘‚`´–—‐‑−", "\"\"\"\"\"'''''-----")
_NEAR = 3  # words before a quotation among which a negation belongs to it


def judged(statements: Sequence[Statement], judge: Judge) -> dict[Statement, Verdict]:
    """Ask the judge, in an order that does not depend on theirs, and verify what it shows.

    It never sees text that gives orders: of a passage that is left out, a sentence of that kind stays unchecked.
    """
    seen = {one: _as_shown(one) for one in statements}
    asked = sorted({one for one in seen.values() if not gives_orders(one.sentence)}, key=_order)
    opinions = dict(zip(asked, judge.judge(asked) if asked else [], strict=True))
    orders = Opinion("not checked", reason="The sentence gives orders; it was not shown to a judge.")
    return {one: verified(one, opinions.get(shown, orders), judge.label) for one, shown in seen.items()}


def _as_shown(statement: Statement) -> Statement:
    return replace(statement, passages=tuple(sorted(filter(None, {_shown(text) for text in statement.passages}))))


def _shown(passage: str) -> str:
    kept = without_orders(passage)
    return passage if kept == passage else " ".join(kept.split())


def _order(statement: Statement) -> tuple[tuple[str, ...], str, str]:
    """Sentences of the same passages are judged together."""
    return statement.passages, statement.sentence, statement.printed


def verified(statement: Statement, opinion: Opinion, label: str) -> Verdict:
    """Return the opinion as a verdict; *not checked* when the words it shows do not stand there, or show nothing.

    Case, kinds of quotes and dashes, and blanks do not matter; “…” parts one quotation into several.
    """
    if opinion.standing == "not checked":
        return Verdict("not checked", reason=opinion.reason or f"{label} gave no verdict.")
    quoted = [part for words in opinion.words for part in _LEFT_OUT.split(words) if _PIECE.search(part)]
    backs = opinion.standing == "backed"
    places = [_place(part, statement, uncut=backs) for part in quoted]
    found = tuple(dict.fromkeys(place for place in places if place))
    if not all(place or _stands_in(part, statement.printed) for place, part in zip(places, quoted, strict=True)):
        return Verdict("not checked", reason=f"{label} showed words that do not stand so in the passage.")
    if opinion.standing != "not in the passage" and not _show(found, statement, backs=backs):
        return Verdict("not checked", reason=f"{label} showed no words of the passage that tell enough.")
    return Verdict(opinion.standing, label, opinion.reason, shown_by=found)


def _show(places: Sequence[Words], statement: Statement, *, backs: bool) -> bool:
    """Whether words of the passages speak of what the sentence speaks of; what backs it also of figures where it does.

    A word may be said otherwise (“sales went up” for “sales rose”), so that of four content words one is enough, or a
    number that both have.
    """
    texts = [statement.passages[one.passage][one.start : one.end] for one in places]
    told = frozenset().union(*map(content_stems, texts))
    said = content_stems(statement.sentence)
    both = len(told & said) + _numbers_of_both(statement.sentence, texts)
    if not texts or both < ceil(_SHARE * len(said)):
        return False
    if not backs:
        return True
    cited = set(_NUMBER.findall(statement.sentence)).difference(_NUMBER.findall(statement.printed))
    few = len(told) < min(len(said), _FEWEST) or (len(said) > 3 and both < _FEWEST)
    return not few and (not cited or any(map(_FIGURE.search, texts)))


def _numbers_of_both(sentence: str, texts: Sequence[str]) -> int:
    """Return how many numbers of a sentence stand in the words shown for it, as they are or in another unit."""
    there = [(number, text) for text in texts for number in quantities(text)]
    said = [one for one in quantities(sentence) if any(equal(one, number, text) for number, text in there)]
    return len({one.value for one in said})


def _place(words: str, statement: Statement, *, uncut: bool) -> Words | None:
    """Where quoted words stand in a cited passage; `uncut` where no “not” may stand just before them."""
    for number, passage in sorted(enumerate(statement.passages), key=lambda one: one[1]):
        for start, end in _matches(words, without_orders(passage)):
            if not uncut or not _is_cut_from_negation(passage, start, statement.sentence):
                return Words(number, start, end)
    return None


def _stands_in(words: str, text: str) -> bool:
    return next(_matches(words, text), None) is not None


def _matches(words: str, text: str) -> Iterator[tuple[int, int]]:
    for match in _pattern(words.translate(_SIGNS).strip(" \t\n\"'.,;:*")).finditer(text.translate(_SIGNS)):
        yield match.span()


@lru_cache(maxsize=2_000)
def _pattern(words: str) -> re.Pattern[str]:
    """Match these words and signs whatever blanks are between them; words are whole words."""
    pieces = _PIECE.findall(words)
    if not pieces:
        return re.compile(r"(?!)")
    bounded = [rf"\b{re.escape(piece)}\b" if piece[0].isalnum() else re.escape(piece) for piece in pieces]
    return re.compile(r"\s*".join(bounded), re.IGNORECASE)


def _is_cut_from_negation(passage: str, start: int, sentence: str) -> bool:
    """Whether the words from `start` on are what a “not” before them turns, and the sentence has none itself."""
    found = tokens(passage)
    place = next((number for number, token in enumerate(found) if token.start >= start), 0)
    before = [one for one in found[max(0, place - _NEAR) : place] if one.clause == found[place].clause]
    if not any(negates(one, found[one.place + 1 :]) for one in before):
        return False
    said = tokens(sentence)
    return not any(negates(one, said[one.place + 1 :]) for one in said)
