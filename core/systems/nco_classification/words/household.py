"""Statements that say that somebody keeps their own home: “I look after house and children”, “apna ghar dekhti hoon”.

It must be a home that is nobody else's, and nothing more may be said: who “looks after the children of a family” works.
The words are data: assets/lexicon/home_and_study.csv.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from core.language.lexicon import word_groups
from core.systems.nco_classification.words.plain_line import BEGINS, ENDS, pattern, plain_line

_FORMS = (
    # “I look after house and children”, “only does housework”
    r"{begins}(?:{does}|(?P<do>{do})) "
    r"(?P<things>{thing}(?:(?: ,|(?: ,)? {and|or}) (?:(?:{does}|{do}) )?{thing})*){ends}",
    # “cooks and cleans for her own family”
    r"{begins}{done}(?: {to})?(?:(?: ,|(?: ,)? {and}) {done}(?: {to})?)* (?:{for her family}|{at her home}){ends}",
    r"{begins}{housework}{ends}",
    # “ghar aur bachche sambhalti hoon”, “ghar ki dekhbhal”
    r"{begins}(?P<things>{thing}(?: {of})*(?: {and more}(?: {of})*)*)(?: {of})*{kept}{ends}"
    r"(?: {and more}(?: {of})* {keeps}(?: {is})*{ends})*",
)
_PIECES = {
    "begins": "(?:{who} )*",
    "ends": "(?: {behind})*",
    "thing": "(?>(?:{own}|{beside}) )*(?:{home}|{too})",
    "and more": "(?:,|{aur|and}) {thing}",
    "for her family": "{for} (?:{beside} )*{own} (?>(?:{own}|{beside}) )*{family}",
    "at her home": "{at|in} {own} (?>(?:{own}|{beside}) )*{house|home}",
    "kept": "(?:(?<= dekbal)|(?<= kayal)|(?<= dian)| {keeps})(?: {is})*",
    "no more": "(?! (?:,|{and|aur|or}) (?:{thing}|(?:[^ ,]+ ){1,4}of ))",  # “… and children of a rich family”
}
_OTHERS = r" {her|his|their} "
_LIMITED = r"(?:^| )(?:{own}|{i|i'm|only|just|at home|mostly|nothing else})(?: |$)"
_FIRST_PERSON = "^(?:{who} )*?{i|i'm|we|main|mai|hum|ham} "


def household(text: str) -> list[tuple[int, int]]:
    """Find the statements that say no more than that somebody keeps their own home, as offsets [start, end)."""
    plain = plain_line(text)
    found = [match for one in _forms() for match in one.finditer(plain.line) if _is_own(match)]
    return sorted({plain.within(*match.span()) for match in found})


def _is_own(match: re.Match[str]) -> bool:
    """Tell whether it is said of a home, or of one's own: “takes care of children” may be somebody's work.

    Housework that somebody does is own where it is limited to it: “only does housework”.
    """
    told = match.groupdict()
    if told.get("things") is None:
        return True
    things, signs = f" {told['things']} ", _signs()
    if signs["first person"].search(match.group()) and signs["others"].search(things):
        return False  # “I look after her baby”
    return bool(signs["home"].search(things)) and bool(not told.get("do") or signs["limited"].search(match.group()))


@cache
def _groups() -> Mapping[str, frozenset[str] | str]:
    words = word_groups("home_and_study")
    return {
        "who": words["who"], "own": words["own"], "beside": words["beside a home"], "home": words["home"],
        "too": words["at home too"], "does": words["looks after"], "do": words["does at home"],
        "done": words["housework done"], "to": words["housework done to"], "family": words["family"],
        "housework": words["housework alone"], "behind": words["behind a home"], "of": words["of"],
        "keeps": words["keeps, Indian"], "is": words["is, Indian"], **_PIECES,
    }  # fmt: skip


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    return tuple(pattern(f"{BEGINS}{one}{ENDS}{{no more}}", **_groups()) for one in _FORMS)


@cache
def _signs() -> Mapping[str, re.Pattern[str]]:
    written = {
        "first person": _FIRST_PERSON,
        "others": _OTHERS,
        "home": " (?:{own}|{home}) ",
        "limited": _LIMITED,
    }
    return {name: pattern(one, **_groups()) for name, one in written.items()}
