"""The code that an analyst gives to a job: an occupation of the family that was found, or another one with a reason.

It is kept beside the run, for the outcome it was given on: an outcome that came of another answer has none. What the
run itself came to stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from core.codec import from_state, to_state
from core.errors import InputError
from core.language.sanitize import one_line
from core.systems.nco_classification.codebook.book import as_code
from core.systems.nco_classification.index.classification import DIGITS, Classification
from core.types import JSON

KEPT = "own_code"  # among the settings of a thread: by the id of the checkpoint, the code given on it
LONGEST_REASON = 500  # characters
_DIGITS = re.compile(r"\s*[0-9][0-9.\s-]*")
_NEAR = 8  # codes that are named where one is not known


@dataclass(frozen=True)
class OwnCode:
    """A code with the analyst's reason; `found` are the codes that the run had come to, `by` is who gave it where
    people sign in, `given` is ISO 8601 in UTC."""

    code: str
    reason: str
    found: list[str]
    by: str
    given: str

    @property
    def narrows(self) -> bool:
        """Whether it only says more precisely what was found."""
        return _narrows(self.code, self.found)


def own_code(
    written: str, reason: str, found: Sequence[str], known: Classification, by: str = "", given: str = ""
) -> OwnCode:
    """Make an analyst's code out of what they wrote; the time is now where none is told.

    Raises `InputError` for what is no code, and without a reason for a code that does not lie in one that was found.
    """
    code, why = as_code(written, known), one_line(reason, LONGEST_REASON)
    if not code:
        raise InputError(f"“{one_line(written, 40)}” is no code of the classification.", _near(written, known))
    if not why and not _narrows(code, found):
        raise InputError("Another code needs a reason.", "Say in a few words why it is this one.")
    return OwnCode(code, why, list(found), by, given or datetime.now(UTC).isoformat(timespec="seconds"))


def is_typed_code(written: str) -> bool:
    """Tell whether somebody typed a code, or digits that are meant to be one; else it is words to look one up by."""
    return bool(_DIGITS.fullmatch(written))


def _near(written: str, known: Classification) -> str:
    """Advise by the longest beginning of what was typed that is a code, and by what lies in it."""
    digits = "".join(filter(str.isdigit, written)) if is_typed_code(written) else ""
    part = next((digits[:end] for end in range(DIGITS["family"], 0, -1) if known.exists(digits[:end])), "")
    if not part:
        return "Look one up by words, or write its digits, such as 7531 or 7531.0100."
    below = [code for code in (*known.families, *known.occupations) if code.startswith(part) and code != part]
    inside = f", with {', '.join(below[:_NEAR])}{' …' if len(below) > _NEAR else ''} in it" if below else ""
    return f"There is {part} · {known.title(part)}{inside}."


def _narrows(code: str, found: Sequence[str]) -> bool:
    return any(code[:4] == other[:4] for other in found if len(other) >= 4)


def with_code(kept: JSON, checkpoint: str, given: OwnCode | None) -> JSON:
    """Return what is kept with this code for an outcome; None takes the one away that was given on it."""
    others = {key: value for key, value in _kept(kept).items() if key != checkpoint}
    return {**others, checkpoint: to_state(given)} if given else dict(others)


def code_given(settings: Mapping[str, JSON], checkpoint: str) -> OwnCode | None:
    """Return the code that was given on an outcome; None when there is none."""
    kept = _kept(settings.get(KEPT)).get(checkpoint)
    return from_state(OwnCode, kept) if kept else None


def _kept(kept: JSON) -> Mapping[str, JSON]:
    return kept if isinstance(kept, dict) else {}
