"""Words that the end of a line or of a page broke: put together when the whole word is known, and never compounds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

_BROKEN = re.compile(r"([^\W\d_]{2,})[-\u2010\u00ad]\n([^\W\d_]{2,})")
_ENDS_BROKEN = re.compile(r"[^\W\d_]{2,}[-\u2010\u00ad]$")
_REST = re.compile(r"([^\W\d_]{2,}[^\s]*)\s*")


def mend(text: str, words: Counter[str]) -> str:
    """Put words together that a line end broke. `words` counts those of the document, compounds with their hyphen.

    The hyphen goes when the whole word stands elsewhere in the document and the compound does not; else it stays, and
    the line goes on.
    """

    def whole(match: re.Match[str]) -> str:
        first, second = match.groups()
        return first + second if _is_one(first.lower(), second, words) else f"{first}-{second}"

    return _BROKEN.sub(whole, text)


def _is_one(first: str, second: str, words: Counter[str]) -> bool:
    if words[f"{first}-{second.lower()}"]:
        return False
    return bool(words[first + second.lower()])


def mend_pages(pages: Sequence[Sequence[str]], words: Counter[str]) -> list[list[str]]:
    """Return the lines of pages with the rest of a word that the end of a page broke brought back to its beginning."""
    mended = [list(lines) for lines in pages]
    for lines, following in pairwise(mended):
        if not lines or not following or not _ENDS_BROKEN.search(lines[-1]):
            continue
        rest = _REST.match(following[0])
        if rest and rest.group(1)[0].islower():
            lines[-1] = mend(f"{lines[-1]}\n{rest.group(1)}", words)
            following[0] = following[0][rest.end() :]
    return mended
