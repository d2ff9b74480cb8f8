"""Whether authors, years, lengths, genres and figures stand with the book or the group that has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.systems.library_chat.review.degrees import joined
from core.systems.library_chat.review.facts import Edition, Facts, Group
from core.systems.library_chat.review.marks import Mark, Sentence, units_measured

_ENTITIES = ("title", "group")
_YEARS = re.compile(r"\d{4}s?")


def misplaced(sentences: Sequence[Sentence], plain: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Name the books and groups of which a wording says what is another's, or of all what is not of all."""
    known = {(mark.kind, mark.value) for one in plain for mark in one.marks}
    last: list[Mark] = []
    for sentence in sentences:
        attributes = [mark for mark in sentence.marks if _is_attribute(mark, facts) and not _is_apart(sentence, mark)]
        named = [groups for kind in _ENTITIES if (groups := _entities(sentence, kind))]
        for groups in named:
            own = [mark for mark in attributes if _may_be_of(groups[0][0], mark, len(named) > 1, facts)]
            if not _fits(sentence, groups, own, facts) or not _of_all_parts(sentence, own, facts):
                yield f"says of {_told(groups)} what is not known of it"
            last = groups[-1]
        if not named:
            for mark in attributes:
                if not _without_subject(sentence, mark, last, known, facts):
                    yield f"says {sentence.written(mark)} of others"
        yield from _of_all(sentence, facts)
        yield from _of_people(sentence, facts)
        yield from _shares(sentence, plain, facts)
        yield from _either(sentence, facts)
        yield from _parts_and_differences(sentence, plain, facts)


def _told(groups: Sequence[Sequence[Mark]]) -> str:
    return " and ".join(dict.fromkeys(f"“{mark.value}”" for group in groups for mark in group))


def _may_be_of(entity: Mark, mark: Mark, has_both: bool, facts: Facts) -> bool:
    if entity.kind == "title":
        return mark.kind != "number" or _is_length(mark, facts)
    return mark.kind == "number" and not (has_both and _is_length(mark, facts))


def _of_all_parts(sentence: Sentence, figures: Sequence[Mark], facts: Facts) -> bool:
    """Whether figures of pairs are of such as are named: of the 1980s and German."""
    named = {mark.value for mark in sentence.of("group")}
    pairs = [group for group in facts.groups if len(group.parts) > 1]
    levels = [{group.parts[level] for group in pairs} & named for level in (0, 1)] if pairs else [set()]
    if not all(levels):
        return True
    own = [group for group in pairs if named >= {*group.parts}]
    return all(_of_group(own, mark) for mark in figures if mark.kind == "number" and _is_figure(mark, facts))


def _entities(sentence: Sentence, kind: str) -> list[list[Mark]]:
    """Return the titles or the groups of a sentence, those that are named in one breath together."""
    found: list[list[Mark]] = []
    for mark in sentence.of(kind):
        if found and joined(sentence, found[-1][-1], mark):
            found[-1].append(mark)
        else:
            found.append([mark])
    return found


# --- what is said of something ----------------------------------------------------------------------------------------


def _is_attribute(mark: Mark, facts: Facts) -> bool:
    if mark.kind == "person":
        return any(mark.value in book.authors for book in facts.books)
    if mark.kind == "group":
        return bool(facts.books) and bool(_YEARS.fullmatch(mark.value))
    if mark.kind == "name":
        wanted = any(mark.value in test.values for test in facts.tests)
        return not wanted and any(mark.value in book.genres for book in facts.books)
    if mark.kind == "years":
        low, high = mark.spans[0]
        is_asked = any((test.low, test.high) == (low, high) for test in facts.tests)
        return len(mark.spans) == 1 and low is not None and high is not None and not is_asked
    if mark.kind != "number" or mark.number.bound:
        return False
    return _is_length(mark, facts) or _is_figure(mark, facts)


def _is_length(mark: Mark, facts: Facts) -> bool:
    return mark.number.unit in ("", "pages") and any(book.pages == mark.number.value for book in facts.books)


def _is_figure(mark: Mark, facts: Facts) -> bool:
    if mark.number.unit not in ("", "percent", *units_measured(facts)):
        return False
    return any(_is_close(mark, value) for group in facts.groups for value in group.values)


def _is_close(mark: Mark, value: float) -> bool:
    given = mark.number
    scale = 100 if given.unit == "percent" else 1
    return given.value in (value, value * scale) or (
        given.decimals > 0 and round(value * scale, given.decimals) == given.value
    )


