"""What can be given to a job by hand: a code of any level, or a word for what has none."""

from __future__ import annotations

from collections.abc import Collection

from core.errors import InputError
from core.systems.nco_classification.index.classification import DIGITS, Classification
from core.systems.nco_classification.index.official import read_code

NOT_IN_WORK, REFUSED, UNCODABLE = "not in work", "refused", "cannot be coded"
WITHOUT_CODE = (NOT_IN_WORK, REFUSED, UNCODABLE)
ASK = "ask"
"""Of a rule: whatever the machine thinks, these words are asked about."""
AS_WRITTEN = "as written"
"""Of a rule: this word is never read as another one."""


def is_code(given: str) -> bool:
    """Tell a code from a word."""
    return given[:1].isdigit()


def is_whole(given: str) -> bool:
    """Tell a code of a family or an occupation from a part of one, and from a word."""
    return is_code(given) and len(given) >= DIGITS["family"]


def code_in(written: str, known: Classification) -> str:
    """Read a code, as a spreadsheet may have changed it; "" for what is none of the classification."""
    code = written if known.exists(written) else read_code(written)
    return code if known.exists(code) else ""


def read_outcome(written: str, known: Classification, also: Collection[str] = ()) -> str:
    """Read a code, as a spreadsheet may have changed it, or one of the words; `also` are further words.

    Raises `InputError` for what is neither.
    """
    said = " ".join(written.split()).lower()
    if said in WITHOUT_CODE or said in also:
        return said
    if code := code_in(said, known):
        return code
    wanted = ", ".join(f"“{word}”" for word in (*also, *WITHOUT_CODE))
    raise InputError(
        f"“{written.strip()[:60]}” is not a code of the classification." if said else "No code is given.",
        f"Give a code as it stands there, such as 7531 or 7531.0100, or one of: {wanted}.",
    )
