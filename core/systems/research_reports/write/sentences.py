"""Which sentences of the kept passages a section takes, and in which order.

Without a model the sentences are those of the evidence, chosen by relevance and against repetition (maximal marginal
relevance, Carbonell and Goldstein 1998).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from core.language.sentences import sentences
from core.language.tokens import words
from core.retrieval.embedder import Embedder, Vectors
from core.sources.papers import OTHERS, PaperRecord
from core.systems.research_reports.plan.question_reading import Kind, speaks_to
from core.systems.research_reports.search.screening import Screened, passage_text
from core.systems.research_reports.state import State, SubQuestion

LAMBDA = 0.7  # relevance against novelty
READ = 12  # of the kept passages of a sub-question, how many are read for sentences
MOST_FROM_ONE = 2  # sentences of one paper in a section
TOO_ALIKE = 0.9  # cosine: the same statement once more
SHORTEST, LONGEST = 5, 60  # words of a sentence that can stand alone
_LEANS = re.compile(
    r"(?:it|its|they|their|them|these|this|those|such|here|there|thus|hence|therefore|however|but|also|moreover|further"
    r"|furthermore|instead|both|then|he|she|his|her|another|others?|so|yet|still|even|two of them|one of them"
    r"|the (?:former|latter|same|other|others|paper|authors?|model|models|method|system|material|compound|approach"
    r"|study|results?|first|second|best|two|three))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Candidate:
    """One sentence of the evidence, and whether it leans on the sentence before it."""

    text: str
    passage: str
    paper: str
    start: int  # in the abstract
    leans: bool


def candidates(state: State, screened: Sequence[Screened]) -> list[Candidate]:
    """Return the sentences of the best kept passages, those of a paper in their order."""
    found = []
    for kept in [passage for passage in screened if passage.kept][:READ]:
        span = state["passages"][kept.passage]
        for sentence in sentences(passage_text(state, kept.passage)):
            start = span["start"] + sentence.start
            if sentence.text[-1] in ".!?…)”\"'" or len(words(sentence.text)) >= SHORTEST:
                leans = start > 0 and bool(_LEANS.match(sentence.text))
                found.append(Candidate(sentence.text, kept.passage, span["paper"], start, leans))
    return found


def to_the_point(found: Sequence[Candidate], kind: Kind) -> list[Candidate]:
    """Those that speak to the facet of a sub-question and are neither a scrap nor endless."""
    return [
        one for one in found if speaks_to(one.text, kind) and SHORTEST <= len(words(one.text)) <= LONGEST
    ]  # fmt: skip


def choose(
    sub_question: SubQuestion,
    found: Sequence[Candidate],
    scores: Mapping[str, float],
    used: Collection[str],
    embedder: Embedder,
    most: int,
) -> list[Candidate]:
    """At most `most` sentences for a sub-question, grouped by paper, best paper first.

    A sentence that leans on the one before it brings that one with it, or stays out. `scores` are of passages; `used`
    are the sentences of other sections, which are taken again only when there is nothing else.
    """
    fitting = to_the_point(found, sub_question["kind"])
    if not fitting:
        return []
    texts = list(dict.fromkeys(one.text for one in found))
    rows = dict(zip(texts, embedder.encode(texts), strict=True))
    asked = embedder.encode([sub_question["text"]])[0]
    worth = {one: float(rows[one.text] @ asked) + scores[one.passage] for one in fitting}
    fresh = {one: value for one, value in worth.items() if one.text not in used}
    chosen = _most_telling(fresh or worth, found, rows, used if fresh else (), most)
    if not chosen:  # what there is leans on sentences that stand elsewhere: said once more is better than left out
        chosen = _said_once_more(worth, found)[-most:]
    order = {paper: position for position, paper in enumerate(dict.fromkeys(one.paper for one in chosen))}
    return sorted(chosen, key=lambda one: (order[one.paper], one.start))


def _most_telling(
    worth: Mapping[Candidate, float],
    found: Sequence[Candidate],
    rows: Mapping[str, Vectors],
    used: Collection[str],
    most: int,
) -> list[Candidate]:
    """Sentences by their worth and against repetition, each with those it leans on, few of one paper."""
    chosen: list[Candidate] = []
    left = dict(worth)
    while left and len(chosen) < most:
        best = max(left, key=lambda one: LAMBDA * left[one] - (1 - LAMBDA) * _likeness(one, chosen, rows))
        left.pop(best)
        unit = [one for one in _with_what_it_leans_on(best, found) if one not in chosen]
        from_paper = sum(one.paper == best.paper for one in chosen) + len(unit)
        repeats = any(_likeness(one, chosen, rows) > TOO_ALIKE or one.text in used for one in unit)
        if unit and not repeats and from_paper <= MOST_FROM_ONE and len(chosen) + len(unit) <= most:
            chosen += unit
    return chosen


def _said_once_more(worth: Mapping[Candidate, float], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the worthiest sentence that can be understood, with those it leans on; else the worthiest by itself."""
    by_worth = sorted(worth, key=lambda one: -worth[one])
    whole = (unit for one in by_worth if (unit := _with_what_it_leans_on(one, found)))
    return next(whole, by_worth[:1])


def _likeness(one: Candidate, chosen: Sequence[Candidate], rows: Mapping[str, Vectors]) -> float:
    return max((float(rows[one.text] @ rows[other.text]) for other in chosen), default=0.0)


def _with_what_it_leans_on(one: Candidate, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the sentence, after the ones before it that it cannot do without; nothing when they are not at hand."""
    same = sorted((other for other in found if other.paper == one.paper), key=lambda other: other.start)
    last = same.index(one)
    first = last
    while same[first].leans:
        if first == 0:
            return []
        first -= 1
    return same[first : last + 1]


def lead_for(paper: PaperRecord) -> str:
    """Words that say who speaks, and claim nothing: “Noel et al. (2014):”."""
    families = [author.split()[-1] for author in paper["authors"] if author != OTHERS and author.split()]
    year = f" ({paper['year']})" if paper["year"] else ""
    if paper["kind"] == "material" or not families:
        return f"{paper['venue'] or paper['title'][:60]}{year}:"
    whole = len(families) == len(paper["authors"])
    if whole and len(families) <= 2:
        return f"{' and '.join(families)}{year}:"
    return f"{families[0]} et al.{year}:"
