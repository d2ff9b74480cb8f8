"""The marks of a wording: names, numbers with units and bounds, years, dates and the telling words of the grammar.

The phrases are those by which the grammar reads questions (`library_grammar.csv`); all other words are free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from typing import Literal

from core.language.lexicon import alternatives, rows
from core.language.numbers import NUMBER_WORDS, SPELLED
from core.language.periods import Span, periods
from core.language.quantities import Quantity, quantities
from core.language.sentences import sentences
from core.language.terms import STOP_WORDS
from core.systems.library_chat.review.facts import Facts, NameKind, plain_signs

HIDDEN = "□"
"""Stands for each character of what was read already."""

Bound = Literal["", "about", "more", "least", "less", "most", "nearly", "within"]

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DATE = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{_MONTHS})|(?P<month2>{_MONTHS}) (?P<day2>\d{{1,2}})"
    r"(?:st|nd|rd|th)?),? (?P<year>\d{4})\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?m)^\s*\d{1,2}[.)](?=\s)|^\s*\|\s*\d{1,2}(?=\s*\|)|#(?=\d)")
_LINE = re.compile(r"\s*[-•]\s|\n+ {3,}\S")  # of a numbered one the number is hidden
_ONE = re.compile(r"(?<![\w-])(?:one|single|(?P<two>a (?:couple|pair)(?: of)?))(?![\w-])", re.IGNORECASE)
_SEVERAL_YEARS = re.compile(r"(?:(?:from|in|of)\s+)?(?:the\s+)?\d{4}s?(?:(?:\s*,\s*|,?\s+and\s+)(?:the\s+)?\d{4}s?)+")
_IN_SO_MANY = re.compile(rf"\s+(?:in|out of)\s+(?:every\s+)?(?:\d|(?:{SPELLED})\b)", re.IGNORECASE)
_IDIOM = re.compile(r"\b(?:why not|not until|not only|if not|adds? up to|to \w+ decimals?)\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_OF_THE = re.compile(r"\s+of\s+(?:the|our|these|those|all|its)(?=\s)")
_BY_YEAR = re.compile(r"(?:older|earlier|newer|later|younger|more recent) than|predates?\b", re.IGNORECASE)
_RATIO = re.compile(r"\b(?:in|out of)\b")  # “8 out of 56” are two numbers
_RANGE = re.compile(r"\s*(?:to|and|-|through|up to)\s*")
_ROUNDED = re.compile(r"\s*\([\d.,]+\)")  # “309.1 (309.11) pages”
_APART = re.compile(r"[,;:()—]|(?<!\w)(?:and|but|while|whereas|against|versus|though|although|so)(?!\w)", re.IGNORECASE)
_CONTRACTED = re.compile(r"\b(?:\w+n't|cannot|other \w+ than)\b", re.IGNORECASE)
_NO_TELLING = frozenset({"check out", "first published", "spread", "vary", "varies", "widely", "variation", "free of"})

_UNITS = {
    "BOOKS": "books", "COL:title": "books", "COL:authors": "authors", "PEOPLE": "authors", "COL:genres": "genres",
    "COL:publisher": "publishers", "COL:language": "languages", "COL:pages": "pages", "COL:year": "years",
    "DECADE": "decades", "CENTURY": "centuries", "COL:month": "months", "COL:subjects": "subjects",
}  # fmt: skip
_BOUNDS: dict[str, Bound] = {
    "GT": "more", "GE": "least", "LT": "less", "LE": "most", "APPROX": "about", "NEARLY": "nearly", "ORMORE": "least",
    "ORLESS": "most", "some": "about",
}  # fmt: skip
_TELLING = (
    "SUP", "MOST", "FEWEST", "PROLIFIC", "COMMON", "RARE", "TOP", "LONGER", "SHORTER", "NEWER", "OLDER", "MORE",
    "FEWER", "GT", "LT", "THAN", "BEFORE", "AFTER", "AVG", "NOT", "NEITHER", "NOR", "NOBODY", "MISSING", "EXCLUDED",
    "ONLY", "BOTH", "EACH", "TOGETHER", "ALONE", "ORD", "BY", "WROTE", "OR", "HALF", "CHRONO", "ORDER", "NEWFIRST",
    "some", "last", "former", "other thing", "near", "majority",
)  # fmt: skip


@dataclass(frozen=True)
class Mark:
    """A part of a text, `text[start:end]`: a name, a number, years, a date or a telling word of the grammar.

    A number has its value, the worth of its last digit, of what it is ("" where nothing says so), and its bound; for
    one "within", `most` is the other end. `clause` and `breath` say which of the stretches of its sentence it stands
    in: a breath ends at a comma, a clause also at “and” or a bracket.
    """

    kind: NameKind | str  # a kind of name, "number", "years", "date", or "word"
    value: str
    start: int
    end: int
    amount: float = 0
    step: float = 1
    unit: str = ""
    bound: Bound = ""
    most: float = 0
    spans: tuple[Span, ...] = ()
    clause: int = 0
    breath: int = 0


@dataclass(frozen=True)
class Sentence:
    """A sentence or a line, with its marks in order; they count from the beginning of the whole, as `start`."""

    text: str
    start: int
    marks: tuple[Mark, ...]

    def written(self, mark: Mark) -> str:
        """Return a mark as it is written."""
        return self.text[mark.start - self.start : mark.end - self.start]

    def before(self, mark: Mark) -> str:
        """Return what stands before a mark."""
        return self.text[: mark.start - self.start]

    def behind(self, mark: Mark) -> str:
        """Return what stands behind a mark."""
        return self.text[mark.end - self.start :]

    def between(self, one: Mark, other: Mark) -> str:
        """Return what stands between two marks."""
        return self.text[one.end - self.start : other.start - self.start]

    def of(self, *kinds: str) -> list[Mark]:
        """Return the marks of these kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]

    def words(self, *tags: str) -> list[Mark]:
        """Return the telling words with these tags, or with what a tag is parted into."""
        return [mark for mark in self.of("word") if mark.value in tags or mark.value.partition(":")[0] in tags]


