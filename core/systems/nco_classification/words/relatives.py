"""Statements that tell of somebody else: “my husband drives a lorry, I stitch blouses” is a tailor's answer.

A statement is somebody else's where a relative is its subject, and those after it until one is the person's own: with
“I” or “self”, a verb in the first person, or the pronoun that the relative cannot be. Whoever works *with* a relative
tells of their own work. The words are data: assets/lexicon/people_beside.csv.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from core.language.lexicon import rows, word_groups
from core.systems.nco_classification.words.plain_line import blanked, pattern, plain_line

_RELATIVES = ("relative, he", "relative, she", "relative, they")
Owner = Literal["", "own", "other"]


@dataclass(frozen=True)
class Relatives:
    """What is told of others, as offsets [start, end): `statements` beside the person's own.

    `subject` is where the relative is named whose work is told alone, and nobody else's.
    """

    statements: tuple[tuple[int, int], ...] = ()
    subject: tuple[int, int] = (0, 0)


@dataclass
class _Statement:
    start: int
    end: int
    plain: str
    parted: bool = True  # by a break from the one before, and not by “and”
    owner: Owner = ""
    who: str = ""  # he, she, they
    whose: str = ""  # my; another's: he, she, or not told
    named: tuple[int, int] = (0, 0)
    explicit: bool = False


@lru_cache(maxsize=10_000)
def relatives(text: str) -> Relatives:
    """Find what a text tells of others than the person."""
    plain = plain_line(text)
    if not _patterns()["relative"].search(plain.line):
        return Relatives()
    statements = _with_owners(list(_statements(plain.line)))
    others = [one for one in statements if one.owner == "other"]
    own = [one for one in statements if one.owner == "own"]
    if not others:
        return Relatives()
    if not own:
        named = others[0].named
        return Relatives(subject=plain.within(*named) if len(statements) == len(others) else (0, 0))
    if all(_only_helps(one.plain) for one in own):
        return Relatives()
    return Relatives(tuple(plain.within(one.start, one.end) for one in others))


def without_relatives(text: str) -> str:
    """Blank what is told of others beside the person's own; every offset stays."""
    return blanked(text, relatives(text).statements)


def _statements(line: str) -> Iterator[_Statement]:
    """Part a line at its breaks and before conjunctions; a subject alone goes with what “and” joins to it."""
    start, parted = 0, True
    for match in _patterns()["parts"].finditer(line):
        said = line[start : match.start()]
        if said and (match.group() == " , " or not _patterns()["subject alone"].fullmatch(said)):
            yield _Statement(start, match.start(), said, parted=parted)
        elif said:
            continue
        start, parted = match.end(), match.group() == " , "
    if line[start:]:
        yield _Statement(start, len(line), line[start:], parted=parted)


def _with_owners(statements: list[_Statement]) -> list[_Statement]:
    """Tell whose each statement is: by its subject, and without one by the statement before it."""
    for one in statements:
        one.owner, one.explicit = _by_pronoun(one.plain)
    told = any(one.explicit for one in statements)
    for one in statements:
        if not one.owner:
            _look_for_relative(one, told)
    last = _Statement(0, 0, "", owner="own")
    for one in statements:
        if not one.owner:
            one.owner = _continues(one, last)
        if one.owner == "other" and not one.who:
            one.who, one.whose = last.who, last.whose
        last = one
    return statements


def _by_pronoun(plain: str) -> tuple[Owner, bool]:
    """Tell whether a statement is the person's own by “I”, by itself or together with others, or by its verb."""
    if _patterns()["I"].match(plain) or _patterns()["with I"].match(plain):
        return "own", True
    return ("own", False) if _patterns()["first person"].search(plain) else ("", False)


def _look_for_relative(one: _Statement, told: bool) -> None:
    found = _patterns()["subject"].match(one.plain)
    if found is None or found.end() == len(one.plain):
        return
    if not (found["whose"] or (told and one.parted) or _has_verb(one.plain, found)):
        return
    if _is_object(one.plain, found) or ((found["other"] or found["more"]) and not found["whose"]):
        return
    one.owner = "other"
    one.whose = "my" if found["my"] else _whose(found["whose"])
    one.who = "they" if found["they"] or found["more"] else "he" if found["he"] else "she" if found["she"] else ""
    one.named = (one.start + found.start("named"), one.start + found.end("named"))


def _is_object(plain: str, found: re.Match[str]) -> bool:
    """Tell whether the verb of a statement cannot be that of many: “bachche sambhalti hai” is done to children."""
    return bool(found["they"]) and plain.endswith(" hai")


def _whose(said: str | None) -> str:
    """Tell of what gender whoever has this relative is: “his father … but he …” tells of himself."""
    return {"his": "he", "her": "she"}.get(said.strip(), "another's") if said else ""


