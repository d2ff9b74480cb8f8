"""Slips of the pen in the words that say how something is wanted: “prefered”, “requried”."""

from __future__ import annotations

from collections.abc import Collection as Words
from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from core.language.clauses import tokens
from core.language.dictionary import in_dictionary
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.pieces import GROUPS

_like = DamerauLevenshtein.normalized_similarity
_KINDS = (
    "wish before",
    "wish after",
    "must before",
    "must after",
    "exclusion",
    "without",
    "speaks",
    "small",
    "near",
    "free",
)
_SURE = 0.79  # likeness from which a word is a cue misspelt
_SHORTEST = 6  # letters of a word that may be misspelt
_BEGINNING = 3  # letters that both begin with
_MOST = 20  # words that are looked up


def misspelt_cues(text: str, collection: Collection, right: Words[str] = ()) -> dict[str, str]:
    """Return words of a request that nobody uses and that stand in no dictionary, each with the cue that it is nearly;
    those in `right` are meant as they stand."""
    unknown = [
        word
        for word in dict.fromkeys(token.word for token in tokens(text))
        if len(word) >= _SHORTEST and word.isalpha() and word not in right
        and not collection.knows(word) and not in_dictionary(word)
    ][:_MOST]  # fmt: skip
    near = {
        word: process.extractOne(word, _cues(word[:_BEGINNING]), scorer=_like, score_cutoff=_SURE) for word in unknown
    }
    return {word: found[0] for word, found in near.items() if found}


@cache
def _cues(beginning: str) -> tuple[str, ...]:
    words = (word for kind in _KINDS for word in GROUPS[kind])
    return tuple(
        sorted(word for word in words if len(word) >= _SHORTEST and word.startswith(beginning) and " " not in word)
    )
