"""Knowledge base: a question about my documents (specification 002)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core.language.reading import for_programs
from core.refused import refused_ids
from core.retrieval.reranker import choose_reranker
from core.stores.passages import Scope
from core.systems import Resources, System
from core.systems.knowledge_base.answer.checking import as_read, outcome_of_answer, struck_of, what_held
from core.systems.knowledge_base.answer.need import need_of
from core.systems.knowledge_base.answer.shown import as_it_stands
from core.systems.knowledge_base.answer.support import doubt_of, how_sure
from core.systems.knowledge_base.graph import build_graph
from core.systems.knowledge_base.ingest.collections import MANUAL, open_documents
from core.systems.knowledge_base.state import Context, State


def open_context(
    resources: Resources, collection: str | Sequence[str] = MANUAL, scope: Scope | None = None, **numbers: Any
) -> Context:
    """Return what a conversation needs: who answers, the documents, the reranker, and the switches of the settings.

    The documents are those of a collection, or of several, of which a `scope` allows a part.
    `numbers` are fields of `Context` that the page sets otherwise. Raises `InputError` for an unknown collection.
    """
    settings, embedder = resources.settings, resources.embedder
    passages = open_documents(resources, collection)
    if scope is not None and scope != Scope():
        passages = passages.within(scope)
    reranker = choose_reranker(embedder, settings.reranker, settings.device)
    refused = refused_ids(resources.folder, SYSTEM.name)
    models = {"claim_model": resources.claim_model, "own_model": resources.own_model}
    chosen = {**asdict(settings.reflection), "without": refused, **models, **numbers}
    return Context(resources.engine, passages, embedder, reranker, **chosen)


def answer(state: State, said: Mapping[str, bool] | None = None) -> dict[str, object]:
    """Return the answer, each sentence with its verdict and the place it rests on, or that none was found.

    `said` are the analyst's own words on sentences, by their keys.
    """
    state = as_read(state, said or {})
    given = state["answer"]
    outcome = outcome_of_answer(given)
    kind, perhaps = need_of(state["original_query"]).kind, outcome == "perhaps not in the documents"
    doubt = f"{doubt_of(given, kind)} {how_sure(given, kind)}".strip() if perhaps else ""
    return {
        "answer": "\n\n".join(as_it_stands(sentence, state["retrieved_documents"]) for sentence in given["sentences"]),
        "in_documents": outcome == "in the documents",
        "outcome": outcome,
        "differing": given.get("differing", []),
        "computed": given.get("computed"),
        "sentences": given["sentences"],
        "struck": struck_of(given),
        "nearest": given["nearest"],
        "note": " ".join(filter(None, [what_held(given), doubt, given["note"]])),
        "question": state["original_query"],
        "others": state.get("others", []),
        "reading": for_programs(state["reading"]),
        "lambda": state["lambda_mult"],
        "attempts": [attempt["query"] for attempt in state["attempts"]],
        "grade": state["response_grade"],
        "answered_by": given["answered_by"],
    }


SYSTEM = System(
    name="knowledge_base",
    title="Knowledge base",
    icon=":material/menu_book:",
    about="Answers questions from your documents, sentence by sentence with the passage each rests on, shows how the "
    "passages were found and graded, and says so when the documents do not hold the answer.",
    asks_for="What do you want to know?",
    examples=(
        "How is the quality of an expert search made?",
        "What does α do?",
        "How are two lists fused by reciprocal rank?",
        "What happens when a model fails?",
    ),
    build_graph=build_graph,
    open_context=open_context,
    answer=answer,
    remembers=True,
)
