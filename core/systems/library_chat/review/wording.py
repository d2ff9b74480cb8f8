"""Whether a free wording keeps to the facts of an answer: names, numbers, years, bounds, degrees, yes and no.

All other words are free. What is found wrong is said in words; a wording without a fault may stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.language.terms import STOP_WORDS
from core.language.tokens import words
from core.systems.library_chat.review.attached import misplaced
from core.systems.library_chat.review.degrees import compared_in_question, degree_faults, joined, moved_wrong
from core.systems.library_chat.review.facts import Facts, plain_signs
from core.systems.library_chat.review.marks import (
    Mark,
    Sentence,
    grammar_words,
    read,
    units_measured,
    vague_before,
)

LONGEST = 2_500
"""Characters of a wording."""

_ADDRESS = re.compile(r"\w+://\S*|www\.\S+|<[^>\s][^>]*>|\]\([^)]*\)")
_QUOTED = re.compile(r'"([^"]+)"')
_CAPITAL = re.compile(r"(?<![\w□])[^\W\d_a-z][\w'-]*")
_CAPITAL_WORD = r"[^\W\d_a-z][\w'-]*[a-z][\w'-]*"
_CAPITALS = re.compile(rf"(?<![\w□]){_CAPITAL_WORD}(?: +{_CAPITAL_WORD})+")
_BEGINS = re.compile(r"(?:^|[.!?]|\n)[\s*_\"'(#>•-]*(?:\d+[.)]\s+)?[*_\"']*$")
_IS_SOMEBODY = re.compile(
    r"'s\b|[\s*_]+(?:is|was|wrote|writes|has|had|published|by|and|leads|runs)\b|\s*\(|,\s+(?:also\s+)?by\b"
)
_NO_NAME = re.compile(r"(?:ing|ly|thing|body|s)$")
_FUTURE = 2100
"""No year of a book is later: “from 2000 to 2999” is since 2000."""
_DENIALS = ("NOT", "NEITHER", "NOR", "NOBODY", "MISSING", "EXCLUDED")
_NAMES = ("title", "group", "person", "name")
_FINDING = frozenset({"book", "books", "title", "titles", "any", "found", "find", "catalogue"})


def faults(text: str, facts: Facts) -> list[str]:
    """List what a wording says that the facts do not, or leaves out of them; nothing when it keeps to them."""
    if not text.strip():
        return ["says nothing"]
    sentences = read(text, facts)
    plain, question = read(facts.plain, facts), read(facts.question, facts)
    found = [
        *(f"added the address {address}" for address in _ADDRESS.findall(text)),
        *_unknown_names(text, facts),
        *_unknown_words(sentences, (*plain, *question), facts),
        *_unknown_numbers(sentences, (*plain, *question, *read(facts.listed, facts)), facts),
        *degree_faults(sentences, facts),
        *moved_wrong(sentences, facts),
        *_turned_round(sentences, plain, facts),
        *misplaced(sentences, plain, facts),
        *_left_out(sentences, plain, facts),
        *_half_said(sentences, facts),
        *_unknown_subjects(sentences, facts),
    ]
    if len(text) > LONGEST:
        found.append("is very long")
    return list(dict.fromkeys(found))


# --- names and words --------------------------------------------------------------------------------------------------


def _unknown_names(text: str, facts: Facts) -> Iterator[str]:
    text = plain_signs(text)
    bare = facts.hidden(text)
    known = plain_signs(f"{facts.plain}\n{facts.question}\n{facts.listed}").casefold()
    for match in _QUOTED.finditer(bare):
        inside = match[1].strip(" □.,!?")
        if inside and inside.casefold() not in known:
            yield f"quotes “{inside}”"
    for match in _CAPITALS.finditer(bare):
        if " ".join(match[0].split()).casefold() not in known:
            yield f"names {match[0]}"
    for match in _CAPITAL.finditer(bare):
        word = match[0].rstrip("'-").removesuffix("'s")
        if len(word) < 2 or set(words(word)) <= facts.known_words | STOP_WORDS | grammar_words() or "'" in word:
            continue
        if not _BEGINS.search(bare[: match.start()]) or _names_somebody(bare[match.start() + len(word) :], word):
            yield f"names {word}"


def _names_somebody(behind: str, word: str) -> bool:
    """Whether the first word of a sentence, which has a capital in any case, is a name after all."""
    follows = re.match(r"\s+([^\W\d_a-z][\w'-]+)", behind)
    if follows and not set(words(follows[1])) <= STOP_WORDS:
        return True
    return bool(_IS_SOMEBODY.match(behind)) and not _NO_NAME.search(word)


def _unknown_words(sentences: Sequence[Sentence], known: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Find genres, kinds of figures and matters of which the answer says nothing."""
    told = {mark.value for one in known for mark in one.marks}
    for sentence in sentences:
        for mark in sentence.of("other genre"):
            if not set(words(mark.value)) <= facts.known_words:
                yield f"says {mark.value}"
        for mark in sentence.words("AVG", "HALF"):
            of_all = mark.value == "AVG:sum" and not any(value.startswith("AVG") for value in told)
            if mark.value not in told and not of_all and not (mark.value == "HALF" and "AVG:median" in told):
                yield f"says {sentence.written(mark)}"
        for mark in sentence.words("other thing"):
            known_too = sentence.written(mark).lower() in f"{facts.plain} {facts.question}".lower()
            if not known_too and not sentence.words(*_DENIALS):
                yield f"says {sentence.written(mark)}"


