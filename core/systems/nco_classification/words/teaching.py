"""What somebody teaches people to do: who “trains girls to repair phones” is an instructor, and repairs none.

The verbs, the learners and what is taught are data: assets/data/nco/roles.csv. Nothing here knows a code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from core.language.lexicon import alternatives
from core.systems.nco_classification.words.roles import roles

_SIKHA = r"(?P<teaches>(?:sikh[aā]+(?:t[aie]|n[ae]|ya|yi|ye)?|sikhla(?:t[aie]|na)|सिखा(?:ता|ती|ते|ना|ने|या|यी)?)(?!\w))"
_DRIVES = re.compile(r"\bdriv|\brid(?:e|es|ing)\b|\bchala|\blicen[cs]e|चला", re.IGNORECASE)
_VEHICLE = re.compile(r"\b(?:cars?|scoot\w*|ga+di|vehicles?|(?:two|four)[- ]wheelers?|bikes?|motor)\b|गाड़ी|कार\b", re.I)
_OWN_WORK = re.compile(
    r"(?:[,;]|\b(?:and|but)\b)\s*(?:(?:also|he|she|i|they|then)\s+)*\w+s\s+\w"
    r"|(?:[,;।]|(?<!\S)(?:aur|lekin|और)\s).*(?:ta|ti|te|ता|ती|ते)\s+(?:ho+n|hu+n?|hai|हूँ|हूं|है|हैं)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Teaching:
    """What is taught, and to whom: `title` says it as a title, `alone` where no other work is told beside it.

    `drives` where it is driving, or may be.
    """

    title: str
    subject: str
    learners: str
    alone: bool
    drives: bool


def teaching(text: str) -> Teaching | None:
    """Find what somebody teaches people to do or to make; None where none of both is told."""
    return _to_do(text) or _some_subject(text) or _sikhana(text)


def _to_do(text: str) -> Teaching | None:
    found = _patterns()[0].match(text)
    if found is None:
        return None
    title = f"{found['of'] or ''} {found['act']} {_trade(found['act'])}instructor{text[found.end() :]}".strip()
    return _teaching(
        text, title, found["act"] + " " + (found["of"] or ""), found["learners"], verb=True, end=found.end()
    )


def _some_subject(text: str) -> Teaching | None:
    for pattern in _patterns()[1:]:
        if found := pattern.match(text):
            trade = _trade(found["of"].split()[-1])
            title = f"{found['of']} {trade}instructor{text[found.end() :]}" if trade else text
            return _teaching(text, title, found["of"], found["learners"], verb=False, end=found.end())
    return None


def _sikhana(text: str) -> Teaching | None:
    """Read “bachchon ko tabla bajana sikhata hoon”, what is taught before the verb and the learners before “ko”."""
    found = _indian().match(text)
    if found is None or not found["of"]:
        return None
    *of, last = found["of"].split()
    verb = len(of) > 0 and re.search(r"n[ai]$|ना$|नी$", last) is not None
    said = " ".join([*of, roles("done").get(last.lower(), last)]) if verb else found["of"]
    trade = _trade(last) or _trade(" ".join([*of[-1:], last]))
    title = f"{said.strip()} {trade}{found['teaches']}{text[found.end() :]}"
    return _teaching(text, title, said, found["learners"] or "", verb=verb, end=found.end())


def _teaching(text: str, title: str, subject: str, learners: str | None, *, verb: bool, end: int) -> Teaching:
    drives = _DRIVES.search(text) or (not verb and _VEHICLE.search(text))
    return Teaching(
        " ".join(title.split()), subject, learners or "", _OWN_WORK.search(text[end:]) is None, bool(drives)
    )


def _trade(act: str) -> str:
    """Say that a trade is taught where somebody learns to make or to mend things, and neither to drive nor to dance."""
    bare = act.lower().removesuffix("ing")  # “making”, “weaving”, “cutting”
    return "" if {act.lower(), bare, f"{bare}e", bare[:-1]}.isdisjoint(roles("trade")) else "vocational "


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    verbs = alternatives(verb for verb, role in roles("before").items() if "instructor" in role)
    teaches = rf"^\W*(?:(?:{alternatives(roles('subject'))})\s+)*(?:{verbs})"
    behind = rf"(?=\s+(?:{alternatives(roles('behind'))}|and (?:also\s+)?\w+s)\b|[,;.:()]|\s*$)"
    people = rf"(?P<learners>(?:[\w'’-]+\s+){{0,4}}?(?:{alternatives(roles('learner'))}))\b"
    trade = rf"(?!(?:{alternatives(roles('no trade'))})\b)(?P<act>[^\W\d_]+)"
    act = rf"{trade}(?:\s+(?P<of>(?!(?:at|in|for)\b)[^,;.:()]+?))?{behind}"
    said = r"(?P<of>(?:(?!to\b|about\b)[\w-]+\s+){0,3}?(?!to\b|about\b)[\w-]+)"
    return tuple(
        re.compile(one, re.IGNORECASE)
        for one in (
            rf"{teaches}\s+(?:{people}\s+(?:how\s+)?to|how to)\s+{act}",
            rf"{teaches}\s+{said}\s+(?:to|for)\s+{people}",
            rf"{teaches}\s+{people}\s+(?:in\s+|the\s+|some\s+)*{said}{behind}",
        )
    )


@cache
def _indian() -> re.Pattern[str]:
    people = rf"(?:{alternatives(roles('learner after'))}|\S+(?:ों|ओं))\s+(?:ko|को)"
    learners = rf"(?:(?P<learners>(?:\S+\s+){{0,4}}?{people})\s+)?"
    who = r"^\W*(?:(?:main|mai|mein|hum|wo|woh|मैं|हम|वह)\s+)?"
    place = r"(?:(?:apne\s+)?(?:ghar|school|centre|center|sanstha)\s+(?:par|pe|mein|me)\s+)?"
    return re.compile(rf"{who}{place}{learners}(?P<of>(?:(?!ko\b|को\s)[^\s,;.]+\s+){{1,4}}?){_SIKHA}", re.IGNORECASE)
