"""What a sentence about books says that can be checked: names, numbers with their units, years, bounds, telling words.

The phrases are those by which the grammar reads questions (`library_grammar.csv`); all other words are free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from core.language.lexicon import alternatives, rows, word_groups
from core.language.numbers import SPELLED, whole
from core.language.periods import Span, periods
from core.language.sentences import sentences
from core.language.terms import STOP_WORDS
from core.systems.library_chat.review.facts import HIDDEN, Facts, NameKind, plain_signs

_OWN = word_groups("rewording")
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DATE = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{_MONTHS})|(?P<month2>{_MONTHS}) (?P<day2>\d{{1,2}})"
    r"(?:st|nd|rd|th)?),? (?P<year>\d{4})\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?m)^\s*\d{1,2}[.)](?=\s)")
_PAIR = alternatives(_OWN["two"])
_NUMBER = re.compile(
    rf"(?<![\w.,-])(?P<figures>\d+(?:,\d{{3}})*(?:\.\d+)?)s?(?!\w)|"
    rf"(?<![\w-])(?:(?P<pair>{_PAIR})|(?P<spelled>{SPELLED}|single))(?![\w-])",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"\s*(?:%|per\s?cent)", re.IGNORECASE)
_UNIT_TAGS = {
    "BOOKS": "books", "COL:title": "books", "COL:authors": "authors", "PEOPLE": "authors", "COL:genres": "genres",
    "COL:publisher": "publishers", "COL:language": "languages", "COL:pages": "pages", "COL:year": "years",
    "DECADE": "decades", "CENTURY": "centuries", "COL:month": "months", "COL:subjects": "subjects",
}  # fmt: skip
_BOUND_TAGS = ("GT", "GE", "LT", "LE", "APPROX", "GT:pages", "LT:pages", "ORMORE", "ORLESS", "BETWEEN")
_TELLING = (
    "SUP", "MOST", "FEWEST", "PROLIFIC", "COMMON", "RARE", "TOP", "LONGER", "SHORTER", "NEWER", "OLDER", "MORE",
    "FEWER", "GT", "LT", "THAN", "BEFORE", "AFTER", "AVG", "NOT", "NEITHER", "NOR", "NOBODY", "MISSING", "EXCLUDED",
    "ONLY", "BOTH", "EACH", "TOGETHER", "ORD", "BY", "WROTE", "OR", "HALF", "some", "last", "former",
    "other thing", "near",
)  # fmt: skip
_SEVERAL_YEARS = re.compile(r"(?:(?:from|in|of)\s+)?(?:the\s+)?\d{4}s?(?:(?:\s*,\s*|,?\s+and\s+)(?:the\s+)?\d{4}s?)+")
_VAGUE = ("APPROX", "GT", "GE", "LT")
"""What stands before no year that is said exactly: “over 1999”."""
_FREE = frozenset({"check out", "first published", "spread", "vary", "varies", "widely", "variation", "free of"})
_CLAUSE = re.compile(
    r"[,;:()—]|(?<!\w)(?:and|but|while|whereas|against|versus|though|although|so)(?!\w)", re.IGNORECASE
)


@dataclass(frozen=True)
class Number:
    """A number: its value, of what it is ("" where nothing says so), and from where to where it bounds, if it does."""

    value: float
    unit: str = ""
    bound: tuple[float | None, float | None] | None = None
    about: bool = False
    decimals: int = 0


@dataclass(frozen=True)
class Mark:
    """A part of a text, `text[start:end]`: a name, a number, years, a date or a telling word of the grammar."""

    kind: NameKind | str  # a kind of name, "number", "years", "date", or "word"
    value: str
    start: int
    end: int
    number: Number = Number(0)
    spans: tuple[Span, ...] = ()
    clause: int = 0


@dataclass(frozen=True)
class Sentence:
    """A sentence or a line, with its marks in order; they count from the beginning of the whole, as `start`."""

    text: str
    start: int
    marks: tuple[Mark, ...]

    def written(self, mark: Mark) -> str:
        """Return a mark as it is written."""
        return self.text[mark.start - self.start : mark.end - self.start]

    def between(self, one: Mark, other: Mark) -> str:
        """Return what stands between two marks."""
        return self.text[one.end - self.start : other.start - self.start]

    def of(self, *kinds: str) -> list[Mark]:
        """Return the marks of these kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]

    def words(self, *tags: str) -> list[Mark]:
        """Return the telling words with these tags, or with what a tag is parted into."""
        return [mark for mark in self.of("word") if mark.value in tags or mark.value.partition(":")[0] in tags]


