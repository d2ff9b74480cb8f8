"""The grammar around what somebody works with: “X ka mistri”, “X bechne wali”, “supervises X” keep X and name a role.

The frames are data: assets/data/nco/frames.csv. A frame stands *before* X in English, *after* it in an Indian
language, or is what the *last* word that says something was read as. `of` tells for which X a role holds; the first row
that fits is taken. *Beside* some words a word means another thing, a verb of many objects has the *sense* that its
object gives it, and *alone* says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from core.language.lexicon import alternatives
from core.language.transliteration import plain_spelling
from core.systems.nco_classification.index.tables import parts, table_rows

_LONGEST = 5  # words of a frame
_ANY_WALA = "seller"  # what “X wala” is for any X
_WORKS = ("driver", "operator")
_SELLS = ("seller", "vendor", "dealer", "hawker", "shopkeeper", "repairer")
_SUBJECT = r"(?:(?:i|we|he|she|they|who|mostly|mainly|also|am|is|are|(?:work|works|working) as|(?:my )?job is)\s+)*"
_NO_OBJECT = r"(?:and|who|which|that|in|at|for|on|with|by|to|from|as|using|of)\b"
_OBJECT = (
    r"(?:(?:an?|the|all|some|other|about|\d+)\s+)*"
    rf"(?P<of>(?!{_NO_OBJECT}|within\b|co-)[^\s,;.:()]+(?:\s+(?!{_NO_OBJECT})[^\s,;.:()]+){{0,4}})"
)


@dataclass(frozen=True)
class Frame:
    """A role, and the words of the X for which it holds; none for any X."""

    of: frozenset[str]
    role: str


def after(said: Sequence[str]) -> int:
    """Tell how many words at the beginning of these romanised ones are a frame that stands after X; 0 for none."""
    plain = [plain_spelling(word) for word in said[:_LONGEST]]
    return next((size for size in range(len(plain), 0, -1) if tuple(plain[:size]) in _after()), 0)


def role_after(said: Sequence[str], of: Collection[str], works: str = "") -> str | None:
    """Return the role that a frame after X gives, `of` the English words of X; None where it gives none.

    `works` names who works X, where that is a machine or a vehicle; it stands for the role that any X has.
    """
    role = _role(_after()[tuple(map(plain_spelling, said))], of)
    return works if works and role == _ANY_WALA else role


def worked(titles: Collection[str]) -> Mapping[str, str]:
    """Return who works each X of one or two words, where “X operator” or “X driver” is a title and “X seller” none."""
    known = frozenset(titles)
    found: dict[str, str] = {}
    for title in known:
        of, _, role = title.rpartition(" ")
        if role in _WORKS and of and of.count(" ") < 2 and not any(f"{of} {other}" in known for other in _SELLS):
            found[of] = min(role, found.get(of, role), key=_WORKS.index)
    return found


def role_of_last(english: str, of: Collection[str]) -> str | None:
    """Return the role of whose last word was read as this English, `of` the English words of what it is done to."""
    return _role(_read_as("last").get(english, []), of)


def meaning_beside(english: str, beside: Collection[str]) -> str | None:
    """Return what a word that was read as this English means where any of these stand in the same statement."""
    return _role(_read_as("beside").get(english, []), beside)


def sense(english: str, of: Collection[str]) -> str | None:
    """Return the sense of a verb that was read as this English, `of` the English words of its object."""
    return _role(_read_as("sense").get(english, []), of)


def says_nothing_alone(english: str) -> bool:
    """Tell whether a verb that was read as this English says nothing of the work without an object."""
    return english in _read_as("alone")


def is_verb(english: str) -> bool:
    """Tell whether some Indian word that was read as this English is a verb, and so no object of another."""
    return any(english in _read_as(place) for place in ("sense", "last", "alone"))


def turned(text: str) -> str:
    """Turn an English statement round that begins with a frame: “supervises masons” is a “masons supervisor”."""
    found = _before().match(text)
    if found is None:
        return text
    role = _roles()[" ".join(found["frame"].lower().split())]
    return f"{found['of']} {role}{text[found.end() :]}"


def _role(frames: Sequence[Frame], of: Collection[str]) -> str | None:
    return next((frame.role for frame in frames if not frame.of or not frame.of.isdisjoint(of)), None)


@cache
def _after() -> Mapping[tuple[str, ...], Sequence[Frame]]:
    found: dict[tuple[str, ...], list[Frame]] = {}
    for words, frame in _frames("after"):
        listed = found.setdefault(tuple(map(plain_spelling, words.split())), [])
        listed.append(frame)
    return found


@cache
def _read_as(place: str) -> Mapping[str, Sequence[Frame]]:
    found: dict[str, list[Frame]] = {}
    for words, frame in _frames(place):
        found.setdefault(words, []).append(frame)
    return found


@cache
def _roles() -> Mapping[str, str]:
    return {words: frame.role for words, frame in _frames("before")}


@cache
def _before() -> re.Pattern[str]:
    return re.compile(rf"^\W*{_SUBJECT}(?P<frame>{alternatives(_roles())})\s+{_OBJECT}(?=[\s,;.:()]|$)", re.IGNORECASE)


def _frames(place: str) -> list[tuple[str, Frame]]:
    listed = [row for row in table_rows("frames.csv", "place,words,of,role") if row["place"] == place]
    return [(words, Frame(frozenset(parts(row["of"])), row["role"])) for row in listed for words in parts(row["words"])]
