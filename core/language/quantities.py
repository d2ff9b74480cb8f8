"""Numbers in a text, with their units, as people write them: 1,200, twelve, 12 %, a third, 3 × 10⁵, 10–15 mg."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from core.language import units
from core.language.comparators import Bound, Role, bound_of, role_of
from core.language.numbers import (
    FACTORS,
    HALVED,
    LARGE,
    LARGE_WORDS,
    ONE_TO_19,
    ONES_TO_19,
    ORDINALS,
    PARTS,
    SMALL,
    SPELLED,
    part,
    whole,
)
from core.language.raised import in_line

_SHARED_UNIT = re.compile(
    r"\s*(?:[-–—−±]|\+/-|,|to|and|or|against|versus|vs\.?|instead of|,? from)\s*(?:(?:up )?to )?", re.I
)
_YEARS = re.compile(r"\s?[-–—/]\s?")
_LABEL = re.compile(
    r"\b(?:day|week|month|year|age|aged|table|figure|phase|type|grade|stage|class|group|version)\s+$", re.I
)
_IN = re.compile(r"\s+(?:[a-z]+\s+)?(?:in|out\s+of)\s+(?:every\s+)?", re.I)
_BETWEEN = re.compile(r"\s(?:consecutive|successive|full|whole|straight|further|additional|more)(?=\s)")
_PER = re.compile(
    r"\s*(?:(?:[a-z-]+\s+){0,3}?(?:per|each|every|an?)\s+|/\s?)(second|minute|hour|day|night|week|month|year|decade)\b",
    re.I,
)

_LARGE = re.compile(rf"\s+({LARGE_WORDS})\b", re.I)
_SCALED = re.compile(rf"(?:^|[\d\s])({'|'.join(sorted(LARGE, key=len, reverse=True))})\b", re.I)

_OF_THEIR_OWN = ("", "ordinal", "times", "clock", "time", "celsius", "kelvin", "fahrenheit")


@dataclass(frozen=True)
class Quantity:
    """One number of a text: `text[start:end]`, its value in base units, and how it is meant."""

    text: str
    start: int
    end: int
    value: float  # times the unit's factor: 30 nm is 3e-8 length
    dimension: str  # "" without a unit, "ordinal" for first, second, 3rd, "clock" for 2:04:37
    step: float  # what the last written digit is worth, in base units: 0.1 of 24.8
    bound: Bound = ""
    role: Role = ""  # in “from 15 to 10”
    word: bool = False  # written as a word
    implied: bool = False  # “a year later”: may support another number, is never checked itself
    factor: float = 1.0  # of the unit
    per: str = ""  # the time in “1,400 sentences per second”
    perhaps: str = ""  # “0.2” of “4.6 points on Finnish but 0.2 on English”: the dimension that was said before

    @property
    def written(self) -> float:
        """The number as written, without its unit."""
        return self.value / self.factor


@cache
def _pattern() -> re.Pattern[str]:
    parts, ordinals = "|".join(PARTS), "|".join(sorted(ORDINALS, key=len, reverse=True))
    nth = "|".join(word for word in ORDINALS if word != "first")
    periods = "second|minute|hour|day|week|month|year|decade|century"
    # A comma before one, two or more than three figures is the decimal comma of other languages.
    digits = (
        r"(?:\d{1,3}(?:[,'’\u202f\u00a0\u2009 ]\d{3})+(?!\d)(?:\.\d+)?|(?:\d+,\d{1,2}|0,\d+)(?![\d,])(?!,\d)"
        r"|\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d+(?:\.\d+){2,}(?P<name>)|\d+·(?!10(?:\b|[\^⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]))\d+"
        r"|\d+(?:\.\d+)?|(?<![\w.])\.\d+)"
    )
    power = (
        r"(?:\s*[×x·]\s*10(?:\^?\s?(?P<power>[-−–+]?\d+)|(?P<raised>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))|[eE](?P<e>[-+]?\d+)"
        r"|(?<=10)(?<![\d.,]10)(?:\^(?P<of_ten>[-−–+]?\d+)|(?P<raised_ten>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)))?"
    )
    return re.compile(
        rf"(?<![\w.,])(?<![A-Za-z][-‐‑–])(?:"
        rf"(?P<clock>\d{{1,2}}:\d\d(?::\d\d)?(?!\s?[ap]\.?m\b)|\d{{1,2}}(?:[:.]\d\d)?\s?[ap]\.?m\b\.?)(?![\d:])"
        rf"|(?P<ratio>(?:{ONE_TO_19}|\d+)\s+(?:in|(?:[a-z]+\s+)?out\s+of)\s+(?:every\s+)?(?:{ONE_TO_19}|\d+)"
        rf"|one\s+[a-z]+\s+in\s+(?:{ONE_TO_19})(?!\s+(?!has\b|was\b|is\b|does\b)\w+s\b))(?![\w%]|\s*%|\.\d)"
        rf"|every\s+(?P<every>{nth})\b(?!\s+(?:{periods})\b)"
        rf"|(?P<mixed>(?:{SMALL}|\d+)\s+and\s+(?:a|three)\s+(?:half|quarters?))\b"
        rf"|(?P<longer>(?:an?|{SMALL})\s+(?P<period>{periods})s?\s+and\s+a\s+(?:half|quarter))\b"
        rf"|(?P<partial>half|(?:a|three)\s+quarters?\s+of)\s+an?\s+(?=(?P<whole>{periods}|{LARGE_WORDS}|dozen)\b)"
        rf"|(?P<fraction>(?:(?:an?|the|one|two|three|four|five)[\s-])?(?:{parts})s?)\b"
        rf"|(?:(?P<currency>{'|'.join(map(re.escape, units.currencies()))})\s?)?"
        rf"(?P<digits>(?:(?<=[\s(\[=:<>])[-−+]|minus\s+)?{digits}){power}"
        rf"(?P<ordinal>st|nd|rd|th)?(?:[\s-]?(?P<large>{LARGE_WORDS}|dozen)s?\b|(?P<letter>bn|mn|[mk])(?![\w/]))?"
        rf"|(?P<spelled>{SPELLED})\b"
        rf"|(?P<factor>{'|'.join(sorted((*FACTORS, *HALVED), key=len, reverse=True))})\b"
        rf"|(?P<place>(?<!per\s)(?<!each\s)(?:{ordinals}))\b"
        rf"|(?P<article>an?)(?=\s(?:{periods})\b)"
        rf")",
        re.IGNORECASE,
    )


@cache
def _unit() -> re.Pattern[str]:
    return re.compile(rf"(?:{_BETWEEN.pattern})?[\s-]?(?:{units.pattern()})|-?fold\b")


@lru_cache(maxsize=4_000)
def quantities(text: str) -> tuple[Quantity, ...]:
    """All numbers of `text` in order. “first”, and the “one” of “one of the reasons”, are not counted as numbers."""
    found: list[Quantity] = []
    end = 0
    for match in _pattern().finditer(text):
        if match.start() >= end and (quantity := _read(text, match)):
            per = _PER.match(text, quantity.end)
            found.append(replace(quantity, per=per[1].lower()) if per else quantity)
            end = quantity.end
    return tuple(_with_implied_units(text, _with_shared_units(text, found)))


def _read(text: str, match: re.Match[str]) -> Quantity | None:
    """Read the quantity that a match stands for; None when the figure is part of a name (3D) or no count at all."""
    for way, read in _READERS.items():
        if match[way]:
            return read(text, match)
    return _measured(text, *match.span(), 1.0, 0.0, word=True, implied=True)  # “a year”


def _quantity(
    text: str, match: re.Match[str], value: float, dimension: str, step: float = 0.0, word: bool = True
) -> Quantity:
    start, end = match.span()
    return Quantity(text[start:end], start, end, value, dimension, step, bound_of(text, start, end), "", word)


def _read_clock(text: str, match: re.Match[str]) -> Quantity:
    return _quantity(text, match, _seconds(match["clock"]), "clock", word=False)


def _read_ratio(text: str, match: re.Match[str]) -> Quantity | None:
    """Read “one in five” as a share; “one in 2019” is a count."""
    count, of = _IN.split(match["ratio"].lower())
    if not 0 < whole(count) < whole(of) or whole(of) > 1000:
        return _read_spelled(text, match.start(), match.start() + len(match["ratio"].split()[0]), count)
    return _quantity(text, match, 100 * whole(count) / whole(of), "percent", 0.5)


def _read_every(text: str, match: re.Match[str]) -> Quantity:
    return _quantity(text, match, 100 / ORDINALS[match["every"].lower()], "percent", 0.5)


def _read_word(text: str, match: re.Match[str]) -> Quantity | None:
    return _read_spelled(text, *match.span(), match["spelled"])


def _read_factor(text: str, match: re.Match[str]) -> Quantity:
    name = match["factor"].lower()
    return _quantity(text, match, 50.0, "percent") if name in HALVED else _quantity(text, match, FACTORS[name], "times")


def _read_place(text: str, match: re.Match[str]) -> Quantity | None:
    name = match["place"].lower()
    return None if name == "first" else _quantity(text, match, float(ORDINALS[name]), "ordinal")


def _seconds(written: str) -> float:
    """2:04:37 in seconds; 18:30 and 6.30 pm in minutes of its day or its race, as seconds of sixty."""
    half = re.search(r"([ap])\.?m", written, re.I)
    figures = [float(one) for one in re.findall(r"\d+", written)]
    if half:
        hour = figures[0] % 12 + (12 if half[1].lower() == "p" else 0)
        return 60 * hour + (figures[1] if len(figures) > 1 else 0)
    value = 0.0
    for one in figures:
        value = 60 * value + one
    return value


def _read_mixed(text: str, match: re.Match[str]) -> Quantity | None:
    """“Two and a half years”, “a day and a half”, “half an hour”, “half a million people”."""
    start, end = match.span()
    if match["partial"]:
        value, end = part(match["partial"]), match.start("whole")
        scale = LARGE.get(match["whole"].lower())
        if scale:
            return _measured(text, start, match.end("whole"), value * scale, 0.0, word=True)
        return _measured(text, start, end - 1, value, 0.0, word=True)
    if match["mixed"]:
        count, rest = re.split(r"\s+and\s+", match["mixed"], maxsplit=1)
        large = _LARGE.match(text, end)
        value = (whole(count) + part(rest)) * (LARGE[large[1].lower()] if large else 1.0)
        return _measured(text, start, large.end() if large else end, value, 0.0, word=True)
    dimension, factor = units.meaning(match["period"])
    value = whole(match["longer"].split()[0]) + part(match["longer"].split()[-1])
    bound, role = bound_of(text, start, end), role_of(text, start)
    return Quantity(text[start:end], start, end, value * factor, dimension, 0.0, bound, role, True, False, factor)


def _read_fraction(text: str, match: re.Match[str]) -> Quantity | None:
    """Read “a third of”, “two thirds”, “half” as percent; “the third”, “third” as an ordinal, “the first half” as a
    part."""
    written = match["fraction"].lower()
    *before, last = re.split(r"[\s-]", written)
    plural = last.endswith("s")
    name = last.rstrip("s") if last != "half" else last
    count = before[0] if before else ""
    start, end = match.span("fraction")
    if name == "half" or plural or count in ("a", "an", "one"):
        if name == "quarter" and not count:
            return None  # quarters of a year or a town
        value = 100 * PARTS[name] * ONES_TO_19.get(count, 1)
        return Quantity(text[start:end], start, end, value, "percent", 0.7, bound_of(text, start, end), "", True)
    if name in ORDINALS:
        return Quantity(text[start:end], start, end, float(ORDINALS[name]), "ordinal", 0.0, "", "", True)
    return None


def _read_digits(text: str, match: re.Match[str]) -> Quantity | None:
    if match["name"] is not None:  # version 4.7.2, on 31.12.2024
        return None
    written = _plain_figures(match["digits"])
    start, end = match.start("digits"), match.end()
    power = match["power"] or match["e"] or in_line(match["raised"] or "")
    of_ten = match["of_ten"] or in_line(match["raised_ten"] or "")  # 10⁶ is 10 × 10⁵
    scale = (match["large"] or match["letter"] or "").lower()
    if scale in ("m", "k") and not match["currency"]:
        scale, end = "", match.end("digits")  # 5 m is a length, 5 k nothing known
    try:
        factor = LARGE.get(scale, 1.0) * 10.0 ** (_whole(power) + (_whole(of_ten) - 1 if of_ten else 0))
    except (OverflowError, ValueError):  # 10^999 and more: written, and no quantity of anything
        return None
    value = float(written) * factor
    if not math.isfinite(value):
        return None
    step = 10.0 ** -len(written.partition(".")[2]) * factor
    if match["ordinal"]:
        return Quantity(text[start:end], start, end, value, "ordinal", step)
    if match["currency"]:
        dimension, _ = units.meaning(match["currency"])
        start = match.start("currency")
        bound, role = bound_of(text, start, end), role_of(text, start)
        return Quantity(text[start:end], start, end, value, dimension, step, bound, role)
    return _measured(text, start, end, value, step)


def _whole(written: str) -> int:
    return int(written.replace("−", "-").replace("–", "-") or 0)


def _plain_figures(written: str) -> str:
    """“1,204”, “1'204”, “1.204.000” and “0,25” as Python writes them."""
    plain = re.sub(r"['’\s\u202f\u00a0\u2009]", "", written).replace("−", "-").replace("·", ".").replace("minus", "-")
    if re.fullmatch(r"[-+]?(?:\d+,\d{1,2}|0,\d+)", plain):
        return plain.replace(",", ".")
    if plain.count(".") > 1:
        return plain.replace(".", "")
    return plain.replace(",", "")