def read(text: str, facts: Facts) -> tuple[Sentence, ...]:
    """Read every sentence of a text."""
    given = _NUMBERED.sub(lambda match: " " * len(match[0]), plain_signs(text).replace("*", " ").replace("_", " "))
    names = [Mark(kind, name, start, end) for start, end, kind, name in facts.named(given)]
    bare = hidden(given, names)
    ends = {match.start() for match in re.finditer(r"\n|;(?![^()]*\))", bare)} | {one.end for one in sentences(bare)}
    found, start = [], 0
    for end in [*sorted(ends), len(bare)]:
        if bare[start:end].strip():
            found.append(_sentence(given, bare, start, end, names))
        start = end
    return tuple(found)


def lines_below(sentence: Sentence, behind: Sequence[Sentence]) -> list[Sentence]:
    """Return the lines of a list that stands right below a sentence: “the three nearest are:”."""
    if not sentence.text.rstrip(" *_").endswith((":", ")")):
        return []
    return list(takewhile(lambda one: _LINE.match(one.text), behind))


def hidden(text: str, marks: Sequence[Mark]) -> str:
    """Hide marks in a text; every other character stays where it was."""
    for mark in marks:
        text = f"{text[: mark.start]}{HIDDEN * (mark.end - mark.start)}{text[mark.end :]}"
    return text


def _sentence(text: str, bare: str, start: int, end: int, names: Sequence[Mark]) -> Sentence:
    marks = [_moved(mark, -start) for mark in names if start <= mark.start < end]
    rest = _IDIOM.sub(lambda match: " " * len(match[0]), bare[start:end])
    clauses = [match.start() for match in _APART.finditer(rest)]
    breaths = [match.start() for match in _APART.finditer(_BRACKETS.sub(lambda match: " " * len(match[0]), rest))]
    for reader in (_dates, _years, _numbers, _telling):
        found = list(reader(rest))
        rest = hidden(rest, found)
        marks += found
    placed = [
        _moved(mark, start, sum(at < mark.start for at in clauses), sum(at < mark.start for at in breaths))
        for mark in marks
    ]
    return Sentence(text[start:end], start, tuple(sorted(placed, key=lambda mark: mark.start)))


def _moved(mark: Mark, by: int, clause: int = 0, breath: int = 0) -> Mark:
    return replace(mark, start=mark.start + by, end=mark.end + by, clause=clause, breath=breath)


# --- dates, years and numbers -----------------------------------------------------------------------------------------


