"""Job titles made comparable: turned round ("Driver, train") and without grades. Nothing here knows a code."""

from __future__ import annotations

import re
from functools import lru_cache

from core.language.lexicon import alternatives, word_map
from core.language.tokens import words

_SHORT = word_map("title_abbreviations", "means")
_SHORTENED = re.compile(rf"\b({alternatives(_SHORT)})\b\.?", re.IGNORECASE)
# "Level 5", "(Grade II)", "L4", "Plumber (General) - II": how high a job stands, not what it is.
_GRADE = re.compile(
    r"[\s,(–-]*\b(?:level|grade|gr|class|scale|l)[\s.-]*(?:\d+|[ivx]+)\b\)?"
    r"|\s*[-–]\s*[ivx]+\s*$|\s+[ivx]{2,3}\s*$|\s*\(general\)",
    re.IGNORECASE,
)
_REST = re.compile(r",?\s*(?:\bothers?|\bn\.?e\.?c\.?)\s*$", re.IGNORECASE)
_INVERTED = re.compile(r"([^,;:()]{2,40}?)\s*,\s*([^,;:]{2,80}?)(?:\s*:\s*([^;]{2,80}))?")
_WOMAN = re.compile(r"(?<=[a-z]{3})(?:wom[ae]n|persons?)\b", re.IGNORECASE)  # crewwoman and salesperson are -man
_OR = re.compile(r"\s*/\s*(?![^()]*\))")  # "Jewel Setter/Setter" are two names, "(Pipe/Tube)" is one remark
_GENERAL = re.compile(r",\s*general$", re.IGNORECASE)
_SAME_AS = re.compile(r"\((?:equivalent to|same as|also called)\s+([^()]+)\)", re.IGNORECASE)
_LONGEST_HEAD = 3  # words before the comma of an inverted title


@lru_cache(maxsize=50_000)
def plain_title(text: str) -> str:
    """Return a title in lower case and in the order of speech, without grade: "Driver, train: Level 3" is "train
    driver"."""
    title = _SHORTENED.sub(lambda match: _SHORT[match[1].lower()], " ".join(text.split()))
    title = _WOMAN.sub("man", title)
    title = _GRADE.sub("", title) or title
    title = _REST.sub("", title) or title
    inverted = _INVERTED.fullmatch(title)
    if inverted and len(inverted[1].split()) <= _LONGEST_HEAD:
        title = f"{inverted[2]} {inverted[1]}" + (f": {inverted[3]}" if inverted[3] else "")
    return title.strip().lower()


def names_in(title: str, qualification: str = "") -> list[str]:
    """List the title and each name in it, "Nurse, General" also as "Nurse"; then the name of the qualification,
    and what either is said to be equivalent to."""
    parts = _OR.split(title.strip(" `"))
    names = [title, *(parts if len(parts) > 1 and all(words(part) for part in parts) else [])]
    names += [_GENERAL.sub("", name) for name in names]
    same = [match[1] for text in (title, qualification) for match in _SAME_AS.finditer(text)]
    return list(dict.fromkeys(name for name in (*names, qualification, *same) if words(name)))


_HEAD_ENDS = re.compile(r"[,;:()–/]|\s-|-\s|\b(?:of|in|at|for|with|on|to|and|who|that|from|by|working|job)\b")


@lru_cache(maxsize=50_000)
def head_word(text: str) -> str:
    """Return the word that says what somebody is: "driver" for "Driver, train" and for "train driver of the metro"."""
    title = _WOMAN.sub("man", _GRADE.sub("", " ".join(text.lower().split())))
    first = next((part for part in _HEAD_ENDS.split(_REST.sub("", title)) if words(part)), "")
    return words(first)[-1] if first else ""
