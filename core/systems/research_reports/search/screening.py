"""Which passages bear on which sub-question: cut, compared by meaning and by words, kept or dropped with the reason.

What the comparisons gave is kept in the state; `cut` weighs it by a threshold and an alpha, as often as a slider moves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.language.absence import Stance, stance
from core.language.sentences import sentences
from core.language.terms import analyse
from core.retrieval.embedder import Embedder
from core.retrieval.fusion import Found, Receipt, weighted_sum
from core.retrieval.keywords import KeywordIndex, best_positions
from core.sources.papers import Paper, PaperRecord
from core.systems.research_reports.search.shelves import text_of
from core.systems.research_reports.state import PassageSpan, Screening, State, SubQuestion

LONGEST = 600  # characters of a passage, unless a single sentence is longer
MOST_SENTENCES = 4
MOST_READ = 400  # passages compared by meaning; beyond that the ones that share most words
MOST_HITS = 300  # per sub-question, kept in the state
MOST_KEPT = 24  # per sub-question
ENOUGH_WITHOUT = 3  # papers that say they do without what is to be absent
SOURCE_NAMES = {"meaning": "meaning", "words": "words"}


@dataclass(frozen=True)
class Screened:
    """One passage as screened for one sub-question: its fused score, and why it was kept or dropped, in words."""

    passage: str
    receipt: Receipt
    kept: bool
    reason: str


def cut_passages(papers: Mapping[str, PaperRecord], known: Mapping[str, PassageSpan]) -> dict[str, PassageSpan]:
    """Return the passages of all papers: groups of whole sentences. Those of papers that were cut before stay as they
    are."""
    passages = dict(known)
    done = {span["paper"] for span in known.values()}
    number = max((int(id[1:]) for id in known), default=0)
    for id, paper in papers.items():
        if id in done:
            continue
        for start, end in _groups(paper["abstract"]):
            number += 1
            passages[f"p{number}"] = {"paper": id, "start": start, "end": end}
    return passages


def _groups(text: str) -> list[tuple[int, int]]:
    """Offsets of runs of whole sentences, of even length: a last one of a single short sentence says little."""
    found = sentences(text)
    pieces = max(-(-len(found) // MOST_SENTENCES), -(-len(text) // LONGEST), 1)
    size = -(-len(found) // pieces)
    groups = (found[first : first + size] for first in range(0, len(found), size)) if found else ()
    return [(group[0].start, group[-1].end) for group in groups]


def passage_text(state: State, id: str) -> str:
    """Return the words of a passage; "" for an id that there is not."""
    span = state["passages"].get(id)
    if span is None or span["paper"] not in state["papers"]:
        return ""
    return state["papers"][span["paper"]]["abstract"][span["start"] : span["end"]]


def paper_of(state: State, passage: str) -> PaperRecord:
    """Return the paper that a passage stands in."""
    return state["papers"][state["passages"][passage]["paper"]]


def context_of(title: str, text: str) -> str:
    """Return what of a passage is embedded and searched: its paper's title, then its words."""
    return f"{title}\n{text}"


def texts_to_embed(papers: Sequence[Paper]) -> list[str]:
    """All that is embedded of papers on a shelf, for who does it beforehand: whole, in passages, in sentences."""
    found = [text_of(paper) for paper in papers]
    for paper in papers:
        passages = [paper.abstract[start:end] for start, end in _groups(paper.abstract)]
        found += [context_of(paper.title, text) for text in passages]
        found += [*passages, *(sentence.text for text in passages for sentence in sentences(text))]
    return list(dict.fromkeys(found))


