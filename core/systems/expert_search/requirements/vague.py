"""A request that says nobody in particular: it is asked back, with topics of the collection, and goes on with those."""

from __future__ import annotations

from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.grammar.collection import collection_of
from core.systems.expert_search.requirements.requirement import Requirements
from core.types import Answer, Choice, Question

FIELD = "topic"
OFFERED = 12


def question_for(requirements: Requirements, people: People, request: str = "") -> Question | None:
    """Ask what the people wanted should know about: words of the request that may say it, then topics of the
    collection; None where it can be searched for as it stands."""
    if not requirements.vague:
        return None
    heads = [f"{requirements.people} people"] if requirements.people > 1 else []
    said = ", ".join([*heads, *(one.label for one in requirements.wanted if one.kind != "topic" or one.excluded)])
    kept = f" What was said is kept: {said}." if said else ""
    collection = collection_of(people)
    offered = dict.fromkeys([*collection.phrases(request, OFFERED), *collection.topics[:OFFERED]])
    return Question(
        f"What should they know about? The request cannot be searched for: {requirements.vague}.{kept}",
        [Choice(FIELD, "Topic", list(offered)[:OFFERED], many=True, other=True)],
        send_label="Search for this",
    )


def clarified(request: str, answer: Answer, requirements: Requirements) -> str:
    """Return the request with the topics of an answer, to be understood again, or those alone where it has a topic that
    is none; of an empty answer, as it was."""
    given = answer.get(FIELD)
    topics = [str(one) for one in (given if isinstance(given, list) else [given]) if one]
    kept = "" if topics and requirements.topics else " ".join(request.split())
    return "; ".join(filter(None, [kept, *topics]))
