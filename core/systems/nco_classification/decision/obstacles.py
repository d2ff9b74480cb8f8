"""What in a user's own words stands in the way of a code: a place or an id alone, nothing said, no work, several jobs.

Written rules on the words alone, before anything is searched. They hold whatever a model says of the same words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from core.language.lexicon import alternatives, word_list
from core.language.places import place_names
from core.language.tokens import words
from core.language.transliteration import romanise
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.titles import plain_title
from core.systems.nco_classification.words.content import content
from core.systems.nco_classification.words.firms import firms, kind_of_name
from core.systems.nco_classification.words.relatives import without_relatives
from core.systems.nco_classification.words.standing import SILENT, Standing, read_standing

Kind = Literal["id", "place", "vague", "several", "today", "not in work", "no answer"]
Outside = Literal["", "not in work", "no answer"]
TELL_WORK: tuple[str, ...] = ("several", "today")
"""Kinds of words that tell of work all the same: only which, or whether it is that of today, has to be asked."""
_REMEMBERED = 10_000  # texts


@dataclass(frozen=True)
class Obstacle:
    """Why no code can be given for these words; `parts` are the jobs when there are several, or what may be the work
    of today."""

    kind: Kind
    why: str
    parts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Stripped:
    """What a search may use: `query` without ids, places and “now”, and what was assumed in leaving them out."""

    query: str
    assumptions: list[str]


# A mark that names a person or a record, not an occupation: E010, EMP-00123, 004512, a mail or web address.
_ID = re.compile(
    r"(?<!\S)[^\s@]{1,64}@\S+|https?://\S+|www\.\S+|#[^\s\d]{0,64}\d\S*|(?<![\w.])(?!\d{1,3}(?![\w./-]))(?:[A-Za-z]{1,5}[-_/]?)?\d[\d./_-]*\d[A-Za-z]?(?!\w)"
)
_LONGEST_NUMBER = 4  # digits of what is a year or a count, and no id
_NUMBER = re.compile(r"[\W\d]*\d[\W\d]*")
_PLACE_FOUND = re.compile(
    rf"(?<!\w)(?:(?:in|from|at|near|of|around|to)\s+)?(?:{alternatives(place_names())})"
    r"(?:\s+(?:city|district|state|town|mein|me|main|se|में|से))?(?!\w)",
    re.IGNORECASE,
)
_LIVES = re.compile(
    r"^\W*(?:(?:i|he|she|we|they|main|mai|hum|wo|woh)\W+)?(?:(?:am|is|are|'m|m)\W+)?(?:currently\s+|originally\s+|born\s+)?"
    r"(?:from|(?:live[sd]?|living|resid\w+|stay\w*|based|located|settled)\s+(?:in|at|near|around)|belongs?\s+to"
    r"|hail\w*\s+from|rehta|rehti|rahta|rahti)\b"
    r"(?:\W+(?:in|at|near|from|a|the|small|remote))*(?:\W+[^\W\d_]+){0,3}\W*$",
    re.IGNORECASE,
)

_WHEN = re.compile(
    r"(?<!\w)(?:now|nowadays|currently|presently|at present|at the moment|these days)(?!\w)(?!\s*-)", re.IGNORECASE
)
_BETWEEN_JOBS = re.compile(r"\s+(?:and also|and|cum|aur|as well as|plus|also)\s+|\s*[/&+;]\s*|\s+और\s+", re.IGNORECASE)
_ARTICLE = re.compile(
    r"^\W*(?:(?:i|he|she)(?:\s+am|'m|\s+is)?\s+)?(?:(?:work(?:s|ing)?)\s+as\s+)?(?:an?\s+|the\s+|part.time\s+)?",
    re.IGNORECASE,
)


@lru_cache(maxsize=_REMEMBERED)
def strip_ids_and_places(text: str) -> Stripped:
    """Leave out ids and places; give the whole text back when nothing else is in it."""
    told = content(text)
    assumptions = [f"“{text[one.start : one.end].strip()}” {one.why}" for one in told.aside]
    text = told.query
    assumptions += [f"“{text[start:end]}” {kind_of_name(text[start:end])}" for start, end in firms(text)]
    text = _without_firms(text)
    assumptions += [f"“{found}” {_kind_of_id(found)} and says nothing about the work" for found in _all(_ID, text)]
    rest = _ID.sub(" ", text)
    assumptions += [f"“{found}” is a place and says nothing about the work" for found in _all(_PLACE_FOUND, rest)]
    rest = " ".join(_WHEN.sub(" ", _PLACE_FOUND.sub(" ", rest)).split()).strip(" ,;-–")
    return Stripped(rest, assumptions) if words(rest) else Stripped(" ".join(text.split()), [])


def _kind_of_id(found: str) -> str:
    return "is a number" if found.isdigit() and len(found) <= _LONGEST_NUMBER else "is an id or an address"


def times(text: str) -> list[tuple[int, int]]:
    """Where words stand that say of work that it is today's, as offsets [start, end)."""
    return [match.span() for match in _WHEN.finditer(text)]


