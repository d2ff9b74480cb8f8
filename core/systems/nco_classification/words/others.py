"""People of whom something is said, and who are not the one whose work is told: “teaches welders”, “cooks for masons”.

An occupation is somebody's own where it stands for the statement, or after “as” and “is a”. It is another's where it
is what a verb does something to, stands behind “to”, “for”, “from” or “of”, or owns something: “welders' joints”.
Nothing here knows a code; whoever asks says which words are names of people at work. All other words are data:
assets/lexicon/people_told_of.csv.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.language.lexicon import word_groups

IsPerson = Callable[[str], bool]
"""Whether a word in the singular names somebody at work."""

_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W\d_]+)*[’']?")
_PARTS = re.compile(r"[,;:.()\[\]/\n|]")
_LONGEST = 6  # words from what governs an occupation to its last word
_WORDS = word_groups("people_told_of")
_DETERMINERS, _TOWARDS, _AND, _GROUPS = (_WORDS[kind] for kind in ("determiner", "towards", "and", "group"))
_SUBJECT, _BARE = _WORDS["before a verb"], _WORDS["before a bare verb"]  # “I teach”
_OWN = (_WORDS["is"] | _SUBJECT) - _TOWARDS  # behind these an occupation is somebody's own
_OWNED = ("s'", "s’")
_TEACHING, _ENDS_PHRASE = _WORDS["who teaches them"], _WORDS["ends a name"]  # “welder trainer”


@dataclass(frozen=True)
class Other:
    """People who are somebody else: where they stand, `text[start:end]`, and their words in the singular, the last
    of which names what they are. `governor` is where the verb or preposition begins that they belong to."""

    start: int
    end: int
    words: tuple[str, ...]
    governor: int


@dataclass(frozen=True)
class _Token:
    word: str
    start: int
    end: int
    statement: int
    person: bool


def others(text: str, is_person: IsPerson) -> list[Other]:
    """Find the people in a text who are not the one whose work is told.

    None where the same occupation is also told of the one whose work it is: “electrician, sells to electricians”.
    """
    tokens = _tokens(text, is_person)
    people = [place for place, token in enumerate(tokens) if token.person]
    found = {place: governor for place in people if (governor := _governor(tokens, place)) is not None}
    own = {singular(tokens[place].word) for place in people if place not in found}
    return [
        Other(
            tokens[_first(tokens, place, governor)].start,
            tokens[place].end,
            tuple(singular(token.word) for token in tokens[_first(tokens, place, governor) : place + 1]),
            tokens[governor].start,
        )
        for place, governor in found.items()
        if singular(tokens[place].word) not in own
    ]


def singular(word: str) -> str:
    """Return the singular of an English occupation; other words as they are."""
    word = word.lower().rstrip("’'").removesuffix("'s").removesuffix("’s")
    if word.endswith("men"):
        return word.removesuffix("men") + "man"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def _tokens(text: str, is_person: IsPerson) -> list[_Token]:
    statement, end, found = 0, 0, []
    for match in _WORD.finditer(text):
        statement += _PARTS.search(text, end, match.start()) is not None
        word = match.group().lower()
        found.append(_Token(word, match.start(), match.end(), statement, is_person(singular(word))))
        end = match.end()
    return found


def _governor(tokens: Sequence[_Token], place: int) -> int | None:
    """Tell where the verb or the preposition stands to which an occupation belongs; None where it is somebody's own."""
    word = tokens[place].word
    following = _following(tokens, place)
    if _is_native_object(following) or (following[:1] and following[0] in _TEACHING):
        return place
    if following[:1] and following[0] in _AND and _is_native_object(_following(tokens, place + 1)[1:]):
        return place  # “plumbers aur electricians ko”
    owns = word.endswith(("'s", "’s"))
    several = word.endswith(_OWNED) or word == "staff" or (singular(word) != word and not owns)
    if not several and not owns and following[:1] and following[0] not in _ENDS_PHRASE:
        return None  # “runs a barber shop”
    governor = _before(tokens, place, several)
    return place if governor is None and word.endswith(_OWNED) else governor


def _following(tokens: Sequence[_Token], place: int) -> list[str]:
    return [token.word for token in tokens[place + 1 : place + 4] if token.statement == tokens[place].statement]


def _is_native_object(following: Sequence[str]) -> bool:
    return following[:1] == ["ko"] or following[:1] == ["se"] or list(following[:2]) == ["ke", "liye"]


def _before(tokens: Sequence[_Token], place: int, several: bool) -> int | None:
    """Look for what governs an occupation among the words before it; `several` where more than one person is meant."""
    told = several  # “the welder”, “welders”: and not “welder” in “works for welder”
    for before in range(place - 1, max(-1, place - 1 - _LONGEST), -1):
        word, parted = tokens[before].word, tokens[before].statement != tokens[before + 1].statement
        if parted or word in _AND:  # “plumbers, fitters and masons” are governed together
            listed = not parted or (tokens[before].person and tokens[before + 1].person)
            return _before(tokens, before, told) if listed else None
        if word == "of" and before and tokens[before - 1].word in _GROUPS:
            return _before(tokens, before - 1, True)
        if word in _OWN:
            return None
        if word in _TOWARDS or _is_verb(tokens, before):
            return before if told or word == "of" else None
        told = told or word in _DETERMINERS or word.isdigit()
    return None


def _is_verb(tokens: Sequence[_Token], place: int) -> bool:
    """Tell whether a word stands and looks as a verb: first in its statement, or behind “I”, “who”, “and”."""
    word = tokens[place].word
    if tokens[place].person or len(word) < 3:
        return False
    before = [token.word for token in tokens[:place] if token.statement == tokens[place].statement]
    first = all(one in _SUBJECT for one in before) or before[-1] in _AND | _BARE
    first = first or (tokens[place - 1].person and word.endswith("ing"))  # “contractor supplying masons”
    bare = bool(before) and before[-1] in _BARE
    return first and (bare or word.endswith("ing") or (word.endswith("s") and not word.endswith(("ss", "us", "ics"))))


def _first(tokens: Sequence[_Token], place: int, governor: int) -> int:
    """Tell with which word the name of an occupation begins, behind what governs it."""
    first = place
    while first - 1 > governor and tokens[first - 1].word not in _DETERMINERS | _AND | _GROUPS | {"of"}:
        first -= 1
    return first
