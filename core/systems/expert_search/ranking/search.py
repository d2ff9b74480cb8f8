"""One of the four searches: the query with its variants over the profiles or the project answers."""

from __future__ import annotations

import numpy as np

from core.systems.expert_search.people.records import Corpus, Side
from core.systems.expert_search.ranking.fusion import person_score
from core.systems.expert_search.state import Context, Hit, Results, State


def search(state: State, context: Context, corpus: Corpus, side: Side) -> Results:
    """Search with the query and its variants; a document keeps the best score that any of them gave it.

    A variant counts by its likeness to the query, so that one which wandered off cannot win by itself. BM25 scores of a
    variant are brought to the scale of the query, by the most that each can get.
    """
    people = context.people
    queries = [state["query"], *state["refined_queries"]]
    bound = people.bound(corpus, side, queries[0]) or 1.0
    scores = bound * np.array(
        [
            people.document_scores(corpus, side, query) * weight
            for query, weight in zip(queries, state["query_weights"], strict=True)
        ]
    )
    winners, trusted = scores.argmax(axis=0), scores[: state["trusted_queries"]].max(axis=0)
    best = people.best_documents(corpus, scores.max(axis=0), context.depth)
    hits: list[Hit] = [
        {
            "id": person,
            "documents": [
                {
                    "document": document,
                    "score": score,
                    "query": int(winners[position]),
                    "trusted": float(trusted[position]),
                }
                for document, score, position in documents
            ],
        }
        for person, documents in best.items()
    ]
    hits.sort(key=lambda hit: (-person_score(hit, context.combine), hit["id"]))
    return {"hits": hits, "bound": float(bound)}
