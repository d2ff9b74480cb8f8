"""Entity grounding: names, acronyms, formulas and things of a known kind in a sentence occur in its passage."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.evidence.findings import Finding
from core.language.clauses import stem, tokens
from core.language.kinds import is_strict, kinds
from core.language.lexicon import word_map
from core.language.places import place
from core.language.quantities import quantities
from core.language.terms import STOP_WORDS

_NAME = re.compile(r"[^\W_]+(?:['’][^\W_]+)?(?:[-‐‑./+][^\W_]+)*\+?")
_OF_NAMES = frozenset(("of", "and", "the", "for", "in", "on", "to", "de", "la", "von", "van"))
_FORMULAS = word_map("formulas", "means")


@dataclass(frozen=True)
class Name:
    """A name in a text: `text[start:end]`."""

    text: str
    start: int
    end: int
    capital: bool  # begins with a capital letter and is no acronym or formula


def check_entities(sentence: str, passage: str) -> list[Finding]:
    """Return a finding for each name of `sentence` that `passage` does not hold, and each thing it holds another one
    for."""
    found = [
        Finding("entity", f"“{name.text}” does not occur in the cited passage.", name.start, name.end)
        for name in names(sentence)
        if not _occurs(name, sentence, passage)
    ]
    places = {one.start for one in found}
    return found + [one for one in _other_of_its_kind(sentence, passage) if one.start not in places]


def entity_grounding(sentence: str, passage: str) -> tuple[int, int]:
    """How many names of `sentence` occur in `passage`, of how many."""
    checked = names(sentence)
    return sum(_occurs(name, sentence, passage) for name in checked), len(checked)


# --- names ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4_000)
def names(text: str) -> tuple[Name, ...]:
    """Capitalised words, acronyms, formulas and codes, in order. A capital that begins a sentence makes no name."""
    begins: dict[int, int] = {}
    for token in tokens(text):
        begins.setdefault(token.sentence, token.start)
    firsts = set(begins.values())
    counted = [(one.start, one.end) for one in quantities(text)]
    found = []
    matches = list(_NAME.finditer(text))
    for number, match in enumerate(matches):
        word = re.sub(r"['’]s$", "", match.group())
        if any(start <= match.start() and match.end() <= end for start, end in counted) or word == "I":
            continue
        coded = bool(
            re.search(r"[a-z][A-Z]|[A-Z]{2}|[A-Za-z]\d|\d[A-Za-z]|^[A-Z]\d|[A-Z]\+|[A-Za-z]-?\d|^[A-Z][a-z]?-", word)
        )
        capital = word[0].isupper()
        if not coded and not capital:
            continue
        if not coded and match.start() in firsts:
            after = matches[number + 1].group() if number + 1 < len(matches) else ""
            two_names = (
                after[:1].isupper() and text[match.end() : match.end() + 1] == " " and word.lower() not in STOP_WORDS
            )
            if not two_names and place(word.lower()) is None:
                continue
        found.append(Name(word, match.start(), match.start() + len(word), not coded))
    return tuple(found)


def _occurs(name: Name, sentence: str, passage: str) -> bool:  # noqa: PLR0911 - one way to be found after the other
    present = _present(passage)
    lowered = name.text.lower().replace("’", "'")
    if lowered in present or lowered.rstrip("s") in present or stem(lowered) in present:
        return True
    where = place(lowered)
    if where is not None:
        return f"place {where}" in present
    parts = [part for part in re.split(r"[-‐‑./]", lowered) if part]
    if len(parts) > 1 and all(part in present or stem(part) in present or part in STOP_WORDS for part in parts):
        return True
    if lowered in _FORMULAS and _FORMULAS[lowered] in passage.lower():
        return True
    if any(lowered in meant and formula in present for formula, meant in _FORMULAS.items()):
        return True
    if any(f"{kind} {member}" in present for kind, member in kinds(lowered)):
        return True
    letters = re.sub(r"[^a-z]", "", lowered.rstrip("s") if name.text[-1:] == "s" else lowered)
    if not name.capital and len(letters) > 1 and letters in _initials(passage):
        return True
    return name.capital and _expands(name, sentence, present)


def _expands(name: Name, sentence: str, present: frozenset[str]) -> bool:
    """Whether the name is part of a row of capitals whose initials the passage has as an acronym."""
    for match in re.finditer(r"[A-Z][\w-]*(?:\s+(?:(?:of|and|the|for)\s+)*[A-Z][\w-]*)+", sentence):
        if match.start() <= name.start < match.end():
            initials = "".join(
                word[0] for word in re.findall(r"[A-Za-z]+", match.group()) if word.lower() not in _OF_NAMES
            )
            if initials.lower() in present:
                return True
    return False


@lru_cache(maxsize=4_000)
def _present(text: str) -> frozenset[str]:
    """Everything by which a name may be found in `text`: words, stems, codes and their parts, places, kinds."""
    found = set()
    for match in _NAME.finditer(text):
        word = re.sub(r"['’]s$", "", match.group()).lower()
        for part in (word, *re.split(r"[-‐‑./]", word)):
            found |= {part, part.rstrip("s"), stem(part)} if part else set()
            if (where := place(part)) is not None:
                found.add(f"place {where}")
            found |= {f"{kind} {member}" for kind, member in kinds(part)}
    return frozenset(found)


@lru_cache(maxsize=4_000)
def _initials(text: str) -> frozenset[str]:
    """Return the initials of every two to six words in a row, little words counted or not."""
    words = [word.lower() for word in re.findall(r"[A-Za-z]+", text)]
    found = set()
    for row in (words, [word for word in words if word not in _OF_NAMES]):
        letters = "".join(word[0] for word in row)
        found |= {letters[start : start + length] for length in range(2, 7) for start in range(len(letters))}
    return frozenset(found)


# --- things of a kind -------------------------------------------------------------------------------------------------


def _other_of_its_kind(sentence: str, passage: str) -> list[Finding]:
    """“Rats” where the passage has mice, and no rats."""
    present = _present(passage)
    here = {entry for token in tokens(sentence) for entry in kinds(token.word)}
    found = []
    spelled = {word for formula, meant in _FORMULAS.items() if formula in present for word in meant.split()}
    for token in tokens(sentence):
        if token.word in present or token.word in spelled or token.stem in present or len(token.word) < 3:
            continue
        entries = kinds(token.word)
        if not entries or any(f"{kind} {member}" in present for kind, member in entries):
            continue
        rivals = [
            other for other in tokens(passage)
            for kind, member in kinds(other.word)
            if kind in {kind for kind, _ in entries} and (kind, member) not in here and len(other.word) > 2
        ]  # fmt: skip
        if rivals:
            message = f"“{token.word}” does not occur in the cited passage; it says “{rivals[0].word}”."
            found.append(Finding("entity", message, token.start, token.end, (rivals[0].start, rivals[0].end)))
        elif any(is_strict(kind) for kind, _ in entries):
            message = f"“{token.word}” does not occur in the cited passage."
            found.append(Finding("entity", message, token.start, token.end))
    return found