def _dates(text: str) -> Iterator[Mark]:
    for match in _DATE.finditer(text):
        month, day = match["month"] or match["month2"], match["day"] or match["day2"]
        value = f"{int(day)} {month.lower()} {match['year']}"
        yield Mark("date", value, *match.span(), bound=bound_before(text, match.start())[0])


def _years(text: str) -> Iterator[Mark]:
    counted = [one for one in _numbers(text) if one.unit not in ("", "percent") or "," in text[one.start : one.end]]
    for period in periods(text, today=2_000):
        if any(period.start < one.end and one.start < period.end for one in counted):
            continue
        written = text[period.start : period.end]
        if _SEVERAL_YEARS.fullmatch(written):  # “(2020 and 2019)” are two
            for match in re.finditer(r"\d{4}s?", written):
                start, year = period.start + match.start(), int(match[0][:4])
                last = year + 9 if match[0].endswith("s") else year
                yield Mark("years", match[0], start, start + len(match[0]), spans=((year, last),))
            continue
        figure = re.search(r"\d", written)
        bound, start = bound_before(text, period.start + figure.start() if figure else period.start)
        spans, first = period.spans, period.spans[0][0]
        if bound in ("more", "less") and _BY_YEAR.match(text, start) and first and len(spans) == 1:  # “older than 1960”
            spans, bound = (((None, first - 1),) if bound == "less" else ((first + 1, None),)), ""
        vague = bound if bound != "most" and start < period.start else ""
        yield Mark("years", written, min(period.start, start), period.end, bound=vague, spans=spans)


def _numbers(text: str) -> Iterator[Mark]:
    apart = _RATIO.sub(lambda match: "of".rjust(len(match[0])), text)
    found = [mark for quantity in quantities(apart) for mark in _read_number(text, quantity)]
    ones = (_marked(text, *match.span(), 2.0 if match["two"] else 1.0) for match in _ONE.finditer(text))
    found += [one for one in ones if one.unit or one.bound or one.amount > 1 or _IN_SO_MANY.match(text, one.end)]
    taken: list[Mark] = []
    for mark in sorted(found, key=lambda one: one.start):
        low = taken[-1] if taken else None
        if low and mark.start < low.end:
            continue
        if low and mark.unit == "pages" and _RANGE.fullmatch(text[low.end : mark.start]) and low.amount < mark.amount:
            taken[-1] = replace(low, end=mark.end, unit="pages", bound=low.bound or "within", most=mark.amount)
        else:
            taken.append(mark)
    yield from taken


def _read_number(text: str, quantity: Quantity) -> Iterator[Mark]:
    is_rank = quantity.dimension == "ordinal" and (quantity.word or quantity.value < 10)  # of the grammar
    if is_rank or quantity.dimension == "clock" or quantity.implied:
        return
    if quantity.dimension in ("", "percent", "ordinal"):
        step = 10.0 if quantity.word and quantity.dimension == "percent" else quantity.step  # “more than half”
        yield _marked(text, quantity.start, quantity.end, quantity.value, step, quantity.dimension)
        return
    if quantity.dimension == "times":
        yield replace(_marked(text, quantity.start, quantity.end, quantity.value), unit="times")
        return
    end = quantity.start + len(quantity.text.rsplit(None, 1)[0])  # “four years”, “875 hours”
    mark = _marked(text, quantity.start, end, quantity.written, quantity.step / quantity.factor)
    yield mark if mark.unit else replace(mark, unit=text[end : quantity.end].strip())


def _marked(text: str, start: int, end: int, amount: float, step: float = 1, unit: str = "") -> Mark:
    """Give a number its unit, and what bounds it from before or behind."""
    of = _OF_THE.match(text, end) if amount != 1 else None  # “99 of the books”
    unit, behind = (unit, end) if unit else _unit(text, of.end() if of else end)
    if amount != 1 and re.search(r"\s(?:book|novel|title|story|volume|page)$", text[end:behind]):
        unit, behind = "", end  # “a 1987 travel book”
    bound, begins = bound_before(text, start)
    if not bound and (after := _bounds_behind().match(text, behind)):
        bound, end = _BOUNDS[_tag_of(after[1]).partition(":")[0]], after.end()
    return Mark("number", text[begins:end], begins, end, amount, step, unit, bound)


