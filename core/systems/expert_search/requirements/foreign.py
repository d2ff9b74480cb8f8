"""A request in a language in which nobody here writes and that the model does not read: by chance alone somebody is
near to it in meaning, so that nobody likely knows about it."""

from __future__ import annotations

from core.language.detecting import SURE_OF_QUESTION, language_of
from core.language.language_names import in_words
from core.language.reading import content_words
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cells.skills import phrases

_MOST = 0.5  # of the words of a request that may stand in texts here
_SHORTEST = 4  # letters of a word that counts: “de” stands in names


def said_of_language(request: str, people: People) -> str:
    """Say why a request in a foreign language cannot be searched for, "" where it is in none."""
    language = foreign_language(request, people)
    return f"it is in {in_words([language])}, and requests are read in English" if language else ""


def foreign_language(text: str, people: People) -> str:
    """Return the language (ISO 639-1) of a text that neither is read by the model nor stands in anybody's texts; "" for
    all others."""
    said = [one.text for one in content_words(text) if len(one.text) >= _SHORTEST]
    known = sum(any(any(people.holding([term]).values()) for one in phrases(word) for term in one) for word in said)
    if not said or known >= _MOST * len(said):
        return ""
    language = language_of(text, SURE_OF_QUESTION)
    return language if people.embedder.reads.knows(language) is False else ""
