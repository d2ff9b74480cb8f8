"""The model at work as a judge: a dozen sentences a call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import ModelError
from core.evidence.judge import tasks
from core.evidence.judge.protocol import Judge, Opinion
from core.evidence.verdicts import Statement
from core.llm.engine import Engine

AT_ONCE = 12


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
        for start in range(0, len(statements), AT_ONCE):
            found += self._ask(statements[start : start + AT_ONCE])
        return found

    def _ask(self, statements: Sequence[Statement]) -> list[Opinion]:
        texts = list(dict.fromkeys(text for one in statements for text in one.passages))
        numbers = {text: number for number, text in enumerate(texts, start=1)}
        asked: list[tasks.SentenceToJudge] = [
            {"number": number, "sentence": one.sentence, "passages": [numbers[text] for text in one.passages]}
            for number, one in enumerate(statements, start=1)
        ]
        try:
            given = self.engine.ask(
                tasks.judge_sentences,
                passages={str(number): text for text, number in numbers.items()},
                sentences=asked,
            )
        except ModelError as error:
            return [Opinion("not checked", reason=str(error)) for _ in statements]
        by_number = {one.number: one for one in given.judgements}
        return [_opinion(by_number.get(number)) for number, _ in enumerate(statements, start=1)]


def _opinion(given: tasks.Judgement | None) -> Opinion:
    if given is None:
        return Opinion("not checked")
    return Opinion(given.verdict, tuple(filter(str.strip, given.words)), " ".join(given.reason.split()))


def judge_for(engine: Engine, claim_model: Judge | None = None) -> Judge | None:
    """Return who judges: the local entailment model, else the model at work, else nobody."""
    return claim_model or (None if engine.offline else ModelJudge(engine))
