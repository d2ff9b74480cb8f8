"""The people who can be found: their profiles, what they answered in projects, and both searches over each."""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np
from rapidfuzz.distance import DamerauLevenshtein

from core.errors import InputError
from core.language.terms import analyse
from core.language.tokens import words
from core.retrieval.embedder import Embedder
from core.retrieval.hybrid import HybridIndex
from core.retrieval.keywords import best_positions

Corpus = Literal["profile", "project"]
Side = Literal["vector", "keyword"]
_NO_TEXT = ("years_experience", "more")
BEST = 3  # a person's score rests on at most this many documents
STEADY = (4 / 7, 2 / 7, 1 / 7)
"""What the best, the second and the third document weigh, whether there are as many or not: so another one never lowers
a score."""
_LEAST = 0.54  # of the score of a person's best document, what any rule for several gives at least: 1 / (1 + ½ + ⅓)


@dataclass(frozen=True)
class Expert:
    """A person as the profile tells; `more` holds the further columns of the table, by their names."""

    id: str
    name: str
    headline: str = ""
    bio: str = ""
    skills: str = ""
    location: str = ""
    years_experience: float | None = None
    organisation: str = ""
    languages: str = ""
    more: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """What both profile searches read."""
        return ". ".join(part for part in (self.headline, self.bio, self.skills, self.name, self.location) if part)


@dataclass(frozen=True)
class ProjectAnswer:
    """What a person answered to a question in a project; the `date` is ISO 8601, as far as it is known: a day, a
    month, a year ("2021"), or ""."""

    id: str
    expert_id: str
    project: str = ""
    question: str = ""
    answer: str = ""
    date: str = ""

    @property
    def text(self) -> str:
        """What both project searches read."""
        return " ".join(part for part in (self.question, self.answer) if part)

    @property
    def title(self) -> str:
        """What stands above it: the project and the question."""
        return ": ".join(filter(None, (self.project or "Project answer", self.question)))