def vague_before(sentence: Sentence, mark: Mark) -> bool:
    """Whether a year that is a name of the answer is said about: “almost 2005”."""
    sign = _bound_before(sentence.text, mark.start - sentence.start)
    return sentence.written(mark)[:1].isdigit() and _is_vague(sign)


def _is_vague(sign: tuple[str, int] | None) -> bool:
    return sign is not None and sign[0] in _VAGUE


def read(text: str, facts: Facts) -> tuple[Sentence, ...]:
    """Read every sentence of a text."""
    given = _NUMBERED.sub(lambda match: " " * len(match[0]), plain_signs(text).replace("*", " ").replace("_", " "))
    names, bare = _names(given, facts)
    ends = sorted({match.start() for match in re.finditer(r"\n|;(?![^()]*\))", bare)} | _stops(bare))
    found, start = [], 0
    for end in [*ends, len(bare)]:
        own = [mark for mark in names if start <= mark.start < end]
        if bare[start:end].strip():
            found.append(_sentence(given, bare, start, end, own))
        start = end
    return tuple(found)


def _stops(bare: str) -> set[int]:
    return {one.end for one in sentences(bare)}


def _names(text: str, facts: Facts) -> tuple[list[Mark], str]:
    found = facts.named(text)
    return [Mark(kind, name, start, end) for start, end, kind, name in found], facts.hidden(text)


def _sentence(text: str, bare: str, start: int, end: int, names: list[Mark]) -> Sentence:
    blank = " " * start + bare[start:end]
    marks = list(names)
    for reader in (_dates, _ranges_and_numbers, _telling):
        for mark in reader(blank):
            marks.append(mark)
            blank = f"{blank[: mark.start]}{HIDDEN * (mark.end - mark.start)}{blank[mark.end :]}"
    breaks = [match.start() for match in _CLAUSE.finditer(bare[start:end])]
    placed = [
        Mark(one.kind, one.value, one.start, one.end, one.number, one.spans,
             sum(start + place < one.start for place in breaks))
        for one in marks
    ]  # fmt: skip
    return Sentence(text[start:end], start, tuple(sorted(placed, key=lambda one: one.start)))


def _dates(text: str) -> Iterator[Mark]:
    for match in _DATE.finditer(text):
        sign = _bound_before(text, match.start())
        month, day = match["month"] or match["month2"], match["day"] or match["day2"]
        value = f"{int(day)} {month.lower()} {match['year']}"
        yield Mark("date", value, match.start(), match.end(), Number(0, about=_is_vague(sign)))


# --- numbers and years ------------------------------------------------------------------------------------------------