def _fits(sentence: Sentence, groups: list[list[Mark]], attributes: list[Mark], facts: Facts) -> bool:
    """Whether all attributes belong to what stands before them, or all to what stands behind, or to one after the
    other; what shares its clause with one alone belongs to that."""
    every = [mark for group in groups for mark in group]
    ways = [_assigned(groups, attributes, place) for place in (-1, 0)]
    if than := sentence.words("THAN"):  # “more of A than of B: 12”
        ways.append(_assigned(groups, attributes, -1, sum(group[0].start < than[0].start for group in groups)))
    if any(all(_belongs(sentence, entities, own, facts) for entities, own in way) for way in ways):
        return True
    return len(every) > 1 and len(every) == len(attributes) and _in_turn(every, attributes, facts)


def _assigned(
    groups: list[list[Mark]], attributes: list[Mark], place: int, most: int = 100
) -> list[tuple[list[Mark], list[Mark]]]:
    own: list[list[Mark]] = [[] for _ in groups]
    for mark in attributes:
        alone = [number for number, group in enumerate(groups) if any(one.clause == mark.clause for one in group)]
        before = min(most, sum(group[0].start < mark.start for group in groups))
        chosen = alone[0] if len(alone) == 1 else min(max(before + place, 0), len(groups) - 1)
        own[chosen].append(mark)
    return list(zip(groups, own, strict=True))


def _belongs(sentence: Sentence, entities: list[Mark], attributes: list[Mark], facts: Facts) -> bool:
    """Whether attributes are those of every one of these, or of one after the other; “the latter” is the last."""
    for kind in dict.fromkeys(_kind(mark, facts) for mark in attributes):
        own = [mark for mark in attributes if _kind(mark, facts) == kind]
        if len(own) == len(entities) > 1 and _in_turn(entities, own, facts):
            continue
        if all(_is_said_of(sentence, entities, mark, facts) for mark in own):
            continue
        in_one_breath = all(joined(sentence, one, other) for one, other in pairwise(own))
        if kind != "person" or not in_one_breath or not _shared(entities, own, facts):
            return False
    return all(_jointly(sentence, one, attributes, facts) for one in entities if len(entities) == 1)


def _kind(mark: Mark, facts: Facts) -> str:
    if mark.kind != "number":
        return mark.kind
    return "pages" if _is_length(mark, facts) else "figure"


def _in_turn(entities: Sequence[Mark], attributes: Sequence[Mark], facts: Facts) -> bool:
    return all(_has(one, [mark], facts) for one, mark in zip(entities, attributes, strict=True))


def _is_said_of(sentence: Sentence, entities: list[Mark], mark: Mark, facts: Facts) -> bool:
    if all(_has(one, [mark], facts) for one in _meant(sentence, entities, mark)):
        return True
    which = re.search(r"\bwhich\b", sentence.between(entities[-1], mark)) if mark.start > entities[-1].end else None
    return bool(which) and _has(entities[-1], [mark], facts)


def _meant(sentence: Sentence, entities: list[Mark], mark: Mark) -> list[Mark]:
    near = [word for word in sentence.words("last", "former") if entities[-1].end <= word.start < mark.start]
    if not near or len(entities) == 1:
        return entities
    return entities[-1:] if near[-1].value == "last" else entities[:1]


def _shared(entities: Sequence[Mark], people: Sequence[Mark], facts: Facts) -> bool:
    """Whether each of these books is by some of these people, and each of them wrote some of these books."""
    return all(any(_has(one, [who], facts) for who in people) for one in entities) and all(
        any(_has(one, [who], facts) for one in entities) for who in people
    )


def _jointly(sentence: Sentence, entity: Mark, attributes: list[Mark], facts: Facts) -> bool:
    """Whether one edition has all that is said in one breath; both have it, where it is said of both."""
    breaths: dict[int, list[Mark]] = {}
    for mark in attributes:
        breaths.setdefault(_breath(sentence, mark), []).append(mark)
    for own in breaths.values():
        both = sentence.words("BOTH", "EACH")
        of_both = any(word.clause == own[0].clause and word.end <= own[0].start for word in both)
        if not _has(entity, own, facts, of_both=of_both and entity.kind == "title"):
            return False
    return True


def _breath(sentence: Sentence, mark: Mark) -> int:
    """Which of the stretches between commas: “(1999)” belongs to what stands before it."""
    text = sentence.text[: mark.start - sentence.start]
    return len(re.findall(r"[,;:]|\b(?:and|but|while|whereas)\b", text))


def _has(entity: Mark, attributes: Sequence[Mark], facts: Facts, *, of_both: bool = False) -> bool:
    if entity.kind == "title":
        held = [all(_of_edition(book, mark) for mark in attributes) for book in facts.titles[entity.value]]
        return all(held) if of_both else any(held)
    groups = [group for group in facts.groups if entity.value in group.parts]
    return all(_of_group(groups, mark) for mark in attributes)


