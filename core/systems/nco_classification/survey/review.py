"""The review of a coded file: its rows as cases that wait for an analyst, and what was decided laid over the rows.

Rows with the same words are one case and are decided together. What the machine had said is kept beside what holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pandas as pd

from core.errors import InputError
from core.stores.uploads import one_at_a_time, read_json
from core.systems.nco_classification.index.classification import DIGITS, Classification
from core.systems.nco_classification.office.decisions import Decision, Decisions, How
from core.systems.nco_classification.office.memory import open_memory
from core.systems.nco_classification.office.outcomes import (
    ASK,
    NOT_IN_WORK,
    REFUSED,
    WITHOUT_CODE,
    is_code,
    read_outcome,
)
from core.systems.nco_classification.office.queue import Acceptance, Case
from core.systems.nco_classification.survey.rows import ANALYST, Row, Status, outside
from core.systems.nco_classification.survey.said import Said

ACCEPT, CHOOSE, LEAVE = "accept", "choose other code", "leave"
DECISIONS = (LEAVE, ACCEPT, CHOOSE, *WITHOUT_CODE)
TEXT, DECISION, OTHER_CODE = "text", "decision", "other code"
QUEUE_COLUMNS = (
    TEXT, "title", "duties", "industry", "education",
    "rows", "weight", "value", "probability", "likeliest code", "likeliest title", "runners-up", "certain code",
    "reason", "question", DECISION, OTHER_CODE,
)  # fmt: skip
Cell: TypeAlias = str | float | None  # of the queue, as an editor gives it


class Refused(NamedTuple):
    """A line of the queue that cannot be carried out: the key of its case, why, and what could be done."""

    key: str
    reason: str
    advice: str


_WITHOUT_CODE: dict[str, Status] = {ASK: "unsure", NOT_IN_WORK: "not in work", REFUSED: "no answer"}
_DECIDED_BY: dict[How, str] = {"rule": "rule of the office", "earlier": "earlier decision"}


def said_in(row: Row) -> Said:
    """Return the words of a row; of one from an earlier version, title and duties are one text."""
    cells: Mapping[str, object] = row
    job, duties, industry, education = (str(cells.get(name, "")) for name in ("job", "duties", "industry", "education"))
    job = job if "job" in cells else row["text"]
    return Said(job.removesuffix(duties).removesuffix("; ") if duties else job, duties, industry, education)


def weight_of(row: Row) -> float:
    """Return how many people a row stands for; one where it does not say."""
    cells: Mapping[str, object] = row
    weight = cells.get("weight", 1.0)
    return float(weight) if isinstance(weight, int | float) else 1.0


def cases_of(rows: Iterable[Row]) -> list[Case]:
    """Gather the rows that say the same, in the order of their first, with what they weigh together.

    The machine's view of them is that of the first; what was decided by hand is not looked at.
    """
    first: dict[str, Row] = {}
    counts: dict[str, int] = {}
    sums: dict[str, float] = {}
    for row in rows:
        key = said_in(row).key
        first.setdefault(key, row)
        counts[key] = counts.get(key, 0) + 1
        sums[key] = sums.get(key, 0.0) + weight_of(row)
    return [_case(key, row, counts[key], sums[key]) for key, row in first.items()]


def _case(key: str, row: Row, count: int, weight: float) -> Case:
    said = said_in(row)
    return Case(
        key,
        said.job,
        count,
        weight,
        _likelihood(row) if row["likeliest_code"] else 0.0,
        row["likeliest_code"],
        tuple(row["runners_up"]),
        row["machine_code"],
        row["machine_status"] == "coded",
        row["reason"],
        row["question"],
        tuple(row["evidence"]),
        said.industry,
        said.education,
        said.title,
        said.duties,
        outside(row),
        row["confidence"] or 0.0,
    )


def _likelihood(row: Row) -> float:
    """Tell how likely the family that came first is; the confidence of a part of the classification is not that, and
    of words that name several jobs or none there is nothing to be confident of."""
    cells: Mapping[str, object] = row
    if cells.get("obstacle"):
        return 0.0
    if row["machine_status"] != "partial":
        return row["confidence"] or 0.0
    shares = cells.get("shares")
    return float(shares.get(row["likeliest_code"], 0.0)) if isinstance(shares, dict) else 0.0


# --- what was decided -------------------------------------------------------------------------------------------------


def recall(folder: Path, survey: str, rows: Iterable[Row]) -> int:
    """Give rows what the rules of the office and earlier decisions say of their words, as one act; return how many
    wordings changed.

    What the analyst decided in this survey stays. What a rule or an earlier decision gave, and gives no more, is taken
    back. Raises `StoreError`, and `InputError` when the rules cannot be read.
    """
    memory, kept = open_memory(folder, survey), Decisions(folder)
    decided = kept.decided(survey)
    seen: set[str] = set()
    changes: list[Decision] = []
    for said in dict.fromkeys(map(said_in, rows)):
        before = decided.get(said.key)
        if said.key in seen or not said.key or (before and before.how not in _DECIDED_BY):
            continue
        seen.add(said.key)
        now = memory.decide(said.job, said.industry, said.education)
        if (now and now.gives) != (before and before.gives):
            changes.append(now or Decision(said.job, "", said.industry, said.education, how="rule"))
    kept.keep(survey, changes)
    return len(changes)


def recalled(folder: Path, rows: Iterable[Row], known: Classification) -> Iterator[Row]:
    """Lay over rows, in order, what the office of a folder says of their words, and keep nothing of it.

    For work that is no survey of anybody's and is not reviewed. Raises as `recall` does.
    """
    memory = open_memory(folder)
    for row in rows:
        said = said_in(row)
        decision = memory.decide(said.job, said.industry, said.education)
        yield _decided(row, decision, known) if decision else row


def reviewed(rows: Iterable[Row], decisions: Mapping[str, Decision], known: Classification) -> Iterator[Row]:
    """Lay what was decided over the rows, in order; a row of which nothing was decided comes back as it is."""
    for row in rows:
        decision = decisions.get(said_in(row).key) if decisions else None
        yield _decided(row, decision, known) if decision else row


def _decided(row: Row, decision: Decision, known: Classification) -> Row:
    """Lay a decision over a row. How sure the machine was, and why, says nothing of it and stands apart."""
    gives, status = decision.gives, status_given(decision, known)
    if status is None:
        return row
    said: Row = {
        **row,
        "status": status,
        "answer": decision.told,
        "reason": decision.sentence,
        "confidence": None,
        "decided_by": _DECIDED_BY.get(decision.how, ANALYST),
        "by": decision.by,
        "on": decision.on,
        "machine_confidence": row["confidence"],
        "machine_reason": row["reason"],
    }
    if not is_code(gives):
        return {**said, "code": "", "title": "", "level": ""}
    return {**said, "code": gives, "title": known.title(gives), "level": known.level(gives)}


def status_given(decision: Decision, known: Classification) -> Status | None:
    """Tell the status of what was given; None for a code of an edition of the classification that is not this one."""
    if not is_code(decision.gives):
        return _WITHOUT_CODE.get(decision.gives, "not codable")
    if not known.exists(decision.gives):
        return None
    return "coded" if len(decision.gives) >= DIGITS["family"] else "partial"


def accept(case: Case, by: str) -> Decision:
    """Decide for what the machine says: its proposal, or that there is no work to code."""
    return give(case, case.says, by, f"accepted {case.says}")


def accept_together(accepted: Acceptance, by: str) -> list[Decision]:
    """Decide for the proposals of many cases at once, each of which says ever after that it was one of them."""
    others = len(accepted.cases) - 1
    beside = f"together with {others:,} other{'s' if others > 1 else ''}" if others else "unseen"
    why = f"accepted {beside} at an expected error of {accepted.error:.1%}"
    return [replace(give(case, case.proposal, by, why), how="together") for case in accepted.cases]


def give(case: Case, gives: str, by: str, why: str = "") -> Decision:
    """Decide a case on a code, or on one of `WITHOUT_CODE`."""
    said = why or (f"chose {gives}" if is_code(gives) else gives)
    return Decision(case.text, gives, case.industry, case.education, why=said, by=by)


def adopt(folder: Path, survey: str, kept: Path) -> None:
    """Take over what an earlier version had decided on a survey, from the file in which it kept that."""
    if not kept.exists():
        return
    with one_at_a_time(folder):
        if not kept.exists():  # another one was quicker
            return
        lines: list[dict[str, Cell]] = read_json(kept)
        given = [(_cell(line[TEXT]), _cell(line[OTHER_CODE]), _cell(line["likeliest code"])) for line in lines]
        decisions = [
            Decision(text, other or likeliest, why=f"{'chose' if other else 'accepted'} {other or likeliest}")
            for text, other, likeliest in given
        ]
        Decisions(folder).keep(survey, decisions)
        kept.unlink()


# --- the queue as a table ---------------------------------------------------------------------------------------------


def as_queue(cases: Sequence[Case], known: Classification) -> pd.DataFrame:
    """Lay cases out as a table with a line each, in which an analyst fills `decision` (one of `DECISIONS`) and, to
    choose, `other code`. A probability that nobody measured is empty."""
    lines = [
        (
            case.text, case.title or case.text, case.duties, case.industry, case.education, case.rows, case.weight,
            case.value, case.likelihood, case.says if is_code(case.says) else "",
            known.title(case.says) if is_code(case.says) else case.outside,
            ", ".join(case.others), case.certain, case.why, case.question, LEAVE, "",
        )
        for case in cases
    ]  # fmt: skip
    return pd.DataFrame(lines, columns=list(QUEUE_COLUMNS))


def read_queue(
    cases: Sequence[Case], table: pd.DataFrame, known: Classification, by: str = ""
) -> tuple[list[Decision], list[Refused]]:
    """Read the table of these cases as an analyst filled it in: what was decided, and which lines cannot be carried
    out. One that is wrong keeps no other from being decided."""
    decisions: list[Decision] = []
    refused: list[Refused] = []
    lines = table[[DECISION, OTHER_CODE]].itertuples(index=False, name=None)
    for case, (decision, other) in zip(cases, lines, strict=True):
        try:
            gives = _chosen(case, _cell(decision) or LEAVE, _cell(other), known)
        except InputError as error:
            refused.append(Refused(case.key, f"“{case.text[:60]}”: {error}", error.advice))
            continue
        if gives:
            decisions.append(accept(case, by) if gives == case.says else give(case, gives, by))
    return decisions, refused


def _chosen(case: Case, decision: str, other: str, known: Classification) -> str:
    """Read what a line decides on; "" to leave it. Raises `InputError`."""
    if decision not in DECISIONS:
        raise InputError(f"{decision!r} is no decision.", f"Choose one of: {', '.join(DECISIONS)}.")
    if other and decision not in (CHOOSE, LEAVE):
        raise InputError(
            f"a code is given, and the decision is {decision!r}.", f"Choose {CHOOSE!r}, or empty the code."
        )
    if decision == ACCEPT:
        if not case.says:
            raise InputError("there is no proposal to accept.", f"Give a code with {CHOOSE!r}, or leave it.")
        return case.says
    if decision == LEAVE and not other:
        return ""
    return decision if decision in WITHOUT_CODE else read_outcome(other, known)


def _cell(value: Cell) -> str:
    """Read a cell as it was filled in; an editor gives None or NaN for an empty one."""
    return "" if pd.isna(value) else str(value).strip()
