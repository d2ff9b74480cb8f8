"""What becomes of every word that was said of a job: known, translated, guessed, left out, or of no use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from core.language.conditions import Condition, Kind, conditions
from core.language.everyday_hindi import is_function_word
from core.language.reading import Chip, Reading, Word, content_words, read_words, spelling_id
from core.language.spelling import letters_between
from core.language.tokens import word_pattern, words
from core.language.transliteration import romanise
from core.systems.nco_classification.decision.obstacles import ids_and_places, times
from core.systems.nco_classification.index.occupations import OccupationIndex
from core.systems.nco_classification.index.query_normalizer import Wording
from core.systems.nco_classification.index.titles import plain_title
from core.systems.nco_classification.words.content import content, schools
from core.systems.nco_classification.words.firms import firms, kind_of_name
from core.systems.nco_classification.words.standing import SILENT, read_standing

KNOWN = "known to the classification"
UNKNOWN = "in no title, no description and no word list"
ASIDE = "not in the query that was searched"
WHERE = "says where, and not what the work is"
TODAY = "says that it is today's work"
SMALL = "holds the sentence together"
SAYS_NOTHING = "says nothing of the work by itself"
_LIMITLESS: dict[Kind, str] = {
    "period": "a time says nothing of the work by itself", "amount": "a number says nothing of the work by itself",
}  # fmt: skip
_TIME = re.compile(
    r"\b(?:in|since|from|till|until|by|after|before|during|between|year|saal|san|se|tak)\W*$", re.IGNORECASE
)
_NO_WORK = {"id": "an id or an address says nothing about the work", "place": "a place says nothing about the work"}
_FIGURE = re.compile(r"\d")


def read_request(said: str, query: str, index: OccupationIndex, without: Collection[str]) -> Reading:
    """Read what was said of a job against the index that is searched for `query`.

    `without` are ids of spellings that are not guessed. No condition limits the search: years, numbers, what somebody
    is not.
    """
    wording = index.read(query)
    apart = list(_apart(said))
    mentioned = [*apart, *_no_work(said), *_mentioned(said, query, wording, index)]
    limits = [one for one in conditions(said) if _limits(one, index) and not any(_meet(one, word) for word in apart)]
    untold = [one for one in limits if one.kind not in _LIMITLESS]
    mentioned[:0] = [_limitless(one, said) for one in limits if one.kind in _LIMITLESS]
    return read_words(
        said, mentioned, untold, plan=wording.english, removed=list(_left(query, wording, index, without))
    )


def _apart(said: str) -> Iterator[Word]:
    """Give what does not tell what the work is, with why, and the classes that name a school."""
    standing = read_standing(said)
    if standing.kind:
        told = "taken as no answer" if standing.kind == SILENT else "tells of nobody at work"
        for word in content_words(said):
            yield replace(word, fate="used", as_=told)
    for aside in content(said).aside:
        yield Word(said[aside.start : aside.end], aside.start, aside.end, "aside", aside.why)
    for start, end in firms(said):
        yield Word(said[start:end], start, end, "aside", kind_of_name(said[start:end]))
    for start, end in times(said):
        yield Word(said[start:end], start, end, "used", TODAY)
    for start, end, school in schools(said):
        yield Word(said[start:end], start, end, "used", f"read as “{school}”")


def _limits(one: Condition, index: OccupationIndex) -> bool:
    """Tell whether a condition is one that might limit a search: a “two-wheeler” is a thing, and a place is told of."""
    thing = one.kind == "amount" and not _FIGURE.search(one.text) and index.query_normalizer.knows(one.text.lower())
    return one.kind != "place" and not thing


def _limitless(one: Condition, said: str) -> Word:
    """Tell of a year or a number that it says nothing of the work; a bare number is a year only where time is told."""
    bare = one.text.strip().isdigit() and not _TIME.search(said[: one.start])
    return Word(one.text, one.start, one.end, "unused", _LIMITLESS["amount" if bare else one.kind])


def _meet(one: Condition, word: Word) -> bool:
    return one.start < word.end and word.start < one.end


def _no_work(said: str) -> Iterator[Word]:
    for start, end, kind in ids_and_places(said):
        yield Word(said[start:end], start, end, "unused", _NO_WORK[kind])


def _mentioned(said: str, query: str, wording: Wording, index: OccupationIndex) -> Iterator[Word]:
    """Give every word with what it was read as; some that are read together are one."""
    yield from _together(said, dict(wording.replaced))
    searched = {*words(wording.latin), *words(romanise(query).lower())}
    for word in content_words(said):
        yield _became(word, searched, wording, index)


def _together(said: str, replaced: Mapping[str, str]) -> Iterator[Word]:
    found = list(word_pattern(said.isascii()).finditer(said))
    latin = [_latin(match.group()) for match in found]
    longest = max((key.count(" ") + 1 for key in replaced), default=1)
    for first in range(len(found)):
        for last in range(min(first + longest, len(found)) - 1, first, -1):
            english = replaced.get(" ".join(latin[first : last + 1]))
            if english is not None:
                start, end = found[first].start(), found[last].end()
                yield Word(said[start:end], start, end, "used", f"in English “{english}”" if english else WHERE)


def _became(word: Word, searched: Collection[str], wording: Wording, index: OccupationIndex) -> Word:
    latin = _latin(word.text)
    replaced, guessed = dict(wording.replaced), dict(wording.guessed)
    if latin in guessed:
        return replace(word, fate="assumed", as_=f"read as “{guessed[latin]}”", id=spelling_id(latin))
    if latin in replaced:
        return _replaced(word, replaced[latin], index)
    if not set(words(latin)) <= set(searched):
        return replace(word, as_=ASIDE)
    long = plain_title(latin)
    if long != latin:
        return replace(word, fate="used", as_=f"short for “{long}”") if long else replace(word, as_=ASIDE)
    known = index.query_normalizer.knows(latin)
    if latin.isdigit() and not known:
        return replace(word, as_=_LIMITLESS["amount"])
    return replace(word, fate="used", as_=KNOWN) if known else replace(word, as_=UNKNOWN)


def _replaced(word: Word, english: str, index: OccupationIndex) -> Word:
    """Tell what a word was read as: another spelling of an English one, in English, or nothing that tells of work."""
    latin = word.text.lower()
    if english and latin.isascii() and letters_between(latin, english):
        return replace(word, fate="used", as_=f"another spelling of “{english}”")
    if english:
        return replace(word, fate="used", as_=f"in English “{english}”")
    own = not word.text.isascii() and index.query_normalizer.meaning(word.text) == ""
    small = own or is_function_word(_latin(word.text))
    return replace(word, fate="used", as_=SMALL) if small else replace(word, fate="unused", as_=SAYS_NOTHING)


def _left(query: str, wording: Wording, index: OccupationIndex, without: Collection[str]) -> Iterator[Chip]:
    """Give the guesses that would have been made of words that were left as they are."""
    every = index.leaving(()).read(query)
    for said, english in every.guessed:
        if spelling_id(said) in without and said not in dict(wording.guessed):
            yield Chip(spelling_id(said), f"“{said}” read as “{english}”")


def _latin(text: str) -> str:
    return romanise(text).lower()
