"""The expander's work: the user's words as a structured query, in a state that holds nothing of an earlier round."""

from __future__ import annotations

from langchain_core.messages import HumanMessage

from core.systems.nco_classification import tasks
from core.systems.nco_classification.decision.guarantees import LONGEST_QUERY
from core.systems.nco_classification.decision.heard import decides_alone, heard
from core.systems.nco_classification.decision.wording import reason_faults, unknown_codes
from core.systems.nco_classification.index.retrieval import as_chroma
from core.systems.nco_classification.questions.answers import chosen_part, has_new_answer, utterances
from core.systems.nco_classification.state import Context, ExpanderAnalysis, State

_AMBIGUOUS = "The words were found to fit several occupations, or to say too little."


def expand(state: State, context: Context) -> State:
    """Begin, or begin again with a new answer: read the words, ask for a query, and find what is ambiguous."""
    again = has_new_answer(state)
    answers = state["answers"] if again else []
    reading = context.reader.read_all(utterances(state["request"], answers))
    alone = heard(state["request"], answers, context)
    if alone and decides_alone(alone, reading, context):
        reading = alone.reading
    words, obstacle = reading.words, reading.obstacle
    expansion = context.engine.ask(tasks.expand, words=words, obstacle=obstacle.why if obstacle else "")
    refused: list[str] = []

    def safe(text: str) -> str:
        """Leave out what names a code: none was given."""
        text = " ".join(text.split())
        if named := unknown_codes(text, words, ()):
            refused.append(f"“{text}” was not used: it names the code {named[0]}.")
        return "" if named else text

    query = safe(expansion.query)[:LONGEST_QUERY] or reading.query
    read_as = context.searched.read(query).replaced
    replaced = [f"“{typed}” was read as “{english}”" for typed, english in read_as if english]

    reason = " ".join(expansion.reason.split())
    wrong = [] if obstacle else reason_faults(reason, words, (), ())
    if wrong:
        refused.append(f"The reason “{reason}” was not used: it {'; it '.join(wrong)}.")
        reason = _AMBIGUOUS if expansion.ambiguous else ""

    analysis: ExpanderAnalysis = {
        "division": safe(expansion.division),
        "title": safe(expansion.title),
        "duties": [duty for duty in map(safe, expansion.duties) if duty],
        "query": query,
        "ambiguous": expansion.ambiguous or obstacle is not None,
        "reason": obstacle.why if obstacle else reason,
        "obstacle": obstacle.kind if obstacle else "",
        "assumptions": [*(told for told in map(safe, expansion.assumptions) if told), *replaced],
        "refused_words": refused,
        "answered_by": context.engine.label,
    }
    return {
        "messages": [] if again else [HumanMessage(state["request"])],
        "answers": answers,
        "words": words,
        "within": chosen_part(answers),
        "certain_before": _certain_before(state) if again else "",
        "expander_analysis": analysis,
        # Nothing of an earlier round is used again, but that it made its one correction.
        "queries": [],
        "retrieved_results": as_chroma([]),
        "candidates": [],
        "proposed": [],
        "analyzer_response": {},
        "improved_search": False,
        "improved_search_count": state["improved_search_count"] if again else 0,
    }


def _certain_before(state: State) -> str:
    """Tell which part of the classification was certain before the last answer; of another of several jobs nothing."""
    partial = state["analyzer_response"].get("partial")
    return partial["code"] if partial and not state["answers"][-1]["job"] else ""
