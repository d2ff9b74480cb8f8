"""How well a report is backed: offline measures, each a function of a draft.

Entailment is replaced by a declared proxy wherever a formula asks for it: a sentence counts as entailed by passages
when no check of `core.evidence.checks` objects. Shares of nothing are 1: a report without numbers has none ungrounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from core.evidence.drafts import Cited, Draft
from core.evidence.names.entities import entity_grounding
from core.evidence.numbers.grounding import number_grounding
from core.language.clauses import content_stems

Entails = Callable[[str, Sequence[str]], bool]  # sentence, passages
_NEAR_DUPLICATE = 0.8


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 1.0


def citation_coverage(draft: Draft) -> float:
    """Return the share of claiming sentences that cite at least one passage that exists."""
    claims = draft.claims()
    return _share(sum(bool(draft.texts(one)) for one in claims), len(claims))


def dangling_ids(draft: Draft) -> list[str]:
    """Cited ids of which there is no passage, each once, in order. Must be empty."""
    cited = (name for one in draft.sentences for name in one.passages)
    return list(dict.fromkeys(name for name in cited if name not in draft.passages))


def grounded_numbers(draft: Draft) -> float:
    """Return the share of the numbers, with their units, of all claims that occur in a passage cited there."""
    return _grounded(draft, number_grounding)


def grounded_names(draft: Draft) -> float:
    """Return the share of the names, acronyms and formulas of all claims that occur in a passage cited there."""
    return _grounded(draft, entity_grounding)


def _grounded(draft: Draft, count: Callable[[str, str], tuple[int, int]]) -> float:
    counts = [count(one.sentence, "\n\n".join(draft.texts(one))) for one in draft.claims()]
    return _share(sum(held for held, _ in counts), sum(of for _, of in counts))


@dataclass(frozen=True)
class CitationQuality:
    """Citation recall and precision, 0 to 1."""

    recall: float
    precision: float


def citation_quality(draft: Draft, entails: Entails) -> CitationQuality:
    """Citation recall and precision with leave-one-out, after ALCE (Gao et al. 2023, princeton-nlp/ALCE eval.py).

    Recall: the share of claims that all their passages together entail; none or a dangling id gives 0. Precision: the
    share of citations of which the passage alone entails the sentence, or without which the others do not; all
    citations of a claim that is not entailed count as wrong.
    """
    entailed = precise = citations = 0
    claims = draft.claims()
    for one in claims:
        citations += len(one.passages)
        texts = draft.texts(one)
        if not texts or len(texts) < len(one.passages) or not entails(one.sentence, texts):
            continue
        entailed += 1
        for place, text in enumerate(texts):
            rest = texts[:place] + texts[place + 1 :]
            precise += not rest or entails(one.sentence, [text]) or not entails(one.sentence, rest)
    return CitationQuality(_share(entailed, len(claims)), _share(precise, citations))


def questions_covered(draft: Draft) -> dict[str, bool]:
    """For each planned sub-question, whether a sentence of its section cites a passage that exists."""
    covered = {one.question for one in draft.claims() if draft.texts(one)}
    return {question: question in covered for question in draft.questions}


def several_sources(draft: Draft) -> float:
    """Return the share of claims backed by at least two different sources."""
    claims = draft.claims()
    return _share(sum(len(_source_ids(draft, one)) > 1 for one in claims), len(claims))


def _source_ids(draft: Draft, one: Cited) -> set[str]:
    return {draft.sources[name].id for name in one.passages if name in draft.sources}


@dataclass(frozen=True)
class Diversity:
    """How many sources, tools and venues back a report, and how evenly."""

    sources: int
    venues: int
    largest_share: float  # of citations, by the source cited most
    tool_entropy: float  # bits: 0 when all comes through one tool, log2(n) when n tools give alike


def diversity(draft: Draft) -> Diversity:
    """Count over citations; the entropy is Shannon's, −Σ p log2 p over the tools of the different sources cited."""
    cited = [draft.sources[name] for one in draft.sentences for name in one.passages if name in draft.sources]
    by_source = Counter(source.id for source in cited)
    tools = Counter({source.id: source.tool for source in cited}.values())
    shares = [count / sum(tools.values()) for count in tools.values()]
    return Diversity(
        len(by_source),
        len({source.venue for source in cited if source.venue}),
        max(by_source.values(), default=0) / max(1, len(cited)),
        abs(-sum(share * log2(share) for share in shares)),
    )


def retractions_used(draft: Draft) -> list[str]:
    """Ids of retracted or withdrawn sources that a sentence cites. Must be empty."""
    cited = (draft.sources[name] for one in draft.sentences for name in one.passages if name in draft.sources)
    return list(dict.fromkeys(source.id for source in cited if source.retracted or source.withdrawn))


def redundancy(draft: Draft) -> float:
    """Return the share of claims that nearly repeat an earlier one: four fifths of their stems in common (Jaccard)."""
    seen: list[frozenset[str]] = []
    repeated = 0
    for one in draft.claims():
        stems = content_stems(one.sentence)
        repeated += any(len(stems & other) >= _NEAR_DUPLICATE * len(stems | other) for other in seen)
        seen.append(stems)
    return repeated / len(seen) if seen else 0.0


def needs_refinement(figures: Mapping[str, float], recall: float = 0.8) -> list[str]:
    """Why a draft with these figures should be refined, in words; an empty list when it may stand.

    `figures`: dangling, retractions (counts), number_grounding, citation_coverage, citation_recall (shares).
    """
    gates = (
        (figures["dangling"] > 0, "it cites passages that do not exist"),
        (figures["retractions"] > 0, "it rests on retracted work"),
        (figures["number_grounding"] < 0.95, "numbers do not occur in the cited passages"),
        (figures["citation_coverage"] < 0.9, "sentences cite nothing"),
        (figures["citation_recall"] < recall, "cited passages do not support the sentences"),
    )
    return [reason for fails, reason in gates if fails]
