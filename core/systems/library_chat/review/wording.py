"""Whether a free wording keeps to the facts of an answer: names, numbers, years, bounds, pairs, degrees, yes and no.

All other words are free. What is found wrong is said in words; a wording without a fault may stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.language.terms import STOP_WORDS
from core.language.tokens import words
from core.systems.library_chat.review.degrees import compared_in_question, degree_faults
from core.systems.library_chat.review.facts import Facts, plain_signs
from core.systems.library_chat.review.marks import (
    Mark,
    Sentence,
    bound_before,
    grammar_words,
    hidden,
    lines_below,
    read,
)
from core.systems.library_chat.review.pairs import (
    DENIALS,
    Known,
    amounts_to,
    counted,
    denial_before,
    is_figure,
    is_ratio,
    joined,
    known_of,
    misplaced,
    worked_out,
)
from core.systems.library_chat.review.widening import widened

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
_PLURAL = re.compile(r"[\s-]+([a-z]+s)\b")
_HEADINGS = re.compile(r"(?m)^.*\|.*$(?=\n\s*\|?\s*:?-{2,})")
_FUTURE = 2100
"""No year of a book is later: “from 2000 to 2999” is since 2000."""
_NAMES = ("title", "group", "person", "name")
_FINDING = frozenset({"book", "books", "title", "titles", "any", "found", "find", "catalogue"})
_ABOUT = re.compile(
    r"\b(?:is about|it's about|deals? with|about)\s+([^;.]+?)"
    r"(?=\s+(?:(?:on|in|from)\s+(?:our|this)|here|for you)\b|[;.]|\Z)",
    re.IGNORECASE,
)
_IS = re.compile(r"\W*(?:(?:is|are|was|were)\W*)?")
_BESIDE = re.compile(r"(?:\s+[a-z]+){0,3}\s+")
_MOST_SAID = 4


def faults(text: str, facts: Facts) -> list[str]:
    """List what a wording says that the facts do not, or leaves out of them; nothing when it keeps to them."""
    if not text.strip():
        return ["says nothing"]
    sentences, known = read(text, facts), known_of(facts)
    found = [
        *(f"added the address {address}" for address in _ADDRESS.findall(text)),
        *_unknown_names(text, facts),
        *_unknown_words(sentences, known),
        *_unknown_numbers(sentences, known),
        *degree_faults(sentences, known),
        *widened(sentences, known),
        *_turned_round(sentences, known),
        *misplaced(sentences, known),
        *_left_out(sentences, known),
        *_half_said(sentences, known),
    ]
    if len(text) > LONGEST:
        found.append("is very long")
    return list(dict.fromkeys(found))


# --- names and words --------------------------------------------------------------------------------------------------


def _unknown_names(text: str, facts: Facts) -> Iterator[str]:
    text = plain_signs(text)
    bare = hidden(text, [Mark(kind, name, start, end) for start, end, kind, name in facts.named(text)])
    known = plain_signs(f"{facts.plain}\n{facts.question}\n{facts.listed}").casefold()
    for match in _QUOTED.finditer(bare):
        inside = match[1].strip(" □.,!?")
        if inside and inside.casefold() not in known:
            yield f"quotes “{inside}”"
    for match in _CAPITALS.finditer(bare):
        if " ".join(match[0].split()).casefold() not in known:
            yield f"names {match[0]}"
    bare = _HEADINGS.sub("", bare)  # a word at the head of a column is no name
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


def _unknown_words(sentences: Sequence[Sentence], known: Known) -> Iterator[str]:
    """Find genres, kinds of figures and matters of which the answer says nothing."""
    facts = known.facts
    told = {mark.value for one in (*known.plain, *known.asked) for mark in one.marks}
    matter = _ABOUT.search(facts.plain)
    for sentence in sentences:
        for mark in sentence.of("other genre"):
            if not set(words(mark.value)) <= facts.known_words:
                yield f"says {mark.value}"
        for mark in sentence.words("AVG", "HALF"):
            of_all = mark.value == "AVG:sum" and not any(value.startswith("AVG") for value in told)
            if mark.value not in told and not of_all:
                yield f"says {sentence.written(mark)}"
        for mark in sentence.words("other thing"):
            known_too = sentence.written(mark).lower() in f"{facts.plain} {facts.question}".lower()
            if not known_too and not sentence.words(*DENIALS):
                yield f"says {sentence.written(mark)}"
        if matter and (said := _ABOUT.search(sentence.text)):
            unknown = {*words(said[1])} - facts.known_words - STOP_WORDS - grammar_words()
            yield from (f"says it is about {word}" for word in sorted(unknown))


# --- numbers ----------------------------------------------------------------------------------------------------------


def _unknown_numbers(sentences: Sequence[Sentence], known: Known) -> Iterator[str]:
    dates = {mark.value for one in known.plain for mark in one.of("date")}
    named = len({mark.value for one in sentences for mark in one.of("title")})
    for place, sentence in enumerate(sentences):
        for mark in sentence.of("number", "group", "date", "years"):
            if mark.kind == "number":
                mentioned = _mentioned(sentences, mark, known) | _mentioned([sentence], mark, known)
                mentioned |= {len(lines_below(sentence, sentences[place + 1 :]))} - {0}
                wrong = not _is_held(sentence, mark, known, mentioned, named)
            else:
                vague = mark.bound or (mark.value[:1].isdigit() and bound_before(sentence.before(mark), LONGEST)[0])
                wrong = vague not in ("", "most", False) or (mark.kind == "date" and mark.value not in dates)
                wrong = wrong or (mark.kind == "years" and not _knows_years(mark, known))
            if wrong:
                yield f"says {sentence.written(mark)}"


def _mentioned(sentences: Sequence[Sentence], mark: Mark, known: Known) -> set[int]:
    """Return how many of what a number counts these sentences name, two or more, and how many editions a title has."""
    groups = {"books": "title", "authors": "person"}.get(mark.unit, "group" if mark.unit else "title")
    together = [one for one in sentences if one.words("TOGETHER", "WROTE")]
    of_people = groups == "person" or not mark.unit
    found = {len({one.value for own in sentences for one in own.of(groups)})}
    found |= {len({one.value for own in together for one in own.of("person")})} if of_people else set()
    found |= {len({one.value for own in sentences for one in own.of("group") if one.start > mark.start})}
    editions = {len(own) for own in known.facts.titles.values()} if mark.unit in ("", "books") else set()
    return (found | editions) - {0, 1}


def _is_held(sentence: Sentence, mark: Mark, known: Known, mentioned: set[int], named: int) -> bool:
    """Whether the answer has a number in the same unit, or a condition with the same bound."""
    is_single = mark.amount in (0, 1) and denial_before(sentence, mark)  # “not a single one”
    if known.is_bound(mark) or is_single or _bounds_all(sentence, mark, known):
        return True
    if mark.bound in ("least", "most", "within") or _other_unit(sentence, mark, known):
        return False
    right = counted(sentence, mark, known)
    if right is not None:
        return right
    if is_figure(mark, known) or is_ratio(sentence, mark, known) or worked_out(sentence, mark, named, known):
        return True
    counts = {known.facts.passing, *_of_each(sentence, known)} if mark.unit in ("", "books") else set()
    if mark.bound or mark.amount in counts or mark.amount in mentioned:
        return not mark.bound
    said = [one for each in (*known.plain, *known.asked) for one in each.of("number") if not one.bound]
    return any(mark.amount == one.amount and _same_unit(mark.unit, one.unit, known) for one in said)


def _bounds_all(sentence: Sentence, mark: Mark, known: Known) -> bool:
    """“Both over 500 pages”, the shorter of 512."""
    pages = [book.pages for book in known.facts.books if book.pages is not None]
    is_of_all = (
        mark.bound in ("more", "less")
        and sentence.words("EACH", "BOTH")
        and mark.unit == "pages"
        and len(pages) == known.facts.passing > 0
    )
    return bool(is_of_all) and amounts_to(mark, min(pages) if mark.bound == "more" else max(pages))


def _of_each(sentence: Sentence, known: Known) -> set[int]:
    """“Each of them has two”: how many books all those have that are named or asked for, where it is one number."""
    books = known.facts.books
    if not sentence.words("EACH", "BOTH") or not known.facts.has_all_books:
        return set()
    asked = {value for test in known.facts.tests if test.column == "authors" for value in test.values}
    of = {one.value for one in sentence.of("person")} or asked
    numbers = {sum(name in book.authors for book in books) for name in of} - {0}
    return numbers if len(numbers) == 1 else set()


def _other_unit(sentence: Sentence, mark: Mark, known: Known) -> bool:
    """Whether it says “875 hours”, where the answer has 875 pages."""
    behind = _PLURAL.match(sentence.behind(mark))
    if mark.unit or not behind or behind[1] in STOP_WORDS | grammar_words():
        return False
    units = {one.unit for other in known.plain for one in other.of("number") if one.amount == mark.amount}
    return bool(units) and units <= {"pages", "years", "percent"}


def _same_unit(one: str, other: str, known: Known) -> bool:
    if one == other or "percent" in (one, other):
        return one == other
    return not one or (not other and one in {"books", *known.units})


def _knows_years(mark: Mark, known: Known) -> bool:
    facts = known.facts
    plain = (*known.plain, *known.asked)
    said = {span for one in plain for other in one.of("years") for span in other.spans}
    said |= {(_year(test.low), _year(test.high)) for test in facts.tests if test.column == "year"}
    said |= {(int(one.amount),) * 2 for other in plain for one in other.of("number") if not one.unit}
    years = {book.year for book in facts.books if book.year is not None}
    groups = {part.rstrip("s") for group in facts.groups for part in group.parts}
    for low, high in mark.spans:
        within = any((low or 0) <= year <= (high or 9999) for year in years)
        if within and low is not None and high is not None:
            within = high in (low, low + 9) or {low, high} == {min(years), max(years)}
        if not (within or str(low) in groups or (low, high) in said):
            return False
    return True


def _year(bound: float | None) -> int | None:
    return None if bound is None or bound >= _FUTURE else int(bound)


# --- yes and no -------------------------------------------------------------------------------------------------------


def denies(known: Known) -> bool:
    """Whether the answer is that there is none, or that nothing is known."""
    facts = known.facts
    empty = facts.understood.declined or bool(facts.understood.unknown) or not facts.passing
    if empty and any(one.words(*DENIALS) for one in known.plain):
        return True
    return any(one.words("MISSING") and not one.of("number") for one in known.plain)


def _turned_round(sentences: Sequence[Sentence], known: Known) -> Iterator[str]:
    none, first = denies(known), (words(sentences[0].text) if sentences else [])[:1]
    says_yes = words(known.facts.plain)[:1] == ["yes"]
    compared = None if says_yes or none else compared_in_question(known.facts)
    is_no = first == ["no"] and bool(re.match(r"\W*no\b(?:[,.!:;]|\s+indeed)", sentences[0].text, re.IGNORECASE))
    if first == ["yes"] and (none or compared is False):
        yield "says yes instead of no"
    if is_no and not none and compared is not False:
        yield "says no instead of yes"
    if none:
        yield from _not_denied(sentences, known)
        return
    for sentence in sentences:
        if not (is_no and sentence is sentences[0]):
            yield from _wrong_signs(sentence, known)


def _not_denied(sentences: Sequence[Sentence], known: Known) -> Iterator[str]:
    """Find that a wording does not say that there is none, or says it of more than was asked."""
    of_all = any(test.how == "missing" for test in known.facts.tests) and any(one.words("EACH") for one in sentences)
    zero = [one for one in sentences if of_all or any(not mark.amount for mark in one.of("number"))]
    denials = [one for one in sentences if one in zero or one.words(*DENIALS)]
    if not denials:
        yield "leaves out that there is none"
    for sentence in sentences:
        denied = min((word.start for word in sentence.words(*DENIALS)), default=LONGEST)
        yield from (f"says {sentence.written(word)}" for word in sentence.words("some") if word.start < denied)
    near = {name for one in known.facts.understood.unknown for name in one.nearest}
    for sentence in denials:  # “nor any by” somebody who is there, and was named as the nearest
        marks = [mark for mark in sentence.of("person", "name") if mark.value in near]
        beside = [(mark, one) for mark in marks for one in sentence.words(*DENIALS) if one.end <= mark.start]
        yield from (f"denies {mark.value}" for mark, one in beside if _BESIDE.fullmatch(sentence.between(one, mark)))
    held = [_is_said(names, bounds, denials) for names, bounds in _conditions(known)]
    if denials and any(held) and not all(held):
        yield "says of more than was asked that there is none"


def _conditions(known: Known) -> list[tuple[set[str], bool]]:
    """Return the names of each condition, and whether it is one on years, pages or dates."""
    found = []
    for clause in known.facts.plan.where:
        tests = [test for one in clause.any_of for test in one.all_of]
        found.append(({value for test in tests for value in test.values}, not any(test.values for test in tests)))
    return found


def _is_said(names: set[str], bounds: bool, sentences: Sequence[Sentence]) -> bool:
    kinds = ("years", "number", "date") if bounds else _NAMES
    return any(bounds or mark.value in names for one in sentences for mark in one.of(*kinds))


def _wrong_signs(sentence: Sentence, known: Known) -> Iterator[str]:
    """Find what is said of books that are to be without it, and what is denied of those that are to have it."""
    facts = known.facts
    denied = {value for test in facts.tests if test.denied for value in test.values}
    wanted = known.wanted - denied
    spans = {(test.low, test.high) for test in facts.tests if test.denied and test.how == "between"}
    missing = any(test.how == "missing" for test in facts.tests) or any(one.high == 0 for one in facts.plan.having)
    denials = [word for word in sentence.words(*DENIALS) if word not in _turning(sentence)]
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


def _turning(sentence: Sentence) -> Iterator[Mark]:
    """Give the denials that make “newer than” the newest, where no book stands before, and “alone” together."""
    first = min((mark.start for mark in sentence.of("title", "group")), default=LONGEST)
    for mark in sentence.words("ALONE", "GT:pages", "GT:year", "LT:pages", "LT:year"):
        word = denial_before(sentence, mark)
        of_none = word and word.start < first and sentence.written(word).lower() in ("no", "none", "none of", "nothing")
        if word and (of_none or mark.value == "ALONE"):
            yield word


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
    if behind or not before:
        return behind[0] if behind else None
    between = sentence.between(before[-1], mark)
    other = [one for one in sentence.of(*_NAMES) if before[-1].end <= one.start < mark.start]
    ends = r"[;:]|\b(?:but|we|there|have|are|is|remain)\b" if other else r"[,;:]"
    return None if re.search(ends, between) else before[-1]


# --- what has to be said ----------------------------------------------------------------------------------------------


def _left_out(sentences: Sequence[Sentence], known: Known) -> Iterator[str]:
    """Find that the figure that was asked for is not there, or, beside no list, that nothing of the answer is."""
    facts = known.facts
    if denies(known) or facts.listed:
        return
    years = {span for one in sentences for mark in one.of("years") for span in mark.spans}
    if (
        facts.plan.by
        and facts.plan.limit == 1
        and not years
        and not any(one.of("group", "person") for one in sentences)
    ):
        yield "leaves out which it is"
    own = [mark for one in known.plain for mark in one.of("number")]
    said = [mark for one in sentences for mark in one.of("number")]
    asked = [one for one in own if len(facts.figures) in (1, 3) and amounts_to(one, facts.figures[0])]
    if asked:
        is_said = any(amounts_to(one, facts.figures[0]) for one in said)
        if not is_said and not (
            min(one.amount for one in asked) == 0 and any(one.words(*DENIALS) for one in sentences)
        ):
            yield f"leaves out {min(one.amount for one in asked):g}"
        return
    told = {pair for pair in known.said if pair[0] in _NAMES} | {("title", title) for title in facts.titles}
    again = {(mark.kind, mark.value) for one in sentences for mark in one.of(*_NAMES)}
    text = {word for one in sentences for word in words(one.text)} - STOP_WORDS - {*words(facts.question)}
    own_years = {span for one in known.plain for mark in one.of("years") for span in mark.spans}
    amounts = {one.amount for one in own} & {one.amount for one in said}
    says_yes = words(facts.plain)[:1] == ["yes"]  # “she did indeed”
    if told and not says_yes and not (told & again or text & {*words(facts.plain)} or amounts or years & own_years):
        yield "says nothing of the answer"


def _half_said(sentences: Sequence[Sentence], known: Known) -> Iterator[str]:
    """Find that the books of “by A or B” are said to be those of one."""
    facts = known.facts
    said = {mark.value for one in sentences for mark in one.of(*_NAMES)}
    total = {facts.passing, *facts.figures[:1]}
    for names, _ in _conditions(known) if not (facts.plan.by or known.differences) else ():
        apart = {words(name)[0]: name for name in names if words(name)}  # “Simon Schuster or Simon & Schuster” are one
        told = {words(name)[0] for name in said & names}
        marks = [(one, name) for own in sentences for one in own.of("number") for name in own.of(*_NAMES)]
        counts = any(one.amount in total and one.clause == name.clause and name.value in names for one, name in marks)
        if 1 < len(apart) <= _MOST_SAID and told and counts:
            yield from (f"leaves out {name}" for first, name in apart.items() if first not in told)
