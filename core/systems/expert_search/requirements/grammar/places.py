"""Places and languages that a request names, as nouns (Kenya) and as adjectives (Kenyan, French-speaking)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from core.language.clauses import tokens
from core.language.gazetteer import named_places
from core.language.language_names import _known
from core.language.lexicon import rows, word_map
from core.systems.expert_search.requirements.grammar.pieces import Found
from core.systems.expert_search.requirements.requirement import Requirement



def places(text: str) -> Iterator[Found]:
    """Find the places that a request names, each by its own words, an adjective by the name of its place."""
    for one in named_places(text):
        said = " ".join(text[one.start : one.end].split())
        yield Found(one.start, one.end, Requirement("place", one.place.name if one.adjective else said), adjective=one.adjective)


def languages(text: str) -> Iterator[Found]:
    """Find names of languages as they stand in a request, and “francophone” with its like."""
    words = tokens(text)
    for word in words:
        said = text[word.start : word.end]
        if name := _phones().get(word.word):
            yield Found(word.start, word.end, Requirement("language", name), adjective=True)
        elif said[0].isupper() and (name := _language_names().get(word.word)):
            yield Found(word.start, word.end, Requirement("language", name))
        elif word.word in _common_languages():
            yield Found(word.start, word.end, Requirement("language", word.word.title()))


@cache
def _language_names() -> Mapping[str, str]:
    return {name.lower(): name for name in _known()[1].values() if re.fullmatch(r"[^\W\d_]{2,}", name)}


@cache
def _common_languages() -> frozenset[str]:
    """Return languages that are one also in small letters, by the adjectives of places."""
    adjectives = {row["word"] for row in rows("places") if row["kind"] == "adjective"}
    return frozenset(name for name in _language_names() if name in adjectives or len(name) > 6)


@cache
def _phones() -> Mapping[str, str]:
    return word_map("speakers", "language")
