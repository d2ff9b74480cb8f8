"""Codes of languages as catalogues write them, eng, en-US, fre, zho, and the English names of the languages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import cast

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from core.language.dictionary import in_dictionary
from core.language.lexicon import rows
from core.language.names import plain_name

_CODE = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8})*")
UNKNOWN = "und"
_SHORTEST_SLIP, _BEGINNING = 6, 3  # letters of a name that may be misspelt, and of its beginning that is right
_ALIKE = 0.82  # likeness of such a name


def language_of(code: str) -> str | None:
    """Return the English name of the language of a code of ISO 639-1, -2 (of either kind) or -3, whatever the region.

    "" where the code says that the language is unknown, None where the text is no code.
    """
    short = usual_code(code)
    return "" if short == UNKNOWN else _known()[1].get(short) if short else None


def usual_code(code: str) -> str:
    """Return the code by which a language is usually called, whatever the region: “de” for deu, ger, de-AT; "" where
    the text is no code."""
    found = _CODE.fullmatch(code.strip())
    short = found[1].lower() if found else ""
    return _known()[0].get(short, short)


def language_code(name: str) -> str:
    """Return the code of a language by its name, in English or in one of the languages of tables; "" of no language."""
    return _by_name().get(plain_name(name), "")


def misspelt_language(name: str) -> str:
    """Return the English name of the usual language that a name is nearly, by a letter or two; "" where it is none."""
    said = plain_name(name)
    if len(said) < _SHORTEST_SLIP or said in _by_name() or in_dictionary(said):
        return ""
    usual = [one for one in _usual_names() if one[:_BEGINNING] == said[:_BEGINNING]]
    found = process.extractOne(said, usual, scorer=DamerauLevenshtein.normalized_similarity, score_cutoff=_ALIKE)
    return found[0].title() if found else ""


@cache
def _usual_names() -> tuple[str, ...]:
    """Return the English names of the languages that have a code of two letters."""
    return tuple(plain_name(name) for code, name in _known()[1].items() if len(code) == 2)


def in_words(codes: Iterable[str]) -> str:
    """Return the names of languages by their codes as a list in words: “English, French and German”."""
    *most, last = sorted(language_of(code) or code for code in codes) or [""]
    return f"{', '.join(most)} and {last}" if most else last


@cache
def _by_name() -> dict[str, str]:
    """Return the code of each language by its names as they are compared, English ones before others."""
    from babel.core import Locale

    found = {plain_name(row["word"]): row["value"] for row in rows("language_words") if row["kind"] == "name"}
    for language in ("en", "fr", "es", "de", "pt", "it", "nl", "hi"):
        for code, name in Locale(language).languages.items():
            if len(code) < 4:
                found.setdefault(plain_name(name), code)
    return found


@cache
def _known() -> tuple[dict[str, str], dict[str, str]]:
    """Other codes of a language, each with the usual one; the name of each usual code. Both are of Unicode's CLDR."""
    from babel.core import Locale, get_global

    return cast("dict[str, str]", get_global("language_aliases")), dict(Locale("en").languages)
