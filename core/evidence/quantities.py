"""Numbers in a text, with their units, as people write them: 1,200, twelve, 12 %, a third, 3 × 10⁵, 10–15 mg."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Literal

from core.evidence import units

_ONES = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
_ONES_TO_19 = {word: number for number, word in enumerate([*_ONES.split(), "eighteen", "nineteen"], start=1)}
_TENS = {
    word: 10 * number
    for number, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
_LARGE = {
    "hundred": 1e2, "thousand": 1e3, "lakh": 1e5, "million": 1e6, "crore": 1e7, "billion": 1e9, "trillion": 1e12,
    "dozen": 12.0, "mn": 1e6, "bn": 1e9, "m": 1e6, "k": 1e3,
}  # fmt: skip
_ORDINALS = {
    word: number
    for number, word in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], start=1
    )
}
_PARTS = {
    "half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fourth": 1 / 4, "fifth": 1 / 5, "sixth": 1 / 6, "seventh": 1 / 7,
    "eighth": 1 / 8, "tenth": 1 / 10,
}  # fmt: skip
_FACTORS = {
    "twice": 2, "double": 2, "doubles": 2, "doubled": 2, "doubling": 2, "thrice": 3, "triple": 3, "triples": 3,
    "tripled": 3, "tripling": 3, "quadruple": 4, "quadruples": 4, "quadrupled": 4, "quadrupling": 4,
}  # fmt: skip
_HALVED = ("halve", "halved", "halves", "halving")

_ABOUT = [
    "about",
    "approximately",
    "approx",
    "around",
    "roughly",
    "circa",
    "ca",
    "some",
    "nearly",
    "almost",
    "close,to",
    "near",
    "~",
    "≈",
    "∼",
    "an,estimated",
]
_ABOVE = [
    "more,than",
    "over",
    "above",
    "exceeding",
    "exceeds",
    "exceeded",
    "at,least",
    "just,over",
    "upwards,of",
    "no,fewer,than",
    "no,less,than",
    ">",
    "≥",
    ">=",
    "beyond",
    "older,than",
    "hotter,than",
    "longer,than",
    "greater,than",
    "larger,than",
    "higher,than",
]
_BELOW = [
    "less,than",
    "under",
    "below",
    "fewer,than",
    "at,most",
    "up,to",
    "as,much,as",
    "as,many,as",
    "just,under",
    "no,more,than",
    "<",
    "≤",
    "<=",
    "within",
    "younger,than",
    "colder,than",
    "shorter,than",
    "smaller,than",
    "lower,than",
]
BOUND_WORDS = frozenset(word for phrase in (*_ABOUT, *_ABOVE, *_BELOW) for word in phrase.split(","))
_SHARED_UNIT = re.compile(
    r"\s*(?:[-–—−±]|\+/-|,|to|and|or|against|versus|vs\.?|instead of|,? from)\s*(?:(?:up )?to )?", re.I
)
_LABEL = re.compile(
    r"\b(?:day|week|month|year|age|aged|table|figure|phase|type|grade|stage|class|group|version)\s+$", re.I
)

Bound = Literal["", "about", "above", "below"]
Role = Literal["", "from", "to"]


@dataclass(frozen=True)
class Quantity:
    """One number of a text: `text[start:end]`, its value in base units, and how it is meant."""

    text: str
    start: int
    end: int
    value: float  # times the unit's factor: 30 nm is 3e-8 length
    dimension: str  # "" without a unit, "ordinal" for first, second, 3rd
    step: float  # what the last written digit is worth, in base units: 0.1 of 24.8
    bound: Bound = ""
    role: Role = ""  # in “from 15 to 10”
    word: bool = False  # written as a word
    implied: bool = False  # “a year later”: may support another number, is never checked itself
    factor: float = 1.0  # of the unit

    @property
    def written(self) -> float:
        """The number as written, without its unit."""
        return self.value / self.factor


@cache
def _pattern() -> re.Pattern[str]:
    ones, tens, large = "|".join(_ONES_TO_19), "|".join(_TENS), r"hundred|thousand|lakh|million|crore|billion|trillion"
    small = rf"(?:(?:{tens})(?:[- ](?:{ones}))?|{ones})"
    spelled = rf"(?:(?:{small}|an?)\s+(?:{large}|dozen)(?:\s+(?:{large}))?(?:\s+(?:and\s+)?{small})?|{small}|zero)"
    parts = "|".join(_PARTS)
    digits = r"(?:\d{1,3}(?:[,\u202f\u00a0\u2009 ]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\w.])\.\d+)"
    power = r"(?:\s*[×x·]\s*10(?:\^?\s?(?P<power>[-−–+]?\d+)|(?P<raised>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))|[eE](?P<e>[-+]?\d+))?"
    return re.compile(
        rf"(?<![\w.,])(?<![A-Za-z][-‐‑–])(?:"
        rf"(?P<ratio>(?:{ones}|\d+)\s+(?:in|out\s+of)\s+(?:every\s+)?(?:{ones}|\d+))(?![\w%]|\s*%|\.\d)"
        rf"|(?P<fraction>(?:(?:an?|the|one|two|three|four|five)[\s-])?(?:{parts})s?)\b(?=(?P<of>[\w\s]?))"
        rf"|(?P<currency>{'|'.join(map(re.escape, units.CURRENCIES.split('|')))})?\s?"
        rf"(?P<digits>(?:(?<=[\s(\[=:<>])[-−+])?{digits}){power}"
        rf"(?P<ordinal>st|nd|rd|th)?(?:[\s-]?(?P<large>{large}|dozen)s?\b|(?P<letter>bn|mn|[mk])(?![\w/]))?"
        rf"|(?P<spelled>{spelled})\b"
        rf"|(?P<factor>{'|'.join(_FACTORS)}|{'|'.join(_HALVED)})\b"
        rf"|(?P<place>{'|'.join(_ORDINALS)})\b"
        rf"|(?P<article>an?)(?=\s(?:second|minute|hour|day|week|month|year|decade)\b)"
        rf")",
        re.IGNORECASE,
    )


@cache
def _unit() -> re.Pattern[str]:
    return re.compile(rf"[\s-]?(?:{units.pattern()})|-?fold\b")


@lru_cache(maxsize=4_000)
def quantities(text: str) -> tuple[Quantity, ...]:
    """All numbers of `text` in order. “first”, and the “one” of “one of the reasons”, are not counted as numbers."""
    found: list[Quantity] = []
    end = 0
    for match in _pattern().finditer(text):
        if match.start() >= end and (quantity := _read(text, match)):
            found.append(quantity)
            end = quantity.end
    return tuple(_with_shared_units(text, found))


def _read(text: str, match: re.Match[str]) -> Quantity | None:  # noqa: PLR0911 - one return for each way to write a number
    """The quantity that a match stands for, or None when the figure is part of a name (3D) or no count at all."""
    group = match.groupdict()
    start, end = match.span()
    dimension, step, word, implied = "", 0.0, True, False
    if group["ratio"]:
        count, of = re.split(r"\s+(?:in|out\s+of)\s+(?:every\s+)?", group["ratio"].lower())
        if not 0 < _whole(count) < _whole(of) or _whole(of) > 1000:
            return _read_spelled(text, start, start + len(group["ratio"].split()[0]), count)
        value, dimension, step = 100 * _whole(count) / _whole(of), "percent", 0.5
    elif group["fraction"]:
        return _read_fraction(text, match)
    elif group["digits"]:
        return _read_digits(text, match)
    elif group["spelled"]:
        return _read_spelled(text, start, end, group["spelled"])
    elif group["factor"]:
        name = group["factor"].lower()
        value, dimension = (50.0, "percent") if name in _HALVED else (_FACTORS[name], "times")
    elif group["place"]:
        if group["place"].lower() == "first":
            return None
        value, dimension = float(_ORDINALS[group["place"].lower()]), "ordinal"
    else:
        return _measured(text, start, end, 1.0, 0.0, word=True, implied=True)
    return Quantity(text[start:end], start, end, value, dimension, step, _bound(text, start, end), "", word, implied)


def _read_fraction(text: str, match: re.Match[str]) -> Quantity | None:
    """“a third of”, “two thirds”, “half” as percent; “the third”, “third” as an ordinal, “the first half” as a part."""
    written = match["fraction"].lower()
    *before, part = re.split(r"[\s-]", written)
    plural = part.endswith("s")
    name = part.rstrip("s") if part != "half" else part
    count = before[0] if before else ""
    start, end = match.span("fraction")
    if name == "half" or plural or count in ("a", "an", "one"):
        if name == "quarter" and not count:
            return None  # quarters of a year or a town
        times = _ONES_TO_19.get(count, 1)
        value = 100 * _PARTS[name] * times
        return Quantity(text[start:end], start, end, value, "percent", 0.7, _bound(text, start, end), "", True)
    if name in _ORDINALS:
        return Quantity(text[start:end], start, end, float(_ORDINALS[name]), "ordinal", 0.0, "", "", True)
    return None


def _read_digits(text: str, match: re.Match[str]) -> Quantity | None:
    written = re.sub(r"[,\s\u202f\u00a0\u2009]", "", match["digits"]).replace("−", "-")
    start, end = match.start("digits"), match.end()
    power = (
        match["power"] or match["e"] or (match["raised"] or "").translate(str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789"))
    )
    scale = (match["large"] or match["letter"] or "").lower()
    if scale in ("m", "k") and not match["currency"]:
        scale, end = "", match.end("digits")  # 5 m is a length, 5 k nothing known
    factor = _LARGE.get(scale, 1.0) * 10.0 ** int(power.replace("−", "-").replace("–", "-") or 0)
    value = float(written) * factor
    step = 10.0 ** -len(written.partition(".")[2]) * factor
    if match["ordinal"]:
        return Quantity(text[start:end], start, end, value, "ordinal", step)
    if match["currency"]:
        dimension, _ = units.meaning(match["currency"])
        start = match.start("currency")
        return Quantity(
            text[start:end], start, end, value, dimension, step, _bound(text, start, end), _role(text, start)
        )
    return _measured(text, start, end, value, step)


def _read_spelled(text: str, start: int, end: int, written: str) -> Quantity | None:
    value = _whole(written)
    quantity = _measured(text, start, end, value, 0.0, word=True)
    if quantity and not quantity.dimension and value == 1:
        return None  # “one of the reasons”, “the one that”
    return quantity


def _measured(
    text: str, start: int, end: int, value: float, step: float, word: bool = False, implied: bool = False
) -> Quantity | None:
    """The number with the unit that follows it; None when letters follow that are no unit."""
    match = None if re.match(r"s\b", text[end:]) and value % 10 == 0 else _unit().match(text, end)  # the 1990s
    bound = _bound(text, start, match.end() if match else end)
    if match:
        written = match.group().strip(" -\u00a0\u202f\n\t")
        dimension, factor = units.meaning(written)
        last = match.end()
        return Quantity(
            text[start:last], start, last, value * factor, dimension, step * factor, bound, _role(text, start), word,
            implied, factor,
        )  # fmt: skip
    if not word and re.match(r"[^\W\d_]", text[end:]) and not re.match(r"s\b", text[end:]):
        return None
    return Quantity(text[start:end], start, end, value, "", step, bound, _role(text, start), word, implied)


def _whole(written: str) -> float:
    """The value of a number word, or of figures: “three hundred and forty”, “a dozen”, “17”."""
    total = current = 0.0
    for word in re.split(r"[\s-]+", written.lower()):
        if word in ("and", "", "zero"):
            continue
        if word in _LARGE:
            current = max(current, 1.0) * _LARGE[word]
            if word != "hundred":
                total, current = total + current, 0.0
        elif word in ("a", "an"):
            current = 1.0
        else:
            current += _ONES_TO_19.get(word) or _TENS.get(word) or float(word)
    return total + current


def _bound(text: str, start: int, end: int) -> Bound:
    """How the number is meant, by the words before it and by “or more” after it."""
    before = re.findall(r"[^\W\d_]+|[~≈∼<>≤≥]=?", text[max(0, start - 30) : start].lower())
    gap = text[max(0, start - 30) : start].rstrip()
    if gap and gap[-1] in ",;.:)":
        before = []
    after = text[end : end + 12].lower()
    if re.match(r"\s*(?:or|and) (?:more|above|over|older|longer)", after):
        return "above"
    if re.match(r"\s*or (?:less|fewer|below|under|younger)", after):
        return "below"
    for bound, phrases in (("about", _ABOUT), ("above", _ABOVE), ("below", _BELOW)):
        for phrase in phrases:
            words = phrase.split(",")
            if before[-len(words) :] == words:
                return bound  # type: ignore[return-value]
    return ""


def _role(text: str, start: int) -> Role:
    """Whether the number is where a change begins (“from 15”) or ends (“to 10”)."""
    before = text[max(0, start - 14) : start].lower()
    if re.search(r"\b(?:from|instead of)\s+$", before):
        return "from"
    return "to" if re.search(r"(?<!up )\bto\s+(?:about\s+)?$", before) else ""


def _with_shared_units(text: str, found: list[Quantity]) -> list[Quantity]:
    """Give “12” of “from 12 to 85 ms” and of “12, 15 and 18 %” the unit that stands after the last of them."""
    for place in range(len(found) - 2, -1, -1):
        here, after = found[place], found[place + 1]
        if here.dimension or not after.dimension or after.dimension in ("ordinal", "times"):
            continue
        between = text[here.end : after.start]
        labelled = "," in between and _LABEL.search(text[max(0, here.start - 12) : here.start])
        if _SHARED_UNIT.fullmatch(between) and not _is_year(here) and not labelled:
            factor = after.factor
            found[place] = replace(
                here, value=here.value * factor, dimension=after.dimension, step=here.step * factor, factor=factor
            )
    return found


def _is_year(quantity: Quantity) -> bool:
    return 1500 <= quantity.value <= 2100 and quantity.step == 1 and "," not in quantity.text


def is_year(quantity: Quantity) -> bool:
    """Whether the number looks like a year of the calendar."""
    return not quantity.dimension and _is_year(quantity)
