"""The queries that were tried for one question: what changed from one to the next, and which came nearest."""

from __future__ import annotations

from core.language.tokens import words
from core.systems.knowledge_base.state import Attempt, ChangedWords, DocumentGrade, ReflectionResult, State


def record_attempt(state: State, grades: list[DocumentGrade], summary: ReflectionResult) -> Attempt:
    """Note the latest query, what changed in it, what it found, and how that was graded."""
    query = state["transformed_query"] or state["original_query"]
    before = state["attempts"][-1]["query"] if state["attempts"] else query
    seen = {document["id"] for attempt in state["attempts"] for document in attempt["documents"]}
    return {
        "query": query,
        "changed": changed_words(before, query),
        "type": state["query_type"],
        "lambda_mult": state["lambda_mult"],
        "documents": state["retrieved_documents"],
        "new": [document["id"] for document in state["retrieved_documents"] if document["id"] not in seen],
        "grades": grades,
        "summary": {**summary, "details": dict(summary["details"])},
    }


def changed_words(before: str, after: str) -> ChangedWords:
    """Tell which words a rewriting added and which it dropped."""
    old, new = dict.fromkeys(words(before)), dict.fromkeys(words(after))
    return {"added": [word for word in new if word not in old], "dropped": [word for word in old if word not in new]}
