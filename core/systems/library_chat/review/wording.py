"""Whether a free wording keeps to the facts of an answer: every title, name, year, number and count, and yes or no.

All other words are free. What is found wrong is said in words; a wording without a fault may stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.language.lexicon import rows, word_groups
from core.language.terms import STOP_WORDS
from core.language.tokens import words
from core.systems.library_chat.review.facts import Facts, Number, is_same, numbers_in

LONGEST = 2_500
"""Characters of a wording."""

_WORDS = word_groups("rewording")
_DENIALS = _WORDS["denial"]
_DEGREES = {row["word"]: row["value"] for row in rows("rewording") if row["kind"] == "degree"}
_SUPERLATIVES = frozenset(
    word for word, degree in _DEGREES.items() if word.endswith("est") and degree.endswith("est") and len(word) > 5
)
_BOUNDS = re.compile(
    r"(?:more than|over|above|fewer than|less than|under|below|at least|at most|up to|nearly|almost|about|roughly|"
    r"around|approximately)\s+$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\w+://\S*|www\.\S+|<[^>\s][^>]*>|\]\([^)]*\)")
_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"")
_JOINING = re.compile(r"[\s,;*_“”\"'&]*(?:and|or|as well as)?[\s*_“”\"']*", re.IGNORECASE)
_CAPITAL = re.compile(r"(?<![\w□])[^\W\d_a-z][\w’'-]*")
_BEGINS = re.compile(r"(?:^|[.!?:;]|\n)[\s*_“\"'(#>•–—-]*$")
_IS_SOMEBODY = re.compile(r"\s+(?:is|was|wrote|writes|has|had|published)\b")
_NO_NAME = re.compile(r"(?:ing|ly|thing|body|s)$")
_SPEAKS_OF_FINDING = frozenset(
    {"book", "books", "found", "find", "have", "has", "any", "there", "catalogue", "title", "titles", "match"}
)


def faults(text: str, facts: Facts) -> list[str]:
    """List what a wording says that the facts do not, or leaves out of them; nothing when it keeps to them."""
    if not text.strip():
        return ["says nothing"]
    bare = facts.without_names(text)
    found = [
        *(f"added the address {address}" for address in _ADDRESS.findall(text)),
        *_unknown_names(text, bare, facts),
        *_unknown_numbers(text, bare, facts),
        *_degrees(bare, facts),
        *_turned_round(text, bare, facts),
        *(fault for piece in pieces(text, bare) for fault in _misplaced(piece, facts)),
        *_left_out(text, bare, facts),
    ]
    if len(text) > LONGEST:
        found.append("is very long")
    return list(dict.fromkeys(found))


# --- names ------------------------------------------------------------------------------------------------------------


def _unknown_names(text: str, bare: str, facts: Facts) -> Iterator[str]:
    known = f"{facts.plain}\n{facts.question}\n{facts.listed}".casefold()
    for match in _QUOTED.finditer(bare):
        words_in = (match[1] or match[2]).strip(" □.,!?")
        if words_in and words_in.casefold() not in known:
            yield f"quotes “{words_in}”"
    for match in _CAPITAL.finditer(bare):
        word = match[0].rstrip("’'-").removesuffix("’s").removesuffix("'s")
        if len(word) < 2 or set(words(word)) <= facts.known_words | STOP_WORDS or "’" in word or "'" in word:
            continue
        if not _BEGINS.search(bare[: match.start()]) or _names_somebody(bare[match.end() :], word):
            yield f"names {word}"


def _names_somebody(behind: str, word: str) -> bool:
    """Whether the first word of a sentence, which has a capital in any case, is a name after all."""
    follows = re.match(r"\s+([^\W\d_a-z][\w’'-]+)", behind)
    if follows and not set(words(follows[1])) <= STOP_WORDS:
        return True
    return bool(_IS_SOMEBODY.match(behind)) and not _NO_NAME.search(word)


# --- numbers ----------------------------------------------------------------------------------------------------------


def _unknown_numbers(text: str, bare: str, facts: Facts) -> Iterator[str]:
    mentioned = len({title for title in facts.books if title in text})
    for number in numbers_in(bare):
        said = bare[number.start : number.end]
        if bare[number.end : number.end + 1] == "s" and number.unit == "year":
            if not _is_decade(number, facts):
                yield f"added {said}s"
        elif not facts.holds(number, mentioned):
            yield f"added {said}{'' if number.unit in ('number', 'year') else f' {number.unit}'}"
        elif (bound := _BOUNDS.search(bare[: number.start])) and bound[0].strip().lower() not in _said(facts):
            yield f"says {bound[0].strip()} {said}"


def _is_decade(number: Number, facts: Facts) -> bool:
    decades = {one.value // 10 for one in facts.said} | {
        year // 10 for book in facts.books.values() for year in book.years
    }
    return number.value // 10 in decades


def _said(facts: Facts) -> str:
    return f"{facts.plain} {facts.question}".lower()


def _degrees(bare: str, facts: Facts) -> Iterator[str]:
    """Find superlatives that neither the answer nor the question has."""
    known = {_DEGREES[word] for word in words(_said(facts)) if word in _DEGREES}
    for word in words(bare):
        if word in _SUPERLATIVES and _DEGREES[word] not in known:
            yield f"says {word}"


# --- yes and no -------------------------------------------------------------------------------------------------------


def _is_denied(text: str) -> bool:
    return any(word in _DENIALS or word.endswith("n't") or word.endswith("n’t") for word in words(text))


def _turned_round(text: str, bare: str, facts: Facts) -> Iterator[str]:
    plain_words = words(facts.plain)
    denied = _is_denied(facts.without_names(facts.plain)) or plain_words[:1] == ["no"]
    sentences = pieces(text, bare)
    if not sentences:
        return
    first = sentences[0].bare
    if plain_words[:1] == ["yes"] and (_is_denied(first) or words(first)[:1] == ["no"]):
        yield "says no instead of yes"
    if denied and not any(_is_denied(one.bare) for one in sentences):
        yield "leaves out that there is none"
    if words(first)[:1] == ["yes"] and denied:
        yield "says yes instead of no"
    if not denied:
        for one in sentences:
            about_facts = "□" in one.bare or numbers_in(one.bare) or _SPEAKS_OF_FINDING & {*words(one.bare)}
            if _is_denied(one.bare) and about_facts:
                yield "denies something"


# --- what belongs to which book ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """A sentence or a line of a wording, as it stands and without its names."""

    text: str
    bare: str


def pieces(text: str, bare: str) -> list[Piece]:
    """Part a wording into lines, and these into sentences; a full stop inside a name ends nothing."""
    ends = [match.end() for match in re.finditer(r"[.!?](?=\s|$)|\n|;(?![^()]*\))", bare)]
    bounds = [0, *ends, len(bare)]
    found = [Piece(text[start:end], bare[start:end]) for start, end in pairwise(bounds)]
    return [piece for piece in found if piece.bare.strip()]


def _misplaced(piece: Piece, facts: Facts) -> Iterator[str]:
    """Find years, lengths and authors that stand with a book that has others."""
    groups, between = _groups(piece, facts)
    if not groups:
        return
    behind = [(groups[max(place - 1, 0)], given) for place, given in enumerate(between)]
    before = [(groups[min(place, len(groups) - 1)], given) for place, given in enumerate(between)]
    if not (_fits(behind, facts) or _fits(before, facts)):
        titles = " and ".join(f"“{title}”" for group in groups for title in group)
        yield f"says of {titles} what is not known of it"


def _groups(piece: Piece, facts: Facts) -> tuple[list[list[str]], list[list[str | Number]]]:
    """Return the titles of a sentence, those that are named in one breath together, and the facts around them."""
    authors = {author for book in facts.books.values() for author in book.authors}
    said = {one.value for one in facts.said}
    events: list[tuple[int, int, str | Number]] = [
        (match.start(), match.end(), match[0])
        for match in facts.pattern.finditer(piece.text)
        if match[0] in facts.books or match[0] in authors
    ]
    events += [
        (one.start, one.end, one)
        for one in numbers_in(piece.bare)
        if one.unit in ("year", "pages") and one.value not in said
    ]
    groups: list[list[str]] = []
    between: list[list[str | Number]] = [[]]
    last_end = -1
    for start, end, event in sorted(events, key=lambda one: one[:2]):
        if isinstance(event, str) and event in facts.books:
            if groups and not between[-1] and _JOINING.fullmatch(piece.text[last_end:start]):
                groups[-1].append(event)
            else:
                groups.append([event])
                between.append([])
            last_end = end
        else:
            between[-1].append(event)
    return groups, between


def _fits(assigned: Sequence[tuple[list[str], list[str | Number]]], facts: Facts) -> bool:
    return all(_belongs(titles, given, facts) for titles, given in assigned)


def _belongs(titles: Sequence[str], given: Sequence[str | Number], facts: Facts) -> bool:
    """Whether facts are those of every one of these titles, or of one after the other."""
    for kind in ("author", "year", "pages"):
        own = [fact for fact in given if _kind(fact) == kind]
        in_turn = len(own) == len(titles) and all(
            _has(title, fact, facts) for title, fact in zip(titles, own, strict=False)
        )
        if not in_turn and not all(_has(title, fact, facts) for title in titles for fact in own):
            return False
    return True


def _kind(fact: str | Number) -> str:
    return "author" if isinstance(fact, str) else fact.unit


def _has(title: str, fact: str | Number, facts: Facts) -> bool:
    book = facts.books[title]
    if isinstance(fact, str):
        return fact in book.authors
    return fact.value in (book.years if fact.unit == "year" else book.pages)


# --- what has to be said ----------------------------------------------------------------------------------------------


def _left_out(text: str, bare: str, facts: Facts) -> Iterator[str]:
    """Find that the figure that was asked for is not there, or, beside no list, that nothing of the answer is."""
    plain = numbers_in(facts.without_names(facts.plain))
    said = {one.value for one in numbers_in(bare)}
    asked = {one.value for one in plain if any(is_same(one, value) for value in facts.figures[:1])}
    asked |= {one.value for one in plain if one.unit == "percent"} if asked else set()
    if asked and len(facts.figures) in (1, 3) and not facts.listed:
        if not asked & said:
            yield f"leaves out {min(asked):g}"
        return
    told = {match[0] for match in facts.pattern.finditer(facts.plain)} | {*facts.books}
    if facts.listed or not told or _is_denied(facts.without_names(facts.plain)):
        return
    if not told & {match[0] for match in facts.pattern.finditer(text)} and not {one.value for one in plain} & said:
        yield "says nothing of the answer"
