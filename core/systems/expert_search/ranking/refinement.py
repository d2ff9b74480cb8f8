"""What a refinement is made from: words that nobody uses, words of the nearest evidence, variants fit to search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from core.language.reading import spelling_id
from core.language.terms import analyse
from core.language.tokens import words
from core.systems.expert_search.state import Context, State, results_by_source

VARIANTS = 3
LONGEST_VARIANT = 500  # characters
LOOKED_UP = 20  # words of a query that are looked up among all words


def unknown_words(query: str, context: Context) -> dict[str, list[str]]:
    """Return the first words of the query that nobody uses; if misspelled, each with up to three that are spelled like
    it.

    A word that the embedding model knows in one piece is a common one, spelled well: flowers are not to become lowers.
    """
    vocabulary = context.people.document_frequency
    unknown = [
        word
        for word in dict.fromkeys(words(query))
        if word not in vocabulary and analyse(word) and not any(letter.isdigit() for letter in word)
    ][:LOOKED_UP]
    pieces = [len(names) for names, _ in context.people.embedder.token_vectors(unknown)]
    alike = partial(process.extract, scorer=DamerauLevenshtein.normalized_similarity, limit=3, score_cutoff=0.75)
    return {
        word: [match for match, *_ in alike(word, list(vocabulary))] if count > 1 else []
        for word, count in zip(unknown, pieces, strict=True)
    }


def words_to_mend(alike: Mapping[str, Sequence[str]], context: Context) -> dict[str, list[str]]:
    """Return unknown words with those that may stand for them: none where that was undone, or refused for good."""
    return {word: [] if spelling_id(word) in context.without else list(others) for word, others in alike.items()}


def evidence_words(state: State, context: Context, people: int = 3, most: int = 4) -> list[list[str]]:
    """For each of the nearest few people the words that stand out in what was found of them and not in the query."""
    known = set(analyse(state["query"]))
    chosen: list[list[str]] = []
    for receipt in state["fused_results"][:people]:
        counts = Counter(
            word
            for document in _documents_of(state, receipt["id"])
            for word in set(words(context.people.document_text(document)))
            if len(word) > 3 and analyse(word) and not known & set(analyse(word))
        )
        telling = sorted(counts, key=lambda word: (-counts[word] * context.people.idf(word), word))
        chosen.append(telling[:most])
    return [found for found in chosen if found]


def usable(queries: Sequence[str], known: Collection[str]) -> list[str]:
    """Usable queries, each once: printable, not endless, and not among those that are known."""
    tidied = (" ".join("".join(sign if sign.isprintable() else " " for sign in query).split()) for query in queries)
    return [query for query in dict.fromkeys(tidied) if query and query not in known and len(query) <= LONGEST_VARIANT]


def _documents_of(state: State, person: str) -> list[str]:
    """Return the ids of the documents by which a person was found, once for each search that found them."""
    return [
        match["document"]
        for result in results_by_source(state).values()
        for hit in result["hits"]
        if hit["id"] == person
        for match in hit["documents"]
    ]
