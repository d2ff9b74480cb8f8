"""What a request asks for, read from its words: one topic."""

from __future__ import annotations

from core.language.reading import Reading
from core.language.terms import without_asking
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.request_words import read_request
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.state import Context
from core.types import Answer, Question


def understand(request: str, context: Context) -> tuple[Requirements, Reading]:
    """Take the whole request as one topic."""
    query = without_asking(" ".join(request.split()))
    return Requirements((Requirement("topic", query),)), read_request(request, context.people, [query])


def question_for(requirements: Requirements, people: People) -> Question | None:
    """Ask nothing."""
    return None


def clarified(request: str, answer: Answer) -> str:
    """Take the request as it stands."""
    return request
