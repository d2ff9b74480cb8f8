"""Why a person was found: the very sentences and words that matched."""

from __future__ import annotations

from dataclasses import dataclass

from core.language.sentences import sentences
from core.language.terms import analyse, occurrences
from core.systems.expert_search.people.records import People
from core.systems.expert_search.state import State, results_by_source


@dataclass(frozen=True)
class Evidence:
    """One document of a person, with what in it speaks for them.

    `nearest` is the sentence nearest in meaning to the query, `likeness` its cosine; `words` are the offsets of words
    that the query uses too; `scores` holds the raw score of each search that found the document.
    """

    document: str
    title: str
    text: str
    nearest: tuple[int, int]
    likeness: float
    words: list[tuple[int, int]]
    scores: dict[str, float]

    @property
    def sentence(self) -> str:
        """The nearest sentence itself."""
        return self.text[slice(*self.nearest)]


def evidence_of(people: People, state: State, person: str) -> list[Evidence]:
    """All documents by which a run found this person, the most telling first; empty when no search found them."""
    scores: dict[str, dict[str, float]] = {}
    for source, result in results_by_source(state).items():
        for hit in result["hits"]:
            if hit["id"] == person:
                for match in hit["documents"]:
                    scores.setdefault(match["document"], {})[source] = match["score"]
    found = [_explain(people, state["query"], document, scores[document]) for document in scores]
    return sorted(found, key=lambda evidence: (-evidence.likeness - 0.1 * len(evidence.words), evidence.document))


def _explain(people: People, query: str, document: str, scores: dict[str, float]) -> Evidence:
    answer = people.answers.get(document)
    if answer:
        title = ": ".join(filter(None, (answer.project or "Project answer", answer.question)))
        text = answer.answer
    else:
        expert = people.experts[document]
        title, text = "Profile", "\n".join(filter(None, (expert.headline, expert.bio, expert.skills)))
    pieces = sentences(text)
    vectors = people.embedder.encode([query, *(piece.text for piece in pieces)])
    likeness = (vectors[1:] @ vectors[0]).tolist()
    best = max(range(len(pieces)), key=likeness.__getitem__)
    shared = occurrences(text, set(analyse(query)))
    return Evidence(document, title, text, (pieces[best].start, pieces[best].end), likeness[best], shared, scores)
