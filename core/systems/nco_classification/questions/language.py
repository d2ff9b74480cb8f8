"""In which language somebody is asked: the one in which they told of their work."""

from __future__ import annotations

import re

from core.language.tokens import words
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.questions.attributes import Language, Told

_DEVANAGARI = re.compile(r"[\u0900-\u0963\u0966-\u097f]")
# Stand in Hindi sentences and in English ones: they tell nothing.
_BOTH = frozenset(
    {"the", "me", "men", "main", "end", "par", "pe", "us", "tab", "log", "sale", "mere", "din", "sab", "are"}
)

DONT_KNOW = "I don't know"
UNKNOWN = Told(DONT_KNOW, "पता नहीं", "Pata nahi")
NOT_WORKING = Told("I do not work", "कोई काम नहीं करते", "Koi kaam nahi karte")
OTHER = Told("Something else", "कुछ और", "Kuch aur")


def language_of(text: str, classification: Classification) -> Language:
    """Tell the language of a request: Hindi in its script or in Latin letters, and English for every other."""
    letters = sum(map(str.isalpha, text))
    if letters and 2 * len(_DEVANAGARI.findall(text)) >= letters:
        return "hindi"
    said = set(words(text))
    return "hinglish" if said & classification.hindi_words - _BOTH else "english"


def beside(told: Told, language: Language) -> str:
    """Give the English that stands small beside another language; nothing beside English itself."""
    return "" if language == "english" else told.english