def _of_edition(book: Edition, mark: Mark) -> bool:
    if mark.kind == "person":
        return mark.value in book.authors
    if mark.kind == "name":
        return mark.value in book.genres
    if mark.kind == "group":
        first = int(mark.value[:4])
        return book.year is not None and first <= book.year <= first + (9 if mark.value.endswith("s") else 0)
    if mark.kind == "years":
        low, high = mark.spans[0]
        return book.year is not None and (low or 0) <= book.year <= (high or 0)
    return mark.number.value == book.pages


def _of_group(groups: Sequence[Group], mark: Mark) -> bool:
    if mark.kind != "number":
        return True
    return any(_is_close(mark, value) for group in groups for value in group.values)


# --- what is said of nothing in particular ----------------------------------------------------------------------------


def _without_subject(
    sentence: Sentence, mark: Mark, last: list[Mark], known: set[tuple[str, str]], facts: Facts
) -> bool:
    """Whether an attribute without a title beside it is of the answer, of what was named last, or of all books."""
    if (mark.kind, mark.value) in known or mark.kind == "number" or _is_of_one(sentence, mark, facts):
        return True
    says_so = {"person": ("BY", "WROTE"), "name": ("EACH", "BOTH")}.get(mark.kind)
    if says_so and not sentence.words(*says_so):
        return True
    if any(_has(one, [mark], facts) for one in last if one.kind == "title"):
        return True
    if mark.kind == "person" and _counts(sentence, mark, facts):
        return True
    if mark.kind == "years" and (
        _spans_all(sentence, facts) or (not facts.books and sentence.written(mark)[-4:] in facts.plain)
    ):
        return True
    return bool(facts.books) and all(_of_edition(book, mark) for book in facts.books)


def _is_of_some(marks: Sequence[Mark], facts: Facts) -> bool:
    """Whether a part of the names of groups stands in some of them only: “Vintage leads in all years”."""
    every = {group.parts[0] for group in facts.groups}
    for mark in marks:
        own = {group.parts[0] for group in facts.groups if mark.value in group.parts[1:]}
        if mark.kind == "group" and own and own != every:
            return True
    return False


_ONE = re.compile(r"\b(?:one|other|another|others|some)\b", re.IGNORECASE)


def _is_of_one(sentence: Sentence, mark: Mark, facts: Facts) -> bool:
    """“One is by Ada Pine (1999), the other by Bo Reed”: some book has all that is said in one breath."""
    if not _ONE.search(sentence.text):
        return False
    place = _breath(sentence, mark)
    breath = [one for one in sentence.marks if _is_attribute(one, facts) and _breath(sentence, one) == place]
    return any(all(_of_edition(book, one) for one in breath) for book in facts.books)


def _counts(sentence: Sentence, mark: Mark, facts: Facts) -> bool:
    """“Two by Emma Clarke”."""
    number = sum(mark.value in book.authors for book in facts.books)
    return facts.has_all_books and any(
        one.number.value == number for one in sentence.of("number") if one.clause == mark.clause
    )


def _spans_all(sentence: Sentence, facts: Facts) -> bool:
    years = {book.year for book in facts.books if book.year is not None}
    spans = [span for mark in sentence.of("years") for span in mark.spans]
    return bool(years) and all(any((low or 0) <= year <= (high or 0) for low, high in spans) for year in years)


def _of_all(sentence: Sentence, facts: Facts) -> Iterator[str]:
    """Judge what is said of all groups: “all others have 8”."""
    for word in sentence.words("EACH"):
        rest = [one for one in sentence.marks if one.clause == word.clause]
        figures = [one for one in rest if one.kind == "number" and one.start > word.end and _is_figure(one, facts)]
        if sentence.written(word).lower() in ("all", "every") and _is_of_some(rest, facts):
            yield f"says {sentence.written(word)} of some"
        if any(one.kind in _ENTITIES for one in rest) or not figures or len(facts.groups) < 2:
            continue
        named = {one.value for one in sentence.of("group") if one.start < word.start}
        others = [group for group in facts.groups if not named & {*group.parts}]
        known = {float(facts.passing), float(len(facts.groups))}
        is_all = sentence.written(word).lower() in ("all", "every") and figures[0].number.value not in known
        if is_all and not all(_of_group([group], figures[0]) for group in others):
            yield f"says {sentence.written(word)} of some"


def _of_people(sentence: Sentence, facts: Facts) -> Iterator[str]:
    """Judge who wrote together, and what only one is."""
    people = {mark.value for mark in sentence.of("person")}
    for word in sentence.words("TOGETHER"):
        if not _wrote_together(people, facts):
            yield f"says {sentence.written(word)}"
    for word in sentence.words("ONLY"):
        behind = [mark for mark in sentence.marks if mark.start >= word.end and mark.kind != "word"]
        if re.match(r"\s+one\b(?!\s+book)", sentence.text[word.end - sentence.start :]) and facts.passing > 1:
            yield f"says {sentence.written(word)} one"
        is_name = bool(behind) and behind[0].kind in ("title", "group", "person")
        several = len(facts.books) + len(facts.groups) > 1 or facts.passing > 1
        if is_name and several and len(sentence.between(word, behind[0]).split()) < 2:
            yield f"says {sentence.written(word)}"


