"""The words of one statement of an Indian language together: what is done to what, where, and who does it.

The object of a verb is the nearest noun before it, or after it where none is before. What stands before a postposition
(“ghar par”, “machine se”) is a place or a tool, and never the object.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.language.spelling import simple_spelling
from core.systems.nco_classification.words import frames

_POSTPOSITIONS = frozenset(map(simple_spelling, ("par", "pe", "mein", "mei", "men", "me", "se")))
_OF = frozenset(map(simple_spelling, ("ka", "ki", "ke")))
_NEAR = frozenset(map(simple_spelling, ("bahar", "andar", "paas", "samne", "aage", "niche", "upar", "piche", "pichhe")))
_HOME = frozenset(map(simple_spelling, ("ghar", "gharon")))
_FINITE = ("ta", "ti", "te", "taa", "tee")  # banati hoon, and not “banane wala” or “banakar”
_OWN = frozenset(map(simple_spelling, ("apne", "mere", "hamare", "khud", "khudke")))


class Read(NamedTuple):
    """How some words were read; `native` where they are of an Indian language, `placed` before a postposition."""

    typed: str
    english: str
    guessed: bool = False
    native: bool = False
    placed: bool = False


def is_placed(following: str) -> bool:
    """Tell whether the word after some others makes a place or a tool of them."""
    return simple_spelling(following) in _POSTPOSITIONS


def at_home(said: Sequence[str], before: Sequence[str]) -> tuple[int, str]:
    """Return how many romanised words say “at home”, and what that tells: nothing where it is one's own.

    (0, "") for a home that is the object, as of who builds it.
    """
    word, *rest = map(simple_spelling, said[:3])
    if word not in _HOME:
        return 0, ""
    before = [simple_spelling(one) for one in before[-2:]]
    others = before and before[-1].endswith("ke") and _OWN.isdisjoint(before)
    size = _size(rest)
    if not size and not _OWN.isdisjoint(before[-1:]) and _OF.isdisjoint(rest[:1]):
        size = 1  # “apne ghar” is bent: a postposition is left out after it
    return size, "home" if size and others else ""


def _size(rest: Sequence[str]) -> int:
    if not _POSTPOSITIONS.isdisjoint(rest[:1]):
        return 2
    return 3 if not _OF.isdisjoint(rest[:1]) and not _NEAR.isdisjoint(rest[1:2]) else 0


def content(statement: Iterable[Read]) -> list[Read]:
    """Return what says something."""
    return [part for part in statement if part.english]


def with_agent(statement: Sequence[Read]) -> list[Read]:
    """Give every word the sense it has beside the others, and name who does what the last one tells: “roti banati
    hoon” is a “bread maker”."""
    read = list(statement)
    for place, part in enumerate(read):
        if part.native and part.english:
            read[place] = part._replace(english=_sense(read, place))
    done = _verb(read)
    if done is not None:
        of = _object(read, done)
        alone = not of and frames.says_nothing_alone(read[done].english)
        role = None if alone else frames.role_of_last(read[done].english, of)
        read[done] = read[done] if role is None else read[done]._replace(english=role)
    return read


def finished(statement: Sequence[Read]) -> list[Read]:
    """Do the same for a whole statement, in which a verb of many objects says nothing without any."""
    read = with_agent(statement)
    return [
        part._replace(english="")
        if part.native and frames.says_nothing_alone(part.english) and not _object(read, place)
        else part
        for place, part in enumerate(read)
    ]


def _verb(read: Sequence[Read]) -> int | None:
    """Find what is done: the last word that says something, or a predicate after which a place or a time is told."""
    said = [place for place, part in enumerate(read) if part.english]
    if not said or frames.is_verb(read[said[-1]].english):
        return said[-1] if said and read[said[-1]].native else None
    done = [place for place in said if read[place].native and _is_predicate(read[place])]
    return done[-1] if done else said[-1] if read[said[-1]].native else None


def _is_predicate(part: Read) -> bool:
    return part.typed.split()[0].endswith(_FINITE) and frames.is_verb(part.english)


def _sense(read: Sequence[Read], place: int) -> str:
    """Return what a word means by its object, and then by all that stands beside it."""
    english = read[place].english
    beside = [word for other, part in enumerate(read) if other != place for word in part.english.split()]
    by_object = frames.sense(english, _object(read, place))
    meant = english if by_object is None else by_object
    in_all = frames.meaning_beside(meant, beside)
    return meant if in_all is None else in_all


def _object(read: Sequence[Read], place: int) -> list[str]:
    """Return the English words of what is done something to by the verb at a place."""
    nearest = [*reversed(read[:place]), *read[place + 1 :]]
    objects = (part for part in nearest if part.english and not part.placed)
    found = next((part for part in objects if not (part.native and frames.is_verb(part.english))), None)
    return found.english.split() if found else []
