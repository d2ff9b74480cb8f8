"""Whether “the longest”, “older”, “more than” and “third” hold of the books or groups that a wording says them of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.language.opposites import directions
from core.language.tokens import words
from core.systems.library_chat.review.facts import Facts
from core.systems.library_chat.review.marks import Mark, Sentence, read

Degree = tuple[str, int]
"""In what ("pages", "year", "" for the figure that was asked for), and 1 for the greater, -1 for the smaller."""

_DEGREES: dict[str, Degree] = {
    "SUP:pages:desc": ("pages", 1), "SUP:pages:asc": ("pages", -1), "SUP:year:desc": ("year", 1),
    "SUP:year:asc": ("year", -1), "MOST": ("", 1), "MOST:size": ("", 1), "FEWEST": ("", -1), "FEWEST:size": ("", -1),
    "PROLIFIC": ("", 1), "COMMON": ("", 1), "RARE": ("", -1), "TOP": ("", 1), "TOP:asc": ("", -1),
    "LONGER": ("pages", 1), "SHORTER": ("pages", -1), "NEWER": ("year", 1), "OLDER": ("year", -1),
    "GT": ("", 1), "LT": ("", -1), "GT:pages": ("pages", 1), "LT:pages": ("pages", -1), "GT:year": ("year", 1),
    "LT:year": ("year", -1), "MORE": ("", 1), "FEWER": ("", -1), "BEFORE": ("year", -1), "AFTER": ("year", 1),
    "ORD:1": ("", 1), "ORD:-1": ("", -1),
}  # fmt: skip
_BETWEEN_TWO = frozenset({"GT", "LT", "GT:pages", "LT:pages", "GT:year", "LT:year", "MORE", "FEWER", "BEFORE", "AFTER"})
_OF_TWO = frozenset({"LONGER", "SHORTER", "NEWER", "OLDER"})
_ENTITIES = ("title", "group")


def degree_faults(sentences: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Name the degrees that are wrong, or that nothing of the answer shows."""
    last = ""
    for sentence in sentences:
        for mark, holds in _judged(sentence, facts, last):
            if not holds:
                yield f"says {sentence.written(mark)}"
        last = next((mark.value for mark in reversed(sentence.of(*_ENTITIES))), last)