class _Corpus:
    """One index whose documents belong to people: `owner[i]` is the person of the index's document i, `people` are
    those who have any, ascending."""

    def __init__(self, index: HybridIndex, owner: np.ndarray) -> None:
        self.index, self.owner = index, owner
        self._by_owner = np.argsort(owner, kind="stable")
        self.people, self._starts, self._sizes = np.unique(owner[self._by_owner], return_index=True, return_counts=True)

    def near_best(self, scores: np.ndarray, masks: Sequence[np.ndarray], depth: int) -> np.ndarray:
        """Return who of the `people` [bool] may be among the first `depth` of those of a mask, by any rule for several
        documents and scores [documents]: no rule gives more than the best document has, or less than `_LEAST` of it."""
        highest = np.maximum.reduceat(scores[self._by_owner], self._starts) if len(self.people) else scores
        near = np.zeros(len(self.people), bool)
        for mask in masks:
            own = highest * mask
            last = np.partition(own, -depth)[-depth] if depth < len(own) else 0.0
            near |= (own > 0) & (own >= _LEAST * last)
        return near

    def spread(self, values: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """Return what some of the `people` have [columns] as values of all of them [people], 0 for the others."""
        everybody = np.zeros(len(self.people), values.dtype)
        everybody[columns] = values
        return everybody

    def best_three(self, scores: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the best three documents of some of the `people` by scores [documents], best first, of equal ones the
        first: positions and scores, both [3, columns]. Where somebody has fewer, or no further one has a score above
        zero, it is 0."""
        sizes = self._sizes[columns]
        before = np.cumsum(sizes) - sizes
        number = np.arange(sizes.sum())
        documents = self._by_owner[number + np.repeat(self._starts[columns] - before, sizes)]
        group, rank = np.repeat(np.arange(len(columns)), sizes), number - np.repeat(before, sizes)
        documents = documents[np.lexsort((-scores[documents], group))]
        first = rank < BEST
        places, best = np.zeros((BEST, len(columns)), int), np.zeros((BEST, len(columns)), scores.dtype)
        places[rank[first], group[first]] = documents[first]
        best[rank[first], group[first]] = np.maximum(scores[documents[first]], 0)
        return places, best


@dataclass(frozen=True, eq=False)
class People:
    """Everybody who can be found. Read-only once built, so that any number of runs share it."""

    name: str
    experts: Mapping[str, Expert]
    answers: Mapping[str, ProjectAnswer]
    embedder: Embedder
    is_sample: bool = False
    _corpora: Mapping[Corpus, _Corpus] = field(default_factory=dict, repr=False)

    @classmethod
    def build(
        cls,
        name: str,
        experts: Sequence[Expert],
        answers: Sequence[ProjectAnswer],
        embedder: Embedder,
        is_sample: bool = False,
    ) -> People:
        """Index profiles and answers. Raises `InputError` for a duplicate id or an answer of nobody."""
        by_id = {expert.id: expert for expert in experts}
        if len(by_id) < len(experts):
            raise InputError("Two experts have the same id.", "Give every expert an id of their own.")
        stray = next((answer for answer in answers if answer.expert_id not in by_id), None)
        if stray:
            raise InputError(f"An answer belongs to the expert {stray.expert_id!r}, who is not in the list of experts.")
        if len({answer.id for answer in answers} | set(by_id)) < len(answers) + len(by_id):
            raise InputError(
                "Two answers, or an answer and an expert, have the same id.", "Leave the answers' ids out."
            )
        position = {expert.id: number for number, expert in enumerate(experts)}
        profiles, projects = HybridIndex(embedder), HybridIndex(embedder)
        profiles.add([expert.id for expert in experts], [expert.text for expert in experts])
        projects.add([answer.id for answer in answers], [answer.text for answer in answers])
        corpora: dict[Corpus, _Corpus] = {
            "profile": _Corpus(profiles, np.arange(len(experts))),
            "project": _Corpus(projects, np.array([position[answer.expert_id] for answer in answers], dtype=int)),
        }
        return cls(name, by_id, {answer.id: answer for answer in answers}, embedder, is_sample, corpora)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What everybody is called, by id."""
        return {id: expert.name for id, expert in self.experts.items()}

    @cached_property
    def homes(self) -> Mapping[str, str]:
        """Where everybody lives, as it stands in the table, by id."""
        return {id: expert.location for id, expert in self.experts.items()}

    def document_scores(self, corpus: Corpus, side: Side, query: str) -> np.ndarray:
        """One score for each document: its cosine, or its BM25 score as a share of the most the query can get."""
        index = self._corpora[corpus].index
        if side == "vector":
            return index.vector_scores(query)
        bound = self.bound(corpus, side, query)
        return index.keyword_scores(query) / bound if bound > 0 else np.zeros(len(index))

    def bound(self, corpus: Corpus, side: Side, query: str) -> float:
        """Return the score that no document can pass: 1 for cosine, the query's own upper bound for BM25."""
        return 1.0 if side == "vector" else self._corpora[corpus].index.keyword_bound(query)

    def best_documents(
        self, corpus: Corpus, scores: np.ndarray, depth: int, groups: Sequence[frozenset[str]] = ()
    ) -> dict[str, list[tuple[str, int]]]:
        """Return the documents that count of each person found: id, and position in the corpus.

        `scores` [queries, documents] are one row for each query. A person's best three with a score above zero count,
        by the best of all queries (these come first, best first), and by each query alone. Only people who are among
        the first `depth`, of all or of one of the `groups`, by any of the rules for several documents.
        """
        kept, ids = self._corpora[corpus], self._corpora[corpus].index.ids
        everybody = np.ones(len(kept.people), bool)
        among = [everybody, *(np.isin(kept.people, self._positions(group)) for group in groups)]
        each = scores if len(scores) == 1 else (scores.max(axis=0), *scores)
        columns = np.flatnonzero(np.logical_or.reduce([kept.near_best(row, among, depth) for row in each]))
        firsts = [
            best_positions(kept.spread(rule * mask[columns], columns), depth)
            for row in each
            for rule in _rules(kept.best_three(row, columns)[1])
            for mask in among
        ]
        chosen = np.unique(np.concatenate(firsts))
        found: dict[str, dict[int, None]] = {}
        for places, best in (kept.best_three(row, chosen) for row in each):
            found_at, ranks = np.nonzero(best.T > 0)
            owners, documents = kept.people[chosen[found_at]], places[ranks, found_at]
            for person, document in zip(owners.tolist(), documents.tolist(), strict=True):
                found.setdefault(self._names[person], {})[document] = None
        return {person: [(ids[one], one) for one in documents] for person, documents in found.items()}

    def _positions(self, group: frozenset[str]) -> np.ndarray:
        return np.array([self._position[person] for person in group], int)

    @cached_property
    def _position(self) -> dict[str, int]:
        return {person: place for place, person in enumerate(self.experts)}

    @cached_property
    def _names(self) -> list[str]:
        return list(self.experts)

    @cached_property
    def newest_date(self) -> str:
        """The ISO day of the newest project answer, "" when none has a date."""
        return max((answer.date for answer in self.answers.values()), default="")

    def answers_of(self, expert_id: str) -> list[ProjectAnswer]:
        """All that this person answered."""
        return list(self._answers_by_person.get(expert_id, ()))

    @cached_property
    def _answers_by_person(self) -> Mapping[str, list[ProjectAnswer]]:
        found: dict[str, list[ProjectAnswer]] = {}
        for answer in self.answers.values():
            found.setdefault(answer.expert_id, []).append(answer)
        return found

    def terms_of(self, expert_id: str) -> frozenset[str]:
        """Return the analysed terms of all that is written of a person and by them: the whole profile, and the answers
        with what stands above them."""
        if expert_id not in self._terms:
            expert = self.experts[expert_id]
            profile = (expert.text, expert.organisation, expert.languages, *expert.more.values())
            answers = (part for answer in self.answers_of(expert_id) for part in (answer.project, answer.text))
            self._terms[expert_id] = frozenset(term for text in (*profile, *answers) for term in analyse(text))
        return self._terms[expert_id]

    @cached_property
    def _terms(self) -> dict[str, frozenset[str]]:
        return {}

    def document_text(self, document: str) -> str:
        """Return the text of a profile or of a project answer, by the document's id."""
        answer = self.answers.get(document)
        return answer.text if answer else self.experts[document].text

    @cached_property
    def document_frequency(self) -> Counter[str]:
        """In how many documents each word occurs, as written in lower case (df)."""
        texts = [expert.text for expert in self.experts.values()] + [answer.text for answer in self.answers.values()]
        return Counter(word for text in texts for word in set(words(text)))

    def holding(self, terms: Sequence[str]) -> dict[Corpus, int]:
        """In how many profiles and project answers a word occurs that is analysed to these terms."""
        counts = {corpus: kept.index.keywords.frequencies(terms) for corpus, kept in self._corpora.items()}
        return {corpus: min(count.values(), default=0) for corpus, count in counts.items()}

    def owner(self, document: str) -> str:
        """Return the id of the person whose document this is."""
        answer = self.answers.get(document)
        return answer.expert_id if answer else document

    def closeness(self, query: str, documents: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Return of each of these documents, by id, the cosine with a query and the share of the query's words that it
        has, 0 … 1, in which rare words weigh more (idf over profiles and answers together)."""
        place_of, profiles = self._places, len(self.experts)
        places = np.array([place_of[document] for document in documents], np.int64)
        cosines, shares, weights = np.zeros(len(places)), np.zeros(len(places)), self.weights(query)
        sides = (
            (self._corpora["profile"].index, places < profiles, 0),
            (self._corpora["project"].index, places >= profiles, profiles),
        )
        for index, own, before in sides:
            cosines[own] = index.cosines(query, places[own] - before)
        for term, weight in weights.items():
            holders = [index.keywords.holding([term]) + before for index, _, before in sides]
            shares += weight * np.isin(places, np.concatenate(holders))
        return cosines, shares / (sum(weights.values()) or 1.0)

    def weights(self, query: str) -> dict[str, float]:
        """Return what each term of a query weighs: its idf over profiles and answers together."""
        whole = len(self._places) + 1
        return {
            term: math.log(whole / (sum(self.holding([term]).values()) + 0.5)) for term in dict.fromkeys(analyse(query))
        }

    @cached_property
    def _places(self) -> dict[str, int]:
        """Where each document stands: the profiles first, then the answers, both in the order of their index."""
        return {document: place for place, document in enumerate((*self.experts, *self.answers))}

    def documents_holding(self, terms: Sequence[str]) -> list[tuple[str, str]]:
        """Return the profiles and project answers that hold all of these analysed terms, each with whose it is."""
        return [
            (kept.index.ids[place], self._names[kept.owner[place]])
            for kept in self._corpora.values()
            for place in kept.index.keywords.holding(terms).tolist()
        ]

    def idf(self, word: str) -> float:
        """Return the inverse document frequency: the logarithm of all documents over those that hold the word."""
        return float(np.log((len(self.experts) + len(self.answers) + 1) / (self.document_frequency[word] + 1)))

    def likeness(self, query: str, variant: str) -> float:
        """How like the query a variant of it is, 0 … 1: in meaning (cosine) or in spelling, whichever is more.

        A misspelled word means nothing to the model, so the cosine with the mended one is small.
        """
        of_query, of_variant = self.embedder.encode([query, variant])
        spelling = DamerauLevenshtein.normalized_similarity(" ".join(words(query)), " ".join(words(variant)))
        return float(min(1.0, max(spelling, of_query @ of_variant)))


def _rules(best: np.ndarray) -> list[np.ndarray]:
    """Return what people [n] score by each rule for several documents, from the scores of the best three [3, n]."""
    best = best.astype(np.float64)
    weights = (best > 0) * np.array([1, 1 / 2, 1 / 3])[:, None]
    means = (weights * best).sum(axis=0) / np.maximum(weights.sum(axis=0), 1.0)
    return [best[0], means, np.array(STEADY) @ best]


def read_experts(path: Path) -> list[Expert]:
    """Read `id,name,headline,bio,skills,location,years_experience,organisation,languages` and whatever further columns
    there are from a CSV file in UTF-8."""
    rows = _rows(path, required=("id", "name"))
    try:
        return [expert_from(row) for row in rows]
    except ValueError as error:
        raise InputError(f"{path.name} has years of experience that are no number: {error}.") from None


def read_answers(path: Path) -> list[ProjectAnswer]:
    """Read `expert_id,project,question,answer` (and `id` and `date`, where they are) from a CSV file in UTF-8."""
    rows = _rows(path, required=("expert_id", "answer"))
    return [answer_from(row, number) for number, row in enumerate(rows, start=1)]


def expert_from(row: Mapping[str, str]) -> Expert:
    """Return an expert from a row of text. Raises ValueError when the years of experience are no number."""
    texts = {item.name: row.get(item.name, "").strip() for item in fields(Expert) if item.name not in _NO_TEXT}
    written = row.get("years_experience", "").strip()
    years = float(written) if written else None
    if years is not None and not math.isfinite(years):
        raise ValueError(written)
    known = {item.name for item in fields(Expert)}
    more = {name: value for name, cell in row.items() if name not in known and (value := cell.strip())}
    return Expert(**texts, years_experience=years, more=more)


def answer_from(row: Mapping[str, str], number: int) -> ProjectAnswer:
    """Return a project answer from a row of text; without an id of its own it is called after its row."""
    texts = {item.name: row.get(item.name, "").strip() for item in fields(ProjectAnswer)}
    return ProjectAnswer(**{**texts, "id": texts["id"] or f"answer-{number}"})


def _rows(path: Path, required: Iterable[str]) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            missing = [name for name in required if name not in (reader.fieldnames or [])]
            if missing:
                raise InputError(f"{path.name} has no column {' and no column '.join(missing)}.")
            return [{key: value or "" for key, value in row.items() if key} for row in reader]
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path.name} is not in UTF-8.", "Save it again as CSV in UTF-8.") from None