def bound_before(text: str, start: int) -> tuple[Bound, int]:
    """How words before a number mean it, and where they begin."""
    before = re.sub(r"\s+the year\s*$", "", text[:start]).rstrip()
    match = _bounds_at_end().search(before, max(0, len(before) - 40))
    if not match or _bounds_nothing().search(before[: match.start()]):
        return "", start
    return _BOUNDS[_tag_of(match[0]).partition(":")[0]], match.start()


@cache
def _bounds_at_end() -> re.Pattern[str]:
    written = _written(("GT", "GE", "LT", "LE", "APPROX", "NEARLY", "some"))
    return re.compile(rf"(?<!\w)(?:{alternatives(written)})$", re.IGNORECASE)


@cache
def _bounds_nothing() -> re.Pattern[str]:
    """“Spread over eight genres”, “filed under two”."""
    return re.compile(r"(?:spread|split|distributed|divided|falls?|fell|filed|listed|classed)\s*$", re.IGNORECASE)


@cache
def _bounds_behind() -> re.Pattern[str]:
    written = alternatives([*_written(("ORMORE", "ORLESS")), "at least"])
    return re.compile(rf"\s+({written})(?!\w|\s+\d)", re.IGNORECASE)


def _unit(text: str, end: int) -> tuple[str, int]:
    """Of what a number is, and where the word for it ends."""
    if text[end : end + 2] == ") ":
        end += 1
    rounded = _ROUNDED.match(text, end)
    match = _unit_pattern().match(text, rounded.end() if rounded else end)
    if not match:
        return "", end
    return ("works" if match["noun"].lower() == "works" else _UNITS[_tag_of(match["noun"])]), match.end()


@cache
def _unit_pattern() -> re.Pattern[str]:
    """Up to three words between a number and its noun: none of them ends the phrase, but “more” may stand there."""
    nouns = [phrase for phrase in _written(tuple(_UNITS)) if " " not in phrase and phrase != "names"]
    grading = {"more", "fewer", "less", "other", "most", "longer", "older", "bigger", "same", "of our"}
    ends = (STOP_WORDS | {word for phrase in _written((*_BOUNDS, "BETWEEN")) for word in phrase.split()}) - grading | {
        *NUMBER_WORDS
    }
    between = rf"(?:[\s-]+(?!(?:{alternatives(ends)})\b|\d)[\w□'-]+){{0,3}}?"
    return re.compile(rf"{between}[\s-]+(?P<noun>{alternatives(nouns)})\b", re.IGNORECASE)


# --- telling words ----------------------------------------------------------------------------------------------------


def _telling(text: str) -> Iterator[Mark]:
    for match in _phrases().finditer(text):
        tag = _tag_of(match[0])
        is_verb = match[0].lower() == "mean" and not re.search(r"\b(?:the|a|an|arithmetic)\s*$", text[: match.start()])
        if match[0].lower() not in _NO_TELLING and not is_verb:  # “you might mean”
            yield Mark("word", tag, match.start(), match.end())
    for match in _CONTRACTED.finditer(text):
        yield Mark("word", "NOT", match.start(), match.end())


@cache
def _phrases() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'-])(?:{alternatives(_written(_TELLING))})(?![\w'])", re.IGNORECASE)


def _written(tags: Sequence[str]) -> list[str]:
    return [phrase for phrase, tag in _tags().items() if tag in tags or tag.partition(":")[0] in tags]


def _tag_of(phrase: str) -> str:
    return _tags()[" ".join(phrase.lower().split())]


@cache
def _tags() -> dict[str, str]:
    """Give what each phrase says, in a wording rather than in a question where that differs."""
    found = {row["word"]: row["kind"] for row in rows("rewording")}
    wanted = {*_TELLING, *_BOUNDS, *_UNITS, "BETWEEN"}
    for row in rows("library_grammar"):
        if row["tag"] in wanted or row["tag"].partition(":")[0] in wanted:
            for phrase in row["phrases"].split(" | "):
                found.setdefault(phrase.strip(), row["tag"])
    return found


@cache
def grammar_words() -> frozenset[str]:
    """Every word of the phrases by which questions are read."""
    return frozenset(word for row in rows("library_grammar") for word in row["phrases"].split())
