"""Which tools are asked, and what each brings: the knowledge base by its two searches, others as they like."""

from __future__ import annotations

from dataclasses import dataclass

from core.codec import to_state
from core.documents.outline import PAGE_END, page_at
from core.errors import InputError
from core.retrieval.fusion import Found
from core.stores.passages import Document, Passage
from core.systems.knowledge_base import tasks
from core.systems.knowledge_base.answer.units import parts_to_state
from core.systems.knowledge_base.search.lambda_weight import LambdaWeight, adjust_lambda
from core.systems.knowledge_base.search.retrieval import fuse, mixing_weight, rerank, search_both_ways
from core.systems.knowledge_base.state import KNOWLEDGE_BASE, Candidate, Context, Retrieved, ToolCall


@dataclass(frozen=True)
class Searched:
    """What the knowledge base found: λ as it was used, the two lists, the first candidates, the passages to read."""

    weight: LambdaWeight
    lists: list[Found]
    candidates: list[Candidate]
    documents: list[Retrieved]


def choose_tools(query: str, context: Context) -> list[ToolCall]:
    """Choose whom to ask; where the knowledge base is the only one there is nothing to choose, and nobody is asked."""
    if not context.tools:
        return [{"tool": KNOWLEDGE_BASE, "query": query}]
    offered: list[tasks.OfferedTool] = [{"name": KNOWLEDGE_BASE, "about": "the documents of this collection"}]
    offered += [{"name": tool.name, "about": tool.about} for tool in context.tools]
    known = {tool["name"] for tool in offered}
    names = context.engine.ask(tasks.choose_tools, question=query, tools=offered).names
    chosen = [name for name in dict.fromkeys(names) if name in known] or [KNOWLEDGE_BASE]
    return [{"tool": name, "query": query} for name in chosen]


def ask_tool(call: ToolCall, context: Context) -> list[Retrieved]:
    """Ask a tool that is not the knowledge base."""
    tool = next(tool for tool in context.tools if tool.name == call["tool"])
    return [retrieved(passage, None, tool.name, 0.0) for passage in tool.call(call["query"])]


def search_documents(query: str, weight: LambdaWeight, context: Context, would_say: str = "") -> Searched:
    """Search both ways, fuse by rank, and look closer at the first few. Raises `StoreError`.

    `would_say` is what a matching passage may say, for the search by meaning.
    """
    lists = search_both_ways(context.passages, query, context, would_say)
    if context.lambda_mult is None:
        weight = adjust_lambda(weight, lists)
    fused = fuse(lists, weight.lambda_mult, context.rrf_k)[: max(1, context.fetch_k)]
    passages = {passage.id: passage for passage in context.passages.get([receipt.id for receipt in fused])}
    reranker = context.reranker if context.enable_reranking else None
    ranked = rerank(query, fused, passages, reranker, len(fused), mixing_weight(reranker))
    kept = {document.id: document for document in context.passages.documents()}
    documents = [
        retrieved(
            passages[candidate["id"]],
            kept.get(passages[candidate["id"]].document),
            KNOWLEDGE_BASE,
            candidate["score"],
        )
        for candidate in ranked
    ]
    receipts = {receipt.id: to_state(receipt) for receipt in fused}
    candidates: list[Candidate] = [
        {**candidate, "rrf": receipts[candidate["id"]], "answering": 0.0} for candidate in ranked
    ]
    return Searched(weight, lists, candidates, documents)


def retrieved(passage: Passage, document: Document | None, tool: str, score: float) -> Retrieved:
    """Return a passage that a tool brought, as it is read, with the document that it is of."""
    return {
        "id": passage.id,
        "document": passage.document,
        "name": document.name if document else passage.document,
        "headings": list(passage.headings),
        "page": passage.page,
        "begins_on": passage.page,
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
        "tool": tool,
        "score": score,
        "cosine": 0.0,
        "parts": parts_to_state(passage.parts),
        "added": document.added if document else "",
    }


def first_page(document: Retrieved, context: Context) -> int:
    """Return the page on which a passage begins, with what it repeats; 0 in documents without pages."""
    if not document["page"]:
        return 0
    try:
        text = context.passages.text(document["document"])
    except InputError:  # removed a moment ago
        return document["page"]
    return page_at(text, document["start"]) if PAGE_END in text else document["page"]
