"""Places and languages that a request names, as nouns (Kenya) and as adjectives (Kenyan, francophone)."""

from __future__ import annotations

from collections.abc import Iterator

from core.language.clauses import tokens
from core.language.gazetteer import named_places
from core.language.language_names import language_code
from core.language.lexicon import word_map
from core.systems.expert_search.requirements.grammar.pieces import Found
from core.systems.expert_search.requirements.requirement import Requirement

_COMMON = 2  # letters of the codes of languages that are known well enough to be meant in small letters, too
_SHORTEST = 4  # letters of their names


def places(text: str) -> Iterator[Found]:
    """Find the places that a request names, each by its own words, an adjective by the name of its place."""
    for one in named_places(text):
        said = " ".join(text[one.start : one.end].split())
        if one.place.level == "city" and said.islower() and text.endswith("the ", 0, one.start):
            continue  # “from the bank”: no town has an article
        value = one.place.name if one.adjective else said
        yield Found(one.start, one.end, Requirement("place", value), adjective=one.adjective)


def languages(text: str) -> Iterator[Found]:
    """Find names of languages as they stand in a request, and “francophone” with its like."""
    for word in tokens(text):
        speakers = word_map("speakers", "language").get(word.word)
        code = "" if speakers else language_code(word.word)
        common = len(code) == _COMMON and len(word.word) >= _SHORTEST
        if speakers or (code and (common or text[word.start].isupper())):
            wanted = Requirement("language", speakers or word.word.title())
            yield Found(word.start, word.end, wanted, adjective=bool(speakers))