def screen(state: State, sub_questions: Sequence[SubQuestion], embedder: Embedder) -> dict[str, Screening]:
    """Compare every passage with every one of these sub-questions, by BM25 with its words and by cosine with its text.

    Where there are more than `MOST_READ` passages, only those that share most with the words are compared by meaning.
    """
    ids = list(state["passages"])
    contexts = [context_of(paper_of(state, id)["title"], passage_text(state, id)) for id in ids]
    index = KeywordIndex([analyse(text) for text in contexts])
    words = [analyse(sub_question["words"]) for sub_question in sub_questions]
    by_words = np.array([index.get_scores(query) for query in words]).reshape(len(words), len(ids))
    read = list(range(len(ids)))
    if len(ids) > MOST_READ:
        read = sorted(best_positions(by_words.max(axis=0), MOST_READ).tolist())
    matrix = embedder.encode([contexts[position] for position in read])
    questions = embedder.encode([sub_question["text"] for sub_question in sub_questions])
    by_meaning = np.full((len(words), len(ids)), -1.0)
    by_meaning[:, read] = questions @ matrix.T
    screened: dict[str, Screening] = {}
    for row, sub_question in enumerate(sub_questions):
        bound = float(index.upper_bound(words[row])) or 1.0
        best = best_positions(by_meaning[row] + by_words[row] / bound, MOST_HITS)
        screened[sub_question["id"]] = {
            "hits": [
                {"passage": ids[hit], "meaning": float(by_meaning[row, hit]), "words": float(by_words[row, hit])}
                for hit in best.tolist()
            ],
            "bound": bound,
            "unread": len(ids) - len(read),
        }
    return screened


def cut(state: State, threshold: float, alpha: float) -> dict[str, list[Screened]]:
    """For each sub-question its passages, best first, kept or dropped by these numbers. Searches nothing."""
    aside = frozenset(state["set_aside"])
    return {id: _cut(state, found, threshold, alpha, aside) for id, found in state["screened"].items()}


def _cut(state: State, screening: Screening, threshold: float, alpha: float, aside: Collection[str]) -> list[Screened]:
    hits = screening["hits"]
    meaning = sorted(((hit["passage"], hit["meaning"]) for hit in hits), key=lambda pair: -pair[1])
    words = sorted(((hit["passage"], hit["words"]) for hit in hits if hit["words"] > 0), key=lambda pair: -pair[1])
    receipts = weighted_sum(
        [Found("meaning", "vector", meaning), Found("words", "keyword", words, high=screening["bound"])], alpha, "bound"
    )
    stances = _stances(state, receipts, threshold)
    kept = 0
    screened = []
    for receipt in receipts:
        reason = _objection(state, receipt, threshold, aside) or stances.get(receipt.id, "")
        if not reason and kept >= MOST_KEPT:
            reason = f"{MOST_KEPT} better ones were kept"
        kept += not reason
        screened.append(
            Screened(receipt.id, receipt, not reason, reason or f"score {receipt.score:.2f} reaches {threshold:.2f}")
        )
    return screened


def _stances(state: State, receipts: Sequence[Receipt], threshold: float) -> dict[str, str]:
    """Why passages are dropped that would be kept, of papers that have what the question wants to be absent.

    Only where other papers say that they do without it; where enough of them do, those that say nothing go too.
    """
    reasons: dict[str, str] = {}
    reaching = [receipt.id for receipt in receipts if receipt.score >= threshold]
    for thing in state["plan"]["absent"]:
        stances: dict[str, Stance] = {}
        for id in reaching:
            paper = paper_of(state, id)
            stances[id] = stance(context_of(paper["title"], paper["abstract"]), thing)
        without = {paper_of(state, id)["id"] for id, found in stances.items() if found == "without"}
        for id, found in stances.items():
            if found == "has" and without:
                reasons[id] = f"its paper has {thing}, which the question wants to be absent"
            elif found == "silent" and len(without) >= ENOUGH_WITHOUT:
                reasons.setdefault(id, f"its paper does not say that it does without {thing}, and others do")
    return reasons


def _objection(state: State, receipt: Receipt, threshold: float, aside: Collection[str]) -> str:
    """Why a passage is dropped; "" when it is not."""
    paper = paper_of(state, receipt.id)
    if paper["retracted"] or paper["withdrawn"]:
        return f"{'retracted' if paper['retracted'] else 'withdrawn'}: shown, and never used as support"
    if paper["kind"] == "notice":
        return "a notice about another paper"
    if receipt.id in aside:
        return "what was written from it did not hold, twice"
    return f"score {receipt.score:.2f} is below {threshold:.2f}" if receipt.score < threshold else ""
