"""The library for programs, as specification 004 has it (`/ask`, `/graph-info`); its catalogues and conversations."""

from __future__ import annotations

from typing import NamedTuple, cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from core.api.bodies import Refusal, read_object
from core.api.work import OWNER, Answered, Keep, answer_in_turn, desk, forget, in_turn, lent_to_programs
from core.installation import Installation
from core.session import GraphSession
from core.stores.threads import Thread
from core.systems.library_chat import SYSTEM as LIBRARY_CHAT
from core.systems.library_chat.catalogue.catalogues import CATALOGUES, SAMPLE, is_loaded, is_prepared, sample_books
from core.systems.library_chat.state import Context
from core.types import JSON, Answer, Choice, Field, Number, Question, Tick

NEW = "new"  # the conversation that begins


class _Asked(NamedTuple):
    """What a program wants of the library: a query, or the answer to an open question; about what, and where."""

    query: str
    answer: Answer | None
    catalogue: str | None
    conversation: str | None


async def ask_library(request: Request) -> Response:
    """Put `{"query": …}` to the library: `{"response": …}` with its sources.

    `catalogue` is the id of one of `catalogues`, the sample by default. Each call is a conversation of its own, which
    is forgotten, unless `conversation` is "new": then its id is in the answer, and a call with that id follows it up.
    What the library asks back is in the answer as `question`; where the conversation is kept, it is answered by
    `{"conversation": …, "answer": {field: value}}`.
    """
    given = await read_object(request)
    query, answer = given.get("query"), given.get("answer")
    catalogue, conversation = given.get("catalogue"), given.get("conversation")
    if answer is None and not isinstance(query, str):
        raise Refusal(422, 'The body must be {"query": "…"}.')
    if not all(isinstance(name, str | None) for name in (catalogue, conversation)):
        raise Refusal(422, "“catalogue” and “conversation” are texts.")
    if answer is not None and (query is not None or not isinstance(answer, dict) or conversation in (None, NEW)):
        raise Refusal(422, 'An open question is answered by {"conversation": "…", "answer": {"field": value}}.')
    asked = _Asked(
        str(query or ""), cast(Answer | None, answer), cast(str | None, catalogue), cast(str | None, conversation)
    )
    keep: Keep = "no" if asked.conversation is None else "when answered" if asked.conversation == NEW else "always"
    house = desk(request).house
    answered = await answer_in_turn(request, lambda: _begin(house, asked), keep)
    return JSONResponse(await in_turn(request, lambda: _told(house, answered, kept=keep != "no")))


async def catalogues(request: Request) -> Response:
    """List what the library can be asked about: the sample first, then one's own, with the number of their books."""

    house = desk(request).house

    def listed() -> list[dict[str, object]]:
        lent = lent_to_programs(house)
        sample = {
            "id": SAMPLE,
            "name": "Sample",
            "books": len(sample_books()),
            "created": None,
            "loaded": True,
            "prepared": True,
        }
        own = CATALOGUES.uploads(lent.folder).all()
        return [
            sample,
            *(
                {
                    "id": card.id,
                    "name": card.name,
                    "books": card.books,
                    "created": card.created,
                    "loaded": is_loaded(lent, card),
                    "prepared": is_prepared(lent, card),
                }
                for card in own
            ),
        ]

    return JSONResponse({"catalogues": await in_turn(request, listed)})


async def forget_conversation(request: Request) -> Response:
    """Delete a conversation with the library that was kept."""

    id, house = request.path_params["id"], desk(request).house

    await in_turn(request, lambda: forget(house, _conversation(house, id).id))
    return JSONResponse({"forgotten": id})


async def graph_info(request: Request) -> Response:
    """Count the books, authors and genres of the library."""

    house = desk(request).house

    def count() -> dict[str, int]:
        context = LIBRARY_CHAT.open_context(house.resources(OWNER, house.engine()))
        totals: dict[str, int] = context.library.totals()
        return totals

    return JSONResponse(await in_turn(request, count))