def _ranges_and_numbers(text: str) -> Iterator[Mark]:
    """Read numbers, those that bound something with the words that say so, and years."""
    numbers = list(_numbers(text))
    counted = [one for one in numbers if one.number.unit or "," in text[one.start : one.end]]
    years = [
        one for one in periods(text, today=2_000)
        if not any(one.start < other.end and other.start < one.end for other in counted)
    ]  # fmt: skip
    several = [one for one in years if _SEVERAL_YEARS.fullmatch(text, one.start, one.end)]
    for period in several:  # “(2020 and 2019)” are two
        for match in re.finditer(r"\d{4}s?", text[period.start : period.end]):
            start, first = period.start + match.start(), int(match[0][:4])
            last = first + 9 if match[0].endswith("s") else first
            yield Mark("years", match[0], start, start + len(match[0]), spans=((first, last),))
    for one in (one for one in years if one not in several):
        figure = re.compile(r"\d").search(text, one.start)
        sign = _bound_before(text, figure.start() if figure and figure.start() < one.end else one.start)
        about = _is_vague(sign)
        start = min(one.start, sign[1]) if sign and about else one.start
        yield Mark("years", text[start : one.end], start, one.end, Number(0, about=about), one.spans)
    for mark in numbers:
        if all(mark.end <= one.start or one.end <= mark.start for one in years):
            yield mark


def _numbers(text: str) -> Iterator[Mark]:
    found: list[re.Match[str]] = []
    for match in _NUMBER.finditer(text):
        is_one = match[0].lower() == "one"
        if not is_one or _unit(text, match.end())[0] or _bound_before(text, match.start()):
            found.append(match)
    taken = 0
    for place, match in enumerate(found):
        if match.start() < taken:
            continue
        behind = found[place + 1] if place + 1 < len(found) else None
        if behind and re.fullmatch(r"\s*(?:to|and|-|through|up to)\s*", text[match.end() : behind.start()]):
            unit, _ = _unit(text, behind.end())
            low, high = _value(match), _value(behind)
            if unit == "pages" and low < high:
                about = _bound_before(text, match.start()) is not None
                number = Number(low, unit, None if about else (low, high), about)
                yield Mark("number", text[match.start() : behind.end()], match.start(), behind.end(), number)
                taken = behind.end()
                continue
        yield _number_mark(text, match)


def _value(match: re.Match[str]) -> float:
    if match["pair"]:
        return 2.0
    if match["figures"]:
        return float(match["figures"].replace(",", ""))
    return 1.0 if match[0].lower() == "single" else whole(match[0])


def _number_mark(text: str, match: re.Match[str]) -> Mark:
    value = _value(match)
    decimals = len((match["figures"] or "").partition(".")[2])
    start, end = match.span()
    percent = _PERCENT.match(text, end)
    unit, behind = ("percent", percent.end()) if percent else _unit(text, end)
    end = percent.end() if percent else end
    sign, begins = _bound_before(text, start) or ("", start)
    if not sign and (after := _bounds_behind().match(text, behind)):
        sign, end = _tag_of(after[1]), after.end()
    bound = {
        "GT": (value + 1, None), "GE": (value, None), "ORMORE": (value, None),
        "LT": (None, value - 1), "LE": (None, value), "ORLESS": (None, value),
    }.get(sign.partition(":")[0])  # fmt: skip
    return Mark("number", text[begins:end], begins, end, Number(value, unit, bound, sign == "APPROX", decimals))


@cache
def _bounds_behind() -> re.Pattern[str]:
    written = alternatives([*_written(("ORMORE", "ORLESS")), "at least"])
    return re.compile(rf"\s+({written})(?!\w|\s+\d)", re.IGNORECASE)


_NO_BOUND = re.compile(
    r"(?:spread|split|distributed|divided|scattered|falls?|fell|filed|listed|shelved|classed)\s*$", re.IGNORECASE
)  # “spread over eight genres”, “falls under two”


def _bound_before(text: str, start: int) -> tuple[str, int] | None:
    before = text[:start].rstrip()
    if before[-1:] in ",;.:)(":
        return None
    match = _bounds_at_end().search(before)
    if not match or (match[0].lower() in ("over", "under") and _NO_BOUND.search(before[: match.start()])):
        return None
    return _tag_of(match[0]), match.start()


@cache
def _bounds_at_end() -> re.Pattern[str]:
    tags = ("GT", "GE", "LT", "LE", "APPROX", "GT:pages", "LT:pages")
    return re.compile(rf"(?<!\w)(?:{alternatives(_written(tags))})$", re.IGNORECASE)