def _wrote_together(people: set[str], facts: Facts) -> bool:
    """Whether these people wrote a book together; one alone: whether somebody else may have a part in it."""
    if len(people) > 1:
        asked = [{*test.values} for test in facts.tests if test.how in ("all", "exactly")]
        return any(people <= together for together in (*asked, *({*book.authors} for book in facts.books)))
    return not people or not any(test.how == "exactly" and {*test.values} == people for test in facts.tests)


# --- of what a share is, and either -----------------------------------------------------------------------------------

_OF = re.compile(r"\s+of\s+(?:(?:the|our|all|its|these)\s+)*")


_OF_BOOKS = re.compile(r"\s+of\s+(?:(?:the|our|all|its|these)\s+)*(?:books|titles|catalogue|collection|library)\b")


def _shares(sentence: Sentence, plain: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Judge of what a share is."""
    for mark in sentence.of("number"):
        behind = [one for one in sentence.marks if one.start >= mark.end and one.kind in ("group", "person", "name")]
        of_any = _OF_BOOKS.match(sentence.text, mark.end - sentence.start)
        if mark.number.unit != "percent" or not (
            of_any or (behind and _OF.fullmatch(sentence.between(mark, behind[0])))
        ):
            continue
        for one in plain:
            of = one.text.partition(" are ")[0]
            wholes = [name.value for name in one.of("group", "person", "name") if name.end - one.start <= len(of)]
            if " are " in one.text and (wholes if of_any else behind[0].value not in wholes):
                yield f"says {sentence.written(mark)} of others"


def _either(sentence: Sentence, facts: Facts) -> Iterator[str]:
    """Find “or” between what are two conditions."""
    for word in sentence.words("OR"):
        before = [one for one in sentence.of("name", "person") if one.end <= word.start]
        behind = [one for one in sentence.of("name", "person") if one.start >= word.end]
        if not before or not behind:
            continue
        clauses = [
            {value for one in clause.any_of for test in one.all_of for value in test.values}
            for clause in facts.plan.where
        ]
        one, other = before[-1].value, behind[0].value
        holds = [clause for clause in clauses if one in clause or other in clause]
        if len(holds) > 1 and not any(one in clause and other in clause for clause in holds):
            yield f"says {sentence.written(before[-1])} or {sentence.written(behind[0])}"


_OUT_OF = re.compile(r"\s+(?:out\s+)?of\s+(?:(?:the|our|all|its)\s+)*")
_MORE = re.compile(r"\s+(?:more|fewer|less)\b", re.IGNORECASE)
_DIFFERENCE_OF = re.compile(r"\b(?:difference(?: is| of)?|gap of|that is)\s*$", re.IGNORECASE)
_COMPARES = re.compile(
    r"\b(?:more|fewer|less|longer|shorter|older|newer|earlier|later|before|after|difference|gap|by|apart|rose|fell|grew|up|down|ahead|additional|extra)\b",
    re.IGNORECASE,
)


def _parts_and_differences(sentence: Sentence, plain: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    """Judge “8 of 56”, “45 more” and “a difference of 45”."""
    pairs = {pair for one in plain for pair in _pairs(one)}
    for one, other in _pairs(sentence):
        if pairs and (one, other) not in pairs and (other, one) in pairs:
            yield f"says {one:g} of {other:g}"
    apart = {
        mark.number.value for one in plain for mark in one.of("number") if _is_apart(one, mark)
    }  # fmt: skip
    if not apart:
        return
    for mark in sentence.of("number"):
        behind = sentence.text[mark.end - sentence.start :]
        is_apart = _MORE.match(behind) or _is_apart(sentence, mark)
        others = {value for group in facts.groups for value in group.values} | {book.pages for book in facts.books}
        if is_apart and mark.number.value not in apart:
            yield f"says {sentence.written(mark)} apart"
        is_value = mark.number.unit in ("", *units_measured(facts)) and mark.number.value in apart - others
        if is_value and not _COMPARES.search(sentence.text):
            yield f"says {sentence.written(mark)} of one"


def _is_apart(sentence: Sentence, mark: Mark) -> bool:
    return bool(_DIFFERENCE_OF.search(sentence.text[: mark.start - sentence.start]))


def _pairs(sentence: Sentence) -> Iterator[tuple[float, float]]:
    for one, other in pairwise(sentence.of("number")):
        if _OUT_OF.fullmatch(sentence.between(one, other)):
            yield one.number.value, other.number.value
