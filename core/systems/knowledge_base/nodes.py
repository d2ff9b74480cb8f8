"""The steps of a conversation with the documents, one function for each box of specification 002's diagram."""

from __future__ import annotations

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.codec import from_state, to_state
from core.evidence.judge.model import judge_for
from core.language.reading import Reading
from core.language.sanitize import one_line
from core.language.several_questions import separate_questions
from core.language.terms import analyse
from core.retrieval.fusion import Found
from core.systems.knowledge_base import tasks
from core.systems.knowledge_base.answer import checking, citations, composition, differing, grading, selection
from core.systems.knowledge_base.answer.composition import sides_said
from core.systems.knowledge_base.answer.need import need_of
from core.systems.knowledge_base.answer.question_terms import Term, cosines, coverage
from core.systems.knowledge_base.answer.support import rightness, support
from core.systems.knowledge_base.rows import computing
from core.systems.knowledge_base.search import follow_up, query_rewriting, tool_calls
from core.systems.knowledge_base.search.attempts import record_attempt
from core.systems.knowledge_base.search.lambda_weight import Feature, LambdaWeight, keep_within_range
from core.systems.knowledge_base.search.request_words import (
    Understood,
    all_used,
    conversation_id,
    read_request,
    with_held,
)
from core.systems.knowledge_base.search.retrieval import context_of, meaning_so_far, write_lists
from core.systems.knowledge_base.state import (
    KNOWLEDGE_BASE,
    Answer,
    Context,
    DocumentGrade,
    ReflectionResult,
    Retrieved,
    State,
    begin_turn,
)

KEPT_MESSAGES = 200
LONGEST_GUESS = 400  # characters of what a matching passage may say


def conversation_memory(state: State) -> State:
    """Begin a turn: forget what belonged to the one before, sum up what is old in a long thread."""
    messages = state.get("messages", [])[-KEPT_MESSAGES:]
    return begin_turn(messages, follow_up.summarise(messages))


def query_evaluator(state: State, runtime: Runtime[Context]) -> State:
    """Understand the question, tell its class, and set λ within the range of that class."""
    context = runtime.context
    again = state["transformed_query"]
    request, *others = [again] if again is not None else _questions(state["request"], context)
    alone = again is not None or conversation_id(request) in context.without
    conversation = [] if alone else follow_up.conversation(state["messages"], state["summary"])
    evaluation = context.engine.ask(tasks.evaluate_query, request=request, conversation=conversation)
    if (
        evaluation.unclear
        and not alone
        and (means := follow_up.meant_by(interrupt(follow_up.ask_about(evaluation.unclear))))
    ):
        told: follow_up.Utterance = {"role": "user", "text": means}
        evaluation = context.engine.ask(tasks.evaluate_query, request=request, conversation=[*conversation, told])
    asked = one_line(request)
    question = (one_line(evaluation.question) or asked) if again is None else asked
    weight = keep_within_range(evaluation.type, evaluation.lambda_mult, evaluation.reason, question)
    change: State = {
        "query_type": weight.type,
        "lambda_mult": weight.lambda_mult if context.lambda_mult is None else context.lambda_mult,
        "lambda_features": to_state(weight.features, list[Feature]),
        "searched": False,
        "tool_calls": [],
    }
    if again is None:
        understood = Understood(question, parted=bool(others))
        reading = read_request(state["request"], understood, context.passages, context.without)
        change["others"] = others
        change["reading"] = to_state(reading)
        change["original_query"] = question
        change["would_say"] = one_line(evaluation.would_say)[:LONGEST_GUESS]
        change["follow_up"] = {"resolved": question != one_line(state["request"]), "asked": asked}
    return change


def agent(state: State, runtime: Runtime[Context]) -> State:
    """Call the tools while nothing was searched for this query; then answer from what they brought."""
    context = runtime.context
    if not state["searched"]:
        query = state["transformed_query"] or state["original_query"]
        return {"tool_calls": tool_calls.choose_tools(query, context)}
    return _answer(state, context)


