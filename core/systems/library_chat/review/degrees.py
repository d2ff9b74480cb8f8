"""Whether “the longest”, “older”, “more than” and “third” hold of the books or groups that a wording says them of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from core.language.opposites import directions
from core.language.tokens import words
from core.systems.library_chat.review.facts import Facts
from core.systems.library_chat.review.marks import Mark, Sentence, read
from core.systems.library_chat.review.pairs import Known, denial_before, joined

Degree = tuple[str, int]
"""In what ("pages", "year", "" for the figure that was asked for), and 1 for the greater, -1 for the smaller."""

_DEGREES: dict[str, Degree] = {
    "SUP:pages:desc": ("pages", 1), "SUP:pages:asc": ("pages", -1), "SUP:year:desc": ("year", 1),
    "SUP:year:asc": ("year", -1), "MOST": ("", 1), "FEWEST": ("", -1), "PROLIFIC": ("", 1), "COMMON": ("", 1),
    "RARE": ("", -1), "TOP": ("", 1), "TOP:asc": ("", -1), "ORD:1": ("", 1), "ORD:-1": ("", -1),
    "MOST:size": ("", 1), "FEWEST:size": ("", -1),
}  # fmt: skip
_OF_TWO: dict[str, Degree] = {
    "LONGER": ("pages", 1), "SHORTER": ("pages", -1), "NEWER": ("year", 1), "OLDER": ("year", -1),
}  # fmt: skip
_MORE_THAN: dict[str, Degree] = {
    "GT": ("", 1), "LT": ("", -1), "GT:pages": ("pages", 1), "LT:pages": ("pages", -1), "GT:year": ("year", 1),
    "LT:year": ("year", -1), "MORE": ("", 1), "FEWER": ("", -1), "BEFORE": ("year", -1), "AFTER": ("year", 1),
}  # fmt: skip
_MAY_BE_A_BOUND = frozenset({"GT", "LT", "MORE", "FEWER", "BEFORE", "AFTER"})
_EVERY = _DEGREES | _OF_TWO | _MORE_THAN
_SORTED: dict[str, Degree] = {
    "CHRONO": ("year", 1), "NEWFIRST": ("year", -1), "ORDER:pages:desc": ("pages", -1), "ORDER:pages:asc": ("pages", 1)
}  # fmt: skip
_KEYS = ("title", "group")
_OFFERS = re.compile(r"\b(?:if you|would you|let me know|feel free)\b", re.IGNORECASE)
_ONE_OF_TWO = re.compile(r"\s+(?:one|book|title|novel|of the (?:two|pair))\b|\W*$", re.IGNORECASE)
_THE_FIRST = re.compile(r"\W*the\s+", re.IGNORECASE)
_OF_THE_LOT = re.compile(r"\s+of\s+(?:the|them|these|those|all)[^,;:.()]*[,:]\W*")  # “most recent of the lot, A”


def degree_faults(sentences: Sequence[Sentence], known: Known) -> Iterator[str]:
    """Name the degrees that are wrong, or that nothing of the answer shows."""
    last = ""
    for sentence in sentences:
        last = _begun_with(sentence, known.facts) or last
        for mark in sentence.of("word"):
            if not _is_right(sentence, mark, known.facts, last):
                yield f"says {sentence.written(mark)}"
        last = next((mark.value for mark in reversed(sentence.of(*_KEYS))), last)
    yield from _moved_wrong(sentences, known.facts)


def _begun_with(sentence: Sentence, facts: Facts) -> str:
    """Return which of two books a sentence begins with, as “the longer one” or “the newer of the two”; else ""."""
    words_of = sentence.words(*_OF_TWO)
    if not words_of or len(facts.titles) != 2 or sentence.of(*_KEYS):
        return ""
    what, sign = _OF_TWO[words_of[0].value]
    (one, [mine, *_]), (other, [yours, *_]) = ((name, _values(name, what, facts) or [0]) for name in facts.titles)
    begins = _THE_FIRST.fullmatch(sentence.before(words_of[0])) and mine and yours and mine != yours
    return "" if not begins else one if sign * (mine - yours) > 0 else other


def compared_in_question(facts: Facts) -> bool | None:
    """Whether what the question compares two things by is so; None where it does not compare two."""
    unasked = replace(facts, question="")
    found = (
        _two(sentence, mark, unasked)
        for sentence in read(facts.question, unasked)
        for mark in sentence.of("word")
        if mark.value in _OF_TWO | _MORE_THAN
    )
    return next((one for one in found if one is not None), None)


def _moved_wrong(sentences: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Name words of change that point the other way than the change that was asked for."""
    if facts.understood.over != "change" or len(facts.groups) < 2:
        return
    grows = facts.groups[-1].values[0] - facts.groups[0].values[0]
    for word in (word for sentence in sentences for word in words(sentence.text)):
        if any(axis in ("movement", "comparison") and sign * grows < 0 for axis, sign in directions(word)):
            yield f"says {word}"


