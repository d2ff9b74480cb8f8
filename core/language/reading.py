"""How a request was read: every word of it that says something was used, assumed, set aside, or could not be used.

What a reader does not mention could not be used: nothing can be dropped by forgetting it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypedDict

from core.codec import from_state
from core.language.conditions import Condition, Kind
from core.language.lexicon import word_groups
from core.language.terms import STOP_WORDS, without_asking
from core.language.tokens import comparable, word_pattern, words
from core.types import JSON

Fate = Literal["used", "assumed", "aside", "unused"]

MOST_SAID = 10
"""More than a line holds; all of them stand among the words of a reading."""
_FRAMING = word_groups("asking_words")["framing"]  # “what happens when …”, “explain …”
_TIES = re.compile(r"[\s'’‐‑–-]*")
_SPELLING = "spelling:"
_LIMITS: dict[Kind, str] = {
    "period": "years", "amount": "numbers", "place": "places", "negation": "what is to be left out",
}  # fmt: skip


@dataclass(frozen=True)
class Word:
    """One or more words of a request, `request[start:end]`, and what became of them.

    `as_` goes on from them in an analyst's words: “perovskite” *found in 4 profiles*, “Hadded” *read as “Haddad”*; of
    what was set aside it says why, of what could not be used it may. `id` is that of the chip or the assumption that
    takes it away, "" for none.
    """

    text: str
    start: int
    end: int
    fate: Fate
    as_: str = ""
    id: str = ""


@dataclass(frozen=True)
class Chip:
    """A condition or an assumption that can be taken away and put back, in an analyst's words."""

    id: str
    label: str


class Told(TypedDict):
    """A reading for programs: `used` and `assumed` words with what for, and what was set `aside` or could not be used,
    with why."""

    used: dict[str, str]
    assumed: dict[str, str]
    aside: dict[str, str]
    unused: dict[str, str]


@dataclass(frozen=True)
class Reading:
    """A request as it was read, ready for `core.codec`: the plan made of it, and all its words in their order.

    `chips` are the conditions of the plan that can be taken away, `removed` what was taken away, by hand or for good.
    """

    request: str
    plan: JSON = None
    words: tuple[Word, ...] = ()
    chips: tuple[Chip, ...] = ()
    removed: tuple[Chip, ...] = ()

    @property
    def used(self) -> tuple[Word, ...]:
        """What was used, neighbours of one use together."""
        return tuple(self._phrases("used"))

    @property
    def assumed(self) -> tuple[Word, ...]:
        """What was taken otherwise than it stands, neighbours of one assumption together."""
        return tuple(self._phrases("assumed"))

    @property
    def aside(self) -> tuple[Word, ...]:
        """What was understood and says nothing of what is looked for, neighbours of one reason together."""
        return tuple(self._phrases("aside"))

    @property
    def unused(self) -> tuple[Word, ...]:
        """What could not be used, neighbours together, each as it stands in the request."""
        return tuple(self._phrases("unused"))

    @property
    def sentence(self) -> str:
        """What could not be used, of very much the first few and with why where that is one reason, and what was set
        aside, in one line; "" for nothing."""
        said = list(dict.fromkeys(f"“{' '.join(phrase.text.split())}”" for phrase in self.unused))
        if len(said) > MOST_SAID + 1:
            said[MOST_SAID:] = [f"{len(said) - MOST_SAID} more"]
        [reason, *others] = {phrase.as_ for phrase in self.unused} or {""}
        why = f": {reason}" if reason and not others else ""  # each by itself is told where every word is
        unused = (
            f"{' and '.join(filter(None, [', '.join(said[:-1]), said[-1]]))} could not be used{why}." if said else ""
        )
        aside = [
            f"“{' '.join(phrase.text.split())}” is set aside: it {phrase.as_}." for phrase in self.aside[:MOST_SAID]
        ]
        return " ".join(filter(None, [unused, *dict.fromkeys(aside)]))

    def _phrases(self, fate: Fate) -> Iterator[Word]:
        phrase: Word | None = None
        for word in self.words:
            if phrase and self._goes_on(phrase, word):
                phrase = replace(phrase, text=self.request[phrase.start : word.end], end=word.end)
                continue
            if phrase and phrase.fate == fate:
                yield phrase
            phrase = word
        if phrase and phrase.fate == fate:
            yield phrase

    def _goes_on(self, phrase: Word, word: Word) -> bool:
        same = (phrase.fate, phrase.as_, phrase.id) == (word.fate, word.as_, word.id)
        return same and _TIES.fullmatch(self.request, phrase.end, word.start) is not None


