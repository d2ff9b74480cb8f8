"""The model at work as a judge: a dozen sentences a call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import ModelError
from core.evidence.judge import tasks
from core.evidence.judge.protocol import Judge, Opinion
from core.evidence.verdicts import Statement
from core.llm.engine import Engine

AT_ONCE = 12
"""How many sentences a call has at most."""
_PATIENCE = 2  # calls in a row that may fail before no more are made


@dataclass(frozen=True)
class ModelJudge:
    """Asks an engine; what it fails to answer stays unchecked, with the reason."""

    engine: Engine

    @property
    def label(self) -> str:
        """Who this is, for the screen."""
        return self.engine.label

    def judge(self, statements: Sequence[Statement]) -> list[Opinion]:
        """Return an opinion on each statement, in order."""
        found: list[Opinion] = []
        failures = 0
        for start in range(0, len(statements), AT_ONCE):
            some = statements[start : start + AT_ONCE]
            try:
                found += self._ask(some)
                failures = 0
            except ModelError as error:
                found += [Opinion("not checked", reason=str(error))] * len(some)
                failures += 1
            if failures == _PATIENCE:
                break
        return found + found[-1:] * (len(statements) - len(found))

    def _ask(self, statements: Sequence[Statement]) -> list[Opinion]:
        texts = list(dict.fromkeys(text for one in statements for text in one.passages))
        numbers = {text: number for number, text in enumerate(texts, start=1)}
        asked = [_to_judge(number, one, numbers) for number, one in enumerate(statements, start=1)]
        given = self.engine.ask(
            tasks.judge_sentences,
            passages={str(number): text for text, number in numbers.items()},
            sentences=asked,
        ).judgements
        times = Counter(one.number for one in given)
        if stray := sorted(times.keys() - {one["number"] for one in asked}):
            # Its numbers cannot be trusted: the others may be shifted as well.
            reason = f"{self.label} judged a sentence {stray[0]} that it was not asked about."
            return [Opinion("not checked", reason=reason)] * len(asked)
        by_number = {one.number: one for one in given if times[one.number] == 1}
        return [_opinion(by_number.get(one["number"]), times[one["number"]], self.label) for one in asked]


def _to_judge(number: int, statement: Statement, numbers: Mapping[str, int]) -> tasks.SentenceToJudge:
    asked: tasks.SentenceToJudge = {
        "number": number,
        "sentence": statement.sentence,
        "passages": [numbers[text] for text in statement.passages],
    }
    if statement.printed.strip():
        asked["printed"] = statement.printed
    return asked


def _opinion(given: tasks.Judgement | None, times: int, label: str) -> Opinion:
    if given is None:
        told = f"gave {times} verdicts on this sentence" if times else "gave no verdict on this sentence"
        return Opinion("not checked", reason=f"{label} {told}.")
    return Opinion(given.verdict, tuple(filter(str.strip, given.words)), " ".join(given.reason.split()))


def judge_for(engine: Engine, claim_model: Judge | None = None) -> Judge | None:
    """Return who judges: the local entailment model, else the model at work, else nobody."""
    return claim_model or (None if engine.offline else ModelJudge(engine))