def _read_spelled(text: str, start: int, end: int, written: str) -> Quantity | None:
    value = whole(written)
    quantity = _measured(text, start, end, value, 0.0, word=True)
    if quantity and not quantity.dimension and value == 1:
        return None  # “one of the reasons”, “the one that”
    return quantity


def _measured(
    text: str, start: int, end: int, value: float, step: float, word: bool = False, implied: bool = False
) -> Quantity | None:
    """Return the number with the unit that follows it; None when letters follow that are no unit."""
    match = None if re.match(r"s\b", text[end:]) and value % 10 == 0 else _unit().match(text, end)  # the 1990s
    bound = bound_of(text, start, match.end() if match else end)
    if match:
        written = _BETWEEN.sub("", match.group()).strip(" -\u00a0\u202f\n\t")
        dimension, factor = units.meaning(written)
        last = match.end()
        return Quantity(
            text[start:last], start, last, value * factor, dimension, step * factor, bound, role_of(text, start), word,
            implied, factor,
        )  # fmt: skip
    if not word and re.match(r"[^\W\d_]", text[end:]) and not re.match(r"s\b", text[end:]):
        return None
    return Quantity(text[start:end], start, end, value, "", step, bound, role_of(text, start), word, implied)


def _with_shared_units(text: str, found: list[Quantity]) -> list[Quantity]:
    """Give “12” of “from 12 to 85 ms”, “12, 15 and 18 %” and “12 to 85 million” what stands after the last of them.

    What “73” of 1971-73 leaves out stands before it.
    """
    for index in range(len(found) - 2, -1, -1):
        here, after = found[index], found[index + 1]
        between = text[here.end : after.start]
        if is_year(here) and not after.dimension and here.value % 100 < after.value < 100 and _YEARS.fullmatch(between):
            found[index + 1] = replace(after, value=here.value // 100 * 100 + after.value)
        if not _SHARED_UNIT.fullmatch(between) or is_year(here) or here.dimension in ("ordinal", "times", "clock"):
            continue
        scale = _SCALED.search(after.text)
        if scale and "," not in between and not here.word and here.step <= 1 and here.value < after.value:
            factor = LARGE[scale[1].lower()]
            here = replace(here, value=here.value * factor, step=here.step * factor)
        labelled = "," in between and _LABEL.search(text[max(0, here.start - 12) : here.start])
        unlike = between.strip() == "," and here.step * after.factor != after.step  # “a ratio of 0.67, 95 % …”
        measured = after.dimension not in ("", "ordinal", "times", "clock")
        if measured and not (here.dimension or labelled or unlike):
            factor = after.factor
            here = replace(
                here, value=here.value * factor, dimension=after.dimension, step=here.step * factor, factor=factor
            )
        found[index] = here
    return found


def _with_implied_units(text: str, found: list[Quantity]) -> list[Quantity]:
    """Let a number with decimals, or after “by”, be of the unit that another number of its sentence has."""
    for index, here in enumerate(found):
        if here.dimension or not (0 < here.step < 1 or text[: here.start].endswith("by ")):
            continue
        for other in (*reversed(found[:index]), *found[index + 1 :]):
            between = text[min(here.end, other.end) : max(here.start, other.start)]
            measured = other.dimension not in _OF_THEIR_OWN and other.step == here.step * other.factor
            if measured and not re.search(r"[.!?;]\s", between):
                found[index] = replace(here, perhaps=other.dimension)
                break
    return found


def _is_year(quantity: Quantity) -> bool:
    return 1500 <= quantity.value <= 2100 and quantity.step == 1 and "," not in quantity.text


def is_year(quantity: Quantity) -> bool:
    """Whether the number looks like a year of the calendar."""
    return not quantity.dimension and _is_year(quantity)


_READERS: dict[str, Callable[[str, re.Match[str]], Quantity | None]] = {
    "clock": _read_clock,
    "ratio": _read_ratio,
    "every": _read_every,
    "mixed": _read_mixed,
    "longer": _read_mixed,
    "partial": _read_mixed,
    "fraction": _read_fraction,
    "digits": _read_digits,
    "spelled": _read_word,
    "factor": _read_factor,
    "place": _read_place,
}
"""How each way to write a number is read, by the name of its group in the pattern."""