def _is_right(sentence: Sentence, mark: Mark, facts: Facts, last: str) -> bool:
    if mark.value in _SORTED:
        return _is_sorted(sentence, mark, facts)
    if mark.value.startswith("ORD:"):
        many = re.match(r" \d+\b", sentence.behind(mark))  # “the first 21”
        if many and f"{sentence.written(mark)}{many[0]}".lower() in facts.plain.lower():
            return True
        at_place = _is_at_place(sentence, mark, facts)
        if at_place or mark.value not in _DEGREES:
            return at_place is not False
    if mark.value not in _EVERY or (_OFFERS.search(sentence.text) and not sentence.of(*_KEYS, "number", "years")):
        return True
    holds = _two(sentence, mark, facts, last) if mark.value in _OF_TWO | _MORE_THAN else None
    if holds is None and mark.value in _MAY_BE_A_BOUND:
        return True
    return _outstanding(sentence, mark, facts) if holds is None else holds


def _values(name: str, what: str, facts: Facts) -> list[float]:
    """Return what books of a title, or groups of a name, have in something."""
    if name in facts.titles:
        column = what or (facts.plan.order[0].by if facts.plan.order else "")
        if column not in ("pages", "year", "published"):
            return []
        found = [book.pages if column == "pages" else book.year for book in facts.titles[name]]
        return [value for value in found if value is not None]
    measure = facts.plan.measures[0] if facts.plan.measures else None
    if what and (measure is None or measure.column != what):
        return []
    return [group.values[0] for group in facts.groups if name in group.parts]


def _pool(name: str, facts: Facts) -> list[str]:
    if name in facts.titles:
        return list(facts.titles)
    return list(dict.fromkeys(part for group in facts.groups for part in group.parts))


# --- one of two -------------------------------------------------------------------------------------------------------


def _two(sentence: Sentence, mark: Mark, facts: Facts, last: str = "") -> bool | None:
    """Whether the one is more than the other; None where two cannot be told."""
    named = sentence.of(*_KEYS)
    before = [one.value for one in named if one.end <= mark.start]
    behind = [one for one in named if one.start >= mark.end]
    than = next((word for word in sentence.words("THAN") if word.start >= mark.start), None)
    if mark.value in ("BEFORE", "AFTER") and not (before and behind):
        return None
    if not before and behind and than and behind[0].end <= than.start:
        before, behind = [behind[0].value], [one for one in behind if one.start >= than.end]
    elif behind and not than and mark.value in _OF_TWO:
        last = before[-1] if before else last  # “A, or something shorter like B”
        before, behind = _meant(sentence, mark)[-1:], []  # “the longer is A”
    elif not named and last and mark.value in _OF_TWO and _ONE_OF_TWO.match(sentence.behind(mark)):
        before = [last]  # “it is the longer one”
    if not before and behind and not than and ":" in mark.value:
        if denial_before(sentence, mark):
            return None  # “nothing is newer than A”: the newest
        before = [last]
    if not before:
        return None
    one = before[-1]
    rest = [name for name in _pool(one, facts) if name != one]
    other = rest[0] if len(rest) == 1 else last
    if behind and (than or mark.value in _MORE_THAN):
        other = behind[0].value
    what, sign = _EVERY[mark.value]
    ours, theirs = _values(one, what, facts), _values(other, what, facts)
    if other == one or not ours or not theirs:
        return False if not one else None
    return any(sign * (mine - yours) > 0 for mine in ours for yours in theirs)


# --- the first of all -------------------------------------------------------------------------------------------------


