"""What the office knows of words before the machine is asked: its rules, then what was decided earlier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd
from rapidfuzz import fuzz, process

from core.errors import InputError
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.decisions import Decision, Decisions, key_of
from core.systems.nco_classification.office.outcomes import read_outcome
from core.systems.nco_classification.office.rules import RuleBook, open_rules
from core.tables import Field, RowProblem, TableKind, to_csv

DECISIONS = TableKind(
    "decisions",
    (
        Field("words", "What was said of the job.", needed=True),
        Field("gives", "The code, or “not in work”, “refused” or “cannot be coded”.", needed=True),
        Field("industry", "The industry, where it was part of what was decided."),
        Field("education", "The schooling, where it was part of what was decided."),
        Field("by", "Who decided it."),
        Field("on", "When, as a date."),
        Field("how", "How, where it was decided together with others that nobody looked at one by one."),
    ),
)
NEAR = 60.0
"""Likeness from 0 to 100 of two wordings of which one may help to decide the other."""


@dataclass(frozen=True)
class Memory:
    """The rules of an office and what it decided, as they are laid over what the machine says."""

    rules: RuleBook
    decisions: Mapping[str, Decision]

    def decide(self, text: str, industry: str = "", education: str = "") -> Decision | None:
        """Return what the office gives to these words; None when it has said nothing of them."""
        if ruled := self.rules.decide(text):
            return replace(ruled, industry=industry, education=education)
        earlier = self.decisions.get(key_of(text, industry, education))
        return replace(earlier, how="earlier", why=earlier.unseen) if earlier else None


def open_memory(folder: Path, but: str | None = None) -> Memory:
    """Return what the office of this owner knows, without what it decided in one round. Raises as its files do."""
    return Memory(open_rules(folder), Decisions(folder).remembered(but))


def neighbours(text: str, decisions: Iterable[Decision], limit: int = 3) -> list[tuple[Decision, float]]:
    """Return the decisions on the nearest other wordings, nearest first, with their likeness from 0 to 100."""
    own = key_of(text)
    others: dict[str, Decision] = {}
    for one in decisions:
        if (said := key_of(one.text)) != own:
            others.setdefault(said, one)
    found = process.extract(own, others.keys(), scorer=fuzz.token_sort_ratio, score_cutoff=NEAR, limit=limit)
    return [(others[said], likeness) for said, likeness, _ in found]


# --- a table of them --------------------------------------------------------------------------------------------------


def read_decisions(
    table: pd.DataFrame, columns: Mapping[str, str | None], known: Classification
) -> tuple[list[Decision], list[RowProblem]]:
    """Read decisions of elsewhere row by row: those that can be used, and why the others cannot.

    The later of two on the same words wins.
    """
    decisions: dict[str, Decision] = {}
    problems: list[RowProblem] = []
    cells = {field: table[column].tolist() for field, column in columns.items() if column}
    for place, number in enumerate(table.index.tolist()):
        line = {field: " ".join(str(values[place]).split()) for field, values in cells.items()}
        try:
            given = read_outcome(line["gives"], known)
        except InputError as error:
            problems.append(RowProblem(number, error.in_full(), value=line["words"]))
            continue
        beside = {field: line.get(field, "") for field in ("industry", "education", "by", "on")}
        decision = Decision(line["words"], given, how="imported", why=line.get("how", ""), **beside)
        if decision.key:
            decisions[decision.key] = decision
        else:
            problems.append(RowProblem(number, "There are no words in it."))
    return list(decisions.values()), problems


def to_file(decisions: Sequence[Decision]) -> bytes:
    """Write decisions as CSV, which `read_decisions` reads again."""
    lines = [(one.text, one.gives, one.industry, one.education, one.by, one.on, one.unseen) for one in decisions]
    return to_csv(pd.DataFrame(lines, columns=[field.name for field in DECISIONS.fields], dtype="object"))
