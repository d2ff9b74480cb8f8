"""The steps of a conversation with the documents, one function for each box of specification 002's diagram."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from langgraph.runtime import Runtime

from core.codec import to_state
from core.errors import InputError
from core.language.terms import analyse
from core.stores.passages import Passage
from core.systems.knowledge_base import tasks
from core.systems.knowledge_base.answer import composition as answering
from core.systems.knowledge_base.answer import grading
from core.systems.knowledge_base.answer import question_terms as evidence
from core.systems.knowledge_base.answer.question_terms import Term
from core.systems.knowledge_base.ingest.readers.outline import PAGE_END, page_at
from core.systems.knowledge_base.search import follow_up
from core.systems.knowledge_base.search import lambda_weight as weighing
from core.systems.knowledge_base.search import query_rewriting as rewriting
from core.systems.knowledge_base.search import retrieval as searching
from core.systems.knowledge_base.search.tools import KNOWLEDGE_BASE
from core.systems.knowledge_base.state import Context, DocumentGrade, Retrieved, State

LONGEST_QUERY = 2_000  # characters; a model may write what it likes
KEPT_MESSAGES = 200


def conversation_memory(state: State) -> State:
    """Begin a turn: forget what belonged to the one before, sum up what is old in a long thread."""
    messages = state.get("messages", [])[-KEPT_MESSAGES:]
    return {
        "messages": messages,
        "summary": follow_up.summarise(_understood(messages)),
        "original_query": "",
        "follow_up": {},
        "transformed_query": None,
        "iteration_count": 0,
        "tool_calls": [],
        "searched": False,
        "found": [],
        "candidates": [],
        "retrieved_documents": [],
        "document_grades": [],
        "attempts": [],
        "answer": {},
        "response_grade": None,
    }


def query_evaluator(state: State, runtime: Runtime[Context]) -> State:
    """Understand the question, tell its class, and set λ within the range of that class."""
    context = runtime.context
    first = state["transformed_query"] is None
    request = state["request"] if first else str(state["transformed_query"])
    said = follow_up.conversation(_understood(state["messages"]), state["summary"]) if first else []
    evaluation = context.engine.ask(tasks.evaluate_query, request=request, conversation=said)
    question = _one_line(evaluation.question) or _one_line(request) if first else _one_line(request)
    weighed = weighing.within(evaluation.type, evaluation.lambda_mult, evaluation.reason, question)
    change: State = {
        "query_type": weighed.type,
        "lambda_mult": weighed.lambda_mult if context.lambda_mult is None else context.lambda_mult,
        "lambda_features": [asdict(feature) for feature in weighed.features],
        "searched": False,
        "tool_calls": [],
    }
    if first:
        plain = _one_line(state["request"])
        change |= {"original_query": question, "follow_up": {"resolved": question != plain, "asked": plain}}
    return change


def agent(state: State, runtime: Runtime[Context]) -> State:
    """Call the tools while nothing was searched for this query; then answer from what they brought."""
    context = runtime.context
    if not state["searched"]:
        query = state["transformed_query"] or state["original_query"]
        return {"tool_calls": [{"tool": name, "query": query} for name in _chosen_tools(query, context)]}
    return _answer(state, context)


def tools(state: State, runtime: Runtime[Context]) -> State:
    """Search the knowledge base both ways, fuse by rank, look closer at the first few; ask further tools."""
    context = runtime.context
    change: State = {"tool_calls": [], "searched": True, "found": [], "candidates": [], "retrieved_documents": []}
    documents: list[Retrieved] = []
    for call in state["tool_calls"]:
        if call["tool"] == KNOWLEDGE_BASE:
            found, brought = _search(state, call["query"], context)
            change |= found
        else:
            tool = next(tool for tool in context.tools if tool.name == call["tool"])
            brought = [_retrieved(passage, passage.document, tool.name, 0.0) for passage in tool.call(call["query"])]
        documents += brought[: context.top_k]
    question = state["original_query"]
    likeness = evidence.cosines(question, [_context_of(one) for one in documents], context.embedder)
    for document, cosine in zip(documents, likeness, strict=True):
        document["cosine"] = cosine
    terms = evidence.terms_of(question, context.passages)
    return {**change, "retrieved_documents": documents, "evidence": {"terms": [_plain_term(term) for term in terms]}}


def document_grader(state: State, runtime: Runtime[Context]) -> State:
    """Grade all passages in one call; they pass when enough are relevant and the mean is high enough."""
    context, documents = runtime.context, state["retrieved_documents"]
    if context.enable_reflection and context.enable_document_grading and documents:
        grades = _grade(state, context)
        summary = grading.summarise_grades(grades, context.min_relevant_docs, context.doc_score_threshold)
    else:
        grades = []
        reason = "The passages were not graded." if documents else "Nothing was found."
        summary = {"passed": bool(documents), "score": 0.0, "reason": reason, "details": {}}
    attempts = [*state["attempts"], _attempt(state, grades, summary)]
    again = (
        not summary["passed"]
        and context.enable_reflection
        and context.enable_query_transformation
        and state["iteration_count"] < context.max_iterations
    )
    summary["details"] = {**summary["details"], "again": again}
    change: State = {"document_grades": grades, "document_grade_summary": summary, "attempts": attempts}  # type: ignore[typeddict-item]
    best = max(attempts, key=lambda one: one["summary"]["score"])
    if not again and not summary["passed"] and best is not attempts[-1]:
        # No query passed: the answer rests on the one that came nearest, not on the last one tried.
        change |= {"retrieved_documents": best["documents"], "document_grades": best["grades"]}
    return change


def query_transformer(state: State, runtime: Runtime[Context]) -> State:
    """Write another query for the same need, from the reasons why the passages failed."""
    context, question = runtime.context, state["original_query"]
    texts = [_context_of(document) for attempt in state["attempts"] for document in attempt["documents"]]
    tried = [attempt["query"] for attempt in state["attempts"]]
    terms = [_term(one) for one in state["evidence"]["terms"]]
    rewrite = context.engine.ask(
        tasks.transform_query,
        question=question,
        tried=tried,
        reasons=[state["document_grade_summary"]["reason"], *(grade["reason"] for grade in state["document_grades"])],
        unknown_words=rewriting.similar_words(terms, texts),
        long_forms=rewriting.long_forms(question, texts),
        telling_words=rewriting.telling_words(question, texts),
    )
    query = _one_line(rewrite.query) or question
    return {"transformed_query": query, "iteration_count": state["iteration_count"] + 1, "searched": False}


def response_grader(state: State, runtime: Runtime[Context]) -> State:
    """Judge the answer: relevance, completeness, clarity. What was refused honestly is not judged."""
    context, answer = runtime.context, state["answer"]
    if not (context.enable_reflection and context.enable_response_grading) or answer["refused"]:
        return {"response_grade": None}
    said = [sentence["text"] for sentence in answer["sentences"]]
    terms = [_term(one) for one in state["evidence"]["terms"]]
    cited = {sentence["passage"] for sentence in answer["sentences"]}
    rests_on = [_context_of(one) for one in state["retrieved_documents"] if one["id"] in cited]
    [likeness] = evidence.cosines(state["original_query"], [" ".join(said)], context.embedder)
    scores = context.engine.ask(
        tasks.grade_response,
        question=state["original_query"],
        sentences=said,
        likeness=round(likeness, 3),
        covered=round(evidence.coverage(terms, " ".join([*said, *rests_on])), 3),
    )
    parts = {name: grading.clean(getattr(scores, name)) for name in ("relevance", "completeness", "clarity")}
    mean = sum(parts.values()) / len(parts)
    return {"response_grade": {"passed": mean >= 0.5, "score": mean, "reason": scores.reason, "details": parts}}


# --- searching --------------------------------------------------------------------------------------------------------


def _chosen_tools(query: str, context: Context) -> list[str]:
    """The tools to ask; where the knowledge base is the only one there is nothing to choose, and nobody is asked."""
    if not context.tools:
        return [KNOWLEDGE_BASE]
    offered = [{"name": KNOWLEDGE_BASE, "about": "the documents of this collection"}]
    offered += [{"name": tool.name, "about": tool.about} for tool in context.tools]
    known = {tool["name"] for tool in offered}
    names = context.engine.ask(tasks.choose_tools, question=query, tools=offered).names
    return [name for name in dict.fromkeys(names) if name in known] or [KNOWLEDGE_BASE]


def _search(state: State, query: str, context: Context) -> tuple[State, list[Retrieved]]:
    lists = searching.search_both_ways(context.passages, query, context)
    weighed = weighing.Weighed(
        state["query_type"],  # type: ignore[arg-type]
        state["lambda_mult"],
        [weighing.Feature(**feature) for feature in state["lambda_features"]],  # type: ignore[arg-type]
    )
    if context.lambda_mult is None:
        weighed = weighing.place(weighed, lists)
    fused = searching.fuse(lists, weighed.lambda_mult, context.rrf_k)[: max(1, context.fetch_k)]
    passages = {passage.id: passage for passage in context.passages.get([receipt.id for receipt in fused])}
    reranker = context.reranker if context.enable_reranking else None
    ranked = searching.rerank(query, fused, passages, reranker, len(fused), searching.mixing_weight(reranker))
    names = {document.id: document.name for document in context.passages.documents()}
    documents = [
        _retrieved(passages[one["id"]], names.get(passages[one["id"]].document, ""), KNOWLEDGE_BASE, one["score"])
        for one in ranked[: context.top_k]
    ]
    for document in documents:
        document["begins_on"] = _first_page(document, context)
    receipts = {receipt.id: to_state(receipt) for receipt in fused}
    change: State = {
        "lambda_mult": weighed.lambda_mult,
        "lambda_features": [asdict(feature) for feature in weighed.features],
        "found": searching.keep_lists(lists),
        "candidates": [{**one, "rrf": receipts[one["id"]]} for one in ranked],
    }
    return change, documents


def _retrieved(passage: Passage, name: str, tool: str, score: float) -> Retrieved:
    return {
        "id": passage.id,
        "document": passage.document,
        "name": name,
        "headings": list(passage.headings),
        "page": passage.page,
        "begins_on": passage.page,
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
        "tool": tool,
        "score": score,
        "cosine": 0.0,
    }


def _first_page(document: Retrieved, context: Context) -> int:
    """The page on which a passage begins, with what it repeats; 0 in documents without pages."""
    if not document["page"]:
        return 0
    try:
        text = context.passages.text(document["document"])
    except InputError:  # removed a moment ago
        return document["page"]
    return page_at(text, document["start"]) if PAGE_END in text else document["page"]


def _context_of(document: Mapping[str, Any]) -> str:
    """What was embedded of a passage: its headings and its text."""
    return "\n".join([*([" › ".join(document["headings"])] if document["headings"] else []), document["text"]])


# --- grading ----------------------------------------------------------------------------------------------------------


def _grade(state: State, context: Context) -> list[DocumentGrade]:
    documents, terms = state["retrieved_documents"], [_term(one) for one in state["evidence"]["terms"]]
    shown = []
    for number, document in enumerate(documents, start=1):
        text = _context_of(document)
        held = frozenset(analyse(text))
        shown.append(
            {
                "number": number,
                "text": text,
                "likeness": round(document["cosine"], 3),
                "covered": round(evidence.share(terms, held), 3),
                "lacks": [term.word for term in terms if not held.issuperset(term.stems)],
            }
        )
    given = context.engine.ask(tasks.grade_documents, question=state["original_query"], passages=shown).grades
    by_number = {grade.number: grade for grade in given}
    grades: list[DocumentGrade] = []
    for number, document in enumerate(documents, start=1):
        grade = by_number.get(number)
        score = grading.clean(grade.score) if grade else 0.0
        reason = _one_line(grade.reason) if grade else "It was not graded."
        grades.append({"id": document["id"], "score": score, "relevant": score >= 0.5, "reason": reason})
    return grades


def _attempt(state: State, grades: list[DocumentGrade], summary: Mapping[str, Any]) -> dict[str, Any]:
    """What the trace of tries keeps: the query, what changed in it, what it found, and how that was graded."""
    query = state["transformed_query"] or state["original_query"]
    before = state["attempts"][-1]["query"] if state["attempts"] else query
    seen = {document["id"] for attempt in state["attempts"] for document in attempt["documents"]}
    return {
        "query": query,
        "changed": rewriting.changed_words(before, query),
        "type": state["query_type"],
        "lambda_mult": state["lambda_mult"],
        "documents": state["retrieved_documents"],
        "new": [one["id"] for one in state["retrieved_documents"] if one["id"] not in seen],
        "grades": grades,
        "summary": dict(summary),
    }


# --- answering --------------------------------------------------------------------------------------------------------


def _answer(state: State, context: Context) -> State:
    question, documents = state["original_query"], state["retrieved_documents"]
    terms = [_term(one) for one in state["evidence"]["terms"]]
    pieces = answering.score_sentences(question, documents, terms, context.embedder)
    measures = _measures(question, documents, pieces, terms)
    support = evidence.strength(measures, grading.SUPPORT_WEIGHTS, grading.SUPPORT_BIAS) if pieces else 0.0
    shown = [
        {
            "number": number,
            "from": " › ".join([document["name"], *document["headings"]]),
            "sentences": [[round(piece.score, 3), piece.text] for piece in pieces if piece.number == number],
        }
        for number, document in enumerate(documents, start=1)
    ]
    text = answering.NOT_IN_DOCUMENTS
    if pieces:
        text = context.engine.write(
            tasks.answer_question,
            question=question,
            conversation=follow_up.conversation(_understood(state["messages"]), state["summary"]),
            passages=shown,
            support=round(support, 3),
        )
    sentences, dropped = answering.check(text, documents)
    refused = not sentences
    said = " ".join(sentence["text"] for sentence in sentences)
    if refused:
        said = "The documents do not say this."
        if answering.NOT_IN_DOCUMENTS in text:
            dropped = 0
    answer = {
        "sentences": sentences,
        "refused": refused,
        "note": _note(refused, context.engine.offline, dropped),
        "dropped": dropped,
        "nearest": [document["id"] for document in documents] if refused else [],
        "support": support,
        "measures": measures,
        "answered_by": context.engine.label,
    }
    messages = [
        *state["messages"],
        {"role": "user", "content": state["request"], "question": question},
        {"role": "assistant", "content": said, "sentences": sentences, "refused": refused},
    ]
    return {"answer": answer, "messages": messages}


def _measures(
    question: str,
    documents: Sequence[Mapping[str, Any]],
    pieces: Sequence[answering.Piece],
    terms: Sequence[Term],
) -> dict[str, float]:
    """What the support of an answer is judged by; all absolute."""
    held = [frozenset(analyse(_context_of(document))) for document in documents]
    total = sum(term.weight for term in terms) or 1.0
    return {
        "cosine": max((document["cosine"] for document in documents), default=0.0),
        "sentence": max((piece.score for piece in pieces), default=0.0),
        "covered": max((evidence.share(terms, one) for one in held), default=0.0),
        "unnamed": evidence.unnamed(question, [_context_of(document) for document in documents]),
        "missing": sum(term.weight for term in terms if not term.passages and not _held(term, held)) / total,
    }


def _held(term: Term, texts: Sequence[frozenset[str]]) -> bool:
    return any(stems.issuperset(term.stems) for stems in texts)


def _note(refused: bool, offline: bool, dropped: int) -> str:
    """What the reader has to know about how the answer was made."""
    if refused:
        return "This is not in the documents. The nearest passages are shown; they may be beside the point."
    made = "This answer is made of sentences of the documents, word for word." if offline else ""
    left = f"{dropped} sentences were left out, because no passage supports them." if dropped else ""
    return " ".join(filter(None, [made, left]))


# --- small things -----------------------------------------------------------------------------------------------------


def _understood(messages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The messages, with each question as it was understood."""
    return [{"role": one["role"], "text": one.get("question") or one["content"]} for one in messages]


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:LONGEST_QUERY]


def _plain_term(term: Term) -> dict[str, Any]:
    return {**asdict(term), "stems": list(term.stems)}


def _term(value: Mapping[str, Any]) -> Term:
    return Term(**{**value, "stems": tuple(value["stems"])})
