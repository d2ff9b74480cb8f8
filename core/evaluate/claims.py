"""How sentences that others judged stand with the checks of evidence: struck, backed, or not checked.

`python -m core.evaluate claims FILE.csv`, with the columns `sentence`, `passage` and `label`: supported, number,
polarity, entity or unsupported; and, if there is one, `source`. Numbers of the honest sentences are changed, too, to
see how many of these faults are struck.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.evaluate.faults import change_digit, exchange_number
from core.evidence.check import check_statements
from core.evidence.judge.protocol import Judge
from core.evidence.verdicts import Statement, Verdict
from core.tables import read_table

SUPPORTED = "supported"
FAULTS = ("number", "polarity", "entity", "unsupported")
COLUMNS = ("sentence", "passage", "label")
MADE: Mapping[str, Callable[[str, str, random.Random], str | None]] = {
    "one digit changed": change_digit,
    "another number of the passage": exchange_number,
}
"""Faults that are made of honest sentences, and how."""

Shares = dict[str, float]


@dataclass(frozen=True)
class Claim:
    """A sentence, the passage it cites, what is wrong with it in truth, and where it was taken from."""

    sentence: str
    passage: str
    label: str
    source: str = ""


def read_claims(path: Path) -> list[Claim]:
    """Return the rows of a CSV or XLSX. Raises InputError for a file that is missing or wrong, with the row."""
    try:
        table = read_table(path.read_bytes(), path.name)
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    if absent := [column for column in COLUMNS if column not in table.columns]:
        raise InputError(f"{path.name} has no column {', '.join(absent)}.", f"It needs {', '.join(COLUMNS)}.")
    columns = [*COLUMNS, *(name for name in ("source",) if name in table.columns)]
    claims = []
    for row, sentence, passage, label, *source in table[columns].itertuples(name=None):
        name = label.strip().lower()
        if name not in (SUPPORTED, *FAULTS):
            raise InputError(
                f"{path.name}, row {row}: “{label}” is no label.", f"Use {SUPPORTED}, {', '.join(FAULTS)}."
            )
        if not sentence.strip():
            raise InputError(f"{path.name}, row {row}: the sentence is empty.")
        claims.append(Claim(sentence, passage, name, *source))
    return claims


def evaluate_claims(claims: Sequence[Claim], judge: Judge | None = None) -> dict[str, Any]:
    """Return what is told of all rows, see `_summary`; `table`, `made` and `by_source` have more.

    `table` holds for each label how many rows there are and which share is struck, backed and not checked; `made` the
    same for faults made of the honest sentences, which no judge sees.
    """
    verdicts = check_statements([Statement(one.sentence, (one.passage,)) for one in claims], judge)
    checked = list(zip(claims, verdicts, strict=True))
    table = {
        label: _shares([verdict for claim, verdict in checked if claim.label == label])
        for label in (SUPPORTED, *FAULTS)
        if any(claim.label == label for claim in claims)
    }
    sources = sorted({one.source for one in claims if one.source})
    return {
        "rows": len(claims),
        **_summary(checked),
        "table": table,
        "made": made_faults(claims),
        "by_source": {name: _summary([one for one in checked if one[0].source == name]) for name in sources},
    }


def made_faults(claims: Sequence[Claim], seed: int = 0) -> dict[str, Shares]:
    """Return, for each way to spoil a number, what becomes of the honest sentences that hold one; `seed` chooses."""
    found = {}
    for kind, spoil in MADE.items():
        chance = random.Random(seed)  # noqa: S311 - chooses numbers, no secrets
        honest = [one for one in claims if one.label == SUPPORTED]
        spoiled = [(spoil(one.sentence, one.passage, chance), one.passage) for one in honest]
        statements = [Statement(sentence, (passage,)) for sentence, passage in spoiled if sentence]
        if statements:
            found[kind] = _shares(check_statements(statements))
    return found


def _summary(checked: Sequence[tuple[Claim, Verdict]]) -> Shares:
    """Return shares of honest and wrong sentences, each where there are such.

    In `balanced_accuracy`, the mean of both, a sentence that is not checked counts half.
    """
    honest = [verdict for claim, verdict in checked if claim.label == SUPPORTED]
    wrong = [verdict for claim, verdict in checked if claim.label != SUPPORTED]
    numbers = [one for claim, one in checked if claim.label == SUPPORTED and re.search(r"\d", claim.sentence)]
    told: Shares = {}
    if honest:
        told |= {"honest_struck": _shares(honest)["struck"], "honest_backed": _shares(honest)["backed"]}
    if numbers:
        told["honest_with_numbers_struck"] = _shares(numbers)["struck"]
    if wrong:
        told |= {"wrong_struck": _shares(wrong)["struck"], "wrong_backed": _shares(wrong)["backed"]}
    if honest and wrong:
        right = (_shares(honest)["backed"], _shares(wrong)["struck"])
        unsure = (_shares(honest)["not_checked"], _shares(wrong)["not_checked"])
        told["balanced_accuracy"] = (sum(right) + 0.5 * sum(unsure)) / 2
    return told


def _shares(verdicts: Sequence[Verdict]) -> Shares:
    count = Counter("struck" if one.struck else one.standing for one in verdicts)
    of = len(verdicts)
    return {
        "rows": float(of),
        "struck": count["struck"] / of,
        "backed": count["backed"] / of,
        "not_checked": count["not checked"] / of,
    }


def describe(figures: Mapping[str, Any]) -> list[str]:
    """Return the figures that the table does not tell, a line each."""
    names = [name for name, value in figures.items() if isinstance(value, float)]
    lines = [f"{name.replace('_', ' '):<28}{figures[name]:.4f}" for name in names]
    lines += [
        f"{source:<40}" + ", ".join(f"{name.replace('_', ' ')} {value:.3f}" for name, value in told.items())
        for source, told in figures["by_source"].items()
    ]
    return [*lines, "What is not checked is neither right nor wrong: in the balanced accuracy it counts half."]
