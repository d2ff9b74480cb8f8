"""Statements of a text that may each tell of a job of its own: “mornings I sell milk, evenings I drive a rickshaw”.

Only what sets them apart counts: different times, or a word that adds (“also”, “besides”, “on the side”). What goes on
with the things of the statement before (“and polishes it”) is a task of the same job. Whether they are different work
indeed is told by their codes; nothing here knows one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|holidays"
_WHEN = (
    rf"(?:in|at|on|during|by|for|every|through)?\s*(?:the\s+)?(?:(?:early|late)\s+)?(?:{_DAYS}|mornings?|afternoons?"
    r"|evenings?|nights?|day ?time|day|week|forenoon|summers?|winters?|monsoons?|season"
    r"|(?:rainy|harvest|sowing|other|off|dry|farming|wedding|marriage|tourist|peak|lean)[- ]season)(?!\w)"
    r"(?!\s+(?:shift\s+)?(?:guard|watchman|duty|nurse|worker|labou?rer|shift|care|school|labour|scholar))"
)
_TIME = re.compile(
    r"\b(?:half (?:of )?the (?:year|day|week|month)|(?:for )?(?:the )?rest"
    r"(?: of the (?:year|day|time|week|season)|(?= i\b|$))"
    r"|other (?:months|times)|in between|otherwise"
    r"|before noon|after (?:that|noon|school|office|duty|hours)|twice a day"
    r"|(?:first|second|night|morning|day|evening) shift"
    r"|(?:pehli|pehle|pahli|doosri|dusri) (?:shift|paali|pali)(?: mein| me)?"
    r"|(?:subah|sh?aa?m|dopahar)(?: ko| mein| me)?"
    r"|din (?:mein|me|bhar)|raat (?:ko|mein|me|bhar)|(?:garmi|sardi|shaadi)(?:yon)? (?:mein|me)|barsaat (?:mein|me)"
    rf"|baa?ki (?:samay|time|din|saal)|aadha (?:din|saal)|{_WHEN})(?!\w)",
    re.IGNORECASE,
)
_SEASON = re.compile(  # a time of the day may be that of a task: “in the evening cleans the stall”
    r"season|summer|winter|monsoon|months|\byear|\brest\b|weekend|holiday|sunday|garmi|sardi|shaadi|barsaat|\bsaal\b",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"\b(?:besides(?: that| this)?|in addition|apart from (?:that|this)|as well as being|on the side|part[- ]time"
    r"|side (?:business|job|work|income)|second job|other job|extra income"
    r"|in (?:my|his|her|their|the)?\s*(?:spare|free|off) time|saa?th (?:mein|me|hi|saath)|[iu]ske (?:alawa|saath)"
    r"|khaa?li (?:samay|time)(?: mein| me)?)\b",
    re.IGNORECASE,
)
_ALSO = re.compile(r"\b(?:also|bhi|too|additionally|moreover|plus)\b", re.IGNORECASE)
_ANOTHER = re.compile(  # a trade of its own, and no task of the one before: “also runs a shop”, “and is a farmer”
    r"^(?:also\s+)?(?:(?:i|he|she)\s+)?(?:also\s+)?(?:runs?|owns?|(?:am|is)\s+(?:also\s+)?an?"
    r"|works?\s+as|ha(?:s|ve)\s+an?|an?)\s"
    r"|\b(?:dukaan|dukan|shop|business|kheti|auto|rickshaw|taxi)\s+bhi\s",
    re.IGNORECASE,
)
_BESIDES = re.compile(
    r"^\W*(?:apart from|besides|in addition to|along with)\s+(?P<one>.+?),?\s+(?P<other>(?:i|he|she|they)\b.+)$",
    re.IGNORECASE,
)
_PARTING = re.compile(r"\s*[,;.\n:]+\s*(?:(?:and|aur|but|or)\s+)?|\s+(?:and|aur|but|lekin|while|और)\s+", re.IGNORECASE)
_SAME = re.compile(r"\b(?:it|its|them|these|those|same|usko|usi|use|inko|unko|wahi|wahin)\b", re.IGNORECASE)
_COUNTED = re.compile(
    r"\b(?:two|2|three|do) (?:different )?(?:jobs?|works?|kaam|occupations?|professions?)\b", re.IGNORECASE
)
_MOST = 4  # jobs


@dataclass(frozen=True)
class Jobs:
    """Statements that may each be a job; `clearly` where they are set apart by more than “also”.

    `partly` where only one of two has a time of its own, which a task of the same job may have too.
    """

    parts: tuple[str, ...] = ()
    clearly: bool = False
    partly: bool = False


def jobs(text: str) -> Jobs:
    """Find the statements of a text that may each be a job of its own; none where it tells of one."""
    if found := _BESIDES.match(text):
        return Jobs((found["one"], found["other"]), True)
    statements = [one for one in _statements(text) if not _only_counts(one)]
    if not len(statements) >= 2 or any(_SAME.search(one) for one in statements):
        return Jobs()
    if parts := _by_times(statements, _COUNTED.search(text) is not None):
        return Jobs(parts, True)
    if parts := _added(statements, _ADDS):
        return Jobs(parts, True)
    if parts := _added(statements, _ANOTHER):
        return Jobs(parts)
    return Jobs(_timed(statements), partly=True)


def told_alone(part: str) -> str:
    """Return a statement without what sets it apart: times and words that add."""
    for pattern in (_TIME, _ADDS, _ALSO):
        part = pattern.sub(" ", part)
    return " ".join(part.split()).strip(" ,;.")


def _statements(text: str) -> Iterator[str]:
    yield from (part.strip() for part in _PARTING.split(text) if part and part.strip())


def _only_counts(statement: str) -> bool:
    return _COUNTED.fullmatch(statement.strip(" .:")) is not None


def _by_times(statements: Sequence[str], counted: bool) -> tuple[str, ...]:
    """Part at the statements that name times of their own: what names none goes with the one before it."""
    parts: list[str] = []
    times: list[str] = []
    for one in statements:
        time = _TIME.search(one)
        if time or not parts:
            parts.append(one)
            times.append(time.group().strip().lower() if time else "")
        else:
            parts[-1] += f", {one}"
    halves = all(time.startswith("half") for time in times)
    apart = (halves or len(set(times)) == len(times)) and (all(times) or counted)
    return tuple(parts) if 2 <= len(parts) <= _MOST and apart else ()


def _timed(statements: Sequence[str]) -> tuple[str, ...]:
    """Part at the one statement that names a season: “grows paddy, in the off season pulls a rickshaw”."""
    times = [(place, time.group()) for place, one in enumerate(statements) if (time := _TIME.search(one))]
    places = [place for place, time in times if _SEASON.search(time)]
    if len(times) != 1 or not places:
        return ()
    place = places[0] or 1
    return (", ".join(statements[:place]), ", ".join(statements[place:]))


def _added(statements: Sequence[str], adds: re.Pattern[str]) -> tuple[str, ...]:
    place = next((place for place, one in enumerate(statements) if place and adds.search(one)), 0)
    return (", ".join(statements[:place]), ", ".join(statements[place:])) if place else ()
