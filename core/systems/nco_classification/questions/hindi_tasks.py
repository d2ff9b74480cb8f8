"""What the people of each family do, in Hindi: in its script, and from it in Latin letters as people type them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from core.language.transliteration import romanise
from core.systems.nco_classification.index.tables import table_rows

_CONSONANT = "(?:chh|[bcdfghjklmnpqrstvwxyz]h?)"
# A vowel that is written and not said: karanaa is karna, pakaranaa is pakarna. The last one goes first.
_UNSAID = re.compile(rf"^(.*[aeiou][nm]?({_CONSONANT}))a(?!\2)({_CONSONANT}[aeiou].*)$")
_TYPED = (
    (re.compile(r"ee\b"), "i"),
    (re.compile(r"(?<=\w)aa\b"), "a"),
    (re.compile(r"(?<=[^aeiou\W])y\b"), "ya"),
    (re.compile(r"([bdgjkpstv]h?)r\b"), r"\1ra"),
    (re.compile(r"ph"), "f"),
)
_FLAPS = re.compile("[डढ]\u093c")  # typed as "d" and "dh"


def hindi_task(family: str) -> tuple[str, str]:
    """Give the task of a family in Devanagari and in Latin letters. Raises `KeyError` for what is no family."""
    hindi = _tasks()[family]
    return hindi, typed(hindi)


def typed(hindi: str) -> str:
    """Write Hindi in Latin letters as people type it; English words stand as English spells them."""
    known = _spellings()
    parts = re.split(r"([\s,()/:–-]+)", unicodedata.normalize("NFC", hindi))
    latin = "".join(known.get(part) or _as_typed(part) for part in parts)
    return latin[:1].upper() + latin[1:]


def _as_typed(word: str) -> str:
    latin = romanise(_FLAPS.sub(lambda match: match[0][0], word))
    while shorter := _UNSAID.match(latin):
        latin = f"{shorter[1]}{shorter[3]}"
    for pattern, typed_so in _TYPED:
        latin = pattern.sub(typed_so, latin)
    return latin


@cache
def _tasks() -> dict[str, str]:
    return {row["code"]: row["hindi"] for row in table_rows("hindi_tasks.csv", "code,hindi")}


@cache
def _spellings() -> dict[str, str]:
    """Map words that are typed otherwise than they are written, most of them English, to how they are."""
    rows = table_rows("hindi_typed.csv", "hindi,latin")
    return {unicodedata.normalize("NFC", row["hindi"]): row["latin"] for row in rows}
