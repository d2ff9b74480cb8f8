"""When two answers say the same: the same words, whatever their case and punctuation, and the same beside them.

Nothing is translated and nothing is guessed here, so that what was decided for one wording is never given to another.
"""

from __future__ import annotations

from functools import lru_cache

from core.language.tokens import words

_APART = " | "  # no word has a bar in it


@lru_cache(maxsize=50_000)
def key_of(text: str, industry: str = "", education: str = "") -> str:
    """Return the key under which decisions on an answer are kept; "" when nothing in it can be read.

    Where industry or education are told they are part of it: “operator” of a mill is not “operator” of a cinema.
    """
    said = " ".join(words(text))
    beside = [" ".join(words(cell)) for cell in (industry, education)]
    return _APART.join([said, *beside]) if said and any(beside) else said