def content_words(text: str) -> list[Word]:
    """Return the words that say something, none of them used yet: no stop words, nothing that only asks."""
    begins = len(text) - len(without_asking(text))
    return [
        Word(match.group(), *match.span(), "unused")
        for match in word_pattern(text.isascii()).finditer(text, begins)
        if (word := comparable(match.group())) not in STOP_WORDS and word not in _FRAMING
    ]


def read_words(
    request: str,
    mentioned: Iterable[Word],
    not_applied: Sequence[Condition] = (),
    *,
    plan: JSON = None,
    chips: Sequence[Chip] = (),
    removed: Sequence[Chip] = (),
) -> Reading:
    """Make the reading of a request from the words that its reader mentions, the first where two overlap.

    A condition that is `not_applied` could not be used, whole, whatever is mentioned of its words; so could not be any
    other word that says something and is not mentioned.
    """
    told = [Word(one.text, one.start, one.end, "unused", _no_limit(one.kind)) for one in not_applied]
    places = _Places(request, told)
    for word in mentioned:
        if not places.hold(word):
            told.append(word)
            places.take(word)
    told += untold(Reading(request, words=tuple(told)))
    in_order = tuple(sorted(told, key=lambda word: word.start))
    return Reading(request, plan, in_order, tuple(chips), tuple(removed))


def spelling_id(said: str) -> str:
    """Return the id of the assumption that a word is misspelt: whatever it was read as, undoing leaves it as it is."""
    return _SPELLING + said.casefold()


def spelled_right(without: Collection[str]) -> frozenset[str]:
    """Return the words that are to be left as they are, of the ids of all that was taken away."""
    return frozenset(id.removeprefix(_SPELLING) for id in without if id.startswith(_SPELLING))


class Respelt(NamedTuple):
    """Words that were searched for again in another spelling, as words and as the chips of those left as they are."""

    made: dict[str, Word]
    removed: list[Chip]


def respelt(alike: Mapping[str, Sequence[str]], queries: Iterable[str], without: Collection[str]) -> Respelt:
    """Tell which unknown words, each `alike` to others, stand in another spelling in the `queries` of a second search.

    The words of `made` have no place yet: whoever finds one in a request puts it there.
    """
    searched = {word for query in queries for word in words(query)}
    made: dict[str, Word] = {}
    removed: list[Chip] = []
    for said, others in alike.items():
        id, other = spelling_id(said), next(filter(searched.__contains__, others), "")
        if id in without and others:
            removed.append(Chip(id, f"“{said}” searched for again as “{others[0]}”"))
        elif other:
            made[said] = Word(said, 0, 0, "assumed", f"searched for again as “{other}”", id)
    return Respelt(made, removed)


def untold(reading: Reading) -> list[Word]:
    """Return the words of a request that say something and of which its reading says nothing; of a sound one, none."""
    places = _Places(reading.request, reading.words)
    return [word for word in content_words(reading.request) if not places.hold(word)]


def for_programs(kept: Mapping[str, JSON]) -> Told:
    """Tell programs the reading that a state keeps."""
    reading = from_state(Reading, kept)
    return {
        "used": {word.text: word.as_ for word in reading.used},
        "assumed": {word.text: word.as_ for word in reading.assumed},
        "aside": {word.text: word.as_ for word in reading.aside},
        "unused": {word.text: word.as_ for word in reading.unused},
    }


def _no_limit(kind: Kind) -> str:
    return f"this search is not limited by {_LIMITS[kind]}; it only looks for the words"


class _Places:
    """Which characters of a request are taken by words, told in a time that does not grow with their number."""

    def __init__(self, request: str, words: Iterable[Word]) -> None:
        self._taken = bytearray(len(request))
        for word in words:
            self.take(word)

    def take(self, word: Word) -> None:
        """Let a word have its place."""
        self._taken[word.start : word.end] = b"\1" * (word.end - word.start)

    def hold(self, word: Word) -> bool:
        """Tell whether any of the place of a word is taken."""
        return 1 in self._taken[word.start : word.end]