def _outstanding(sentence: Sentence, mark: Mark, facts: Facts) -> bool:
    degree = what, sign = _EVERY[mark.value]
    of = _meant(sentence, mark)
    is_order = _is_order(degree, facts)
    if _says_of_more(sentence, mark, facts) or (facts.plan.each == 1 and is_order):
        return facts.plan.each == 1
    if facts.plan.skip and is_order and of:
        return bool(sentence.words(f"ORD:{facts.plan.skip + 1}"))
    every = _pool(of[0], facts) if of else []
    values = {name: own for name in every if (own := _values(name, what, facts))}
    if of and (len(every) > 1 or is_order) and {*of} <= {*values} and _is_complete(of[0], degree, facts):
        least = min(max(sign * value for value in values[name]) for name in of)
        return all(least >= sign * value for name in every if name not in of for value in values.get(name, []))
    if mark.value.startswith("ORD") or (mark.value == "TOP" and not every):
        return True
    extreme = _extreme(sentence, mark, degree, facts) if not of and facts.has_all_books else None
    said = degree in _said(facts.plain, facts) or (not of and degree in _said(facts.question, facts))
    return said if extreme is None else extreme


def _extreme(sentence: Sentence, mark: Mark, degree: Degree, facts: Facts) -> bool | None:
    """Whether “the newest from 2021” is right, which names no book; None where it says no value."""
    what, sign = degree
    values = [value for book in facts.books if (value := book.pages if what == "pages" else book.year) is not None]
    said = [one.spans[0][0] or 0.0 for one in sentence.of("years") if one.breath == mark.breath and what == "year"]
    said += [one.amount for one in sentence.of("number") if one.breath == mark.breath and what == "pages" == one.unit]
    return said[0] == sign * max(sign * value for value in values) if said and values else None


def _says_of_more(sentence: Sentence, mark: Mark, facts: Facts) -> bool:
    """Whether the first of some is called the first of all books: “our longest book” for the longest thriller."""
    if not mark.value.startswith("SUP") or not facts.plan.where or facts.plan.by:
        return False
    behind = words(sentence.behind(mark))[:1]
    wanted = {value for test in facts.tests for value in test.values}
    named = [mark for mark in sentence.of("person", "name", "group") if mark.value in wanted] or [
        one for one in sentence.of("number", "years", "date") if one.spans or one.bound or one.amount == facts.passing
    ]
    return behind in (["book"], ["title"], ["novel"], ["volume"]) and not named


def _meant(sentence: Sentence, mark: Mark) -> list[str]:
    """Return the names that a word is said of: those of its clause, else the nearest, with those joined to them."""
    named = sentence.of(*_KEYS)
    if not named:
        return []
    behind = [one for one in named if one.start >= mark.end and _OF_THE_LOT.fullmatch(sentence.between(mark, one))]
    nearest = min(named, key=lambda one: (one.breath != mark.breath, max(one.start - mark.end, mark.start - one.end)))
    near = behind[0] if behind else nearest
    first = last = named.index(near)
    while first and joined(sentence, named[first - 1], named[first]):
        first -= 1
    while last + 1 < len(named) and joined(sentence, named[last], named[last + 1]):
        last += 1
    return list(dict.fromkeys(one.value for one in named[first : last + 1]))


def _is_order(degree: Degree, facts: Facts) -> bool:
    """Whether the answer is sorted by this."""
    if not facts.plan.order:
        return False
    order = facts.plan.order[0]
    measured = facts.plan.measures[0].column if facts.plan.measures else ""
    column = {"published": "year", "value": measured}.get(order.by, order.by)
    return degree[0] in ("", column) and degree[1] == (1 if order.descending else -1)


def _is_complete(name: str, degree: Degree, facts: Facts) -> bool:
    """Whether what is known here has the first in this, too."""
    if _is_order(degree, facts):
        return True
    if name in facts.titles:
        return facts.has_all_books
    return facts.plan.limit is None or (not facts.plan.order and degree[1] > 0)


def _said(text: str, facts: Facts) -> set[Degree]:
    found = {_EVERY[mark.value] for one in read(text, facts) for mark in one.of("word") if mark.value in _EVERY}
    return found | {("", sign) for _, sign in found}


def _is_at_place(sentence: Sentence, mark: Mark, facts: Facts) -> bool | None:
    """Judge “third”: of the names of its clause, the one that stands third in the order of the answer."""
    of = _meant(sentence, mark)
    every = _pool(of[0], facts) if len(of) == 1 else []
    if not facts.plan.order or not of or of[0] not in every:
        return None
    return every.index(of[0]) + 1 + facts.plan.skip == int(mark.value.partition(":")[2])


def _is_sorted(sentence: Sentence, mark: Mark, facts: Facts) -> bool:
    """Judge “in order of publication”: the titles behind it stand so."""
    what, sign = _SORTED[mark.value]
    titles = dict.fromkeys(one.value for one in sentence.of("title") if one.start >= mark.end)
    values = [own[0] for title in titles if (own := _values(title, what, facts))]
    return all(sign * (behind - before) >= 0 for before, behind in pairwise(values))
