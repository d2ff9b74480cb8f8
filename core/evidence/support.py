"""Similarity support: how much of a sentence's content its passage has, by words and by meaning.

It is a likeness and no proof, and is shown under that name. The model runs once over all sentences and passages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import Protocol

import numpy as np

from core.evidence.findings import Finding
from core.language.clauses import REPORTING, Token, tokens
from core.language.kinds import same_meaning
from core.language.opposites import directions
from core.language.quantities import quantities
from core.language.sentences import sentences
from core.retrieval.embedder import Vectors

# A logistic regression on tests/data/claims/dev.csv, supported against unsupported: what each part weighs. In nine
# folds by passage it lets 4 % of the unsupported through at this threshold and stops 3 % of the supported.
_WEIGHTS = {"cosine": 7.4, "coverage": 8.5, "weakest": 5.2}
_CONSTANT = -9.9
THRESHOLD = 0.6

_SAME_STEM = 0.75  # the least that a word counts which the passage has, in whatever surroundings
_OF_REPORTING = 0.6  # … which only reports
_SAME_AXIS = 0.5  # … which points on an axis that the passage speaks of: that is for the check of polarity to judge
_FAR = 0.45  # a word below this is named as missing


class Embeds(Protocol):
    """What is needed of an embedder; `core.retrieval.embedder.Embedder` is one."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors [n, d]."""

    def token_vectors(self, texts: Sequence[str]) -> list[tuple[list[str], Vectors]]:
        """Return the word pieces of each text and their unit vectors [pieces, d]."""


@dataclass(frozen=True)
class Support:
    """How far a passage holds a sentence. Every number runs from 0 to 1, cosines from −1."""

    score: float  # made of the three below; from THRESHOLD on the sentence counts as supported
    cosine: float  # of the nearest sentence of the passage, or of the whole passage
    coverage: float  # mean over the sentence's content words of how near the passage comes to each
    weakest: float  # the same for the two words that the passage comes least near to
    likeness: tuple[float, ...]  # cosine of each sentence of the passage
    missing: tuple[tuple[int, int], ...]  # offsets of the words that the passage has nothing near to


def supports(pairs: Sequence[tuple[str, str]], embedder: Embeds) -> list[Support]:
    """Return the support of each (sentence, passage), in order. Raises StoreError when the model cannot be loaded.

    A sentence that is quoted has all its words where they stand, so for it no word is compared by meaning.
    """
    texts = list(dict.fromkeys(text for pair in pairs for text in (*pair, *_parts(pair[1]))))
    vectors = dict(zip(texts, embedder.encode(texts), strict=True))
    whole = list(dict.fromkeys(text for pair in pairs if not _is_quoted(*pair) for text in pair))
    in_words = dict(zip(whole, map(_whole_words, embedder.token_vectors(whole)), strict=True))
    found = []
    for sentence, passage in pairs:
        likeness = tuple(float(vectors[sentence] @ vectors[part]) for part in _parts(passage))
        cosine = max(*likeness, float(vectors[sentence] @ vectors[passage]), -1.0)
        quoted = _is_quoted(sentence, passage)
        nearness = [] if quoted else _nearness(sentence, passage, in_words[sentence], in_words[passage])
        found.append(_support(cosine, likeness, nearness))
    return found


def check_support(sentence: str, support: Support) -> list[Finding]:
    """Return a finding when the passage has too little of what `sentence` says."""
    if support.score >= THRESHOLD:
        return []
    words = ", ".join(f"“{sentence[start:end]}”" for start, end in support.missing[:4])
    message = "The cited passage does not seem to say this" + (f": nothing in it is near to {words}." if words else ".")
    start, end = support.missing[0] if len(support.missing) == 1 else (0, len(sentence))
    return [Finding("unsupported", message, start, end)]


def _support(cosine: float, likeness: tuple[float, ...], nearness: Sequence[tuple[Token, float]]) -> Support:
    near = sorted(value for _, value in nearness) or [1.0]
    coverage, weakest = float(np.mean(near)), float(np.mean(near[:2]))
    parts = {"cosine": cosine, "coverage": coverage, "weakest": weakest}
    score = 1 / (1 + exp(-(_CONSTANT + sum(_WEIGHTS[name] * value for name, value in parts.items()))))
    missing = tuple((token.start, token.end) for token, value in nearness if value < _FAR)
    return Support(score, cosine, coverage, weakest, likeness, missing)


def _nearness(
    sentence: str, passage: str, said: Sequence[tuple[str, Vectors]], there: Sequence[tuple[str, Vectors]]
) -> list[tuple[Token, float]]:
    """For each content word of `sentence`, how near the passage comes to it: 1 is the same word in the same place."""
    rows = np.array([vector for word, vector in there if word[0].isalnum()])
    seen: dict[str, float] = {}
    for word, vector in said:
        length = float(np.linalg.norm(vector)) or 1.0
        seen[word] = max(seen.get(word, 0.0), float((rows @ vector).max()) / length if len(rows) else 0.0)
    others = [token for token in tokens(passage) if token.content]
    stems = {other.stem for other in others}
    axes = {axis for other in others for axis, _ in directions(other.word)}
    figures = [(one.start, one.end) for one in quantities(sentence)]
    found = []
    for token in tokens(sentence):
        if not token.content or any(start <= token.start < end for start, end in figures):
            continue  # numbers and their units have a check of their own
        near = seen.get(token.word, 0.5)  # the model reads 254 pieces; of later words nothing is known
        if token.stem in stems or any(same_meaning(token.word, other.word) for other in others):
            near = max(near, _SAME_STEM)
        if token.word in REPORTING:
            near = max(near, _OF_REPORTING)
        if any(axis in axes for axis, _ in directions(token.word)):
            near = max(near, _SAME_AXIS)
        found.append((token, near))
    return found


def _is_quoted(sentence: str, passage: str) -> bool:
    """Whether the sentence is one of the passage's own, word for word."""
    return sentence in _parts(passage)


@lru_cache(maxsize=4_000)
def _parts(passage: str) -> tuple[str, ...]:
    return tuple(sentence.text for sentence in sentences(passage))


def _whole_words(found: tuple[list[str], Vectors]) -> list[tuple[str, Vectors]]:
    """Word pieces put together again, each word with the mean of its vectors."""
    words: list[tuple[str, list[Vectors]]] = []
    for piece, vector in zip(*found, strict=True):
        if piece.startswith("##") and words:
            words[-1] = (words[-1][0] + piece[2:], [*words[-1][1], vector])
        else:
            words.append((piece, [vector]))
    return [(word, np.mean(rows, axis=0)) for word, rows in words]
