"""What a refinement is made from: words that nobody uses, words of the nearest evidence, variants fit to search; and
what a variant added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from core.language.dictionary import in_dictionary
from core.language.reading import Reading, respelt, spelling_id
from core.language.terms import analyse
from core.language.tokens import comparable, words
from core.systems.expert_search.state import Context, State, Topic, results_by_source

VARIANTS = 3
LONGEST_VARIANT = 500  # characters
SHORTEST_SLIP = 5  # letters of a word that may be misspelt
LOOKED_UP = 20  # words of a query that are looked up among all words


@dataclass(frozen=True)
class Variant:
    """Another way to ask for a topic: by its `id` it can be left out, `added` are its words that were not asked for.

    `position` is its place among the queries of the topic, the query itself being 0. One that is `trusted` means the
    same, so that what it finds counts at the gate.
    """

    id: str
    query: str
    position: int
    weight: float
    trusted: bool
    added: tuple[str, ...]


def variants(topic: Topic) -> list[Variant]:
    """Return the variants that a topic was searched for with, beside its query."""
    asked = set(analyse(topic["query"]))
    return [
        Variant(
            variant_id(query), query, position, topic["query_weights"][position], position < topic["trusted_queries"],
            tuple(word for word in words(query) if (said := set(analyse(word))) and not said & asked),
        )
        for position, query in enumerate(topic["refined_queries"], start=1)
    ]  # fmt: skip


def variant_id(query: str) -> str:
    """Return what a variant of a query is called among things that are taken away."""
    return f"variant:{query.casefold()}"


def unknown_words(query: str, context: Context) -> dict[str, list[str]]:
    """Return the first words of the query that nobody uses; if misspelled, each with up to three that are spelled like
    it.

    A word that the embedding model knows in one piece is a common one, spelled well: flowers are not to become lowers.
    Short words and abbreviations are left as they are, and one of the dictionary that begins others stands for
    those: physios.
    """
    vocabulary = context.people.document_frequency
    capitals = {word.lower() for word in query.split() if word.isupper()}
    unknown = [
        word
        for word in dict.fromkeys(words(query))
        if word not in vocabulary
        and word not in capitals
        and len(word) >= SHORTEST_SLIP
        and analyse(word)
        and not any(letter.isdigit() for letter in word)
    ][:LOOKED_UP]
    pieces = [len(names) for names, _ in context.people.embedder.token_vectors(unknown)]
    alike = partial(process.extract, scorer=DamerauLevenshtein.normalized_similarity, limit=3, score_cutoff=0.75)
    return {
        word: (
            _begun(word, vocabulary)
            if in_dictionary(word)
            else [match for match, *_ in alike(word, list(vocabulary)) if match[0] == word[0]]
        )
        if count > 1
        else []
        for word, count in zip(unknown, pieces, strict=True)
    }


def _begun(word: str, vocabulary: Mapping[str, int]) -> list[str]:
    """Return the words that a shortened one begins, the most frequent first."""
    begins = [other for other in vocabulary if other.startswith(word.removesuffix("s")) and len(other) > len(word) + 1]
    return sorted(begins, key=lambda other: (-vocabulary[other], other))[:3]


def words_to_mend(alike: Mapping[str, Sequence[str]], context: Context) -> dict[str, list[str]]:
    """Return unknown words with those that may stand for them: none where that was undone, or refused for good."""
    return {word: [] if spelling_id(word) in context.without else list(others) for word, others in alike.items()}


def reread(reading: Reading, topic: Topic, alike: Mapping[str, Sequence[str]], without: Collection[str]) -> Reading:
    """Return the reading of a request with the words that a refinement searched for again in another spelling."""
    made, removed = respelt(alike, topic["refined_queries"], without)
    told = [
        replace(made[said], text=word.text, start=word.start, end=word.end)
        if word.fate in ("used", "unused") and (said := comparable(word.text)) in made
        else word
        for word in reading.words
    ]
    anew = {chip.id for chip in removed}
    kept = [chip for chip in reading.removed if chip.id not in anew]
    return replace(reading, words=tuple(told), removed=(*kept, *removed))


def evidence_words(state: State, context: Context, topic: Topic, people: int = 3, most: int = 4) -> list[list[str]]:
    """For each of the nearest few people the words that stand out in what was found of them and not in the query."""
    known = set(analyse(topic["query"]))
    chosen: list[list[str]] = []
    for receipt in state["fused_results"][topic["id"]][:people]:
        counts = Counter(
            word
            for document in _documents_of(state, topic, receipt["id"])
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


def _documents_of(state: State, topic: Topic, person: str) -> list[str]:
    """Return the ids of the documents by which a person was found, once for each search that found them."""
    return [
        match["document"]
        for result in results_by_source(state, topic["id"]).values()
        for hit in result["hits"]
        if hit["id"] == person
        for match in hit["documents"]
    ]
