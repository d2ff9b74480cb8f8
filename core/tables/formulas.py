"""Text that a spreadsheet would run as a formula, made text with an apostrophe; and taken back when it is read again.

A cell counts as begun where the text begins, and after every sign at which a spreadsheet may part it however it is
quoted: a line, a tab, a semicolon. Numbers are no formulas, nor are marks for nothing (`-`, `+/-`).
"""

from __future__ import annotations

import re

# Space, control and format signs (Unicode Z, Cc, Cf), blank letters and quotation marks: programs drop them or do not
# show them, and read on.
_UNSEEN = (
    '"\x00-\x08\x0b\x0c\x0e-\x20\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160'
    "\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
_SIGNS = "=+\\-@＝＋－＠﹦﹢﹣﹫"
_BEGUN = re.compile(rf"(?:\A|(?<=[\r\n\t;]))(?P<before>[{_UNSEEN}]*)(?P<marks>'*)(?P<said>[{_SIGNS}][^\r\n\t;]*)")
_NOTHING = re.compile(rf"[{_SIGNS}/.\s]*")
_NUMBER = re.compile(
    r"[-+－＋]?\s?(?:\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+|\d+)?(?:[.,]\d+)?(?<=\d)(?:[eE][-+]?\d+)?\s?%?\s*"
)


def is_formula(text: str) -> bool:
    """Whether a spreadsheet could run something in a text, as one cell or parted into several."""
    return any(not found["marks"] and _runs(found["said"]) for found in _BEGUN.finditer(text))


def disarm(text: str) -> str:
    """Return the text with an apostrophe before everything that a spreadsheet could run; any other text as it is."""
    return _BEGUN.sub(_with_mark, text)


def rearm(text: str) -> str:
    """Return what `disarm` was given: one apostrophe less before everything that could be run."""
    return _BEGUN.sub(_without_mark, text) if "'" in text else text


def _runs(said: str) -> bool:
    return not (_NUMBER.fullmatch(said) or _NOTHING.fullmatch(said))


def _with_mark(found: re.Match[str]) -> str:
    return f"{found['before']}'{found['marks']}{found['said']}" if _runs(found["said"]) else found[0]


def _without_mark(found: re.Match[str]) -> str:
    if not found["marks"] or not _runs(found["said"]):
        return found[0]
    return f"{found['before']}{found['marks'][1:]}{found['said']}"
