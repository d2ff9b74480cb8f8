"""The expander's work: the user's words as a structured query, in a state that holds nothing of an earlier round."""

from __future__ import annotations

from langchain_core.messages import HumanMessage

from core.systems.nco_classification import tasks
from core.systems.nco_classification.decision.guarantees import LONGEST_QUERY, hide_unknown_codes
from core.systems.nco_classification.decision.wording import reason_faults
from core.systems.nco_classification.index.retrieval import as_chroma
from core.systems.nco_classification.questions.answers import chosen_part, has_new_answer, utterances
from core.systems.nco_classification.state import Context, ExpanderAnalysis, State

_AMBIGUOUS = "The words were found to fit several occupations, or to say too little."


def expand(state: State, context: Context) -> State:
    """Begin, or begin again with a new answer: read the words, ask for a query, and find what is ambiguous."""
    again = has_new_answer(state)
    answers = state["answers"] if again else []
    reading = context.reader.read_all(utterances(state["request"], answers))
    words, obstacle = reading.words, reading.obstacle
    expansion = context.engine.ask(tasks.expand, words=words, obstacle=obstacle.why if obstacle else "")
    query = " ".join(expansion.query.split())[:LONGEST_QUERY] or reading.query
    read_as = context.searched.read(query).replaced
    replaced = [f"“{typed}” was read as “{english}”" for typed, english in read_as if english]

    reason = " ".join(expansion.reason.split())
    wrong = [] if obstacle else reason_faults(reason, words, (), ())
    refused = [f"The reason “{reason}” was not used: it {'; it '.join(wrong)}."] if wrong else []
    if wrong:
        reason = _AMBIGUOUS if expansion.ambiguous else ""

    def safe(text: str) -> str:
        return hide_unknown_codes(" ".join(text.split()), words, context.classification)

    analysis: ExpanderAnalysis = {
        "division": safe(expansion.division),
        "title": safe(expansion.title),
        "duties": [safe(duty) for duty in expansion.duties],
        "query": query,
        "ambiguous": expansion.ambiguous or obstacle is not None,
        "reason": obstacle.why if obstacle else reason,
        "obstacle": obstacle.kind if obstacle else "",
        "assumptions": [*(safe(assumption) for assumption in expansion.assumptions), *replaced],
        "refused_words": refused,
        "answered_by": context.engine.label,
    }
    return {
        "messages": [] if again else [HumanMessage(state["request"])],
        "answers": answers,
        "words": words,
        "within": chosen_part(answers),
        "expander_analysis": analysis,
        # Nothing of an earlier round is used again, but that it made its one correction.
        "queries": [],
        "retrieved_results": as_chroma([]),
        "candidates": [],
        "analyzer_response": {},
        "improved_search": False,
        "improved_search_count": state["improved_search_count"] if again else 0,
    }
