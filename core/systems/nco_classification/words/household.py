"""Statements that say that somebody keeps their own home: “I look after house and children”, “apna ghar dekhti hoon”.

It must be a home that is nobody else's, and nothing more may be said: who “looks after the children of a family” works.
The words are data: assets/lexicon/home_and_study.csv.
"""

from __future__ import annotations

import re
from functools import cache

from core.language.lexicon import word_groups
from core.systems.nco_classification.words.plain_line import BEGINS, ENDS, pattern, plain_line

_OWN = "(?:(?:{own}|{beside}) )*"
_ENGLISH = (
    r"(?:{who} )*(?:{does}|(?P<do>{do})) "
    rf"(?P<things>{_OWN}(?:{{home}}|{{too}})(?:(?: ,| {{and|or}}| , {{and}}) (?:(?:{{does}}|{{do}}) )?{_OWN}(?:{{home}}|{{too}}))*)"
    r"(?: {behind})*"
)
_DONE = (
    r"(?:{who} )*{done}(?: {to})?(?:(?: ,| {and}| , {and}) {done}(?: {to})?)*"
    rf" (?:{{for}} (?:{{beside}} )*{{own}} {_OWN}{{family}}|{{at|in}} {{own}} {_OWN}{{house|home}})(?: {{behind}})*"
)
_ALONE = r"(?:{who} )*{house_work}(?: {behind})*"
_INDIAN = (
    rf"(?:{{who}} )*(?P<things>{_OWN}(?:{{home}}|{{too}})(?: {{of}})*"
    rf"(?:(?: ,| {{aur|and}}) {_OWN}(?:{{home}}|{{too}})(?: {{of}})*)*)(?: {{of}})*(?:(?<= dekbal)|(?<= kayal)|(?<= dian)| {{keeps}})(?: {{is}})*(?: {{behind}})*"
    rf"(?:(?: ,| {{aur|and}}) {_OWN}(?:{{home}}|{{too}})(?: {{of}})* {{keeps}}(?: {{is}})*(?: {{behind}})*)*"
)


def household(text: str) -> list[tuple[int, int]]:
    """Find the statements that say no more than that somebody keeps their own home, as offsets [start, end)."""
    plain = plain_line(text)
    found = [match for one in _patterns() for match in one.finditer(plain.line) if _is_own(match)]
    return sorted({plain.within(*match.span()) for match in found})


def _is_own(match: re.Match[str]) -> bool:
    """Tell whether it is said of a home, or of one's own: “takes care of children” may be somebody's work."""
    things = match.groupdict().get("things")
    if things is None:
        return True
    others = _first_person().search(match.group()) and _third_person().search(f" {things} ")  # “I look after her baby”
    own = not others and _own_home().search(f" {things} ") is not None
    return own and not (match.groupdict().get("do") and not _limited().search(match.group()))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    words = word_groups("home_and_study")
    groups = {
        "who": words["who"], "own": words["own"], "beside": words["beside a home"], "home": words["home"],
        "too": words["at home too"], "does": words["looks after"], "do": words["does at home"],
        "done": words["housework done"], "to": words["housework done to"], "family": words["family"],
        "behind": words["behind a home"], "of": words["of"], "keeps": words["keeps, Indian"],
        "is": words["is, Indian"], "house_work": words["housework alone"],
    }  # fmt: skip
    more = rf"(?! (?:,|{{and|aur|or}}) {_OWN}(?:{{home}}|{{too}}))"  # “… and children of a rich family”
    return tuple(pattern(f"{BEGINS}{one}{ENDS}{more}", **groups) for one in (_ENGLISH, _DONE, _ALONE, _INDIAN))


@cache
def _own_home() -> re.Pattern[str]:
    words = word_groups("home_and_study")
    return pattern(" (?:{own}|{home}) ", own=words["own"], home=words["home"])


@cache
def _first_person() -> re.Pattern[str]:
    return pattern("^(?:{who} )*?{i|i'm|we|main|mai|hum|ham} ", who=word_groups("home_and_study")["who"])


@cache
def _third_person() -> re.Pattern[str]:
    return pattern(" {her|his|their} ")


@cache
def _limited() -> re.Pattern[str]:
    """Match what tells housework that is one's own from that which is done for wages: “only does housework”."""
    return pattern("(?:^| )(?:{own}|{i|i'm|only|just|at home|mostly|nothing else})(?: |$)", own=word_groups("home_and_study")["own"])