def _unit(text: str, end: int) -> tuple[str, int]:
    """Of what a number is, and where the word for it ends."""
    if text[end : end + 2] == ") ":
        end += 1
    rounded = _ROUNDED.match(text, end)  # “309.1 (309.11) pages”
    match = _unit_pattern().match(text, rounded.end() if rounded else end)
    if not match:
        return "", end
    return ("works" if match["noun"].lower() == "works" else _UNIT_TAGS[_tag_of(match["noun"])]), match.end()


_GRADING = frozenset({"more", "fewer", "less", "other", "most", "longer", "older", "bigger", "same", "of our"})


_ROUNDED = re.compile(r"\s*\([\d.,]+\)")


@cache
def _unit_pattern() -> re.Pattern[str]:
    nouns = [phrase for phrase in _written(tuple(_UNIT_TAGS)) if " " not in phrase and phrase != "names"]
    ends = STOP_WORDS | {word for phrase in _written(_BOUND_TAGS) for word in phrase.split()} - _GRADING
    between = rf"(?:[\s-]+(?!(?:{alternatives(ends - _GRADING)})\b|\d)[\w□'-]+){{0,3}}?"
    return re.compile(rf"{between}[\s-]+(?P<noun>{alternatives(nouns)})\b", re.IGNORECASE)


# --- telling words ----------------------------------------------------------------------------------------------------


_DENIES = re.compile(r"\b(?:\w+n't|cannot|other \w+ than)\b", re.IGNORECASE)


def _telling(text: str) -> Iterator[Mark]:
    for match in _phrases(_TELLING).finditer(text):
        if match[0].lower() not in _FREE and not _says_otherwise(text, match):
            yield Mark("word", _tag_of(match[0]), match.start(), match.end())
    for match in _DENIES.finditer(text):
        yield Mark("word", "NOT", match.start(), match.end())


_IS_MEAN = re.compile(r"(?<!\w)(?:the|a|an|arithmetic)\s*$", re.IGNORECASE)


def _says_otherwise(text: str, match: re.Match[str]) -> bool:
    """Whether it is a verb: “you might mean”."""
    return match[0].lower() == "mean" and not _IS_MEAN.search(text[: match.start()])


@cache
def _phrases(tags: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'-])(?:{alternatives(_written(tags))})(?![\w'])", re.IGNORECASE)


def _written(tags: tuple[str, ...]) -> list[str]:
    return [phrase for phrase, tag in _tags().items() if tag in tags or tag.partition(":")[0] in tags]


def _tag_of(phrase: str) -> str:
    return _tags()[" ".join(phrase.lower().split())]


@cache
def grammar_words() -> frozenset[str]:
    """Every word of the phrases by which questions are read."""
    return frozenset(word for row in rows("library_grammar") for word in row["phrases"].split())


@cache
def _tags() -> dict[str, str]:
    """Give what each phrase says, in a wording rather than in a question where that differs."""
    found: dict[str, str] = {}
    wanted = {*_TELLING, *_BOUND_TAGS, *_UNIT_TAGS}
    for row in rows("rewording"):
        found.setdefault(row["word"], row["kind"])
    for row in rows("library_grammar"):
        if row["tag"] in wanted or row["tag"].partition(":")[0] in wanted:
            for phrase in row["phrases"].split(" | "):
                found.setdefault(phrase.strip(), row["tag"])
    return found


_OF_COLUMNS = {"": "books", "pages": "pages", "year": "years", "published": "years", "publisher": "publishers",
               "language": "languages"}  # fmt: skip


def units_measured(facts: Facts) -> set[str]:
    """Return in what the figures of an answer are."""
    columns = {measure.column for measure in facts.plan.measures} or {""}
    return {_OF_COLUMNS.get(column, column) for column in columns}
