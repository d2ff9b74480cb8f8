"""Finds the family of an occupation: five kinds of evidence, weighed, each family by the best of its documents.

Documents are official titles, everyday phrases, Indian words, the project's own text of each family and, where they
were loaded, the official descriptions. A score is the weighted sum of parts that lie between 0 and 1; the weights sum
to 1. They were fitted on titles from other sources by `python -m core.evaluate nco FILE.csv`.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

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
from core.systems.nco_classification.index.likeness import Evidence, HeadWords, Likeness, Pool
from core.systems.nco_classification.index.query_normalizer import Wording
from core.systems.nco_classification.index.titles import plain_title
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
_TOGETHER = 128  # texts that are scored at once; their scores over all documents stay below 30 MB
_MATCHES = 3  # documents that a candidate shows
_LONGEST = 2_000  # characters of a request that are read


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
class _Measures:
    """Some texts against all documents: the evidence [texts, parts, families] and what it was pooled from."""

    wordings: list[Wording]
    evidence: Evidence
    cosines: Evidence  # [texts, titles and phrases]
    letters: Evidence  # [texts, documents whose spelling is compared]


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
        numbers = {family: number for number, family in enumerate(self.families)}
        count = len(self.families)
        titles = title_documents(classification, numbers)
        self._short = distinct(titles + phrase_documents(classification, numbers))
        self._spelt = distinct([*self._short, *distinct(native_documents(classification, numbers))])
        texts, described = text_documents(classification, numbers), official_documents(self.official, numbers)
        self._described, self._described_starts = np.unique(
            np.array([document.family for document in described], np.int64), return_index=True
        )
        self.query_normalizer = classification.query_normalizer
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
            text = in_titles(content(text).query)
        return self.query_normalizer.read(plain_title(text))

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
        starts = [*range(0, len(texts), _TOGETHER), len(texts)]
        chunks = [[self.read(text) for text in texts[start:end]] for start, end in pairwise(starts)]
        with ThreadPoolExecutor(1, "occupations") as ahead:
            coming = [ahead.submit(self._embed, chunk) for chunk in chunks[:1]]
            for number, chunk in enumerate(chunks):
                vectors = coming.pop().result()
                coming += [ahead.submit(self._embed, following) for following in chunks[number + 1 : number + 2]]
                measures = self._measure(chunk, vectors)
                scores = np.einsum("tpf,p->tf", measures.evidence, np.array(list(WEIGHTS.values()), np.float32))
                for row, limit in enumerate(limits[starts[number] : starts[number + 1]]):
                    readable = bool(words(chunk[row].latin))
                    best = best_positions(scores[row], limit) if readable else np.empty(0, np.int64)
                    yield self._candidates(measures, row, best.tolist(), limit if explained is None else explained)

    def evidence(self, texts: Sequence[str]) -> Evidence:
        """Measure what the weights weigh: float32 [texts, parts, families], 0 … 1, parts in the order of `PARTS`."""
        wordings = [self.read(text) for text in texts]
        return self._measure(wordings, self._embed(wordings)).evidence

    def _embed(self, wordings: Sequence[Wording]) -> Vectors:
        return self.embedder.encode([wording.english for wording in wordings])

    def _measure(self, wordings: list[Wording], vectors: Vectors) -> _Measures:
        english = [wording.english for wording in wordings]
        cosines = np.clip(vectors @ self._short_vectors.T, 0.0, 1.0)
        letters = self._letters.measure([letter_groups(text) for text in english])
        other = [row for row, wording in enumerate(wordings) if wording.latin != wording.english]
        if other:
            native = self._letters.measure([letter_groups(wordings[row].latin) for row in other])
            letters[other] = np.maximum(letters[other], native)
        parts = [
            self._short_pool.soft_best(cosines),
            self._meanings(vectors),
            self._spelt_pool.best(letters),
            self._shares([analyse(text) for text in english]),
            self._heads.measure(english),
        ]
        return _Measures(wordings, np.stack(parts, axis=1).astype(np.float32), cosines, letters)

    def _meanings(self, vectors: Vectors) -> Evidence:
        meanings: Evidence = np.clip(vectors @ self._text_vectors.T, 0.0, 1.0)
        if len(self._described):
            best = np.maximum.reduceat(vectors @ self._official_vectors.T, self._described_starts, axis=1)
            meanings[:, self._described] = np.maximum(meanings[:, self._described], best).clip(0.0, 1.0)
        return meanings

    def _shares(self, terms: Sequence[Sequence[str]]) -> Evidence:
        bounds = np.array([self._family_words.upper_bound(request) for request in terms])[:, None]
        scores = self._family_words.scores_of_many(terms)
        shares: Evidence = np.divide(scores, bounds, out=np.zeros_like(scores), where=bounds > 0).astype(np.float32)
        return shares.clip(0.0, 1.0)

    def _candidates(self, measures: _Measures, row: int, best: list[int], explained: int) -> list[Candidate]:
        """Make candidates of the families numbered `best`; for `explained` of them look up what speaks for them."""
        evidence = measures.evidence[row]
        ranks = 1 + (evidence[:, :, None] > evidence[:, None, best]).sum(axis=1)
        found = []
        for rank, (family, raws, part_ranks) in enumerate(
            zip(best, evidence[:, best].T.tolist(), ranks.T.tolist(), strict=True), start=1
        ):
            code = self.families[family]
            parts = [
                Part(source, SIDES[source], part_rank, raw, raw, weight, weight * raw)
                for (source, weight), raw, part_rank in zip(WEIGHTS.items(), raws, part_ranks, strict=True)
                if raw > 0
            ]
            score = sum(part.contribution for part in parts)
            receipt = Receipt(code, score, rank, parts, _side(parts, "vector"), _side(parts, "keyword"))
            told = rank <= explained
            matches = self._matches(measures, row, family) if told else []
            occupations = self._occupations(code, measures.cosines[row]) if told else []
            found.append(Candidate(code, score, receipt, matches, occupations))
        return found

    def _matches(self, measures: _Measures, row: int, family: int) -> list[Match]:
        wording, best = measures.wordings[row], dict[str, tuple[float, Document]]()
        for documents, pool, scores in (
            (self._short, self._short_pool, measures.cosines[row]),
            (self._spelt, self._spelt_pool, measures.letters[row]),
        ):
            first, last = pool.span(family)
            for position in best_positions(scores[first:last], _MATCHES).tolist():
                document, score = documents[first + position], float(scores[first + position])
                if score > best.get(document.plain, (0.0, None))[0]:
                    best[document.plain] = (score, document)
        order = sorted(best.values(), key=lambda pair: (-pair[0], pair[1].shown))[:_MATCHES]
        terms = {*analyse(wording.english), *analyse(wording.latin)}
        return [
            Match(document.code, document.kind, document.shown, score, occurrences(document.shown, terms))
            for score, document in order
        ]

    def _occupations(self, family: str, cosines: Evidence) -> list[tuple[str, float]]:
        rows = self._occupation_rows
        own = self.classification.occupations_of(family)
        scored = [(code, float(cosines[rows[code]].max())) for code in own if code in rows]
        return sorted(scored, key=lambda pair: (-pair[1], pair[0]))


def _side(parts: Sequence[Part], side: Side) -> float:
    """Measure what one side amounts to before its share of the weights weighs it."""
    share = sum(weight for source, weight in WEIGHTS.items() if SIDES[source] == side)
    return sum(part.contribution for part in parts if part.side == side) / share if share else 0.0
