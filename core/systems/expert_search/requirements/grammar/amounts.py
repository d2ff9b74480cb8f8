"""Years of experience and heads in a request: “10+ yrs”, “at least a decade”, “two people”, “a team of three”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.language.clauses import Token, tokens
from core.language.comparators import Bound, leaves_out, with_bound
from core.language.lexicon import alternatives
from core.language.numbers import number
from core.language.quantities import Quantity, quantities
from core.language.units import meaning, table
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found
from core.systems.expert_search.requirements.requirement import Requirement

_TIME, _YEAR = meaning("year")
_UNIT = re.compile(r"\s*(?:\+|\bplus\b)?[\s-]*(?:years?|yrs?|decades?|y\.?o\.?e|y)\b['’]?(?:\s?\+)?", re.IGNORECASE)
_GLUED = re.compile(r"(?<=\d)(?:yrs?|years?|y|yoe)\b", re.IGNORECASE)  # “5yrs”, “5y+”
_PLUS = re.compile(r"\s*\+")
_DOTTED = re.compile(r"(?<=\dy|\sy)\.o\.e\b\.?", re.IGNORECASE)  # “8 y.o.e.”
_SAYS_YEARS = re.compile(r"year|yr|decade|\by\b|\dy\b|y\.?o\.?e\b", re.IGNORECASE)
_RANGE = re.compile(r"\s*(?:-|–|to|and|or)\s*", re.IGNORECASE)
_BOTH = re.compile(r"\s*,?\s*(?:(?:but|and|yet)\s+)?", re.IGNORECASE)  # “more than 5 *but* less than 9 years”
_ENDS = re.compile(r"\s*(?:[,.;:)!?]|\Z|(?:in|with|of|who|and|or|on|at|please)\b)", re.IGNORECASE)
BOTH_INCLUDED = "read with both bounds included"
_BETWEEN = re.compile(r"\b(?:between|from|about|around)\s*\Z", re.IGNORECASE)
OF_EXPERIENCE = re.compile(
    r"['’]?\s+(?:(?:of\s+)?(?:(?:relevant|professional|hands-on|practical|working?|proven|field|solid)\s+)?"
    r"(?:experience|exp\b\.?|practice|expertise|work|track record|standing|service|career|seniority)\b"
    r"|(?:of|in|on|at) (?:it|them|the (?:job|field|trade|business|industry|sector|profession|role|bench)|this|that)\b"
    r"|behind \w+\b|under (?:his|her|their) belt\b)",
    re.IGNORECASE,
)
_AFTER_MORE = re.compile(rf"\s*\(?(?:{alternatives(GROUPS['or more'])})(?!\w)\)?", re.IGNORECASE)
_AFTER_LESS = re.compile(rf"\s*\(?(?:{alternatives(GROUPS['or less'])})(?!\w)\)?", re.IGNORECASE)
_AFTER: tuple[tuple[re.Pattern[str], Bound], ...] = ((_AFTER_MORE, "above"), (_AFTER_LESS, "below"))
_BEFORE: tuple[tuple[re.Pattern[str], Bound], ...] = (
    (re.compile(r"\b(?:min(?:imum)?(?:\.|\b)|minimum of|starting at)\s*\Z", re.IGNORECASE), "above"),
    (
        re.compile(
            r"\b(?:max(?:imum)?(?:\.|\b)|maximum of|until|till|capped at|budget(?: of| is)?:?)\s*\Z", re.IGNORECASE
        ),
        "below",
    ),
)
_DENIED = re.compile(r"\b(?:not|never|nothing|nobody|no one|none)\s+\Z", re.IGNORECASE)
_REACH_BACK = 24  # characters before an amount in which words bound it
_NOT_BEFORE = re.compile(rf"\b(?:{alternatives(GROUPS['years before'])})\s*\Z", re.IGNORECASE)
_NOT_AFTER = re.compile(rf"[\s-]*(?:{alternatives(GROUPS['years after'])})\b", re.IGNORECASE)
_ABOUT = 0.2  # how far “about ten” goes to either side

_LONGEST_CLAUSE = 300  # characters of a clause in which somebody tells of themselves
_CLAUSE_ENDS = re.compile(r"[.;:!?\n](?=\s|$)")
_TELLS_OF_ONESELF = re.compile(
    r"\b(?:(?:we|i)(?:['’](?:re|m|ve)|\s+(?:are|am|have|had|was|were|work|worked|bring))|our\s+\w+\s+(?:has|have|is|are))\b",
    re.IGNORECASE,
)
_WANTING = GROUPS["expert"] | GROUPS["must before"] | GROUPS["wanting"]
_OF_SOMEBODY = re.compile(r"\b(?:for|of|after)\s+an?\s", re.IGNORECASE)  # “we have a post *for a* nurse with …”

_SIZE = re.compile(
    rf"\b(?:an?\s+)?(?:(?:small|new|whole|mixed|strong)\s+)?(?:{alternatives(GROUPS['of a size'])})\s+"
    rf"(?P<count>\d{{1,2}}|{alternatives(GROUPS['number'])})\b",
    re.IGNORECASE,
)
_PAIR = re.compile(r"\b(?:an?\s+|the\s+)?(?P<pair>pair|couple|duo|trio)\b(?:\s+of\b)?", re.IGNORECASE)
_SIZES = {"pair": 2, "couple": 2, "duo": 2, "trio": 3}
_STRONG = re.compile(
    r"-?\s*(?:person|people|member|man|woman|strong|head)[\s-]+(?:strong\s+)?(?:[a-z]+\s+)?"
    r"(?:team|panel|committee|jury|board|delegation|crew|squad|group|task\s+force|working\s+group)\b",
    re.IGNORECASE,
)
_ROLE = re.compile(r"[a-z]{3,}(?:ist|er|or|ian|eur|naut|man|woman|wife)s?$|[a-z]{3,}(?:men|women|wives)$")
_TIMES = re.compile(r"\s*[x×](?=\s+[^\W\d])", re.IGNORECASE)  # “2 x hydrologist”
_COUNTS_ON = re.compile(r"[-–]\d")  # “3-4 persons”
_MOST_PEOPLE = 50
_REACH = 8  # words between a number and the noun that it counts


def is_role(word: str) -> bool:
    """Whether a word names people by what they are or do, as far as its form tells: economist, engineers, expert."""
    if word in GROUPS["person"] or word in GROUPS["profession"]:
        return True
    return _ROLE.match(word) is not None and word.removesuffix("s") not in GROUPS["no profession"]


def years(text: str) -> Iterator[Found]:
    """Find years of experience, with the words on how they are meant."""
    found = [_mended(text, one) for one in quantities(_GLUED.sub(lambda unit: " " * len(unit.group()), text))]
    place = 0
    while place < len(found):
        first = found[place]
        place += 1
        if place < len(found) and (both := _both_bounds(text, first, found[place])):
            yield both
            place += 1
            continue
        bounds: tuple[float | None, float | None] = (None, None)
        last = first
        if place < len(found) and _RANGE.fullmatch(text, first.end, found[place].start) and _counts_years(found[place]):
            last = found[place]
            if first.value < last.value:
                place += 1
                bounds = (_in_years(first, last), _in_years(last, last))
            else:
                last = first
        if not _counts_years(last) or (last.implied and "decade" not in last.text.lower()):
            continue
        start, end = with_bound(text, first.start, last.end)
        if between := _BETWEEN.search(text[max(0, start - 20) : start]):
            start -= len(between.group())
        tail = OF_EXPERIENCE.match(text, end)
        if not tail and not _stands_for_experience(text, start, end, last):
            continue
        is_open = leaves_out(text, last.start, last.end)
        start, end, bound, is_open = bounded(text, start, tail.end() if tail else end, last.bound, is_open)
        if not tail and (tail := OF_EXPERIENCE.match(text, end)):
            end = tail.end()
        end -= text.startswith(". ", end - 1)  # “15 yrs. Not …”
        low, high = bounds if bounds != (None, None) else _bounds(_in_years(last, last), bound)
        yield Found(start, end, Requirement("years", "", low=low, high=high, open=is_open and None in (low, high)))


def _both_bounds(text: str, one: Quantity, other: Quantity) -> Found | None:
    """Return the years between two amounts of which the first bounds them from below, the second from above: “more than
    10 but less than 20 years”."""
    unit = next((each for each in (other, one) if _counts_years(each)), None)
    sides = [
        bounded(text, *with_bound(text, each.start, each.end), each.bound, leaves_out(text, each.start, each.end))
        for each in (one, other)
    ]
    (start, middle, above, open_low), (after, end, below, open_high) = sides
    if unit is None or (above, below) != ("above", "below") or not _BOTH.fullmatch(text, middle, after):
        return None
    bare = one if unit is other else other
    tail = OF_EXPERIENCE.match(text, end)
    if not _counts_years(bare) and (bare.dimension or not (tail or bare is one or _ENDS.match(text, end))):
        return None
    if not tail and not _stands_for_experience(text, start, end, unit):
        return None
    low, high = _in_years(one, unit), _in_years(other, unit)
    wanted = Requirement("years", "", low=low, high=high, open=open_low and open_high)
    assumed = BOTH_INCLUDED if open_low != open_high else ""
    return Found(start, tail.end() if tail else end, wanted, assumed) if low < high else None


def bounded(text: str, start: int, end: int, bound: Bound, is_open: bool) -> tuple[int, int, Bound, bool]:
    """Return where an amount stands with words that bound it from further off, how they do, and whether they leave the
    amount itself out: “max. 560”, “not above 850”, “8 years at the very least”."""
    for pattern, meant in _AFTER:
        if after := pattern.match(text, end):
            bound, end, is_open = meant, after.end(), False
    head = text[max(0, start - _REACH_BACK) : start]
    for pattern, meant in _BEFORE:
        if before := pattern.search(head):
            if bound not in ("above", "below"):  # “budget over 9000”
                bound, is_open = meant, False
            start -= len(before.group())
            head = text[max(0, start - _REACH_BACK) : start]
    if bound in ("above", "below") and (denied := _DENIED.search(head)):
        bound, start = ("below" if bound == "above" else "above"), start - len(denied.group())
        is_open = not is_open
    return start, end, bound, is_open


def _mended(text: str, one: Quantity) -> Quantity:
    """Return “10” of “10+ yrs” with its unit: ten years or more."""
    unit = _UNIT.match(text, one.end) if not one.dimension else None
    if not unit:
        if one.dimension == "time" and (dotted := _DOTTED.match(text, one.end)):
            return replace(one, end=dotted.end())
        if one.dimension == "time" and (plus := _PLUS.match(text, one.end)):
            return replace(one, end=plus.end(), bound="above")
        return one
    factor = _YEAR * (10 if "ecade" in unit.group() else 1)
    bound: Bound = "above" if re.search(r"\+|plus", unit.group(), re.IGNORECASE) else one.bound
    end = unit.end()
    return replace(
        one, text=text[one.start : end], end=end, value=one.value * factor, dimension="time", factor=factor, bound=bound
    )


def _counts_years(one: Quantity) -> bool:
    return one.dimension == "time" and _SAYS_YEARS.search(one.text) is not None


def _in_years(one: Quantity, unit: Quantity) -> float:
    value = one.value if one.dimension else one.value * unit.factor
    return round(value / _YEAR, 2)


def _bounds(value: float, bound: Bound) -> tuple[float | None, float | None]:
    """“10 years” asks for ten at least."""
    if bound == "about":
        return round(value * (1 - _ABOUT), 1), round(value * (1 + _ABOUT), 1)
    return (None, value) if bound == "below" else (value, None)


def _stands_for_experience(text: str, start: int, end: int, one: Quantity) -> bool:
    """Whether years are those of a person, and not of a plan, a flood or a time that has passed."""
    if _NOT_BEFORE.search(text[max(0, start - 20) : start]) or _NOT_AFTER.match(text, end):
        return False
    tied = re.search(r"\d[-‐–](?:year|decade)\b|\w-(?:year|decade)\b", one.text, re.IGNORECASE)
    return tied is None


def is_of_who_asks(text: str, start: int) -> bool:
    """Whether an amount is told of who asks, and asked of nobody: “we are a charity with *20 years of practice*”."""
    clause = _CLAUSE_ENDS.split(text[max(0, start - _LONGEST_CLAUSE) : start])[-1]
    tells = next(reversed(list(_TELLS_OF_ONESELF.finditer(clause))), None)
    if tells is None:
        return False
    between = [word.word for word in tokens(clause[tells.end() :])]
    wanted = not _WANTING.isdisjoint((*between, *(word.word for word in tokens(tells.group()))))
    return not wanted and not _OF_SOMEBODY.search(clause, tells.end())


def heads(text: str) -> list[tuple[int, int, int]]:
    """Find how many people are asked for, as (start, end, how many) in order."""
    found = [(match.start(), match.end(), int(number(match["count"]) or 0)) for match in _SIZE.finditer(text)]
    found += [
        (match.start(), match.end(), _SIZES[match["pair"].lower()])
        for match in _PAIR.finditer(text)
        if all(match.end() <= start or match.start() >= end for start, end, _ in found)
        and _followed_by_people(text, match.end())
    ]
    words = tokens(text)
    for place, word in enumerate(words):
        count = number(word.word) if word.word in GROUPS["number"] or word.word.isdecimal() else None
        if not count or count > _MOST_PEOPLE or any(map(is_of_time, words[place + 1 : place + 2])):
            continue
        if any(start <= word.start < end for start, end, _ in found):
            continue
        if strong := _STRONG.match(text, word.end) or (word.word.isdecimal() and _TIMES.match(text, word.end)):
            found.append((word.start, strong.end(), count))
        elif (not word.compound or _COUNTS_ON.match(text, word.end)) and (
            noun := _counted(text, words, place, count)
        ) is not None:
            beside = noun.place == word.place + 1 + word.compound and noun.word in GROUPS["person"]
            found.append((word.start, noun.end if beside else word.end, count))
    return sorted(found)


def is_of_time(word: Token) -> bool:
    """Whether a word is a unit of time."""
    return table().get(word.word, ("",))[0] == _TIME


def _followed_by_people(text: str, place: int) -> bool:
    following = tokens(text[place : place + 120])[:_REACH]
    if following and is_of_time(following[0]):  # “a couple of *hours*”
        return False
    return not following or any(is_role(word.word) for word in following) or following[0].word in ("for", "who", "with")


def _counted(text: str, words: tuple[Token, ...], place: int, count: int) -> Token | None:
    """Return the noun for people that a number counts: “two senior French-speaking *hydrologists*”."""
    previous = words[place - 1] if place else None
    following = words[place + 1 : place + 2]
    if following and following[0].word in GROUPS["counted"] and not following[0].compound:
        return following[0]
    if previous and previous.content and previous.sentence == words[place].sentence:
        between = text[previous.end : words[place].start]
        if not re.search(r"[,;:(+]", between) and previous.word not in GROUPS["lead"]:
            return None
    leads = all(word.word in GROUPS["lead"] or not word.content for word in words[:place]) and count > 1
    for word in words[place + 1 : place + 1 + _REACH]:
        if word.sentence != words[place].sentence or re.search(r"[,;:(.]", text[words[place].end : word.start]):
            return None
        if (
            (is_role(word.word) or (leads and not word.word.endswith("ss") and word.word not in GROUPS["noun too"]))
            and (count == 1 or word.word.endswith(("s", "people", "men")))
            and not word.compound
        ):
            return word
        if (
            word.word == "of"
            and words[word.place + 1 : word.place + 2]
            and words[word.place + 1].word in ("your", "our")
        ):
            continue  # “which two of your people”
        tied = words[word.place - 1].compound
        if not tied and word.word in (
            "of",
            "in",
            "for",
            "with",
            "who",
            "to",
            "on",
            "from",
            "at",
            "and",
            "or",
            "years",
            "say",
        ):
            return None
    return None
