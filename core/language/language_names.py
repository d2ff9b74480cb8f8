"""Codes of languages as catalogues write them, eng, en-US, fre, zho, and the English names of the languages."""

from __future__ import annotations

import re
from functools import cache
from typing import cast

_CODE = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8})*")
UNKNOWN = "und"


def language_of(code: str) -> str | None:
    """Return the English name of the language of a code of ISO 639-1, -2 (of either kind) or -3, whatever the region.

    "" where the code says that the language is unknown, None where the text is no code.
    """
    found = _CODE.fullmatch(code.strip())
    if not found:
        return None
    aliases, names = _known()
    short = found[1].lower()
    return "" if short == UNKNOWN else names.get(aliases.get(short, short))


@cache
def _known() -> tuple[dict[str, str], dict[str, str]]:
    """Other codes of a language, each with the usual one; the name of each usual code. Both are of Unicode's CLDR."""
    from babel.core import Locale, get_global

    return cast("dict[str, str]", get_global("language_aliases")), dict(Locale("en").languages)
