"""The small words of an answer: those that turn a fact round, and those that change its sound and nothing else."""

from __future__ import annotations

import re
from collections import Counter

from core.language.lexicon import rows, word_groups
from core.language.numbers import NUMBER_WORDS
from core.language.terms import STOP_WORDS, analyse
from core.language.tokens import words

_WORDS = word_groups("rewording")
_DENIALS = _WORDS["denial"]
_DEGREES = {row["word"]: row["value"] for row in rows("rewording") if row["kind"] == "degree"}
_COUNTING = frozenset(NUMBER_WORDS) - {"one"} | _WORDS["counting"]
_WORDING = frozenset(stem for word in _WORDS["wording"] for stem in analyse(word))
_ADDRESS = re.compile(r"\w+://\S*|www\.\S+|<[^>\s][^>]*>|\]\([^)]*\)")


def signs(text: str) -> Counter[str]:
    """Count denials, degrees and counting words: small words that turn a fact round."""
    found: Counter[str] = Counter()
    for word in words(text):
        if word in _DENIALS or word.endswith("n't"):
            found["a denial"] += 1
        elif word in _DEGREES:
            found[_DEGREES[word]] += 1
        elif word in _COUNTING:
            found[word] += 1
    return found


def new_words(before: str, after: str) -> Counter[str]:
    """Count words of the second text that neither the first one has nor belong to mere wording, and addresses."""
    known = {stem for word in words(before) for stem in analyse(word)} | _WORDING
    new = [
        word
        for word in words(after)
        if word not in STOP_WORDS and not word[0].isdigit() and not set(analyse(word)) <= known
    ]
    return Counter([*new, *_ADDRESS.findall(after)])
