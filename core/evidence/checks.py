"""All checks of a sentence against the passages it cites, and one verdict.

The checks are rules and a likeness: they find many faults and prove nothing. A sentence without a finding is called
unobjected, never verified.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.evidence.findings import Fault, Finding
from core.evidence.names.entities import check_entities
from core.evidence.numbers.grounding import check_numbers
from core.evidence.polarity.polarity import check_polarity
from core.evidence.support import Embeds, Support, check_support, supports

_JOINT = "\n\n"  # between cited passages, which are read as one text


@dataclass(frozen=True)
class Verdict:
    """What the checks say of one sentence: the faults found, most exact check first, and the similarity support."""

    findings: tuple[Finding, ...]
    support: Support | None

    @property
    def ok(self) -> bool:
        """Whether no check objects."""
        return not self.findings

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Which kinds of fault were found, each once."""
        return tuple(dict.fromkeys(finding.fault for finding in self.findings))


def check_sentences(cited: Sequence[tuple[str, Sequence[str]]], embedder: Embeds | None) -> list[Verdict]:
    """Return a verdict for each (sentence, its cited passages), in order.

    Offsets in `Finding.source` count in the passages joined by two line breaks; `locate` tells which one is meant. A
    sentence that cites nothing is unsupported. Without an embedder, support by meaning is left out. Raises StoreError
    when the model of `embedder` cannot be loaded.
    """
    pairs = [(sentence, joined(passages)) for sentence, passages in cited]
    backed = [pair for pair in pairs if pair[1].strip()]
    measured = dict(zip(backed, supports(backed, embedder), strict=True)) if embedder and backed else {}
    return [_verdict(sentence, passage, measured.get((sentence, passage))) for sentence, passage in pairs]


def joined(passages: Sequence[str]) -> str:
    """Return the cited passages as the one text in which findings have their offsets."""
    return _JOINT.join(passages)


def locate(finding: Finding, passages: Sequence[str]) -> tuple[int, int, int] | None:
    """Which passage a finding points into, and the offsets there; None when it points nowhere."""
    if finding.source is None:
        return None
    begin = 0
    for number, passage in enumerate(passages):
        if finding.source[0] < begin + len(passage):
            return number, finding.source[0] - begin, finding.source[1] - begin
        begin += len(passage) + len(_JOINT)
    return None


def _verdict(sentence: str, passage: str, support: Support | None) -> Verdict:
    if not passage.strip():
        return Verdict((Finding("unsupported", "The sentence cites no passage.", 0, len(sentence)),), None)
    numbers = (one for one in check_numbers(sentence, passage) if one.kind != "open")
    found = [Finding("number", one.message, one.start, one.end, one.source) for one in numbers]
    found += check_entities(sentence, passage)
    found += check_polarity(sentence, passage, support.likeness if support else ())
    if support:
        found += check_support(sentence, support)
    return Verdict(tuple(found), support)
