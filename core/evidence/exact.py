"""Exact checks: what a rule can decide alone. Quotations are verbatim; numbers stand in what is cited, or follow."""

from __future__ import annotations

from collections.abc import Sequence

from core.evidence.findings import Finding
from core.evidence.numbers.grounding import check_numbers
from core.evidence.verdicts import EXACT_CHECK, Statement, Verdict, Words

_JOINT = "\n\n"  # between cited passages, which are read as one text


def exact_fault(statement: Statement) -> Verdict | None:
    """Return the verdict that strikes a sentence which cites nothing or has a fault that can be shown, else None."""
    if not any(passage.strip() for passage in statement.passages):
        return Verdict("not in the passage", EXACT_CHECK, "The sentence cites no passage.")
    passages = sorted(statement.passages)
    found = check_numbers(statement.sentence, _JOINT.join([*passages, statement.printed]))
    return _struck(found[0], statement, passages) if found else None


def _struck(finding: Finding, statement: Statement, passages: Sequence[str]) -> Verdict:
    words = located(finding.source, passages)
    shown = (Words(statement.passages.index(passages[words.passage]), words.start, words.end),) if words else ()
    return Verdict("not in the passage", EXACT_CHECK, finding.message, finding.start, finding.end, shown)


def located(source: tuple[int, int] | None, passages: Sequence[str]) -> Words | None:
    """Which of the joined passages these offsets are of, and the offsets there."""
    begin = 0
    for number, passage in enumerate(passages):
        if source is not None and begin <= source[0] < begin + len(passage):
            return Words(number, source[0] - begin, source[1] - begin)
        begin += len(passage) + len(_JOINT)
    return None
