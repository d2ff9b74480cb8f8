"""Further columns of a table that a request speaks of: a bound on its numbers, one of its values, that it says yes."""

from __future__ import annotations

import re
from collections.abc import Collection as Words
from collections.abc import Iterator, Mapping, Sequence

from core.language import units
from core.language.clauses import Token, stem, tokens
from core.language.comparators import leaves_out, with_bound
from core.language.lexicon import alternatives
from core.language.names import plain_name
from core.language.quantities import Quantity, quantities
from core.language.terms import STOP_WORDS
from core.language.tokens import words
from core.systems.expert_search.requirements.grammar.amounts import bounded
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found
from core.systems.expert_search.requirements.requirement import Requirement

_MOST_VALUES = 400  # a column with more distinct values than this is a text of its own
_NUMBER = re.compile(r"\D{0,4}\d[\d., ]*\D{0,8}")
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_MONTH = re.compile(rf"\b(?:{_MONTHS}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b(?:\s+\d{{4}}\b)?")
_MONTH_SAID = re.compile(
    rf"\b(?:{alternatives(GROUPS['free'])}|in|from|by|until|during|as of|for|since|before|after)\s+"
    rf"(?P<month>{_MONTH.pattern})",
    re.IGNORECASE,
)
_PREPOSITIONS = ("in ", "from ", "by ", "until ", "during ", "as of ", "for ", "since ", "before ", "after ")
_YES = frozenset(("yes", "true", "y", "1"))
_NO = frozenset(("no", "false", "n", "0", ""))
_DAY = alternatives(GROUPS["time of week"])
_OFTEN = r"(?:(?:and|or|on|in|at|the|every|all|some|most|only|during)\s+)"
_FREE_TO = (
    r"(?:who(?:['’]ll| will| can| could| is| are)?\s+)?(?:also\s+)?"
    r"(?:come|comes|work|works|working|available|free|reachable|open)"
)
_WHEN = re.compile(  # “who'll come on Sundays”, “free at weekends only”, “immediate joiner”
    rf"\b(?:{_FREE_TO}\s+{_OFTEN}{{0,3}}|(?:on|at)\s+{_OFTEN}{{0,2}})(?:{_DAY})\b(?:\s+{_OFTEN}{{1,3}}(?:{_DAY})\b){{0,6}}"
    r"(?=\s*(?:[,.;:!?)]|\Z)|\s+(?:and|or|but|only|please|in|for|who)\b)(?:\s+only\b)?"
    rf"|\b(?:{_DAY})\s+only\b|\b(?:immediate|early|urgent)\s+(?:joiners?|joining|start(?:er)?s?|availability|mobili[sz]ation)\b"
    r"|\b(?:(?:who|to|can|could|is|are|be)\s+){0,3}(?:available|free|join|joining|start|starting|ready)\s+"
    r"(?:immediately|at once|now|right away|straight away|asap|at short notice|on short notice)\b",
    re.IGNORECASE,
)
_OF_WORK = r"(?:inputs?|work|duration|assignments?|contract|in total|on site|in the field)"
_FROM_TO = rf"(?:{_MONTHS})(?:\s+(?:and|to|until|till|-)\s+(?:{_MONTHS}))?(?:\s+\d{{4}})?"
_HOW_LONG = re.compile(  # “twelve days input in May 2027”, “for six weeks”
    rf"(?:(?:\bfor|\babout|\bsome)\s+|(?<![\w-]))(?:\d{{1,3}}|{alternatives(GROUPS['number'])})\s+"
    rf"(?:(?:working|calendar)\s+)?(?:days?|weeks?|months?)(?:['’]?\s+(?:of\s+)?{_OF_WORK})?"
    rf"(?:\s+(?:in|during|from|over|between)\s+{_FROM_TO})?"
    r"(?=\s*(?:[,.;:!?)]|\Z)|\s+(?:and|but|only|please|who)\b)",
    re.IGNORECASE,
)
_PRICES = frozenset(stem(word) for word in GROUPS["price"])
_BESIDE = 40  # characters between the name of a column and a number of it
_NEAR = 4  # words between the name of a column and a value of it


def columns_named(text: str, collection: Collection, slips: Mapping[str, str]) -> Iterator[Found]:
    """Find what a request says of the further columns of a collection; `slips` give words as they are meant."""
    free = GROUPS["free"].union(word for word, meant in slips.items() if meant in GROUPS["free"])
    said = tokens(text)
    amounts = [one for one in quantities(text) if not one.implied and one.dimension != "ordinal"]
    columns = collection.columns
    for column, values in columns.items():
        stems = {stem(word) for word in words(column.replace("_", " "))} - STOP_WORDS
        spots = [word for word in said if word.stem in stems]
        if not values:
            continue
        if _share(values, _NUMBER.fullmatch) > 0.8:
            yield from _numbers(text, column, stems, spots, said, amounts)
        elif _YES.union(_NO).issuperset(values):
            yield from _flags(text, column, spots, said)
        elif _share(values, _MONTH.search) >= 0.5:
            yield from _months(text, column, values, free)
        elif len(values) <= _MOST_VALUES:
            yield from _values(text, column, values, spots, said)
    yield from _in_no_column(text, columns, said, amounts, free)