def tools(state: State, runtime: Runtime[Context]) -> State:
    """Search the knowledge base both ways, fuse by rank, look closer at the first few; ask further tools."""
    context = runtime.context
    change: State = {"tool_calls": [], "searched": True, "found": [], "candidates": []}
    documents: list[Retrieved] = []
    lists: list[Found] = []
    for call in state["tool_calls"]:
        if call["tool"] == KNOWLEDGE_BASE:
            features = from_state(list[Feature], state["lambda_features"])
            weight = LambdaWeight(state["query_type"], state["lambda_mult"], features)
            searched = tool_calls.search_documents(call["query"], weight, context, state["would_say"])
            change["lambda_mult"] = searched.weight.lambda_mult
            change["lambda_features"] = to_state(searched.weight.features, list[Feature])
            change["found"] = write_lists(searched.lists)
            change["candidates"] = searched.candidates
            lists = searched.lists
            documents += searched.documents
        else:
            documents += tool_calls.ask_tool(call, context)[: context.fetch_k]
    chosen = selection.choose_passages(state, documents, lists, context)
    for candidate in change["candidates"]:
        candidate["answering"] = chosen.shares.get(candidate["id"], 0.0)
    change["retrieved_documents"], change["evidence"] = chosen.documents, chosen.evidence
    return change


def document_grader(state: State, runtime: Runtime[Context]) -> State:
    """Grade all passages in one call; they pass when enough are relevant and the mean is high enough."""
    context, documents = runtime.context, state["retrieved_documents"]
    grades: list[DocumentGrade] = []
    summary: ReflectionResult
    if context.enable_reflection and context.enable_document_grading and documents:
        grades = _grade(state, context)
        summary = grading.summarise_grades(grades, context.min_relevant_docs, context.doc_score_threshold)
    else:
        reason = "The passages were not graded." if documents else "Nothing was found."
        summary = {"passed": bool(documents), "score": 0.0, "reason": reason, "details": {}}
    attempts = [*state["attempts"], record_attempt(state, grades, summary)]
    again = (
        not summary["passed"]
        and context.enable_reflection
        and context.enable_query_transformation
        and state["iteration_count"] < context.max_iterations
    )
    summary["details"]["again"] = again
    change: State = {"document_grades": grades, "document_grade_summary": summary, "attempts": attempts}
    return change


def query_transformer(state: State, runtime: Runtime[Context]) -> State:
    """Write another query for the same need, from the reasons why the passages failed."""
    context, question = runtime.context, state["original_query"]
    texts = [context_of(document) for attempt in state["attempts"] for document in attempt["documents"]]
    alike = query_rewriting.similar_words(_terms(state), texts)
    rewrite = context.engine.ask(
        tasks.transform_query,
        question=question,
        tried=[attempt["query"] for attempt in state["attempts"]],
        reasons=[state["document_grade_summary"]["reason"], *(grade["reason"] for grade in state["document_grades"])],
        unknown_words=query_rewriting.words_to_mend(alike, context.without),
        long_forms=query_rewriting.long_forms(question, texts),
        telling_words=query_rewriting.telling_words(question, texts),
    )
    query, tried = one_line(rewrite.query) or question, [attempt["query"] for attempt in state["attempts"]]
    if query in tried:  # nothing better to ask: the answer rests on what was found
        return {"iteration_count": state["iteration_count"] + 1, "searched": True}
    queries = [*tried, query]
    understood = Understood(question, alike, queries, parted=bool(state.get("others")))
    reading = read_request(state["request"], understood, context.passages, context.without)
    return {
        "reading": to_state(reading),
        "transformed_query": query,
        "iteration_count": state["iteration_count"] + 1,
        "searched": False,
    }


