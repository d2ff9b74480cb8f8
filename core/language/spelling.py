"""How words are spelt and how they sound: plain spellings, phonetic keys, letters that differ, groups of letters."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from rapidfuzz.distance import OSA

from core.language.tokens import words

_SHORTEST_MISSPELLED = 4  # letters; a shorter word that differs is another word


# --- letters that differ ----------------------------------------------------------------------------------------------


def letters_allowed(length: int) -> int:
    """How many letters of that many may differ in a misspelling."""
    return 0 if length < _SHORTEST_MISSPELLED else min(3, max(1, length // 6))


def letters_between(one: str, other: str) -> int | None:
    """How many letters part two plain texts (two that changed places count once); None when they are too many.

    Figures must be the same: volume 1 is no misspelling of volume 2.
    """
    if one == other:
        return 0
    most = letters_allowed(min(len(one), len(other)))
    if re.findall(r"\d+", one) != re.findall(r"\d+", other):
        return None
    distance = OSA.distance(one, other, score_cutoff=most)
    return int(distance) if distance <= most else None


# --- words that sound alike -------------------------------------------------------------------------------------------

_SOUNDS = [
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"[^a-z]", ""), (r"tion", "shn"), (r"sch", "sk"), (r"tch", "ch"), (r"ght", "t"), (r"ph", "f"),
        (r"ck", "k"), (r"x", "ks"), (r"q", "k"),
        (r"c(?=[eiy])", "s"), (r"c(?!h)", "k"), (r"g(?=[eiy])", "j"), (r"(?<=[a-z])h", ""), (r"w", "v"), (r"z", "j"),
        (r"m", "n"), (r"^[aeiouy]+", "a"), (r"(?<=.)[aeiouy]", ""), (r"(.)\1+", r"\1"),
    )
]  # fmt: skip


@lru_cache(maxsize=100_000)
def phonetic_key(word: str) -> str:
    """How a Latin word sounds, roughly and without vowels: "engineer", "enginer" and "injiniyar" are all "anjnr"."""
    for pattern, replacement in _SOUNDS:
        word = pattern.sub(replacement, word)
    return word


_NO_CONSONANT = re.compile(r"[^a-z]|[aeiouy]|(?<=[a-z])h")
_SIMPLE = [
    (re.compile(pattern), letter)
    for pattern, letter in (
        (r"aa+", "a"), (r"ee|ii|ea|y(?=\b)", "i"), (r"oo|uu|ou", "u"), (r"ph", "f"), (r"(?<=[bdgjkt])h", ""),
        (r"w", "v"), (r"z", "j"), (r"ck|q|c(?!h)", "k"), (r"chh", "ch"), (r"x", "ks"), (r"([^\W\d_])\1", r"\1"),
    )
]  # fmt: skip


@lru_cache(maxsize=100_000)
def simple_spelling(word: str) -> str:
    """Return a Latin word in a plainer spelling, in which the usual ways to romanise Hindi fall together."""
    for pattern, letter in _SIMPLE:
        word = pattern.sub(letter, word)
    return word


def consonants(word: str) -> int:
    """Count the consonants of a Latin word, "sh" and the like once: two agree by chance, in thele and tally."""
    return len(_NO_CONSONANT.sub("", simple_spelling(word)))


# --- groups of letters ------------------------------------------------------------------------------------------------


def likeness(one: str, other: str) -> float:
    """How alike two words are spelt, 0 … 1: twice the shared pairs of letters over all pairs (Dice), plainly spelt."""
    first, second = (_pairs(simple_spelling(word)) for word in (one, other))
    return 2 * (first & second).total() / max((first + second).total(), 1)


def _pairs(word: str) -> Counter[str]:
    marked = f"^{word}$"
    return Counter(marked[start : start + 2] for start in range(len(marked) - 1))


def letter_groups(text: str) -> list[str]:
    """Return groups of three to five letters of each word, plainly spelt; `^` and `$` mark where a word begins and
    ends."""
    groups = []
    for word in words(text):
        marked = f"^{simple_spelling(word)}$"
        for size in (3, 4, 5):
            groups += [marked[start : start + size] for start in range(len(marked) - size + 1)]
        if len(marked) <= 6:
            groups.append(marked)
    return groups
