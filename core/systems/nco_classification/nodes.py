"""The steps of a classification, one function for each box of specification 003's diagram."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.errors import InputError
from core.language.sanitize import tidy
from core.systems.nco_classification import tasks
from core.systems.nco_classification.decision.confidence import broad_families
from core.systems.nco_classification.decision.guarantees import (
    LONGEST_QUERY,
    MOST_CORRECTIONS,
    enforce,
    hide_unknown_codes,
)
from core.systems.nco_classification.decision.obstacles import find_obstacle, read, readable
from core.systems.nco_classification.decision.question import ANSWER, DONT_KNOW
from core.systems.nco_classification.decision.response import (
    explain_runner_up,
    facts_for,
    measure,
    result_of,
    show_to_model,
    tell,
)
from core.systems.nco_classification.index.occupations import Candidate, as_chroma
from core.systems.nco_classification.state import Answer, Context, State, keep, recall

SHOWN = 8  # candidates that a model sees
LONGEST_ANSWER = 2_000  # characters
_NO_IDEA = frozenset({"i don't know", "i dont know", "don't know", "dont know", "no idea", "not sure", "pata nahi"})


def expander(state: State, runtime: Runtime[Context]) -> State:
    """Begin, or begin again with an answer: normalise, find ambiguity, make a query. It chooses no code."""
    again = has_new_answer(state)
    answers = state["answers"] if again else []
    said = "\n".join(readable(_utterances(state["request"], answers)))
    within = next((answer["code"] for answer in reversed(answers) if answer["code"]), "")
    obstacle = find_obstacle(said)
    engine, known = runtime.context.engine, runtime.context.classification
    expansion = engine.ask(tasks.expand, words=said, obstacle=obstacle.why if obstacle else "")

    query = " ".join(expansion.query.split())[:LONGEST_QUERY] or read(said).query
    replaced = [
        f"“{typed}” was read as “{english}”" for typed, english in runtime.context.index.read(query).replaced if english
    ]

    def safe(text: str) -> str:
        return hide_unknown_codes(" ".join(text.split()), said, known)

    return {
        "messages": [] if again else [HumanMessage(state["request"])],
        "answers": answers,
        "words": said,
        "within": within,
        "expander_analysis": {
            "division": safe(expansion.division),
            "title": safe(expansion.title),
            "duties": [safe(duty) for duty in expansion.duties],
            "query": query,
            "ambiguous": expansion.ambiguous or obstacle is not None,
            "reason": obstacle.why if obstacle else safe(expansion.reason),
            "obstacle": obstacle.kind if obstacle else "",
            "assumptions": [*(safe(assumption) for assumption in expansion.assumptions), *replaced],
            "answered_by": engine.label,
        },
        # Nothing of an earlier round is used again, but that it made its one correction.
        "queries": [],
        "retrieved_results": {},
        "candidates": [],
        "analyzer_response": {},
        "improved_search": False,
        "improved_search_count": state["improved_search_count"] if again else 0,
    }


def retrieval(state: State, runtime: Runtime[Context]) -> State:
    """Search for the expander's query; on an improved search for the analyzer's, and keep what was found before."""
    context, (query, limit) = runtime.context, search_for(state, runtime.context)
    found = context.index.search(query, limit)
    merged = merge(state, [recall(kept) for kept in state["candidates"]], found, context)
    return {
        "queries": [*state["queries"], query],
        "retrieved_results": as_chroma(merged),
        "candidates": [keep(candidate) for candidate in merged],
    }


def analyzer(state: State, runtime: Runtime[Context]) -> State:
    """Decide on one of three statuses; what the guarantees forbid does not stand, whoever decided it."""
    candidates = [recall(kept) for kept in state["candidates"]]
    changes = decide(state, candidates, runtime.context)
    response = changes["analyzer_response"]
    response["why_it_lost"] = explain_runner_up(response, candidates)
    return changes


def user_info(state: State, runtime: Runtime[Context]) -> State:
    """Wait for the answer when there is a question; the checkpoint that the graph waits on has been written before."""
    question = state["analyzer_response"]["question"]
    info = runtime.execution_info
    if question is None or info is None or get_config()["configurable"].get("__pregel_checkpointer") is None:
        return {}
    return take_answer(state, interrupt(question), info.checkpoint_id)


def take_answer(state: State, answer: object, checkpoint: str) -> State:
    """What an answer changes in the state: for the node above, and for forking a run to answer differently.

    `answer` is what the form gives, `{"answer": words}`, or the words themselves. What is neither counts as
    "I don't know".
    """
    given = answer.get(ANSWER) if isinstance(answer, dict) else answer
    said = _tidy_answer(given)
    response = state["analyzer_response"]
    choice = next((choice for choice in response["choices"] if choice["label"] == said), None)
    unknown = not said or said.lower().strip(" .!?") in _NO_IDEA
    kept = Answer(
        question=response["question"]["text"],
        said=said or DONT_KNOW,
        code=choice["code"] if choice else "",
        job=said if choice and not choice["code"] else "",
        words="" if choice or unknown else said,
        checkpoint=checkpoint,
    )
    return {"messages": [HumanMessage(kept["said"])], "answers": [*state["answers"], kept]}


def has_new_answer(state: State) -> bool:
    """Whether the user answered since the analyzer last decided; false at the beginning of a run."""
    response = state.get("analyzer_response") or {}
    return "round" in response and len(state["answers"]) > response["round"]


# --- searching and deciding, for one run or for many texts at once ----------------------------------------------------


def search_for(state: State, context: Context) -> tuple[str, int]:
    """The query whose turn it is, and how many families it has to bring."""
    improved = state["improved_search"]
    query = state["analyzer_response"]["refined_query"] if improved else state["expander_analysis"]["query"]
    # What was chosen, or what a bare title may mean, must be there however far down it was found.
    everything = state["within"] or broad_families(state["words"])
    return query, len(context.classification.families) if everything else context.depth


def merge(state: State, earlier: Sequence[Candidate], found: Sequence[Candidate], context: Context) -> list[Candidate]:
    """Candidates of two searches, each family at its best; those that no search may bring are left out."""
    families, broad = context.classification.families, broad_families(state["words"])
    best: dict[str, Candidate] = {candidate.family: candidate for candidate in earlier}
    for candidate in found:
        if candidate.family not in families or not candidate.family.startswith(state["within"]):
            continue
        if candidate.family not in best or candidate.score > best[candidate.family].score:
            best[candidate.family] = candidate
    ranked = sorted(best.values(), key=lambda candidate: (-candidate.score, candidate.family))
    return ranked[: context.depth] + [one for one in ranked[context.depth :] if one.family in broad]


def decide(state: State, candidates: Sequence[Candidate], context: Context) -> State:
    """What the analyzer changes in the state, from its candidates, best first."""
    said, expansion = state["words"], state["expander_analysis"]
    measured = measure(state, candidates, context)
    corrections = state["improved_search_count"]
    decision = context.engine.ask(
        tasks.analyze,
        words=said,
        expansion=expansion,
        candidates=[show_to_model(candidate, context) for candidate in candidates[:SHOWN]],
        measured=measured,
        corrections_left=MOST_CORRECTIONS - corrections,
    )
    ruling = enforce(decision, facts_for(state, candidates, measured), context.classification)
    reason = ruling.overruled[-1][1] if ruling.status != decision.status else decision.reason
    response = {
        "status": ruling.status,
        "reason": hide_unknown_codes(reason, said, context.classification),
        "refined_query": ruling.refined_query,
        "overruled": [{"guarantee": guarantee, "why": why} for guarantee, why in ruling.overruled],
        "answered_by": context.engine.label,
        "index": context.index.index_name,
        "round": len(state["answers"]),
        **result_of(state, ruling, candidates, measured, context),
    }
    searching = ruling.status == "IMPROVED_SEARCH"
    return {
        "messages": [] if searching else [AIMessage(tell(response))],
        "analyzer_response": response,
        "improved_search": searching,
        "improved_search_count": corrections + searching,
    }


# --- what was said ----------------------------------------------------------------------------------------------------


def _utterances(request: str, answers: Sequence[Answer]) -> list[str]:
    """All that was said about the work. One of several jobs, once chosen, stands for everything before it."""
    said = [request]
    for answer in answers:
        if answer["job"]:
            said = [answer["job"]]
        elif answer["words"]:
            said.append(answer["words"])
    return said


def _tidy_answer(given: object) -> str:
    if not isinstance(given, str):
        return ""
    try:
        return tidy(given[:LONGEST_ANSWER])
    except InputError:  # nothing readable in it
        return ""
