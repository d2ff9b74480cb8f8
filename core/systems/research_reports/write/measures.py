"""How well a report is backed: measures, each a function of a draft whose sentences have their verdicts.

Shares of citations of nothing are 1: a report without sentences has none that cites nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import log2

from core.evidence.verbatim import backed_word_for_word
from core.evidence.verdicts import ANALYST, WORD_FOR_WORD, Statement, did_not_hold
from core.language.clauses import content_stems
from core.systems.research_reports.write.drafts import Cited, Draft

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


@dataclass(frozen=True)
class Backing:
    """Of all claims the share that is backed, and by whom, that nobody checked, and that was struck; 0 of none."""

    backed: float
    word_for_word: float
    by_judge: float
    by_analyst: float
    not_checked: float
    struck: float


def backing(draft: Draft) -> Backing:
    """Count the verdicts; a claim without one counts as not checked."""
    verdicts = [one.verdict for one in draft.claims()]
    number = max(1, len(verdicts))
    backed = Counter(one.by for one in verdicts if one and one.standing == "backed")
    struck = sum(one is not None and one.struck for one in verdicts)
    by_judge = backed.total() - backed[WORD_FOR_WORD] - backed[ANALYST]
    return Backing(
        backed.total() / number,
        backed[WORD_FOR_WORD] / number,
        by_judge / number,
        backed[ANALYST] / number,
        (len(verdicts) - backed.total() - struck) / number,
        struck / number,
    )


def citation_precision(draft: Draft) -> float:
    """Return the share of the citations of backed claims that their claim needs, after ALCE (Gao et al. 2023).

    ALCE leaves one citation out at a time; here a citation is needed when the words that show the claim stand in it, or
    when it alone holds the claim word for word. Several citations of a claim that an analyst backed are not counted:
    nobody said which of them show it. Recall after ALCE is the share of claims that are backed.
    """
    needed = counted = 0
    for one in draft.claims():
        if one.verdict is None or one.verdict.standing != "backed":
            continue
        texts = draft.texts(one)
        if one.verdict.by == ANALYST and len(texts) > 1:
            continue
        shown = {words.passage for words in one.verdict.shown_by}
        counted += len(texts)
        needed += sum(
            len(texts) == 1 or place in shown or backed_word_for_word(Statement(one.sentence, (text,))) is not None
            for place, text in enumerate(texts)
        )
    return _share(needed, counted)


def to_the_point(draft: Draft) -> float:
    """Return the share of claims that speak to what was asked; 0 of none."""
    claims = draft.claims()
    return sum(one.speaks for one in claims) / max(1, len(claims))


def questions_covered(draft: Draft) -> dict[str, bool]:
    """For each planned sub-question, whether a sentence of its section that speaks to it cites what exists."""
    covered = {one.question for one in draft.claims() if one.speaks and draft.texts(one) and not _struck(one)}
    return {question: question in covered for question in draft.questions}


def _struck(one: Cited) -> bool:
    return one.verdict is not None and one.verdict.struck


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


def needs_refinement(figures: Mapping[str, float]) -> list[str]:
    """Why a draft with these figures should be refined, in words; an empty list when it may stand.

    `figures`: dangling, retractions, struck (counts), sentences. What nobody checked is no reason: writing it again
    would not have it checked.
    """
    gates = (
        (figures["dangling"] > 0, "it cites passages that do not exist"),
        (figures["retractions"] > 0, "it rests on retracted work"),
        (figures["struck"] > 0, did_not_hold(int(figures["struck"]), int(figures["sentences"]))),
    )
    return [reason for fails, reason in gates if fails]
