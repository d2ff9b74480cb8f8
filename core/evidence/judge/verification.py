"""A judge's word becomes a verdict only with words that stand in the passage, and that speak of the same matter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.evidence.judge.protocol import Judge, Opinion
from core.evidence.verdicts import Statement, Verdict, Words
from core.language.clauses import content_stems


def judged(statements: Sequence[Statement], judge: Judge) -> dict[Statement, Verdict]:
    """Ask the judge, in an order that does not depend on theirs, and verify what it shows."""
    in_order = sorted(statements, key=lambda one: (one.sentence, one.passages))
    opinions = judge.judge(in_order)
    return {one: verified(one, opinion, judge.label) for one, opinion in zip(in_order, opinions, strict=True)}


def verified(statement: Statement, opinion: Opinion, label: str) -> Verdict:
    """Return the opinion as a verdict; *not checked* when its words do not stand in a cited passage."""
    if opinion.standing == "not checked":
        return Verdict("not checked", reason=opinion.reason or f"{label} gave no verdict.")
    places = [place for words in opinion.words if (place := _place(words, statement))]
    if len(places) < len(opinion.words) or (not places and opinion.standing != "not in the passage"):
        return Verdict("not checked", reason=f"{label} showed words that do not stand in the passage.")
    return Verdict(opinion.standing, label, opinion.reason, shown_by=tuple(places))


def _place(words: str, statement: Statement) -> Words | None:
    """Where quoted words stand in a cited passage, blanks aside; they must speak of what the sentence speaks of."""
    parts = words.split()
    if not parts or not content_stems(words) & content_stems(statement.sentence):
        return None
    pattern = re.compile(r"\s+".join(map(re.escape, parts)))
    for number, passage in sorted(enumerate(statement.passages), key=lambda one: one[1]):
        if match := pattern.search(passage):
            return Words(number, *match.span())
    return None
