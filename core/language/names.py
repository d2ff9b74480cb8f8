"""Names as they are compared: without capitals and accents; and whether a text names several people."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from core.language.lexicon import alternatives, word_groups

BETWEEN_PEOPLE = re.compile(r"[;|/]")
_AND = re.compile(rf"\s+(?:{alternatives(word_groups('joining_words')['joins names'])})\s+", re.IGNORECASE)
_APOSTROPHES = re.compile(r"['’`]")


def without_accents(text: str, form: Literal["NFD", "NFKD"] = "NFD") -> str:
    """Return a text without its combining marks, in a decomposed Unicode form: NFD, or NFKD for ligatures and the like
    too."""
    return "".join(letter for letter in unicodedata.normalize(form, text) if not unicodedata.combining(letter))


def plain_name(text: str) -> str:
    """Return a name as a whole: small letters and figures with single spaces, no accents, no apostrophes."""
    bare = _APOSTROPHES.sub("", without_accents(text.casefold(), "NFKD").casefold()).replace("&", " and ")
    return " ".join("".join(letter if letter.isalnum() else " " for letter in bare).split())


def joined_people(text: str) -> list[str]:
    """Return the names that a word for "and" joins, each of two words or more; or the text as it is: "Ramón y Cajal"
    is one."""
    people = _AND.split(" ".join(text.split()))
    return people if all(" " in name for name in people) else [text]


def joins_people(text: str) -> bool:
    """Whether a word for "and" stands between names, or between the words of one."""
    return bool(_AND.search(text))


def may_be_several(text: str) -> bool:
    """Whether what stands for one person is perhaps two: "Ann Ray & Bob Sole", "Ann Ray, Bob Sole", "Ray; Sole"."""
    if BETWEEN_PEOPLE.search(text) or len(joined_people(text)) > 1:
        return True
    parts = [part.split() for part in text.split(",")]
    return len(parts) > 1 and all(len(part) > 1 for part in parts)