def _in_no_column(
    text: str,
    columns: Mapping[str, Mapping[str, str]],
    said: Sequence[Token],
    amounts: Sequence[Quantity],
    free: Words[str],
) -> Iterator[Found]:
    """Find a price, a month, days of the week or a time that is asked for though no column tells it, so that it can be
    told: column “”."""
    if not any(_PRICES.intersection(map(stem, words(column.replace("_", " ")))) for column in columns):
        priced = [one for one in amounts if not one.dimension or one.dimension in _currencies()]
        beside = [word for word in said if word.word == "day"]
        yield from _numbers(text, "", set(_PRICES), beside, said, priced)
    for time in (*_WHEN.finditer(text), *_HOW_LONG.finditer(text)):
        yield Found(*time.span(), Requirement("column", ""))
    if not any(_share(values, _MONTH.search) >= 0.5 for values in columns.values()):
        for found in _months(text, "", {}, free):
            if not text[found.start :].lower().startswith(_PREPOSITIONS):
                yield found


def _share(values: Mapping[str, str], matches: object) -> float:
    filled = [value for value in values.values() if value]
    return sum(bool(matches(value)) for value in filled) / max(1, len(filled))  # type: ignore[operator]


def _numbers(
    text: str, column: str, stems: set[str], spots: Sequence[Token], said: Sequence[Token], amounts: Sequence[Quantity]
) -> Iterator[Found]:
    """Find the first number that stands beside the name of a column, or, of prices, beside any word for them."""
    is_price = not stems.isdisjoint(_PRICES)
    if is_price:
        spots = [*spots, *(word for word in said if word.stem in _PRICES)]
    for one in amounts:
        near = [spot for spot in spots if -_BESIDE < spot.start - one.end < _BESIDE and _same_sentence(text, spot, one)]
        money = is_price and one.dimension in _currencies()
        if not (near or money) or (one.dimension == "time" and "year" not in column) or (one.word and not money):
            continue
        is_open = leaves_out(text, one.start, one.end)
        start, end, bound, is_open = bounded(text, *with_bound(text, one.start, one.end), one.bound, is_open)
        low = one.written if bound == "above" or (not bound and not is_price) else None
        high = one.written if bound == "below" or not bound else None
        edges = [(start, end), *((spot.start, spot.end) for spot in near)]
        yield Found(
            min(edge for edge, _ in edges), max(edge for _, edge in edges),
            Requirement("column", "", low=low, high=high, column=column, open=is_open),
        )  # fmt: skip
        return


def _same_sentence(text: str, spot: Token, one: Quantity) -> bool:
    between = text[min(spot.end, one.end) : max(spot.start, one.start)]
    return not re.search(r"(?<!max)(?<!min)[.;!?](?=\s)", between, re.IGNORECASE)


def _currencies() -> frozenset[str]:
    return frozenset(units.meaning(sign)[0] for sign in units.currencies())


def _flags(text: str, column: str, spots: Sequence[Token], said: Sequence[Token]) -> Iterator[Found]:
    """“With security clearance” asks for a yes in the column clearance."""
    if not spots:
        return
    first = spots[0]
    start = first.start
    if first.place and (before := said[first.place - 1]).content and text[before.end : first.start] == " ":
        lead = said[first.place - 2].word if first.place > 1 else "with"
        start = before.start if lead in STOP_WORDS and before.word not in GROUPS["must before"] else start
    yield Found(start, spots[-1].end, Requirement("column", "yes", column=column))


def _months(text: str, column: str, values: Mapping[str, str], free: Words[str]) -> Iterator[Found]:
    """Find a month that people are free in; or another value of the column behind a word for being free."""
    if found := _MONTH_SAID.search(text):
        before = re.search(rf"(?:\b(?:{alternatives(free)})\s+)+\Z", text[: found.start()], re.IGNORECASE)
        start = before.start() if before else found.start()
        if before or found["month"][0].isupper():
            yield Found(start, found.end(), Requirement("column", found["month"], column=column))
            return
    others = [value for value in values if value and not _MONTH.search(values[value])]
    if others and (
        found := re.search(rf"\b(?:(?:{alternatives(free)})\s+)+(?:{alternatives(others)})\b", text, re.IGNORECASE)
    ):
        value = next(other for other in others if found.group().lower().endswith(other))
        yield Found(found.start(), found.end(), Requirement("column", values[value], column=column))


def _values(
    text: str, column: str, values: Mapping[str, str], spots: Sequence[Token], said: Sequence[Token]
) -> Iterator[Found]:
    """Find values that stand beside the name of their column: “remote work”, “driving licence: C”."""
    longest = min(6, max((len(value.split()) for value in values), default=0))
    for spot in spots:
        for place in range(max(0, spot.place - _NEAR), min(len(said), spot.place + _NEAR + 1)):
            for length in range(min(longest, len(said) - place), 0, -1):
                start, end = said[place].start, said[place + length - 1].end
                value = values.get(plain_name(text[start:end]))
                if value and plain_name(value) not in STOP_WORDS:
                    yield Found(min(start, spot.start), max(end, spot.end), Requirement("column", value, column=column))
                    return
