"""What the user's own words carry: a search or a code that shares nothing with them has drifted.

Words are compared by their terms as they stand, in Latin letters and in English, so that "kumhar" and "potter" agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from core.language.terms import analyse
from core.language.tokens import words
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer
from core.systems.nco_classification.index.titles import plain_title


@lru_cache(maxsize=30_000)
def terms_of(text: str, normalizer: QueryNormalizer) -> frozenset[str]:
    """Return the terms of a text and of what it is read as; its words where all of them are stop words."""
    wording = normalizer.read(plain_title(text))
    found = {term for form in (text, wording.latin, wording.english) for term in analyse(form)}
    return frozenset(found or words(text))


def is_own(query: str, said: str, normalizer: QueryNormalizer) -> bool:
    """Tell whether a query says nothing but what was said, in these words or in English."""
    if set(words(query)) <= set(words(said)):
        return True
    return terms_of(query, normalizer) <= terms_of(said, normalizer)


def share_words(texts: Iterable[str], own: frozenset[str], normalizer: QueryNormalizer) -> bool:
    """Tell whether any of these texts has a term of the user's own words."""
    return any(own & terms_of(text, normalizer) for text in texts)


def texts_of(code: str, classification: Classification) -> list[str]:
    """List all that the classification writes about the family of a code: titles, phrases, and what its people do."""
    family = code[:4]
    titles = [classification.title(one) for one in (family, *classification.occupations_of(family))]
    if (own := classification.words.get(family)) is None:
        return titles
    return [*titles, own.text, *own.phrases, *own.hindi]
