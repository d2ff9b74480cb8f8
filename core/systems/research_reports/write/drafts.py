"""A report as the checks and measures see it: sentences that cite, passages by id, sources behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.evidence.verdicts import Statement, Verdict


@dataclass(frozen=True)
class Cited:
    """One sentence of a report. `claims` is False for headings and connecting words, which need no citation.

    Words of its `verdict` count in the passages that it cites and that exist; `speaks` is whether it speaks to what was
    asked.
    """

    sentence: str
    passages: tuple[str, ...]  # ids
    question: str = ""  # the sub-question in whose section it stands
    claims: bool = True
    verdict: Verdict | None = None
    speaks: bool = True


@dataclass(frozen=True)
class Source:
    """Where a passage comes from, as far as measures ask."""

    id: str
    tool: str = ""
    venue: str = ""
    year: int | None = None
    retracted: bool = False
    withdrawn: bool = False


@dataclass(frozen=True)
class Draft:
    """A whole report with its evidence."""

    sentences: Sequence[Cited]
    passages: Mapping[str, str]  # text by passage id
    sources: Mapping[str, Source] = field(default_factory=dict)  # by passage id
    questions: Sequence[str] = ()  # the planned sub-questions

    def claims(self) -> list[Cited]:
        """Return the sentences that must cite."""
        return [one for one in self.sentences if one.claims]

    def texts(self, cited: Cited) -> list[str]:
        """Return the passages that a sentence cites and that exist."""
        return [self.passages[name] for name in cited.passages if name in self.passages]

    def statement(self, cited: Cited) -> Statement:
        """Return a sentence as the checks see it."""
        return Statement(cited.sentence, tuple(self.texts(cited)))
