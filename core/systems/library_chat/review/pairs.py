"""Which pairs an answer allows: a book or a group with its authors, years, genres, lengths and figures, a count with
what is counted. Every mark of a wording is held against the row it stands with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from core.language.tokens import words
from core.systems.library_chat.review.facts import Edition, Facts, Group
from core.systems.library_chat.review.marks import Bound, Mark, Sentence, read

_OF_COLUMNS = {"": "books", "year": "years", "published": "years", "publisher": "publishers", "language": "languages"}
_KEYS = ("title", "group")
_YEAR = re.compile(r"\d{4}s?")
_OUT_OF = re.compile(r"\s+(?:out\s+)?(?:of|in)\s+(?:(?:the|our|all|its)\s+)*")
_OF = re.compile(
    r"\s+of\s+(?:(?:the|our|all|its|these)\s+)*(?P<books>(?:books|titles|catalogue|collection|library)\b)?"
)
_DIFFERENCE = re.compile(r"\b(?:difference(?: is| of)?|gap of|that is)\s*$", re.IGNORECASE)
_REST_BEHIND = re.compile(r"(?:\s+\w+)?\s+(?:more|others?|further|remaining|rest)\b", re.IGNORECASE)
_REST_BEFORE = re.compile(r"\b(?:others?|remaining|another|further)\s*$", re.IGNORECASE)
_IN_ALL = re.compile(r"\b(?:between them|in all|altogether|combined|in total|taken together)\b", re.IGNORECASE)
_MOST_IN = 20  # “one in seven”, “three in twenty”
_MORE = re.compile(r"\s+(?:more|fewer|less)\b", re.IGNORECASE)
_COMPARING = ("LONGER", "SHORTER", "NEWER", "OLDER", "MORE", "FEWER", "GT", "LT", "BEFORE", "AFTER", "THAN")
_AGAINST = re.compile(r"\b(?:against|versus|vs\.?|compared (?:to|with))\s+$", re.IGNORECASE)
_IT = re.compile(r"\W*it(?:'s)?\b", re.IGNORECASE)
_COMPARED = re.compile(
    r"\b(?:difference|gap|apart|rose|fell|grew|up|down|ahead|additional|extra|earlier|later)\b", re.I
)


Interval = tuple[float | None, float | None]


@dataclass(frozen=True)
class Known:
    """The facts of an answer, and what its plain sentences and the question say."""

    facts: Facts
    plain: tuple[Sentence, ...]
    asked: tuple[Sentence, ...]

    @cached_property
    def units(self) -> set[str]:
        """In what the figures of the answer are."""
        columns = {measure.column for measure in self.facts.plan.measures} or {""}
        return {_OF_COLUMNS.get(column, column) for column in columns}

    @cached_property
    def said(self) -> set[tuple[str, str]]:
        """The kinds and values of all marks of the plain sentences."""
        return {(mark.kind, mark.value) for one in self.plain for mark in one.marks}

    @cached_property
    def differences(self) -> set[float]:
        """By how much things differ in the plain sentences."""
        return {mark.amount for one in self.plain for mark in one.of("number") if _DIFFERENCE.search(one.before(mark))}

    @cached_property
    def wanted(self) -> set[str]:
        """The names that the conditions ask for."""
        return {value for test in self.facts.tests for value in test.values}

    @cached_property
    def spans(self) -> set[tuple[float | None, float | None]]:
        """From where to where the conditions go."""
        return {(test.low, test.high) for test in self.facts.tests}

    @cached_property
    def bounds(self) -> list[tuple[Interval, str]]:
        """From where to where the conditions, the books and the plain sentences go, and of what."""
        facts, pages = self.facts, [book.pages for book in self.facts.books if book.pages is not None]
        said = (mark for one in self.plain for mark in one.of("number") if mark.bound)
        found = [
            *((interval(mark), mark.unit) for mark in said),
            *(((one.low, one.high), one.column) for one in facts.tests),
        ]
        found += [((having.low, having.high), having.measure.column or "books") for having in facts.plan.having]
        if [measure.of for measure in facts.plan.measures] == ["least", "most"]:
            found.append(((facts.figures[0], facts.figures[-1]), facts.plan.measures[0].column))
        return [*found, ((min(pages), max(pages)), "pages")] if pages else found

    def is_bound(self, mark: Mark) -> bool:
        """Whether a number bounds something as the answer does."""
        own = interval(mark)
        return any(own) and any(own == bound and mark.unit in ("", unit) for bound, unit in self.bounds)


def interval(mark: Mark) -> Interval:
    """Return from where to where a bounded number goes."""
    ways: dict[Bound, Interval] = {
        "more": (mark.amount + 1, None), "least": (mark.amount, None), "less": (None, mark.amount - 1),
        "most": (None, mark.amount), "within": (mark.amount, mark.most),
    }  # fmt: skip
    return ways.get(mark.bound, (None, None))


def known_of(facts: Facts) -> Known:
    """Read what an answer says in words."""
    return Known(facts, read(facts.plain, facts), read(facts.question, facts))


def amounts_to(mark: Mark, value: float) -> bool:
    """Whether a number is this value: to the letter, rounded to its decimals, or about it as its words say."""
    value *= 100 if mark.unit == "percent" else 1
    if not mark.bound:
        return mark.amount in (value, round(value, 1)) or (
            mark.step < 1 and abs(mark.amount - value) <= mark.step / 2 + 1e-9
        )
    if mark.amount in (0, value) or 0 < mark.step < 1:  # to the letter, or to the decimals: not about it
        return False
    written = f"{mark.amount:.0f}"
    zeros = len(written) - len(written.rstrip("0"))
    step = mark.step if mark.step not in (0, 1) else min(10.0**zeros, max(mark.amount / 10, 1))
    away = value - mark.amount
    return {
        "about": abs(away) <= step / 2, "nearly": -step / 2 <= away < 0,
        "more": 0 < away <= step, "less": -step <= away < 0,
    }.get(mark.bound, False)  # fmt: skip


def joined(sentence: Sentence, one: Mark, other: Mark) -> bool:
    """Whether two names stand in one breath: “A, B and C”."""
    return {*words(sentence.between(one, other))} <= {"and", "or", "nor", "as", "well", "both"}


def misplaced(sentences: Sequence[Sentence], known: Known) -> Iterator[str]:
    """Name what is said of a book, a group or a person, or of all of them, and is not so."""
    last: list[Mark] = []
    for sentence in sentences:
        if sentence.text.strip() in known.facts.plain:
            continue
        attributes = [mark for mark in sentence.marks if _is_attribute(sentence, mark, known)]
        lists = [found for kind in _KEYS if (found := _joined_keys(sentence, kind))]
        if not lists and known.facts.books:
            lists = [found] if (found := _joined_keys(sentence, "person")) and len(attributes) > len(found) else []
        for keys in lists:
            own = [mark for mark in attributes if _may_be_of(keys[0][0], mark, len(lists) > 1, known)]
            if not _fits(sentence, keys, own, known) or not _of_pairs(sentence, own, known):
                yield f"says of {_told(keys)} what is not known of it"
        if lists:
            last = lists[0][-1] if lists[0][0][0].kind in _KEYS else last
        else:
            for mark in attributes:
                if not _is_free(sentence, mark, attributes, last, known):
                    yield f"says {sentence.written(mark)} of others"
        yield from _of_all(sentence, attributes, known)
        yield from _of_people(sentence, known)
        yield from _shares_and_differences(sentence, known)
        yield from _either(sentence, known)


def _told(keys: Sequence[Sequence[Mark]]) -> str:
    return " and ".join(dict.fromkeys(f"“{mark.value}”" for own in keys for mark in own))


def _joined_keys(sentence: Sentence, kind: str) -> list[list[Mark]]:
    """Return the names of a kind, those together that are named in one breath."""
    found: list[list[Mark]] = []
    for mark in sentence.of(kind):
        if found and joined(sentence, found[-1][-1], mark):
            found[-1].append(mark)
        else:
            found.append([mark])
    return found


# --- what may be said of what -----------------------------------------------------------------------------------------


def _is_attribute(sentence: Sentence, mark: Mark, known: Known) -> bool:
    """Whether a mark says something that rows have or lack, and no condition asks for."""
    books = known.facts.books
    if mark.kind == "person":
        return any(mark.value in book.authors for book in books)
    if mark.kind == "group":
        return bool(books) and bool(_YEAR.fullmatch(mark.value))
    if mark.kind == "name":
        return mark.value not in known.wanted and any(mark.value in book.genres for book in books)
    if mark.kind == "years":
        is_said = bool(books) or None not in mark.spans[0]
        return len(mark.spans) == 1 and is_said and mark.spans[0] not in known.spans
    if mark.kind != "number" or known.is_bound(mark) or _DIFFERENCE.search(sentence.before(mark)):
        return False
    beside = any(one.clause == mark.clause for one in sentence.of("group"))
    return _is_length(mark, known) or _is_of_group(mark, known, beside=beside)


def _is_length(mark: Mark, known: Known) -> bool:
    books = known.facts.books if mark.bound not in ("more", "less") or len(known.facts.books) == 1 else ()
    return mark.unit in ("", "pages") and any(_holds(book, mark) for book in books)


def _is_of_group(mark: Mark, known: Known, *, beside: bool = True) -> bool:
    in_unit = mark.unit in ("", "percent", *known.units)
    if not mark.unit and mark.amount in (known.facts.passing, len(known.facts.groups)) and not beside:
        return False
    return in_unit and any(_holds(group, mark) for group in known.facts.groups)


def is_figure(mark: Mark, known: Known) -> bool:
    """Whether the answer has a number as a figure in the same unit, or as the length of a book."""
    in_unit = mark.unit in ("", "percent", *known.units)
    is_own = in_unit and any(amounts_to(mark, value) for value in known.facts.figures)
    return is_own or _is_of_group(mark, known) or _is_length(mark, known)


def _holds(row: Edition | Group, mark: Mark) -> bool:
    """Whether a mark belongs to a row: the one table of pairs."""
    if isinstance(row, Group):
        return mark.kind != "number" or any(amounts_to(mark, value) for value in row.values)
    if mark.kind == "person":
        return mark.value in row.authors
    if mark.kind == "name":
        return mark.value in row.genres
    if mark.kind == "number":
        return row.pages is not None and amounts_to(mark, row.pages)
    first = int(mark.value[:4]) if mark.kind == "group" else 0
    low, high = mark.spans[0] if mark.spans else (first, first + (9 if mark.value.endswith("s") else 0))
    return row.year is not None and (low or 0) <= row.year <= (high or 9999)


def _rows(key: Mark, known: Known) -> list[Edition] | list[Group]:
    if key.kind == "title":
        return known.facts.titles[key.value]
    if key.kind == "person":
        return [book for book in known.facts.books if key.value in book.authors]
    return [group for group in known.facts.groups if key.value in group.parts]


def _may_be_of(key: Mark, mark: Mark, has_both: bool, known: Known) -> bool:
    if key.kind == "title":
        return mark.kind != "number" or _is_length(mark, known)
    if key.kind == "person":
        return mark.kind != "person" and (mark.kind != "number" or _is_length(mark, known))
    return mark.kind == "number" and not (has_both and _is_length(mark, known))


def _of_pairs(sentence: Sentence, figures: Sequence[Mark], known: Known) -> bool:
    """Whether figures of pairs are of such as are named: of the 1980s and German."""
    named = {mark.value for mark in sentence.of("group")}
    pairs = [group for group in known.facts.groups if len(group.parts) > 1]
    if not all({group.parts[level] for group in pairs} & named for level in (0, 1)):
        return True
    own = [group for group in pairs if named >= {*group.parts}]
    return all(any(_holds(group, mark) for group in own) for mark in figures if mark.kind == "number")


# --- which stands with which ------------------------------------------------------------------------------------------


def _fits(sentence: Sentence, keys: list[list[Mark]], attributes: list[Mark], known: Known) -> bool:
    """Whether what stands in one breath with a key is of its rows; what stands alone belongs to the key before it, or
    all such to the key behind it; or one stands for one, in turn."""
    every = [mark for own in keys for mark in own]
    if 1 < len(every) == len(attributes) and _in_turn(every, attributes, known):
        return True
    if len(every) == 1:
        words_of = [word for word in sentence.words(*_COMPARING) if word.end <= every[0].start]
        other = bool(words_of) and sentence.between(words_of[-1], every[0]).strip() in ("", "than")  # “before A”
        away = [mark for mark in attributes if other and mark.end <= words_of[-1].start]
        rows: list[Edition | Group] = [*known.facts.books, *known.facts.groups]
        rest = [row for row in rows if row not in _rows(every[0], known)]
        if not all(any(_holds(row, mark) for row in rest) for mark in away):
            return False
        attributes = [mark for mark in attributes if mark not in away and not _AGAINST.search(sentence.before(mark))]
    return any(_placed(sentence, keys, attributes, place, known) for place in (-1, 0))


def _placed(sentence: Sentence, keys: list[list[Mark]], attributes: list[Mark], place: int, known: Known) -> bool:
    own: dict[tuple[int, int], list[Mark]] = {}
    than = sentence.words("THAN")  # “more of A than of B: 12”
    for mark in attributes:
        beside = [number for number, names in enumerate(keys) if any(one.clause == mark.clause for one in names)]
        before = sum(names[0].start < mark.start and not (than and names[0].start > than[0].start) for names in keys)
        number = beside[0] if len(beside) == 1 else min(max(before + place, 0), len(keys) - 1)
        is_once = sum(names[0].value == keys[number][0].value for names in keys) == 1  # and not two editions
        breath = mark.breath if is_once and len(keys[number]) == 1 and keys[number][0].kind == "title" else 0
        own.setdefault((number, breath), []).append(mark)
    return all(_belong(sentence, keys[number], marks, known) for (number, _), marks in own.items())


def _in_turn(keys: Sequence[Mark], marks: Sequence[Mark], known: Known) -> bool:
    return all(_has(key, [mark], known) for key, mark in zip(keys, marks, strict=True))


def _belong(sentence: Sentence, keys: list[Mark], attributes: list[Mark], known: Known) -> bool:
    """Whether attributes are those of every one of these keys, or of one after the other; “the latter” is the last."""
    if len(keys) == 1:
        return _has(keys[0], attributes, known)
    for kind in dict.fromkeys(_kind(mark, known) for mark in attributes):
        own = [mark for mark in attributes if _kind(mark, known) == kind]
        each = all(_has(key, [mark], known) for mark in own for key in _meant(sentence, keys, mark))
        in_turn = len(own) == len(keys) and _in_turn(keys, own, known)
        in_one_breath = all(joined(sentence, one, other) for one, other in pairwise(own))
        if not (each or in_turn or (kind == "person" and in_one_breath and _shared(keys, own, known))):
            return False
    return True


def _kind(mark: Mark, known: Known) -> str:
    return mark.kind if mark.kind != "number" else "pages" if _is_length(mark, known) else "figure"


def _meant(sentence: Sentence, keys: list[Mark], mark: Mark) -> list[Mark]:
    near = [word for word in sentence.words("last", "former") if keys[-1].end <= word.start < mark.start]
    if near and len(keys) > 1:
        return keys[-1:] if near[-1].value == "last" else keys[:1]
    is_of_last = mark.start > keys[-1].end and re.search(r"\bwhich\b", sentence.between(keys[-1], mark))
    return keys[-1:] if is_of_last else keys


def _has(key: Mark, marks: Sequence[Mark], known: Known) -> bool:
    """Whether one book of a title has all that is said in one breath; a group may have several figures; what is said of
    a person alone tells of all books of theirs."""
    rows = _rows(key, known)
    if key.kind != "title":
        of_each = key.kind == "group" or all(any(_holds(row, mark) for mark in marks) for row in rows)
        return of_each and all(any(_holds(row, mark) for row in rows) for mark in marks)
    return any(all(_holds(row, mark) for mark in marks) for row in rows)


def _shared(keys: Sequence[Mark], people: Sequence[Mark], known: Known) -> bool:
    """Whether each of these books is by some of these people, and each of them wrote some of these books."""
    return all(any(_has(one, [who], known) for who in people) for one in keys) and all(
        any(_has(one, [who], known) for one in keys) for who in people
    )


def _is_free(sentence: Sentence, mark: Mark, attributes: Sequence[Mark], last: list[Mark], known: Known) -> bool:
    """Whether an attribute without a title beside it is of the answer, of what was named last, or of all books."""
    books = known.facts.books
    if (
        sentence.words("majority")
        or (mark.kind, mark.value) in known.said
        or mark.kind == "number"
        or counted(sentence, mark, known)
    ):
        return True
    if re.search(r"\b(?:one|other|another|others|some)\b", sentence.text, re.IGNORECASE):
        breath = [one for one in attributes if one.breath == mark.breath]
        return any(all(_holds(book, one) for one in breath) for book in books)
    says_so = {"person": ("BY", "WROTE"), "name": ("EACH", "BOTH")}.get(mark.kind)
    is_of_last = bool(last) and bool(_IT.match(sentence.text))  # “It is a romance.”
    if (says_so and not is_of_last and not sentence.words(*says_so)) or any(_has(key, [mark], known) for key in last):
        return True
    if mark.kind == "years":
        spans = [one.spans[0] for one in sentence.of("years")]
        years = {book.year for book in books if book.year is not None}
        if not books and sentence.written(mark)[-4:] in known.facts.plain:
            return True
        return bool(years) and all(any((low or 0) <= year <= (high or 9999) for low, high in spans) for year in years)
    return bool(books) and all(_holds(book, mark) for book in books)


# --- counts, all, alone, together -------------------------------------------------------------------------------------


def counted(sentence: Sentence, mark: Mark, known: Known) -> bool | None:
    """Whether a count is how many books have what stands in its breath; None where nothing stands there that tells.

    For another mark: whether the count beside it is right.
    """
    facts = known.facts
    is_list = 0 < len(facts.books) == facts.plan.limit and mark.amount <= len(facts.books)
    if not (facts.has_all_books or is_list) or any(one.clause == mark.clause for one in sentence.of(*_KEYS)):
        return None
    if mark.kind != "number":
        beside = [one for one in sentence.of("number") if one.clause == mark.clause]
        return any(counted(sentence, one, known) for one in beside) or None
    if re.search(r"\w\s+(?:out\s+)?of\s+(?:(?:the|our|all|its|these)\s+)?$", sentence.before(mark)) and any(
        one.end < mark.start and _OUT_OF.fullmatch(sentence.between(one, mark)) for one in sentence.of("number")
    ):
        return None  # the second of “two of the three”
    behind = [one for one in sentence.marks if one.start > mark.start]
    numbers = [one for one in behind if one.kind == "number" and not _OUT_OF.fullmatch(sentence.between(mark, one))]
    stop = numbers[0].start if numbers else mark.start + len(sentence.text)
    near = [one for one in behind if one.start < stop and not re.search("[,;:]", sentence.between(mark, one))]
    people = [own for own in _joined_keys(sentence, "person") if own[-1].end <= mark.start]
    is_theirs = (
        people and people[-1][-1].breath == mark.breath and mark.amount <= facts.passing and not _is_length(mark, known)
    )
    before = people[-1] if is_theirs else []
    partners = [one for one in near or before if _is_attribute(sentence, one, known)]
    if mark.unit not in ("", "books", "percent") or mark.bound or not partners:
        return None
    amount = mark.amount * len(facts.books) / 100 if mark.unit == "percent" else mark.amount
    having = [{number for number, book in enumerate(facts.books) if _holds(book, one)} for one in partners]
    each = {len(own) for own in having}
    right = {len(set.union(*having)), len(set.intersection(*having))} | (each if len(each) == 1 else set())
    return amount in right


def worked_out(sentence: Sentence, mark: Mark, mentioned: int, known: Known) -> bool:
    """Whether a number is what two rows differ by, what all add up to, or how many books are not named."""
    facts = known.facts
    is_rest = _REST_BEHIND.match(sentence.behind(mark)) or _REST_BEFORE.search(sentence.before(mark))
    if is_rest and mark.unit in ("", "books") and mark.amount == facts.passing - mentioned > 0:
        return True
    every: list[Edition | Group] = [*facts.books, *facts.groups]
    named = [row for key in sentence.of(*_KEYS) for row in _rows(key, known)]
    rows = every if not named or len(named) < 2 == len(every) else named  # “A, published three years earlier”, of two
    figures = [row.values[0] for row in rows if isinstance(row, Group)]
    found = [row.year if mark.unit == "years" else row.pages for row in rows if isinstance(row, Edition)]
    own = figures or [value for value in found if value is not None]
    is_sum = sentence.words("TOGETHER", "AVG:sum") or _IN_ALL.search(sentence.text)
    if is_sum and mark.unit != "years" and own and amounts_to(mark, sum(own)):
        return True
    if mark.unit == "times":
        return any(amounts_to(mark, max(pair) / max(min(pair), 1)) for pair in combinations(own, 2))
    compares = sentence.words(*_COMPARING, "BY") or _COMPARED.search(sentence.text)
    return bool(compares) and len(own) == 2 and amounts_to(mark, abs(own[0] - own[1]))


def _of_all(sentence: Sentence, attributes: Sequence[Mark], known: Known) -> Iterator[str]:
    """Judge what is said of all books, or of all groups: “both by …”, “all others have 8”."""
    groups = known.facts.groups
    for word in sentence.words("EACH", "BOTH", "majority"):
        least = 0.501 if word.value == "majority" else 1.0
        written = sentence.written(word).lower()
        said = [
            one for one in attributes if one.start > word.end and not re.search("[,;:]", sentence.between(word, one))
        ]
        titles = [one for one in sentence.of("title") if one.end < word.start]
        total = [one for one in sentence.of("number") if one.amount == known.facts.passing and one.start > word.end]
        of_all = sentence.before(word).endswith("of ")
        if (
            written == "all"
            and not (of_all or known.facts.plan.order)
            and total
            and known.facts.passing > len(known.facts.books) > 0
            and (said or attributes)
        ):
            yield f"says {written} of some"  # “X wrote all 8”, of which one is known
        counts = [one for one in sentence.of("number") if one.clause == word.clause and one.end <= word.start]
        if written == "per" or counts or any(one.clause == word.clause for one in sentence.of("title")):
            continue  # “two each” is a count
        rows = [row for one in titles for row in known.facts.titles[one.value]] or [*known.facts.books]
        for kind in {one.kind for one in said if one.kind in ("person", "name", "years", "group")}:
            own = [one for one in said if one.kind == kind]
            holding = sum(any(_holds(row, one) for one in own) for row in rows)
            if rows and not titles and holding < least * len(rows):
                yield f"says {written} of some"
            if titles and not all(any(_has(key, [one], known) for one in own) for key in titles):
                yield f"says {written} of some"
        if written == "both" and not said:
            yield from _wrote_both(sentence, word, known)
        if written in ("all", "every"):
            yield from _of_all_groups(sentence, word, groups, known)


def _wrote_both(sentence: Sentence, word: Mark, known: Known) -> Iterator[str]:
    """“Ada and Bob had a hand in both”: each of them in each of the two books."""
    people = [one.value for one in sentence.of("person") if one.end <= word.start and one.breath >= word.breath - 1]
    books = known.facts.books if known.facts.passing == len(known.facts.books) == 2 else ()
    if any(who not in book.authors for who in people for book in books):
        yield f"says {sentence.written(word)} of some"


def _of_all_groups(sentence: Sentence, word: Mark, groups: Sequence[Group], known: Known) -> Iterator[str]:
    rest = [one for one in sentence.marks if one.clause == word.clause]
    for mark in rest:
        own = {group.parts[0] for group in groups if mark.value in group.parts[1:]}
        if mark.kind == "group" and own and own != {group.parts[0] for group in groups}:
            yield "says all of some"
    figures = [one for one in rest if one.kind == "number" and one.start > word.end and _is_of_group(one, known)]
    named = {one.value for one in sentence.of("group") if one.start < word.start}
    others = [group for group in groups if not named & {*group.parts}]
    if any(one.kind in _KEYS for one in rest) or not figures or len(groups) < 2:
        return
    is_total = sentence.between(word, figures[0]).strip() in ("", "the", "of the")
    if not is_total and not all(_holds(group, figures[0]) for group in others):
        yield "says all of some"


DENIALS = ("NOT", "NEITHER", "NOR", "NOBODY", "MISSING", "EXCLUDED")


def denial_before(sentence: Sentence, mark: Mark) -> Mark | None:
    """Return the word that denies “alone”, or that makes “newer than” the newest: “nothing is newer than”."""
    denials = [one for one in sentence.words(*DENIALS) if one.end <= mark.start and one.breath == mark.breath]
    return denials[-1] if denials else None


def _of_people(sentence: Sentence, known: Known) -> Iterator[str]:
    """Judge who wrote together, who alone, and what is the only one."""
    facts = known.facts
    people = {mark.value for mark in sentence.of("person")}
    exact = [{*test.values} for test in facts.tests if test.how == "exactly"]
    for word in sentence.words("TOGETHER"):
        asked = [*exact, *({*test.values} for test in facts.tests if test.how == "all")]
        together = any(people <= one for one in (*asked, *({*book.authors} for book in facts.books)))
        if people in exact if len(people) < 2 else not together:
            yield f"says {sentence.written(word)}"
    for word in sentence.words("ALONE"):
        titles = [mark.value for mark in sentence.of("title")]
        books = [book for book in facts.books if (book.title in titles or not titles) and people & {*book.authors}]
        alone = [{*book.authors} <= people for book in books]
        is_right = bool(books) and (not any(alone) if denial_before(sentence, word) else all(alone))
        if not exact and not is_right:
            yield f"says {sentence.written(word)}"
    several = len(facts.books) + len(facts.groups) > 1 or facts.passing > 1
    for word in sentence.words("ONLY") if several else ():
        behind = [mark for mark in sentence.marks if mark.start >= word.end and mark.kind != "word"]
        is_name = behind and behind[0].kind in ("title", "group", "person")
        if re.match(r"\s+one\b(?!\s+(?:book|ahead|behind|more|fewer)\b)", sentence.behind(word)) or (
            is_name and len(sentence.between(word, behind[0]).split()) < 2
        ):
            yield f"says {sentence.written(word)}"


# --- shares, differences, either --------------------------------------------------------------------------------------


def _shares_and_differences(sentence: Sentence, known: Known) -> Iterator[str]:
    """Judge of what a share is, “8 of 56”, “45 more” and “a difference of 45”."""
    pairs = {pair for one in known.plain for pair in _pairs(one)}
    for one, other in _pairs(sentence):
        if one > other or ((one, other) not in pairs and (other, one) in pairs):
            yield f"says {one:g} of {other:g}"
    values = {value for group in known.facts.groups for value in group.values}
    values |= {book.pages for book in known.facts.books if book.pages is not None}
    compares = sentence.words(*_COMPARING, "BY") or _COMPARED.search(sentence.text)
    for mark in sentence.of("number"):
        yield from _shares(sentence, mark, known)
        is_apart = _MORE.match(sentence.behind(mark)) or _DIFFERENCE.search(sentence.before(mark))
        if known.differences and is_apart and mark.amount not in known.differences:
            yield f"says {sentence.written(mark)} apart"
        if mark.unit in ("", *known.units) and mark.amount in known.differences - values and not compares:
            yield f"says {sentence.written(mark)} of one"


def is_ratio(sentence: Sentence, mark: Mark, known: Known) -> bool:
    """Whether a number is one of “one in seven”, and that is the share."""
    beside = [
        pair for pair in pairwise(sentence.of("number")) if mark in pair and _OUT_OF.fullmatch(sentence.between(*pair))
    ]
    shares = [value for value in known.facts.figures if 0 < value < 1] if mark.unit in ("", "books") else []
    few = [(one.amount, other.amount) for one, other in beside if 0 < one.amount < other.amount <= _MOST_IN]
    return any(abs(one / other - share) < 0.01 for one, other in few for share in shares)


def _pairs(sentence: Sentence) -> Iterator[tuple[float, float]]:
    for one, other in pairwise(sentence.of("number")):
        if _OUT_OF.fullmatch(sentence.between(one, other)):
            yield one.amount, other.amount


def _shares(sentence: Sentence, mark: Mark, known: Known) -> Iterator[str]:
    of = _OF.match(sentence.behind(mark))
    if mark.unit != "percent" or not of:
        return
    behind = [one.value for one in sentence.of("group", "person", "name") if one.start == mark.end + of.end()]
    for one in known.plain:
        whole, are, _ = one.text.partition(" are ")
        wholes = [name.value for name in one.of("group", "person", "name") if name.end - one.start <= len(whole)]
        if are and (wholes if of["books"] else behind and behind[0] not in wholes):
            yield f"says {sentence.written(mark)} of others"


def _either(sentence: Sentence, known: Known) -> Iterator[str]:
    """Find “or” between what are two conditions, or two authors of one book."""
    clauses = [
        {value for one in clause.any_of for test in one.all_of for value in test.values}
        for clause in known.facts.plan.where
    ]
    for word in sentence.words("OR"):
        before = [one.value for one in sentence.of("name", "person") if one.end <= word.start]
        behind = [one.value for one in sentence.of("name", "person") if one.start >= word.end]
        if not before or not behind:
            continue
        pair = {before[-1], behind[0]}
        both = any(pair <= {*book.authors} for book in known.facts.books)
        if not any(pair <= clause for clause in clauses) and (both or sum(bool(pair & one) for one in clauses) > 1):
            yield f"says {before[-1]} or {behind[0]}"
