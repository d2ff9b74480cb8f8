"""The five systems for programs: their cards, asking one of them, and the runs that took longer than was waited for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from core.api.bodies import Refusal, read_object
from core.api.documents import context_over
from core.api.library import catalogue_of, library_context
from core.api.work import OWNER, answer_in_turn, collect, desk, forget, in_turn
from core.installation import Installation
from core.session import GraphSession
from core.stores.threads import Thread
from core.systems import System
from core.systems.expert_search import SYSTEM as EXPERT_SEARCH
from core.systems.knowledge_base import SYSTEM as KNOWLEDGE_BASE
from core.systems.knowledge_base.ingest.collections import MANUAL
from core.systems.library_chat import SYSTEM as LIBRARY_CHAT
from core.systems.nco_classification import SYSTEM as NCO_CLASSIFICATION
from core.systems.research_reports import SYSTEM as RESEARCH_REPORTS
from core.types import JSON

SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (EXPERT_SEARCH, RESEARCH_REPORTS, KNOWLEDGE_BASE, NCO_CLASSIFICATION, LIBRARY_CHAT)
}
UNATTENDED: dict[str, dict[str, bool]] = {RESEARCH_REPORTS.name: {"ask_plan": False}}
"""What a system's context is told where nobody is there to be asked."""


async def systems(request: Request) -> Response:
    """Return the cards of all systems."""
    cards = [
        {"name": card.name, "title": card.title, "about": card.about, "examples": list(card.examples)}
        for card in SYSTEMS.values()
    ]
    return JSONResponse({"systems": cards})


async def ask(request: Request) -> Response:
    """Put `{"request": …}` to one system; a model that fails gives way to the rules, and that is marked.

    The knowledge base also takes `collection`, the id of one of its collections: the manual by default. Each call is a
    run of its own, which is forgotten; a question that a system would ask is in its answer. A run that takes longer
    than the deadline is kept and can be asked for at `/api/runs/<id>`.
    """
    system = SYSTEMS.get(request.path_params["name"])
    if system is None:
        raise Refusal(404, "There is no such system.")
    given = await read_object(request)
    words, collection = given.get("request"), given.get("collection")
    if not isinstance(words, str):
        raise Refusal(422, 'The body must be {"request": "…"}.')
    if not isinstance(collection, str | None):
        raise Refusal(422, "“collection” is a text.")
    if collection is not None and system is not KNOWLEDGE_BASE:
        raise Refusal(422, "Only the knowledge base has collections.")
    house = desk(request).house
    settings: dict[str, JSON] = {"collection": collection or MANUAL} if system is KNOWLEDGE_BASE else {}

    def begin() -> GraphSession:
        session = house.open_session(system, {}, _context(house, system, settings), OWNER)
        session.start(words, settings)
        return session

    answered = await answer_in_turn(request, begin)
    return JSONResponse({"answer": answered.answer, **settings, **answered.open, **answered.origin})


async def run(request: Request) -> Response:
    """Tell how a run that was kept is, and what it came to."""
    id, house = request.path_params["id"], desk(request).house

    def look() -> dict[str, object]:
        thread = _run(house, id)
        session = _session(house, thread)
        told: dict[str, object] = {"run": id, "system": thread.system, "status": thread.outcome}
        if session.at_work:
            return told | {"status": "running"}
        if thread.outcome not in ("done", "asking"):
            why = session.failure.message if session.failure else "The run did not come to its end. Ask again."
            return told | {"status": "failed", "detail": why}
        answered = collect(session)
        return told | {"answer": answered.answer, **answered.open, **answered.origin}

    return JSONResponse(await in_turn(request, look))


async def forget_run(request: Request) -> Response:
    """Delete a run that was kept; one at work is stopped."""
    id, house = request.path_params["id"], desk(request).house

    await in_turn(request, lambda: forget(house, _run(house, id).id))
    return JSONResponse({"forgotten": id})


def _run(house: Installation, id: str) -> Thread:
    """Return a run of programs; one sentence for unknown and somebody else's."""
    found = house.threads.find(id)
    if found is None or found.owner != OWNER or found.system not in SYSTEMS:
        raise Refusal(404, "There is no such run.")
    return found


def _session(house: Installation, thread: Thread) -> GraphSession:
    system = SYSTEMS[thread.system]
    if system is LIBRARY_CHAT:
        context: Any = library_context(house, catalogue_of(thread))
    else:
        context = _context(house, system, thread.settings)
    return house.open_session(system, {"thread": thread.id}, context, OWNER)


def _context(house: Installation, system: System, settings: Mapping[str, JSON]) -> Any:
    """Return what is lent to a system for a program; `settings` are those of its run."""
    if system is KNOWLEDGE_BASE:
        return context_over(house, str(settings.get("collection", MANUAL)))
    return system.open_context(house.resources(OWNER, house.engine()), **UNATTENDED.get(system.name, {}))
