"""Which words of a request stand in the evidence of what was found for it: these were used, the others were not.

A word counts in any of its forms: as typed, parted, cut to its stem, in English, or spelt nearly so. Evidence is all
that is written about the families that were found, on which the scores rest.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.language.reading import Reading, Word
from core.language.spelling import likeness
from core.language.terms import analyse
from core.language.tokens import words
from core.language.transliteration import romanise
from core.systems.nco_classification.decision.own_words import texts_of
from core.systems.nco_classification.decision.request_words import KNOWN, UNKNOWN
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer, forms_of

NOT_FOUND = "in nothing that speaks for the families found"
_ALIKE = 0.6  # likeness from which two words share enough groups of letters to be found by them
_SHORTEST = 5  # letters of a word that is found by its letters


def settle(
    reading: Reading, candidates: Sequence[Candidate], known: Classification, normalizer: QueryNormalizer
) -> Reading:
    """Tell of each word whether it stands in the evidence of the candidates; without any, nothing changes."""
    if not candidates:
        return reading
    held = frozenset[str]().union(*(_held(one.family, known) for one in candidates))
    held |= {word for one in candidates for match in one.evidence for word in _terms(match.text)}
    return replace(reading, words=tuple(_settled(word, held, normalizer) for word in reading.words))


def _settled(word: Word, held: Collection[str], normalizer: QueryNormalizer) -> Word:
    if word.as_ not in (KNOWN, UNKNOWN):
        return word
    latin = romanise(word.text).lower()
    english = words(normalizer.read(latin).english)
    forms = [form for one in (latin, *english) for form in forms_of(one)]
    if any(form in held for form in forms):
        return replace(word, fate="used", as_="in what speaks for the families found")
    alike = (other for other in held if other[0] == latin[0] and likeness(latin, other) >= _ALIKE)
    near = max(alike, key=lambda other: (likeness(latin, other), other), default="")
    if word.as_ == UNKNOWN and near and len(latin) >= _SHORTEST:
        return replace(word, fate="used", as_=f"spelt nearly as “{near}”")
    return replace(word, fate="unused", as_=UNKNOWN if word.as_ == UNKNOWN else NOT_FOUND)


def _held(family: str, classification: Classification) -> frozenset[str]:
    return frozenset(word for text in texts_of(family, classification) for word in _terms(text))


def _terms(text: str) -> list[str]:
    return [*words(text), *analyse(text)]
