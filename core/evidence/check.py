"""One verdict for every sentence, by three kinds of checker.

Words of the passage stand as they are. Exact checks may strike, alone. A judge strikes or backs what is left, and must
show the words of the passage; without one, it stays unchecked. Hints say where to look and decide nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.evidence.exact import exact_fault
from core.evidence.hints import hints_for
from core.evidence.judge.protocol import Judge
from core.evidence.judge.verification import judged
from core.evidence.verbatim import backed_word_for_word
from core.evidence.verdicts import Statement, Verdict


def check_statements(statements: Sequence[Statement], judge: Judge | None = None) -> list[Verdict]:
    """Return a verdict on each statement, in order. The order of statements and of passages changes none of them."""
    verdicts = {one: _without_judge(one) for one in dict.fromkeys(statements)}
    unsure = [one for one, verdict in verdicts.items() if verdict.standing == "not checked"]
    if judge and unsure:
        verdicts |= judged(unsure, judge)
    return [_with_hints(one, verdicts[one]) for one in statements]


def _without_judge(statement: Statement) -> Verdict:
    return (
        backed_word_for_word(statement)
        or exact_fault(statement)
        or Verdict("not checked", reason="No rule can tell whether the passage says this.")
    )


def _with_hints(statement: Statement, verdict: Verdict) -> Verdict:
    return replace(verdict, hints=hints_for(statement)) if verdict.standing == "not checked" else verdict