def response_grader(state: State, runtime: Runtime[Context]) -> State:
    """Judge the answer: relevance, completeness, clarity. Where nothing stands there is nothing to judge."""
    context, answer = runtime.context, state["answer"]
    if not (context.enable_reflection and context.enable_response_grading) or not answer["sentences"]:
        return {"response_grade": None}
    sentences = [sentence["text"] for sentence in answer["sentences"]]
    cited = {
        str(citation["number"]): citations.text_of(state["retrieved_documents"][citation["number"] - 1])
        for sentence in answer["sentences"]
        for citation in [sentence, *sentence["also"]]
    }
    [likeness] = cosines(state["original_query"], [" ".join(sentences)], context.embedder)
    covered = coverage(_terms(state), frozenset(analyse(" ".join([*sentences, *cited.values()]))))
    answered = rightness(answer["measures"]) * sides_said(state["original_query"], " ".join(sentences))
    if (computed := answer.get("computed")) and computed["sure"]:  # every word was read, over all rows
        covered = answered = 1.0
    outcome = checking.outcome_of_answer(answer)
    scores = context.engine.ask(
        tasks.grade_response,
        question=state["original_query"],
        sentences=[
            {
                "sentence": one["text"],
                "verdict": checking.verdict_of(one).standing,
                "passages": [citation["number"] for citation in [one, *one["also"]]],
            }
            for one in answer["sentences"]
        ],
        struck=[one["text"] for one in checking.struck_of(answer)],
        passages=cited,
        likeness=round(likeness, 3),
        covered=round(covered, 3),
        answered=round(answered, 3),
    )
    given = {"relevance": scores.relevance, "completeness": scores.completeness, "clarity": scores.clarity}
    held = [one.standing for one in checking.verdicts_of(answer)]
    return {
        "response_grade": grading.summarise_response(
            given, scores.reason, held, context.engine.label, perhaps=outcome == "perhaps not in the documents"
        )
    }


# --- what would make two nodes too long -------------------------------------------------------------------------------


def _questions(request: str, context: Context) -> list[str]:
    """Return the questions of a request, which the rules answer one by one and a model at once."""
    return separate_questions(request) if context.engine.offline else [request]


def _terms(state: State) -> list[Term]:
    return from_state(list[Term], state["evidence"]["terms"])


def _grade(state: State, context: Context) -> list[DocumentGrade]:
    documents = state["retrieved_documents"]
    shown = grading.show_passages(documents, _terms(state))
    grades = context.engine.ask(tasks.grade_documents, question=state["original_query"], passages=shown).grades
    given = {grade.number: grading.Given(grade.score, one_line(grade.reason)) for grade in grades}
    return grading.grades_of(documents, given)


def _answer(state: State, context: Context) -> State:
    question, documents, evidence = state["original_query"], state["retrieved_documents"], state["evidence"]
    need, scored = need_of(question), selection.read_units(evidence, documents)
    apart = differing.with_other_values(question, need, scored, documents)
    in_turn = [*apart, *(one for one in scored if one not in apart)]
    quotations = composition.compose(question, need, in_turn, documents)
    measures = evidence["measures"]
    sure = support(measures) if quotations else 0.0
    near = [candidate["id"] for candidate in state["candidates"]]
    by_rows = None
    if not apart:  # where documents do not agree, both are told
        by_rows = computing.from_rows(question, documents, near, scored, context.passages, context.embedder)
    if by_rows and by_rows.computed["sure"]:
        documents, quotations, sure = by_rows.documents, by_rows.quotations, 1.0

    def written(objections: dict[str, str]) -> Answer:
        text = citations.NOT_IN_DOCUMENTS
        if quotations:
            text = context.engine.write(
                tasks.answer_question,
                question=question,
                conversation=follow_up.conversation(state["messages"], state["summary"]),
                passages=composition.show_passages(documents),
                quotations=composition.in_lines(quotations, documents),
                support=round(sure, 3),
                objections=objections,
            )
        asked = f"{state['request']}\n{question}"
        checked = checking.check(text, documents, judge_for(context.engine, context.claim_model), asked)
        made = checking.make_answer(checked, documents, measures, context.engine, question)
        told = differing.told(question, apart, documents) if not (made["refused"] or by_rows) else []
        made = {**made, "differing": told, "far": evidence.get("far", []), "unheld": evidence.get("unheld", [])}
        return computing.with_computed(made, by_rows, offline=context.engine.offline)

    answer = written({})
    if checking.struck_of(answer) and not context.engine.offline:
        answer = checking.after_objections(answer, written)
    if so_far := meaning_so_far(context.passages.card()):
        answer = {**answer, "note": f"{answer['note']} {so_far}".strip()}
    text = checking.running_text(answer)
    messages = follow_up.remember(state["messages"], state["request"], question, answer, text)
    change: State = {"answer": answer, "messages": messages, "retrieved_documents": documents}
    if reading := state.get("reading"):  # a run of an earlier version has none
        read = with_held(from_state(Reading, reading), map(context_of, documents))
        change["reading"] = to_state(all_used(read) if by_rows and by_rows.computed["sure"] else read)
    return change