# --- conversations with the library -----------------------------------------------------------------------------------


def _begin(house: Installation, asked: _Asked) -> GraphSession:
    """Put a question to the library, or answer its own, in a new conversation or in one that was kept."""
    memory: dict[str, str] = {}
    catalogue = asked.catalogue or SAMPLE
    if asked.conversation is not None and asked.conversation != NEW:
        memory["thread"] = asked.conversation
        catalogue = catalogue_of(_conversation(house, asked.conversation))
        if asked.catalogue not in (None, catalogue):
            raise Refusal(422, "This conversation is about another catalogue. Begin a new one.")
    session = house.open_session(LIBRARY_CHAT, memory, library_context(house, catalogue), OWNER)
    if asked.answer is None:
        session.start(asked.query, {"catalogue": catalogue})
    elif session.question is None or not session.resume(_checked(session.question, asked.answer)):
        raise Refusal(409, "No question is open in this conversation.")
    return session


def _told(house: Installation, answered: Answered, *, kept: bool) -> dict[str, object]:
    catalogue = str(answered.settings.get("catalogue", SAMPLE))
    return {
        **answered.answer,
        **answered.open,
        "catalogue": catalogue,
        "prepared": _is_prepared(house, catalogue),
        "conversation": answered.thread if kept else None,
        **answered.origin,
    }


def catalogue_of(thread: Thread) -> str:
    """Return the id of the catalogue that a conversation is about."""
    return str(thread.settings.get("catalogue", SAMPLE))


def _conversation(house: Installation, id: str) -> Thread:
    """Return a conversation with the library that was kept here; one sentence for unknown and somebody else's."""
    found = house.threads.find(id)
    if found is None or found.system != LIBRARY_CHAT.name or found.owner != OWNER:
        raise Refusal(404, "There is no such conversation.")
    return found


def library_context(house: Installation, catalogue: str) -> Context:
    """Return what is lent to the library for one of its catalogues. Raises `Refusal` 404."""
    lent = lent_to_programs(house)
    if catalogue != SAMPLE and CATALOGUES.uploads(lent.folder).get(catalogue) is None:
        raise Refusal(404, "There is no such catalogue.")
    return LIBRARY_CHAT.open_context(lent, catalogue)


def _is_prepared(house: Installation, catalogue: str) -> bool:
    """Whether searches by meaning see all of a catalogue; until then an answer that rests on one lacks something."""
    lent = lent_to_programs(house)
    return catalogue == SAMPLE or is_prepared(lent, CATALOGUES.card(lent.folder, catalogue))


def _checked(question: Question, answer: Answer) -> Answer:
    """Return an answer that fits the fields of a question, with the defaults of those it leaves out."""
    fields = {field.name: field for field in question.fields}
    if unknown := sorted(set(answer) - set(fields)):
        raise Refusal(422, f"The question has no field “{unknown[0]}”.")
    whole: Answer = {name: answer.get(name, cast(JSON, field.default)) for name, field in fields.items()}
    for name, field in fields.items():
        if field.required and whole[name] in (None, "", []):
            raise Refusal(422, f"The answer lacks “{name}”: {field.label}.")
        if name in answer and not _fits(field, answer[name]):
            raise Refusal(422, f"“{name}” cannot be that: {field.label}.")
    return whole


def _fits(field: Field, value: JSON) -> bool:
    if isinstance(field, Choice):
        picked = value if isinstance(value, list) else [value]
        texts = all(isinstance(one, str) for one in picked)
        return isinstance(value, list) == field.many and texts and (field.other or set(picked) <= set(field.options))
    if isinstance(field, Number):
        return isinstance(value, int | float) and not isinstance(value, bool) and field.low <= value <= field.high
    return isinstance(value, bool if isinstance(field, Tick) else str)