def _without_firms(text: str) -> str:
    for start, end in reversed(firms(text)):
        text = f"{text[:start]} {text[end:]}"
    return text


def ids_and_places(text: str) -> list[tuple[int, int, Literal["id", "place"]]]:
    """Where ids and places stand that say nothing about the work, as offsets [start, end)."""
    ids = [match.span() for match in _ID.finditer(text)]
    places = [match.span() for match in _PLACE_FOUND.finditer(text)]
    return [(*span, "id") for span in ids] + [(*span, "place") for span in places]


def find_obstacle(text: str, classification: Classification) -> Obstacle | None:
    """Find what keeps these words from being coded; None when they may be looked up."""
    standing = read_standing(text)
    if standing.kind or standing.open:
        return _of_standing(standing)
    text = without_relatives(text)
    without_ids = "" if _NUMBER.fullmatch(text) else _ID.sub(" ", text)
    without_firms = _without_firms(without_ids)
    without_places = _PLACE_FOUND.sub(" ", without_firms)
    telling = {word for word in words(without_places) if not word.isdigit()}
    says_nothing = not telling - word_list("says_no_work")
    place = _LIVES.match(text) or (says_nothing and without_places != without_firms)
    if place and without_firms == without_ids:
        return Obstacle("place", "Only a place is named, and nobody's occupation follows from where they are.")
    if says_nothing and without_ids != text:
        return Obstacle("id", "This is an id, an address or a number; it says nothing about the work.")
    says_nothing = says_nothing or _only_small(without_places, classification)
    if says_nothing or content(text).denies:
        return Obstacle("vague", f"The words {_says_only(bool(telling), says_nothing, without_firms != without_ids)}.")
    if parts := _several(without_places, classification):
        return Obstacle("several", f"The words name {len(parts)} different occupations.", parts)
    return None


def _of_standing(standing: Standing) -> Obstacle:
    if standing.open:
        return Obstacle("today", standing.why, [standing.open])
    return Obstacle("no answer" if standing.kind == SILENT else "not in work", standing.why)


def _only_small(text: str, classification: Classification) -> bool:
    """Tell whether all words of an Indian language only hold a sentence together, or say nothing without an object."""
    read = dict(classification.query_normalizer.read(plain_title(text)).replaced)
    return bool(read) and not any(read.values()) and set(words(romanise(text).lower())) <= set(words(" ".join(read)))


def _says_only(telling: bool, says_nothing: bool, firm: bool) -> str:
    if telling and not says_nothing:
        return "only say what the work is not"
    return (
        "name where somebody works, not what the work is" if firm else "say that somebody works, not what the work is"
    )


def outside(obstacle: Obstacle | None) -> Outside:
    """Tell the outcome of words of somebody who is not at work, or who did not answer: nothing is asked of them."""
    match obstacle:
        case Obstacle(kind="not in work" | "no answer" as kind):
            return kind
        case _:
            return ""


def _several(text: str, classification: Classification) -> list[str]:
    """Part "cook and driver" into its jobs: each is a title that the classification knows, and no family is in all."""
    by_title = classification.families_by_title
    parts = [_ARTICLE.sub("", part).strip(" .,;!?") for part in _BETWEEN_JOBS.split(text)]
    if not 2 <= len(parts) <= 4 or " ".join(words(text)) in by_title:
        return []
    families = [by_title.get(" ".join(words(part)), frozenset()) for part in parts]
    return parts if all(families) and not frozenset.intersection(*families) else []


def _all(pattern: re.Pattern[str], text: str) -> list[str]:
    return list(dict.fromkeys(match.group().strip() for match in pattern.finditer(text)))
