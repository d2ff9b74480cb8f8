"""In which language somebody is asked: the one in which they told of their work."""

from __future__ import annotations

import re

from core.language.everyday_hindi import everyday_hindi, is_everyday
from core.language.terms import STOP_WORDS
from core.language.tokens import words
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.questions.attributes import Language, Told

_DEVANAGARI = re.compile(r"[\u0900-\u0963\u0966-\u097f]")
_VERB = re.compile(r".{2}(?:t[aei]|tin|n[aei]|ng[aei]|ka?r|ke)$")  # karta, karti, karna, karunga, padhkar
# Stand in Hindi sentences and in English ones: they tell nothing.
_BOTH = frozenset(
    {"the", "me", "men", "main", "end", "par", "pe", "us", "tab", "log", "sale", "mere", "din", "sab", "are"}
    | {"is", "to", "do", "he", "so", "hi", "up"}
)

DONT_KNOW = "I don't know"
UNKNOWN = Told(DONT_KNOW, "पता नहीं", "Pata nahi")
NOT_WORKING = Told("The person does not work", "कोई काम नहीं करते", "Koi kaam nahi karte")
BOTH = Told("Both about equally", "दोनों लगभग बराबर", "Dono lagbhag barabar")
STUDYING = Told("The person does not teach but studies", "पढ़ाते नहीं, पढ़ाई करते हैं", "Padhate nahi, padhai karte hain")
OTHER = Told("Something else", "कुछ और", "Kuch aur")


def language_of(text: str, classification: Classification) -> Language:
    """Tell the language of a request: Hindi in its script or in Latin letters, and English for every other.

    In Latin letters the words tell it that hold a sentence together: English has loans from Hindi (“sarpanch of the
    village”), and Hindi from English. Where none stands, a word of Hindi tells it that has no English one beside it.
    """
    letters = sum(map(str.isalpha, text))
    if letters and 2 * len(_DEVANAGARI.findall(text)) >= letters:
        return "hindi"
    said = [word for word in words(text) if word not in _BOTH]
    hindi = sum(_holds_hindi(word, classification) for word in said)
    english = sum(word in STOP_WORDS and not _holds_hindi(word, classification) for word in said)
    if hindi or english:
        return "hinglish" if hindi >= english else "english"
    return "hinglish" if said and set(said) <= classification.hindi_words else "english"


def _holds_hindi(word: str, classification: Classification) -> bool:
    """Tell whether a word is a postposition, an auxiliary, or the form of a verb in Hindi."""
    if classification.lexicon.get(word) == "":
        return word in classification.hindi_words
    return bool(_VERB.search(word)) and everyday_hindi(word) is not None and not is_everyday(word)


def beside(told: Told, language: Language) -> str:
    """Give the English that stands small beside another language; nothing beside English itself."""
    return "" if language == "english" else told.english