def moved_wrong(sentences: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Name words of change that point the other way than the change that was asked for."""
    if facts.understood.over != "change" or len(facts.groups) < 2:
        return
    grows = facts.groups[-1].values[0] - facts.groups[0].values[0]
    for sentence in sentences:
        for word in words(sentence.text):
            for axis, sign in directions(word):
                if axis in ("movement", "comparison") and sign * grows < 0:
                    yield f"says {word}"


def compared_in_question(facts: Facts) -> bool | None:
    """Whether what the question compares two things by is so; None where it does not compare two."""
    known = Facts(
        facts.plain, "", facts.listed, facts.understood, facts.books, facts.groups, facts.figures, facts.passing
    )
    found = [
        _two(sentence, mark, known)
        for sentence in read(facts.question, facts)
        for mark in sentence.of("word")
        if mark.value in _BETWEEN_TWO | _OF_TWO
    ]
    return next((one for one in found if one is not None), None)


def _judged(sentence: Sentence, facts: Facts, last: str) -> Iterator[tuple[Mark, bool]]:
    for mark in sentence.of("word"):
        if mark.value not in _DEGREES:
            yield from _in_order(sentence, mark, facts)
            continue
        holds = _two(sentence, mark, facts, last) if mark.value in _BETWEEN_TWO | _OF_TWO else None
        if holds is None and mark.value in ("GT", "LT", "MORE", "FEWER", "BEFORE", "AFTER"):
            continue  # a bound, or a filling word
        yield mark, _outstanding(sentence, mark, facts) if holds is None else holds


# --- one of two -------------------------------------------------------------------------------------------------------


def _two(sentence: Sentence, mark: Mark, facts: Facts, last: str = "") -> bool | None:
    """Whether the one is more than the other; None where two cannot be told."""
    named = sentence.of(*_ENTITIES)
    before = [one for one in named if one.end <= mark.start]
    behind = [one for one in named if one.start >= mark.end]
    if mark.value in ("BEFORE", "AFTER") and not (before and behind):
        return None
    than = next((word for word in sentence.words("THAN") if word.start >= mark.start), None)
    if not before and than and behind and behind[0].end <= than.start:
        before, behind = behind[:1], [one for one in behind if one.start >= than.end]
    if not before:
        return None
    one = before[-1].value
    other = behind[0].value if behind and (than or mark.value in _BETWEEN_TWO) else _other(one, facts) or last or None
    if other is None or other == one:
        return None
    what, sign = _DEGREES[mark.value]
    ours, theirs = _values(one, what, facts), _values(other, what, facts)
    if not ours or not theirs:
        return None
    return any(sign * (mine - yours) > 0 for mine in ours for yours in theirs)


def _other(one: str, facts: Facts) -> str | None:
    every = [*facts.titles] if one in facts.titles else [part for group in facts.groups for part in group.parts]
    others = [name for name in dict.fromkeys(every) if name != one]
    return others[0] if len(others) == 1 else None


def _values(name: str, what: str, facts: Facts) -> list[float]:
    """Return what books of a title, or groups of a name, have in something."""
    if name in facts.titles:
        column = what or (facts.plan.order[0].by if facts.plan.order else "")
        found = [getattr(book, "pages" if column == "pages" else "year") for book in facts.titles[name]]
        return [value for value in found if value is not None] if column in ("pages", "year", "published") else []
    measure = facts.plan.measures[0] if facts.plan.measures else None
    if what and (measure is None or measure.column != what):
        return []
    return [group.values[0] for group in facts.groups if name in group.parts]


# --- the first of all -------------------------------------------------------------------------------------------------


def _outstanding(sentence: Sentence, mark: Mark, facts: Facts) -> bool:
    degree = _DEGREES[mark.value]
    of = _meant(sentence, mark)
    every = _pool(of, facts)
    if facts.plan.each == 1 and _is_order(degree, facts):
        return True
    if facts.plan.skip and _is_order(degree, facts) and of:
        return bool(sentence.words(f"ORD:{facts.plan.skip + 1}"))
    values = {name: value for name in every if (value := _values(name, degree[0], facts))}
    is_judged = len(every) > 1 or _is_order(degree, facts)
    if of and is_judged and set(of) <= set(values) and _is_complete(of[0] in facts.titles, degree, facts):
        own = min(max(degree[1] * value for value in values[name]) for name in of)
        rest = [degree[1] * value for name in every if name not in of for value in values.get(name, [])]
        return all(own >= value for value in rest)
    if mark.value.startswith("ORD") or (mark.value == "TOP" and not every):
        return True
    return degree in _said(facts.plain, facts) or (not of and degree in _said(facts.question, facts))


def _meant(sentence: Sentence, mark: Mark) -> list[str]:
    """Return the names that a word is said of: those of its clause, joined to the nearest, else the nearest ones."""
    named = sentence.of(*_ENTITIES)
    if not named:
        return []
    near = min(named, key=lambda one: (one.clause != mark.clause, _distance(one, mark)))
    place = named.index(near)
    first = last = place
    while first and joined(sentence, named[first - 1], named[first]):
        first -= 1
    while last + 1 < len(named) and joined(sentence, named[last], named[last + 1]):
        last += 1
    return list(dict.fromkeys(one.value for one in named[first : last + 1]))


def _distance(one: Mark, mark: Mark) -> int:
    return min(abs(one.start - mark.end), abs(mark.start - one.end))


def joined(sentence: Sentence, one: Mark, other: Mark) -> bool:
    """Whether two names stand in one breath: “A, B and C”."""
    return {*words(sentence.between(one, other))} <= {"and", "or", "nor", "as", "well"}


def _pool(of: Sequence[str], facts: Facts) -> list[str]:
    if of and of[0] in facts.titles:
        return list(facts.titles)
    return list(dict.fromkeys(part for group in facts.groups for part in group.parts))


def _is_order(degree: Degree, facts: Facts) -> bool:
    if not facts.plan.order:
        return False
    order = facts.plan.order[0]
    measured = facts.plan.measures[0].column if facts.plan.measures else ""
    column = {"published": "year", "value": measured}.get(order.by, order.by)
    return degree[0] in ("", column) and degree[1] == (1 if order.descending else -1)


def _is_complete(of_books: bool, degree: Degree, facts: Facts) -> bool:
    """Whether what is known here has the first in this, too."""
    if _is_order(degree, facts):
        return True
    if of_books:
        return facts.has_all_books
    return facts.plan.limit is None or (not facts.plan.order and degree[1] > 0)


def _said(text: str, facts: Facts) -> set[Degree]:
    found = {_DEGREES[mark.value] for one in read(text, facts) for mark in one.of("word") if mark.value in _DEGREES}
    return found | {(what, sign) for what, sign in found for what in ("", what)}


def _in_order(sentence: Sentence, mark: Mark, facts: Facts) -> Iterator[tuple[Mark, bool]]:
    """Judge “third”: of the names of its clause, the one that stands third in the order of the answer."""
    if not mark.value.startswith("ORD:") or not facts.plan.order:
        return
    of = [one.value for one in sentence.of(*_ENTITIES) if one.clause == mark.clause]
    every = _pool(of, facts)
    if len(of) == 1 and of[0] in every:
        yield mark, every.index(of[0]) + 1 + facts.plan.skip == int(mark.value.partition(":")[2])
