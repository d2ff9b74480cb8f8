"""Why a person was found: the very sentences and words that matched."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from core.language.reading import content_words
from core.language.sentences import sentences
from core.language.terms import analyse, occurrences, without_asking
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.fusion import results_of
from core.systems.expert_search.ranking.quality import ways
from core.systems.expert_search.requirements.cells.skills import phrases
from core.systems.expert_search.requirements.grammar.pieces import GROUPS
from core.systems.expert_search.state import Context, Match, State, Topic


@dataclass(frozen=True)
class Evidence:
    """One document of a person, with what in it speaks for them.

    `nearest` is the sentence nearest in meaning to the query, `likeness` its cosine; `words` are the offsets of words
    that the query uses too; `scores` holds the raw score of each search that found the document, `queries` the query or
    the variant of it that gave this score.
    """

    document: str
    title: str
    text: str
    nearest: tuple[int, int]
    likeness: float
    words: list[tuple[int, int]]
    scores: dict[str, float]
    queries: dict[str, str]

    @property
    def sentence(self) -> str:
        """The nearest sentence itself."""
        return self.text[slice(*self.nearest)]


def evidence_of(state: State, context: Context, topic: Topic, person: str) -> list[Evidence]:
    """All documents by which a run found this person for a topic, and those of theirs that hold a word of it which none
    of them has; the most telling first, empty when none was found."""
    found: dict[str, dict[str, Match]] = {}
    for source, result in results_of(state, context, topic).items():
        for hit in result["hits"]:
            if hit["id"] == person:
                for match in hit["documents"]:
                    found.setdefault(match["document"], {})[source] = match
    people, weights = context.people, context.people.weights(topic["query"])
    if found:
        missing = weights.keys() - {term for document in found for term in _terms(people, document)}
        found |= {one.id: {} for one in people.answers_of(person) if not missing.isdisjoint(_terms(people, one.id))}
    evidence = [_explain(people, topic, document, by_source) for document, by_source in found.items()]
    return sorted(evidence, key=lambda one: (-one.likeness - _held(people, weights, one.document), one.document))


def _terms(people: People, document: str) -> set[str]:
    """Return the terms of a document and of what stands above it."""
    answer = people.answers.get(document)
    return set(analyse(f"{answer.project} {answer.text}" if answer else people.document_text(document)))


def _held(people: People, weights: Mapping[str, float], document: str) -> float:
    """Return the share of a topic's words, rare ones weighing more, that a document has."""
    held = _terms(people, document)
    return sum(weight for term, weight in weights.items() if term in held) / (sum(weights.values()) or 1.0)


def _explain(people: People, topic: Topic, document: str, found: Mapping[str, Match]) -> Evidence:
    answer, query = people.answers.get(document), topic["query"]
    if answer:
        title, text = answer.title, answer.answer
    else:
        expert = people.experts[document]
        title, text = "Profile", "\n".join(filter(None, (expert.headline, expert.bio, expert.skills)))
    pieces = sentences(text)
    vectors = people.embedder.encode([query, *(piece.text for piece in pieces)])
    likeness = (vectors[1:] @ vectors[0]).tolist()
    best = max(range(len(pieces)), key=likeness.__getitem__)
    queries = [query, *topic["refined_queries"]]
    return Evidence(
        document,
        title,
        text,
        (pieces[best].start, pieces[best].end),
        likeness[best],
        occurrences(text, set(analyse(query))),
        {source: match["score"] for source, match in found.items()},
        {source: queries[match["query"]] for source, match in found.items()},
    )


def unsaid(people: People, topic: str, person: str) -> tuple[str, ...]:
    """Return the words of a topic that stand in none of somebody's texts, as they were written: by meaning alone the
    person was found for them. Words for people (“expert”) are none of it."""
    held = people.terms_of(person)
    return min((_not_among(held, one) for one in ways(people, topic)), key=len)


def _not_among(held: Set[str], said: str) -> tuple[str, ...]:
    """Return the words of a topic, or of one of two of which either will do, that are not among the terms of texts."""
    wanted = dict.fromkeys(word.text for word in content_words(without_asking(said)))
    spelt = {word: phrases(word) for word in wanted if word.lower() not in GROUPS["person"]}
    return tuple(word for word, many in spelt.items() if many and not any(held >= set(one) for one in many))


def queries_that_scored(state: State, context: Context, topic: Topic, person: str) -> dict[str, str]:
    """Return for each search that found a person the query, or the variant of it, that gave the best document its
    score."""
    queries = [topic["query"], *topic["refined_queries"]]
    return {
        source: queries[hit["documents"][0]["query"]]
        for source, result in results_of(state, context, topic).items()
        for hit in result["hits"]
        if hit["id"] == person
    }