# --- numbers ----------------------------------------------------------------------------------------------------------


def _unknown_numbers(sentences: Sequence[Sentence], known: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    bounds = list(_bounds(known, facts))
    dates = {mark.value for one in known for mark in one.of("date")}
    mentioned = len({mark.value for one in sentences for mark in one.of("title")})
    for sentence in sentences:
        for mark in sentence.of("number", "group", "date", "years"):
            if mark.kind == "number":
                other = _other_unit(sentence, mark, known)
                wrong = bool(other) or not _is_held(sentence, mark, known, bounds, mentioned, facts)
            else:
                other = ""
                wrong = mark.number.about or vague_before(sentence, mark)
                wrong = wrong or (mark.kind == "date" and mark.value not in dates)
                wrong = wrong or (mark.kind == "years" and not _knows_years(mark, known, facts))
            if wrong:
                yield f"says {sentence.written(mark)} {other}".rstrip()


Bound = tuple[tuple[float | None, float | None], str]
"""From where to where, and of what."""


def _bounds(known: Sequence[Sentence], facts: Facts) -> Iterator[Bound]:
    yield from (
        (mark.number.bound, mark.number.unit) for one in known for mark in one.of("number") if mark.number.bound
    )
    yield from (((test.low, test.high), test.column) for test in facts.tests)
    yield from (((having.low, having.high), having.measure.column or "books") for having in facts.plan.having)
    if [measure.of for measure in facts.plan.measures] == ["least", "most"]:
        yield (facts.figures[0], facts.figures[-1]), facts.plan.measures[0].column


def _is_held(
    sentence: Sentence, mark: Mark, known: Sequence[Sentence], bounds: Sequence[Bound], mentioned: int, facts: Facts
) -> bool:
    given = mark.number
    if given.bound:
        return any(given.bound == bound and given.unit in ("", unit) for bound, unit in bounds)
    if given.value in (0, 1) and sentence.words(*_DENIALS):  # “not a single one”
        return True
    if given.about:
        return False
    return _holds(mark, known, mentioned, facts) or _is_count_of_person(sentence, mark, facts)


def _holds(mark: Mark, known: Sequence[Sentence], mentioned: int, facts: Facts) -> bool:
    """Whether the answer has a number in the same unit."""
    given = mark.number
    said = [one.number for sentence in known for one in sentence.of("number") if not one.number.bound]
    if any(given.value == one.value and _same_unit(given.unit, one.unit, facts) for one in said):
        return True
    if given.unit in ("", "pages") and any(given.value == book.pages for book in facts.books):
        return True
    if given.unit in ("", "books") and given.value in (facts.passing, mentioned, *_editions_mentioned(facts)):
        return True
    figures = {value for group in facts.groups for value in group.values} | {*facts.figures}
    scale = 100 if given.unit == "percent" else 1
    return any(
        given.value == value * scale or (given.decimals and round(value * scale, given.decimals) == given.value)
        for value in figures
    ) and given.unit in ("", "percent", *units_measured(facts))


_MEASURED = frozenset({"pages", "years", "percent"})
_PLURAL = re.compile(r"[\s-]+([a-z]+s)\b")


def _other_unit(sentence: Sentence, mark: Mark, known: Sequence[Sentence]) -> str:
    """Return “hours” of “875 hours”, where the answer has 875 pages."""
    behind = _PLURAL.match(sentence.text, mark.end - sentence.start)
    if mark.number.unit or not behind or behind[1] in STOP_WORDS:
        return ""
    units = {one.number.unit for other in known for one in other.of("number") if one.number.value == mark.number.value}
    return behind[1] if units and units <= _MEASURED else ""


def _editions_mentioned(facts: Facts) -> Iterator[int]:
    yield from (len(editions) for editions in facts.titles.values() if len(editions) > 1)


def _same_unit(one: str, other: str, facts: Facts) -> bool:
    if one == other or "percent" in (one, other):
        return one == other
    return not one or (not other and one in {"books", *units_measured(facts)})


def _is_count_of_person(sentence: Sentence, mark: Mark, facts: Facts) -> bool:
    """“Two by Emma Clarke”, where all books are known."""
    near = [one for one in sentence.of("person") if one.clause == mark.clause and one.start > mark.end]
    if not near or not facts.has_all_books or mark.number.unit not in ("", "books"):
        return False
    return mark.number.value == sum(near[0].value in book.authors for book in facts.books)


def _year(bound: float | None) -> int | None:
    return None if bound is None or bound >= _FUTURE else int(bound)


def _knows_years(mark: Mark, known: Sequence[Sentence], facts: Facts) -> bool:
    said = {span for one in known for other in one.of("years") for span in other.spans}
    said |= {(_year(test.low), _year(test.high)) for test in facts.tests if test.column == "year"}
    said |= {(int(one.number.value),) * 2 for other in known for one in other.of("number") if not one.number.unit}
    years = {book.year for book in facts.books if book.year is not None}
    groups = {part.rstrip("s") for group in facts.groups for part in group.parts}
    for low, high in mark.spans:
        within = low is not None and high is not None and any(low <= year <= high for year in years)
        if within and low is not None:
            within = high in (low, low + 9) or {low, high} == {min(years), max(years)}
        if not (within or str(low) in groups or (low, high) in said):
            return False
    return True


# --- yes and no -------------------------------------------------------------------------------------------------------


def denies(facts: Facts, plain: Sequence[Sentence]) -> bool:
    """Whether the answer is that there is none, or that nothing is known."""
    empty = facts.understood.declined or bool(facts.understood.unknown) or not facts.passing
    if empty and any(one.words(*_DENIALS) for one in plain):
        return True
    return any(one.words("MISSING") and not one.of("number") for one in plain)


def _turned_round(sentences: Sequence[Sentence], plain: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    none, first = denies(facts, plain), (words(sentences[0].text) if sentences else [])[:1]
    says_yes = words(facts.plain)[:1] == ["yes"]
    compared = None if says_yes or none else compared_in_question(facts)
    is_no = first == ["no"] and bool(re.match(r"\W*no\b(?:[,.!:;]|\s+indeed)", sentences[0].text, re.IGNORECASE))
    if first == ["yes"] and (none or compared is False):
        yield "says yes instead of no"
    if is_no and not none and compared is not False:
        yield "says no instead of yes"
    if none:
        yield from _not_denied(sentences, facts)
        return
    for sentence in sentences:
        if not (is_no and sentence is sentences[0]):
            yield from _wrong_signs(sentence, facts)


def _not_denied(sentences: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Find that a wording does not say that there is none, or says it of more than was asked."""
    denials = [
        one for one in sentences if one.words(*_DENIALS) or any(mark.number.value == 0 for mark in one.of("number"))
    ]
    if not denials:
        yield "leaves out that there is none"
    for sentence in sentences:
        denied = min((word.start for word in sentence.words(*_DENIALS)), default=LONGEST)
        yield from (f"says {sentence.written(word)}" for word in sentence.words("some") if word.start < denied)
    said = " ".join(one.text for one in denials)
    held = [_is_said(clause_values, denials) for clause_values in _conditions(facts)]
    if said and any(held) and not all(held):
        yield "says of more than was asked that there is none"


def _conditions(facts: Facts) -> list[tuple[set[str], bool]]:
    """Return the names of each condition, and whether it is one on years, pages or dates."""
    found = []
    for clause in facts.plan.where:
        tests = [test for one in clause.any_of for test in one.all_of]
        found.append(({value for test in tests for value in test.values}, not any(test.values for test in tests)))
    return found


def _is_said(condition: tuple[set[str], bool], sentences: Sequence[Sentence]) -> bool:
    names, bounds = condition
    if bounds:
        return any(one.of("years", "number", "date") for one in sentences)
    return any(mark.value in names for one in sentences for mark in one.of(*_NAMES))


def _wrong_signs(sentence: Sentence, facts: Facts) -> Iterator[str]:
    """Find what is said of books that are to be without it, and what is denied of those that are to have it."""
    denied = {value for test in facts.tests if test.denied for value in test.values}
    wanted = {value for test in facts.tests if not test.denied for value in test.values} - denied
    spans = {(test.low, test.high) for test in facts.tests if test.denied and test.how == "between"}
    missing = any(test.how == "missing" for test in facts.tests) or any(
        having.high == 0 for having in facts.plan.having
    )
    denials = sentence.words(*_DENIALS)
    used = []
    for mark in sentence.of(*_NAMES, "years"):
        is_denied = _denial_of(sentence, mark, denials) or _denial_of(sentence, _last_joined(sentence, mark), denials)
        to_be = mark.value in denied or any(tuple(span) in spans for span in mark.spans)
        if to_be and is_denied is None:
            yield f"says {sentence.written(mark)} without “not”"
        is_left_out = is_denied is not None and is_denied.value == "EXCLUDED" and mark.kind == "group"
        if is_denied is not None and (to_be or is_left_out):
            used.append(is_denied)
        elif is_denied is not None and mark.value in wanted and not missing:
            yield f"denies {sentence.written(mark)}"
    level = len(facts.groups) == 2 and len({group.values for group in facts.groups}) == 1
    for word in denials:
        if word in used or missing or (level and word.value in ("NEITHER", "NOR")):
            continue
        speaks = sentence.of(*_NAMES, "number", "years", "date") or _FINDING & {*words(sentence.text)}
        if speaks and not used:
            yield "denies something"


_ABOUT = re.compile(r"\b(?:is about|it's about|deals? with|about)\s+(.+)", re.IGNORECASE)
_MOST_SAID = 4
_IS = re.compile(r"\W*(?:(?:is|are|was|were)\W*)?")


def _last_joined(sentence: Sentence, mark: Mark) -> Mark:
    """Return the last of the years that are said in one breath: “1954 and 2005”."""
    for other in sentence.of("years") if mark.kind == "years" else ():
        if other.start > mark.end and joined(sentence, mark, other):
            mark = other
    return mark


def _denial_of(sentence: Sentence, mark: Mark, denials: Sequence[Mark]) -> Mark | None:
    """Return the word that denies a name: the last before it in its clause, or one right behind it."""
    excluded = [one for one in denials if one.value == "EXCLUDED" and one.start >= mark.end]
    behind = [one for one in excluded if _IS.fullmatch(sentence.between(mark, one))]
    before = [one for one in denials if one.end <= mark.start and one.clause >= mark.clause - 1]
    if behind:
        return behind[0]
    if not before:
        return None
    word = before[-1]
    between = sentence.between(word, mark)
    other = [one for one in sentence.of(*_NAMES) if word.end <= one.start < mark.start]
    apart = re.search(r"[,;:]", between) and not other
    if apart or (other and re.search(r"[;:]|\b(?:but|we|there|have|are|is|remain)\b", between)):
        return None
    return word


# --- what has to be said ----------------------------------------------------------------------------------------------


def _left_out(sentences: Sequence[Sentence], plain: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Find that the figure that was asked for is not there, or, beside no list, that nothing of the answer is."""
    if denies(facts, plain) or facts.listed:
        return
    years = {span for one in sentences for mark in one.of("years") for span in mark.spans}
    is_named = bool(years) or any(one.of("group", "person") for one in sentences)
    if facts.plan.by and facts.plan.limit == 1 and not is_named:
        yield "leaves out which it is"
    own = [mark.number for one in plain for mark in one.of("number")]
    said = {mark.number.value for one in sentences for mark in one.of("number")}
    is_figure = len(facts.figures) in (1, 3)
    asked = {one.value for one in own if is_figure and _is_value(one.value, one.unit, facts.figures[0])}
    if asked:
        if not asked & said and not (min(asked) == 0 and any(one.words(*_DENIALS) for one in sentences)):
            yield f"leaves out {min(asked):g}"
        return
    told = {(mark.kind, mark.value) for one in plain for mark in one.of(*_NAMES)} | {
        ("title", title) for title in facts.titles
    }
    again = {(mark.kind, mark.value) for one in sentences for mark in one.of(*_NAMES)}
    own_years = {span for one in plain for mark in one.of("years") for span in mark.spans}
    text = {word for one in sentences for word in words(one.text)} - STOP_WORDS - {*words(facts.question)}
    says_something = told & again or text & {*words(facts.plain)} or {one.value for one in own} & said
    if told and not says_something and not years & own_years:
        yield "says nothing of the answer"


def _is_value(value: float, unit: str, figure: float) -> bool:
    scale = 100 if unit == "percent" else 1
    return value in (round(figure * scale, 1), round(figure * scale, 2), figure)


def _half_said(sentences: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Find that of “by A or B” only one is said."""
    said = {mark.value for one in sentences for mark in one.of(*_NAMES)}
    for names, _ in _conditions(facts) if not facts.plan.by else ():
        apart = {words(name)[0]: name for name in names if words(name)}  # “Simon Schuster or Simon & Schuster” are one
        if 1 < len(apart) <= _MOST_SAID and said & names:
            told = {words(name)[0] for name in said & names}
            yield from (f"leaves out {name}" for first, name in apart.items() if first not in told)


def _unknown_subjects(sentences: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Find what a book is said to be about, where the answer tells of what it is."""
    if not (told := _ABOUT.search(facts.plain)):
        return
    for sentence in sentences:
        if said := _ABOUT.search(sentence.text):
            unknown = {*words(said[1])} - facts.known_words - STOP_WORDS - {*words(told[1])}
            yield from (f"says it is about {word}" for word in sorted(unknown))
