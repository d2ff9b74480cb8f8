"""In which language a text is, told only where it is long enough to tell."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

SURE_OF_QUESTION = 0.8
"""From which the language of a question counts as told: of 1,308 English ones of 20 letters and more none was taken for
another."""
_ENOUGH = 20  # letters by which a language can be told
_SURE = 0.7
_LOOKED_AT = 5_000  # characters


def language_of(text: str, sure: float = _SURE) -> str:
    """Return the language as ISO 639-1; "" for a text that is too short or too mixed to tell.

    `sure` is the probability from which it counts as told.
    """
    sample = text[:_LOOKED_AT]
    if sum(map(str.isalpha, sample)) < _ENOUGH:
        return ""
    language, probability = _identifier().classify(sample)
    return str(language) if probability >= sure else ""


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
