"""Finds the family of an occupation: five kinds of evidence, weighed, each family by the best of its documents.

Documents are official titles, everyday phrases, Indian words, the project's own text of each family and, where they
were loaded, the official descriptions. A score is the weighted sum of parts that lie between 0 and 1; the weights sum
to 1. They were fitted on titles from other sources by `python -m core.evaluate nco FILE.csv`.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from core.language.spelling import letter_groups
from core.language.terms import analyse, occurrences
from core.language.tokens import words
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.fusion import Part, Receipt, Side
from core.retrieval.keywords import KeywordIndex, best_positions
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.documents import (
    Document,
    Kind,
    distinct,
    family_terms,
    native_documents,
    official_documents,
    phrase_documents,
    rows_by_code,
    text_documents,
    title_documents,
)
from core.systems.nco_classification.index.likeness import Evidence, HeadWords, Likeness, Pool, Weighed, rows_of
from core.systems.nco_classification.index.people import People
from core.systems.nco_classification.index.query_normalizer import Wording
from core.systems.nco_classification.index.titles import head_word, plain_title
from core.systems.nco_classification.words.content import content, in_titles

WEIGHTS: dict[str, float] = {
    "phrases": 0.623,
    "family text": 0.103,
    "spelling": 0.120,
    "family words": 0.108,
    "head word": 0.046,
}
SIDES: dict[str, Side] = {
    "phrases": "vector",  # cosine with titles and phrases; many near ones count a little more than one
    "family text": "vector",  # cosine with what the people of the family do
    "spelling": "keyword",  # groups of letters shared with a title, a phrase or an Indian word
    "family words": "keyword",  # BM25 over all that is written about the family, as a share of the most it can be
    "head word": "keyword",  # how often titles that end in this word stand in the division
}
PARTS = tuple(WEIGHTS)
_WEIGHED = np.array(list(WEIGHTS.values()), np.float32)
_TOGETHER = 128  # texts that are scored at once; their scores over all documents stay below 30 MB
_MATCHES = 3  # documents that a candidate shows
_LONGEST = 2_000  # characters of a request that are read
GENERAL = 4  # families with titles that end in a word that tells a role, and not its work
_LONGEST_GENERAL = 4  # words, as typed: in Hindi a role may take as many


@dataclass(frozen=True)
class Match:
    """One document that speaks for a family; `words` are the spans (start, end) of it that the request shares."""

    document: str
    kind: Kind
    text: str
    score: float
    words: list[tuple[int, int]]


@dataclass(frozen=True)
class Candidate:
    """A family, its score (0 … 1) with the receipt, what speaks for it, and its occupations, the likeliest first."""

    family: str
    score: float
    receipt: Receipt
    evidence: list[Match]
    occupations: list[tuple[str, float]]


@dataclass(frozen=True)
class Measure:
    """A text against all documents: how it was read, its vector, and the evidence [parts, families], each 0 … 1.

    `letters` is what its groups of letters weigh, in English and, where that is another text, in Latin letters.
    """

    wording: Wording
    vector: Vectors
    letters: tuple[Weighed, ...]
    evidence: Evidence

    @property
    def scores(self) -> Evidence:
        """The score of each family for this text alone."""
        scores: Evidence = _WEIGHED @ self.evidence
        return scores


@dataclass(frozen=True)
class Leaning:
    """What beside the words leans towards some families: `raw` [families], each weighed and added to the score."""

    source: str
    weight: float
    raw: Evidence


Mixture: TypeAlias = Sequence[tuple[float, Measure]]
"""Texts that were said together, each with its share of the score; together 1."""


def index_name(classification: Classification) -> str:
    """Name the index that comes with the application, as it stands beside every code."""
    return f"Glassbox index, version {classification.version}"


class OccupationIndex:
    """The searchable classification; immutable, may be shared by any number of threads."""

    def __init__(
        self, classification: Classification, embedder: Embedder, official: Mapping[str, str] | None = None
    ) -> None:
        """Index all documents. `official` maps codes to the government's descriptions, which are not shipped."""
        self.classification = classification
        self.embedder = embedder
        self.official = {code: text for code, text in (official or {}).items() if classification.exists(code)}
        self.families = tuple(classification.families)
        self._numbers = numbers = {family: number for number, family in enumerate(self.families)}
        count = len(self.families)
        titles = title_documents(classification, numbers)
        self._short = distinct(titles + phrase_documents(classification, numbers))
        self._spelt = distinct([*self._short, *distinct(native_documents(classification, numbers))])
        texts, described = text_documents(classification, numbers), official_documents(self.official, numbers)
        self._described, self._described_starts = np.unique(
            np.array([document.family for document in described], np.int64), return_index=True
        )
        self.query_normalizer = classification.query_normalizer
        self._people = People(classification)
        self._short_vectors = embedder.encode([document.plain for document in self._short])
        self._text_vectors = embedder.encode([document.shown for document in texts])
        self._official_vectors = embedder.encode([document.shown for document in described])
        self._short_pool = Pool([document.family for document in self._short], count)
        self._spelt_pool = Pool([document.family for document in self._spelt], count)
        self._letters = Likeness([letter_groups(document.plain) for document in self._spelt])
        self._family_words = KeywordIndex(family_terms(self._short + texts + described, count))
        self._heads = HeadWords(
            [document.shown for document in self._short], [document.family for document in self._short], self.families
        )
        self._occupation_rows = rows_by_code(titles, self._short)

    @property
    def index_name(self) -> str:
        """Which index answers."""
        name = index_name(self.classification)
        return f"{name}, with {len(self.official):,} official descriptions" if self.official else name

    def leaving(self, said: Collection[str]) -> OccupationIndex:
        """Return the same index that guesses nothing about these words. Costs nothing: what does not change is
        shared."""
        other = copy.copy(self)
        other.query_normalizer = self.query_normalizer.leaving(said)
        return other

    def read(self, text: str) -> Wording:
        """Read a request in Latin letters and in English, and tell which words were replaced."""
        text = text[:_LONGEST]
        if " ".join(words(text)) not in self.classification.families_by_title:
            text, others = self._people.told_as_others(content(text).query)
            wording = self.query_normalizer.read(plain_title(in_titles(text)))
            return replace(wording, others=others)
        return self.query_normalizer.read(plain_title(text))

    def people_beside(self, text: str) -> list[tuple[int, int]]:
        """Find where people stand of whom something is said, and whose work it is not, as offsets [start, end)."""
        return self._people.beside(text)

    def is_general(self, title: str) -> bool:
        """Whether a title is one word in which titles of many families end: “operator”, and not “welder”."""
        if len(words(title)) > _LONGEST_GENERAL:
            return False
        terms = set(analyse(self.read(title).english))
        return len(terms) == 1 and self._families_with[terms.pop()] >= GENERAL

    @cached_property
    def _families_with(self) -> Counter[str]:
        """Count the families whose titles or phrases end in a term."""
        told = {(term, one.family) for one in self._short for term in analyse(head_word(one.plain))}
        return Counter(term for term, _ in told)

    def search(self, text: str, limit: int = 10) -> list[Candidate]:
        """Find the likeliest families, best first; none for a text without words."""
        return self.search_many([text], limit)[0]

    def search_many(self, texts: Sequence[str], limit: int = 10) -> list[list[Candidate]]:
        """Search for many texts at once, in their order; equal texts are searched once."""
        once = list(dict.fromkeys(texts))
        found = dict(zip(once, self.search_each(once, [limit] * len(once)), strict=True))
        return [found[text] for text in texts]

    def search_each(
        self, texts: Sequence[str], limits: Sequence[int], explained: int | None = None
    ) -> Iterator[list[Candidate]]:
        """Search for one text after the other, a limit for each; the next ones are embedded in the meantime.

        Only so many first candidates of each text are `explained`, by their evidence and occupations; all by default.
        """
        for measure, limit in zip(self.measure_each(texts), limits, strict=True):
            yield self.candidates([(1.0, measure)], limit, explained=explained)

    def measure_each(self, texts: Sequence[str]) -> Iterator[Measure]:
        """Measure one text after the other; the next ones are embedded in the meantime."""
        starts = [*range(0, len(texts), _TOGETHER), len(texts)]
        chunks = [[self.read(text) for text in texts[start:end]] for start, end in pairwise(starts)]
        with ThreadPoolExecutor(1, "occupations") as ahead:
            coming = [ahead.submit(self._embed, chunk) for chunk in chunks[:1]]
            for number, chunk in enumerate(chunks):
                vectors = coming.pop().result()
                coming += [ahead.submit(self._embed, following) for following in chunks[number + 1 : number + 2]]
                yield from self._measure(chunk, vectors)

    def candidates(
        self,
        mixture: Mixture,
        limit: int,
        *,
        explained: int | None = None,
        leanings: Sequence[Leaning] = (),
        also: Collection[str] = (),
    ) -> list[Candidate]:
        """Rank the families by what was measured of the texts of a request, with what leans towards some of them.

        After the `limit` best come those of `also` that are not among them. None for texts without words.
        """
        if not any(words(measure.wording.latin) for _, measure in mixture):
            return []
        evidence: Evidence = np.sum([np.float32(share) * measure.evidence for share, measure in mixture], axis=0)
        scores = _WEIGHED @ evidence
        for leaning in leanings:
            scores = scores + np.float32(leaning.weight) * leaning.raw
        best = best_positions(scores, limit).tolist()
        if also:
            wanted = {self._numbers[family] for family in also} - set(best)
            best += sorted(wanted, key=lambda number: (-scores[number], number))
        return self._candidates(mixture, evidence, leanings, best, limit if explained is None else explained)

    def evidence(self, texts: Sequence[str]) -> Evidence:
        """Measure what the weights weigh: float32 [texts, parts, families], 0 … 1, parts in the order of `PARTS`."""
        wordings = [self.read(text) for text in texts]
        return np.stack([measure.evidence for measure in self._measure(wordings, self._embed(wordings))])

    def _embed(self, wordings: Sequence[Wording]) -> Vectors:
        return self.embedder.encode([wording.english for wording in wordings])

    def _measure(self, wordings: list[Wording], vectors: Vectors) -> list[Measure]:
        english = [wording.english for wording in wordings]
        weighed = self._letters.weigh([letter_groups(text) for text in english])
        letters = self._letters.measure(weighed)
        own: list[tuple[Weighed, ...]] = [(one,) for one in rows_of(weighed)]
        other = [row for row, wording in enumerate(wordings) if wording.latin != wording.english]
        if other:
            native = self._letters.weigh([letter_groups(wordings[row].latin) for row in other])
            letters[other] = np.maximum(letters[other], self._letters.measure(native))
            for row, latin in zip(other, rows_of(native), strict=True):
                own[row] = (*own[row], latin)
        parts = [
            self._short_pool.soft_best(_cut(vectors @ self._short_vectors.T)),
            self._meanings(vectors),
            self._spelt_pool.best(letters),
            self._shares([analyse(text) for text in english]),
            self._heads.measure(english),
        ]
        evidence = np.stack(parts, axis=1).astype(np.float32)
        for row, wording in enumerate(wordings):  # whoever teaches welders is none
            evidence[row][:, [self._numbers[family] for family in wording.others]] = 0.0
        return list(map(Measure, wordings, vectors, own, evidence))

    def _meanings(self, vectors: Vectors) -> Evidence:
        meanings = _cut(vectors @ self._text_vectors.T)
        if len(self._described):
            best = np.maximum.reduceat(vectors @ self._official_vectors.T, self._described_starts, axis=1)
            meanings[:, self._described] = np.maximum(meanings[:, self._described], best).clip(0.0, 1.0)
        return meanings

    def _shares(self, terms: Sequence[Sequence[str]]) -> Evidence:
        bounds = np.array([self._family_words.upper_bound(request) for request in terms])[:, None]
        scores = self._family_words.scores_of_many(terms)
        shares: Evidence = np.divide(scores, bounds, out=np.zeros_like(scores), where=bounds > 0).astype(np.float32)
        return shares.clip(0.0, 1.0)

    def _candidates(
        self, mixture: Mixture, evidence: Evidence, leanings: Sequence[Leaning], best: list[int], explained: int
    ) -> list[Candidate]:
        """Make candidates of the families numbered `best`; for `explained` of them look up what speaks for them."""
        raw = np.vstack([evidence, *(leaning.raw[None] for leaning in leanings)])
        weights = {**WEIGHTS, **{leaning.source: leaning.weight for leaning in leanings}}
        ranks = 1 + (raw[:, :, None] > raw[:, None, best]).sum(axis=1)
        found = []
        for rank, (family, raws, part_ranks) in enumerate(
            zip(best, raw[:, best].T.tolist(), ranks.T.tolist(), strict=True), start=1
        ):
            code = self.families[family]
            parts = [
                Part(source, SIDES.get(source, "keyword"), part_rank, raw, raw, weight, weight * raw)
                for (source, weight), raw, part_rank in zip(weights.items(), raws, part_ranks, strict=True)
                if raw
            ]
            score = sum(part.contribution for part in parts)
            receipt = Receipt(code, score, rank, parts, _side(parts, "vector"), _side(parts, "keyword"))
            told = rank <= explained
            matches, occupations = self._explain(mixture, family) if told else ([], [])
            found.append(Candidate(code, score, receipt, matches, occupations))
        return found

    def _explain(self, mixture: Mixture, family: int) -> tuple[list[Match], list[tuple[str, float]]]:
        """Look up the documents of a family that speak for it, and its occupations, the likeliest first."""
        (first, last), spelt = self._short_pool.span(family), self._spelt_pool.span(family)
        short_vectors = self._short_vectors[first:last]
        cosines, letters = np.zeros(last - first, np.float32), np.zeros(spelt[1] - spelt[0], np.float32)
        for share, measure in mixture:
            cosines += np.float32(share) * np.clip(short_vectors @ measure.vector, 0.0, 1.0)
            alike = [self._letters.measure_some(weighed, *spelt) for weighed in measure.letters]
            letters += np.float32(share) * np.maximum(alike[0], alike[-1])
        return self._matches(mixture, family, cosines, letters), self._occupations(family, cosines, first)

    def _matches(self, mixture: Mixture, family: int, cosines: Evidence, letters: Evidence) -> list[Match]:
        best = dict[str, tuple[float, Document]]()
        for documents, pool, scores in (
            (self._short, self._short_pool, cosines),
            (self._spelt, self._spelt_pool, letters),
        ):
            first, _ = pool.span(family)
            for position in best_positions(scores, _MATCHES).tolist():
                document, score = documents[first + position], float(scores[position])
                if score > best.get(document.plain, (0.0, None))[0]:
                    best[document.plain] = (score, document)
        order = sorted(best.values(), key=lambda pair: (-pair[0], pair[1].shown))[:_MATCHES]
        terms = {
            term
            for _, measure in mixture
            for reading in (measure.wording.english, measure.wording.latin)
            for term in analyse(reading)
        }
        return [
            Match(document.code, document.kind, document.shown, score, occurrences(document.shown, terms))
            for score, document in order
        ]

    def _occupations(self, family: int, cosines: Evidence, first: int) -> list[tuple[str, float]]:
        """Order the occupations of a family by the likeness of their titles; `cosines` begin with document `first`."""
        rows = self._occupation_rows
        own = self.classification.occupations_of(self.families[family])
        scored = [(code, max(float(cosines[row - first]) for row in rows[code])) for code in own if code in rows]
        return sorted(scored, key=lambda pair: (-pair[1], pair[0]))


def _cut(likeness: Evidence) -> Evidence:
    """Cut to 0 … 1 in place: a copy of so many numbers takes as long as working them out."""
    return np.clip(likeness, 0.0, 1.0, out=likeness)


def _side(parts: Sequence[Part], side: Side) -> float:
    """Measure what one side amounts to before its share of the weights weighs it."""
    share = sum(weight for source, weight in WEIGHTS.items() if SIDES[source] == side)
    return sum(part.contribution for part in parts if part.side == side) / share if share else 0.0