def _has_verb(plain: str, found: re.Match[str]) -> bool:
    verb = found["english"] and _patterns()["verb"].match(plain, found.end())
    return bool(verb or _patterns()["Indian verb"].search(plain, found.end()))


def _continues(one: _Statement, last: _Statement) -> Owner:
    """Tell whose a statement is that names nobody, or only “she”, by the one before it."""
    if last.owner != "other":
        return "own"
    for who, other in (("he", "she"), ("she", "he")):
        if _patterns()[who].match(one.plain):
            own = last.who == other or last.whose == who or (last.whose != "my" and last.who != who)
            return "own" if own else "other"
    if _patterns()["he or she"].match(one.plain):
        return "own" if last.whose not in ("", "my") else "other"
    if _patterns()["they"].match(one.plain):
        return "other"
    if (last.who == "he" and _patterns()["of a woman"].search(one.plain)) or (
        last.who == "she" and _patterns()["of a man"].search(one.plain)
    ):
        return "own"
    sentence = one.parted and last.whose != "my"
    return "own" if sentence and not _patterns()["it"].search(one.plain) else "other"


def _only_helps(plain: str) -> bool:
    """Tell whether somebody says no more of their own work than that they help: then the other's tells it."""
    return _patterns()["only helps"].fullmatch(plain) is not None


_FORMS = {
    "relative": "(?:^| ){somebody}(?: |$)",
    "parts": " , | (?={and|but|while|whereas|though|although|aur|lekin|magar|jabki|evam|tatha|par} )",
    "subject": "{leads}(?P<named>(?:{old} )*(?P<whose>(?:(?P<my>{my})|{her}) )?(?:{old} )*(?=(?P<english>{english})?)"
    "(?:(?P<he>{man})|(?P<she>{woman})|(?P<they>{many})|(?P<other>{friend}))(?: in lav)?(?: ji)?"
    "(?P<more>(?: {and|aur|tatha|evam|or} {whose}(?:{old} )*{somebody})*))(?= |$)(?! {of}(?: |$))",
    "subject alone": "{leads}(?:{I}|{me}|{whose}(?:{old} )*{somebody})",
    "I": "{leads}(?:{I}|{after that}{i|we|main|mai|hum|ham|khud})(?= |$)",
    "with I": "{leads}(?:{me} {and|aur}"
    "|{whose}(?:{old} )*{somebody} {and|aur|or|tatha} {i|me|myself|main|mai|hum|ham})(?: |$)",
    "first person": " {hoon|hun|hu}$",
    "he": "{leads}{he|he's}(?: |$)",
    "she": "{leads}{she|she's}(?: |$)",
    "they": "{leads}{they|they're}(?: |$)",
    "he or she": "{leads}{he or she}(?: |$)",
    "of a woman": "[^ ]ti(?: {hai|hain|thi})?$",
    "of a man": "[^ ]ta(?: {hai|tha})?$",
    "it": "(?:^| ){it|them|there|its|usko|use|wahan|vahin}(?: |$)",
    "verb": " (?:{is|was|are|were|has|had|have|does|do|did|run|drive|work|own|sell|teach|died|got|left}(?: |$)"
    r"|(?!{sales})[a-z]{3,}(?<![su])s(?: |$)|[a-z]{2,}ed(?: |$))",
    "Indian verb": "(?:[a-z](?:ta|ti|te)|raha|rahi|rahe| {hai|hain|tha|thi|the|hue|gaye|gaya})"
    "(?: {hai|hain|tha|thi|the})?$",
    "only helps": "(?:{helps}(?: |$))+",
}
_PIECES = {
    "leads": "(?:{lead} )*",
    "after that": "(?:{after|before|since} (?:[^ ,]+ ){1,3}?|{later|afterwards|earlier} "
    "|(?:[^ ,]+ ){1,3}?{baad|badle|jagah|saath|sath|liye|lie|karan|pehle} )",
    "whose": "(?:(?:{my}|{her}) )?",
    "somebody": "(?:{man}|{woman}|{many}|{friend})(?: in lav)?(?: ji)?",
}


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    words = word_groups("people_beside")
    listed = rows("people_beside")
    groups = {
        "lead": words["before a statement"], "my": words["whose, my"], "her": words["whose, another's"],
        "old": words["before a relative"], "man": words["relative, he"], "woman": words["relative, she"],
        "many": words["relative, they"], "friend": words["another person"], "of": words["not behind who does"],
        "english": [row["word"] for row in listed if row["language"] == "en" and row["kind"] in _RELATIVES],
        "I": words["I"], "he or she": words["he or she"],
        "helps": [*words["helps"], *words["before a statement"], *words["I"], *words["he or she"]],
    }  # fmt: skip
    return {name: pattern(written, **groups, **_PIECES) for name, written in _FORMS.items()}
