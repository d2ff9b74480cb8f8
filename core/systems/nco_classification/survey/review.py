"""The review queue of a batch: what the machine left open, the least certain first, and what the analyst made of it.

Rows with the same text are one line of the queue and are decided together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeAlias

import pandas as pd

from core.errors import InputError
from core.systems.nco_classification.index.classification import DIGITS, Classification
from core.systems.nco_classification.survey.rows import ANALYST, MACHINE, Row, Status

ACCEPT, CHOOSE, LEAVE = "accept", "choose other code", "leave"
DECISIONS = (LEAVE, ACCEPT, CHOOSE)
TEXT, DECISION, OTHER_CODE = "text", "decision", "other code"
QUEUE_COLUMNS = (
    TEXT, "rows", "status", "confidence", "certain code", "likeliest code", "likeliest title", "runners-up", "reason",
    "question", DECISION, OTHER_CODE,
)  # fmt: skip


Cell: TypeAlias = str | float | None  # of the queue, as an editor gives it


def review_queue(rows: Sequence[Row]) -> pd.DataFrame:
    """Make a line for each text that is not coded and not yet decided, the least certain first; then the most frequent.

    The analyst fills `decision` (one of `DECISIONS`) and, to choose, `other code`; empty cells are not in the queue.
    """
    open_rows = [row for row in rows if row["text"] and row["status"] != "coded" and row["decided_by"] == MACHINE]
    rows_with = Counter(row["text"] for row in open_rows)
    row_of = {row["text"]: row for row in open_rows}
    order = sorted(row_of.values(), key=lambda row: (row["confidence"], -rows_with[row["text"]], row["text"]))
    lines = [
        (
            row["text"], rows_with[row["text"]], row["status"], row["confidence"], row["code"], row["likeliest_code"],
            row["likeliest_title"], ", ".join(row["runners_up"]), row["reason"], row["question"], LEAVE, "",
        )
        for row in order
    ]  # fmt: skip
    return pd.DataFrame(lines, columns=list(QUEUE_COLUMNS))


def apply_review(rows: Sequence[Row], decisions: pd.DataFrame, known: Classification) -> list[Row]:
    """Apply the queue as the analyst filled it in; what is left stays as it is.

    A decided row is marked as the analyst's and keeps what the machine had said. Raises `InputError`, and decides
    nothing, for an unknown decision, and for a code that is missing, unasked for, or not in the classification.
    """
    chosen = {str(line[TEXT]): _chosen_code(line, known) for line in decisions.to_dict("records")}
    return [_decided(row, chosen.get(row["text"], ""), known) for row in rows]


def _chosen_code(line: Mapping[Hashable, Cell], known: Classification) -> str:
    """Read the code that this line of the queue decides on; "" to leave it."""
    decision, other = _cell(line[DECISION]) or LEAVE, _cell(line[OTHER_CODE])
    where = f"“{str(line[TEXT])[:60]}”"
    if decision not in DECISIONS:
        raise InputError(f"{where}: {decision!r} is no decision.", f"Choose one of: {', '.join(DECISIONS)}.")
    if other and decision != CHOOSE:
        raise InputError(
            f"{where}: a code is given, and the decision is {decision!r}.",
            f"Set the decision to {CHOOSE!r}, or empty the code.",
        )
    if decision == LEAVE:
        return ""
    if decision == ACCEPT:
        if not line["likeliest code"]:
            raise InputError(f"{where}: there is no proposal to accept.", f"Give a code with {CHOOSE!r}, or leave it.")
        return str(line["likeliest code"])
    if not known.exists(other):
        named = f"{other} is not a code of the classification" if other else "no code is given"
        raise InputError(f"{where}: {named}.", "Give a code as it stands there, such as 7531 or 7531.0100.")
    return other


def _cell(value: Cell) -> str:
    """Read a cell as it was filled in; an editor gives None or NaN for an empty one."""
    return "" if pd.isna(value) else str(value).strip()


def _decided(row: Row, code: str, known: Classification) -> Row:
    if not code or row["decided_by"] != MACHINE or row["status"] == "coded":
        return row
    status: Status = "coded" if len(code) >= DIGITS["family"] else "partial"
    accepted = code == row["likeliest_code"]
    return {
        **row,
        "status": status,
        "code": code,
        "title": known.title(code),
        "level": known.level(code),
        "answer": f"accepted {code}" if accepted else f"chose {code}",
        "decided_by": ANALYST,
    }
