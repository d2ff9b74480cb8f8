"""How many wrong sentences the checks of evidence stop, and how many honest ones.

`python -m core.evaluate claims FILE.csv`, with the columns `sentence`, `passage` and `label`: supported, number,
polarity, entity or unsupported. A sentence is caught when any check objects to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from core.errors import InputError
from core.evidence.checks import Verdict, check_sentences
from core.evidence.findings import Fault
from core.evidence.support import Embeds
from core.tables import read_table

SUPPORTED = "supported"
FAULTS: tuple[str, ...] = get_args(Fault)
COLUMNS = ("sentence", "passage", "label")


@dataclass(frozen=True)
class Claim:
    """A sentence, the passage it cites, and what is wrong with it in truth."""

    sentence: str
    passage: str
    label: str


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
    claims = []
    for row, sentence, passage, label in table[list(COLUMNS)].itertuples(name=None):
        name = label.strip().lower()
        if name not in (SUPPORTED, *FAULTS):
            raise InputError(
                f"{path.name}, row {row}: “{label}” is no label.", f"Use {SUPPORTED}, {', '.join(FAULTS)}."
            )
        if not sentence.strip():
            raise InputError(f"{path.name}, row {row}: the sentence is empty.")
        claims.append(Claim(sentence, passage, name))
    return claims


def evaluate_claims(claims: Sequence[Claim], embedder: Embeds) -> dict[str, Any]:
    """Return the share caught of each label that occurs, `false_alarms` (the share of supported ones caught) and the
    table.

    `table` holds, for each label, the share of its rows that each check objects to; several may object to one row.
    """
    verdicts = check_sentences([(claim.sentence, [claim.passage]) for claim in claims], embedder)
    by_label: dict[str, list[Verdict]] = {name: [] for name in (SUPPORTED, *FAULTS)}
    for claim, verdict in zip(claims, verdicts, strict=True):
        by_label[claim.label].append(verdict)
    table = {label: _row(found) for label, found in by_label.items() if found}
    figures: dict[str, Any] = {label: table[label]["caught"] for label in FAULTS if label in table}
    if SUPPORTED in table:
        figures["false_alarms"] = table[SUPPORTED]["caught"]
    return figures | {"rows": len(claims), "table": table}


def _row(verdicts: Sequence[Verdict]) -> dict[str, float]:
    shares = {f"by {fault}": sum(fault in verdict.faults for verdict in verdicts) / len(verdicts) for fault in FAULTS}
    return {
        "rows": float(len(verdicts)),
        "caught": sum(not verdict.ok for verdict in verdicts) / len(verdicts),
        **shares,
    }
