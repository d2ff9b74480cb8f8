"""The JSON API beside the dashboard: health, the systems, asking one of them, and the library (specification 004) with
its catalogues and conversations.

It lives in the server process and works through the same sessions as the pages. Streamlit checks neither origin nor
content type on routes of our own, so both are checked here.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypedDict, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.codec import to_state
from core.errors import AppError, Busy, InputError, NotAllowed
from core.installation import NOBODY, installation
from core.session import GraphSession
from core.stores.threads import Thread
from core.systems import Resources, System
from core.systems.expert_search import SYSTEM as EXPERT_SEARCH
from core.systems.knowledge_base import SYSTEM as KNOWLEDGE_BASE
from core.systems.library_chat import SYSTEM as LIBRARY_CHAT
from core.systems.library_chat.catalogue.catalogues import CATALOGUES, SAMPLE, is_loaded, is_prepared, sample_books
from core.systems.library_chat.state import Context
from core.systems.nco_classification import SYSTEM as NCO_CLASSIFICATION
from core.systems.research_reports import SYSTEM as RESEARCH_REPORTS
from core.types import JSON, Answer, Choice, Field, Number, Question, Tick

SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (EXPERT_SEARCH, RESEARCH_REPORTS, KNOWLEDGE_BASE, NCO_CLASSIFICATION, LIBRARY_CHAT)
}
UNATTENDED: dict[str, dict[str, bool]] = {RESEARCH_REPORTS.name: {"ask_plan": False}}
"""What a system's context is told where nobody is there to be asked."""
OWNER = "api"
NEW = "new"  # the conversation that begins
_LIBRARY = f"/api/systems/{LIBRARY_CHAT.name}"
LARGEST_BODY = 100_000  # bytes
PATIENCE = 300.0  # seconds
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

# WASM and eval are what Mermaid, Graphviz and the tables need; everything else comes from this server alone.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; worker-src 'self' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' ws: wss:; frame-src 'self' data: blob:; frame-ancestors 'self'; object-src 'none'; "
    "base-uri 'self'"
)

Handler = Callable[[Request], Awaitable[Response]]


class _Origin(TypedDict):
    """Who gave an answer, and whether the rules took over from a model that failed."""

    answered_by: list[str]
    model_failed: bool


class _Answered(NamedTuple):
    answer: dict[str, object]
    origin: _Origin
    question: Question | None


class _Asked(NamedTuple):
    """What a program wants of the library: a query, or the answer to an open question; about what, and where."""

    query: str
    answer: Answer | None
    catalogue: str | None
    conversation: str | None


class SecurityHeaders:
    """Plain ASGI middleware, so that websockets pass through it untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to every HTTP answer."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
                ]
            await send(message)

        await self.app(scope, receive, with_headers)


class Refusal(Exception):
    """A request that gets an answer of a few words and a status."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


def routes() -> list[BaseRoute]:
    """List every route of the API. Whatever else begins with `/api` is answered in JSON too, not by the dashboard."""
    return [
        Route("/health", _only("GET", health), methods=METHODS),
        Route("/ask", _only("POST", _guarded(ask_library)), methods=METHODS),
        Route("/graph-info", _only("GET", _guarded(graph_info)), methods=METHODS),
        Route("/api/systems", _only("GET", _guarded(systems)), methods=METHODS),
        Route("/api/systems/{name}/ask", _only("POST", _guarded(ask)), methods=METHODS),
        Route(f"{_LIBRARY}/catalogues", _only("GET", _guarded(catalogues)), methods=METHODS),
        Route(f"{_LIBRARY}/conversations/{{id}}", _only("DELETE", _guarded(forget_conversation)), methods=METHODS),
        Route("/api", _unknown, methods=METHODS),
        Route("/api/{rest:path}", _unknown, methods=METHODS),
    ]


async def health(request: Request) -> Response:
    """Tell that this process answers; ask no store, so that it stays quick when one is down."""
    return JSONResponse({"status": "ok"})


async def systems(request: Request) -> Response:
    """Return the cards of all systems."""
    cards = [
        {"name": card.name, "title": card.title, "about": card.about, "examples": list(card.examples)}
        for card in SYSTEMS.values()
    ]
    return JSONResponse({"systems": cards})


async def ask(request: Request) -> Response:
    """Put `{"request": …}` to one system; a model that fails gives way to the rules, and that is marked.

    Each call is a run of its own, which is forgotten; a question that a system would ask is in its answer.
    """
    system = SYSTEMS.get(request.path_params["name"])
    if system is None:
        raise Refusal(404, "There is no such system.")
    words = await _words(request, "request")
    answered = await run_in_threadpool(_answer, system, words)
    return JSONResponse({"answer": answered.answer, **_open(answered), **answered.origin})


async def ask_library(request: Request) -> Response:
    """Put `{"query": …}` to the library: `{"response": …}` with its sources.

    `catalogue` is the id of one of `catalogues`, the sample by default. Each call is a conversation of its own, which
    is forgotten, unless `conversation` is "new": then its id is in the answer, and a call with that id follows it up.
    What the library asks back is in the answer as `question`; where the conversation is kept, it is answered by
    `{"conversation": …, "answer": {field: value}}`.
    """
    body = await _body(request)
    given = body if isinstance(body, dict) else {}
    query, answer = given.get("query"), given.get("answer")
    catalogue, conversation = given.get("catalogue"), given.get("conversation")
    if answer is None and not isinstance(query, str):
        raise Refusal(422, 'The body must be {"query": "…"}.')
    if not all(isinstance(name, str | None) for name in (catalogue, conversation)):
        raise Refusal(422, "“catalogue” and “conversation” are texts.")
    if answer is not None and (query is not None or not isinstance(answer, dict) or conversation in (None, NEW)):
        raise Refusal(422, 'An open question is answered by {"conversation": "…", "answer": {"field": value}}.')
    asked = _Asked(query or "", answer, catalogue, conversation)
    return JSONResponse(await run_in_threadpool(_talk, asked))


async def catalogues(request: Request) -> Response:
    """List what the library can be asked about: the sample first, then one's own, with the number of their books."""

    def listed() -> list[dict[str, object]]:
        lent = _lent_to_library()
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

    return JSONResponse({"catalogues": await run_in_threadpool(listed)})


async def forget_conversation(request: Request) -> Response:
    """Delete a conversation with the library that was kept."""

    id = request.path_params["id"]

    def forget() -> None:
        _conversation(id)
        house = installation()
        house.runs.forget(id)
        house.threads.forget(id)

    await run_in_threadpool(forget)
    return JSONResponse({"forgotten": id})


async def graph_info(request: Request) -> Response:
    """Count the books, authors and genres of the library."""

    def count() -> dict[str, int]:
        house = installation()
        context = LIBRARY_CHAT.open_context(house.resources(OWNER, house.engine()))
        totals: dict[str, int] = context.library.totals()
        return totals

    return JSONResponse(await run_in_threadpool(count))


async def _words(request: Request, name: str) -> str:
    """Return the one text that a body holds under this name."""
    body = await _body(request)
    words = body.get(name) if isinstance(body, dict) else None
    if not isinstance(words, str):
        raise Refusal(422, f'The body must be {{"{name}": "…"}}.')
    return words


def _answer(system: System, words: str) -> _Answered:
    house = installation()
    context = system.open_context(house.resources(OWNER, house.engine()), **UNATTENDED.get(system.name, {}))
    session = house.open_session(system, {}, context, OWNER)
    session.start(words)
    answered = _finish(session)
    session.forget()
    return answered


def _finish(session: GraphSession) -> _Answered:
    """Wait for the run of a session; by the rules where a model failed."""
    session.wait(PATIENCE)
    carried_on = False
    if session.failure and session.failure.from_model:
        session.carry_on(offline=True)
        session.wait(PATIENCE)
        carried_on = True
    if session.running:
        session.stop()
        raise Refusal(504, "The answer took too long.")
    if session.failure:
        raise Refusal(500, session.failure.message)
    engines = list(dict.fromkeys(asked.engine for step in session.steps for asked in step.asked))
    question = session.question
    # What the state of a chat holds while a question is open is the answer of the turn before.
    stale = question if session.system.remembers else None
    answer: dict[str, object] = {"response": stale.text} if stale else session.system.answer(session.state)
    return _Answered(answer, {"answered_by": engines, "model_failed": carried_on}, question)


def _open(answered: _Answered) -> dict[str, object]:
    """Give the question that is open, with its fields, where one is."""
    return {"question": to_state(answered.question)} if answered.question else {}


# --- conversations with the library -----------------------------------------------------------------------------------


def _talk(asked: _Asked) -> dict[str, object]:
    """Ask the library, in a conversation that is kept or in one that is forgotten."""
    kept = asked.conversation is not None
    memory: dict[str, str] = {}
    catalogue = asked.catalogue or SAMPLE
    if asked.conversation is not None and asked.conversation != NEW:
        memory["thread"] = asked.conversation
        catalogue = str(_conversation(asked.conversation).settings.get("catalogue", SAMPLE))
        if asked.catalogue not in (None, catalogue):
            raise Refusal(422, "This conversation is about another catalogue. Begin a new one.")
    session = installation().open_session(LIBRARY_CHAT, memory, _library_context(catalogue), OWNER)
    if asked.answer is None:
        session.start(asked.query, {"catalogue": catalogue})
    elif session.question is None or not session.resume(_checked(session.question, asked.answer)):
        raise Refusal(409, "No question is open in this conversation.")
    answered = _finish(session)
    conversation = session.thread if kept else None
    if not kept:
        session.forget()
    return {
        **answered.answer,
        **_open(answered),
        "catalogue": catalogue,
        "prepared": _is_prepared(catalogue),
        "conversation": conversation,
        **answered.origin,
    }


def _conversation(id: str) -> Thread:
    """Return a conversation with the library that was kept here; one sentence for unknown and somebody else's."""
    found = installation().threads.find(id)
    if found is None or found.system != LIBRARY_CHAT.name or found.owner != OWNER:
        raise Refusal(404, "There is no such conversation.")
    return found


def _lent_to_library() -> Resources:
    """Lend with the catalogues of whoever works at this machine, or of programs where people sign in."""
    house = installation()
    return house.resources(OWNER if house.settings.sign_in else NOBODY, house.engine())


def _library_context(catalogue: str) -> Context:
    lent = _lent_to_library()
    if catalogue != SAMPLE and CATALOGUES.uploads(lent.folder).get(catalogue) is None:
        raise Refusal(404, "There is no such catalogue.")
    return LIBRARY_CHAT.open_context(lent, catalogue)


def _is_prepared(catalogue: str) -> bool:
    """Whether searches by meaning see all of a catalogue; until then an answer that rests on one lacks something."""
    lent = _lent_to_library()
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


async def _body(request: Request) -> object:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "Send JSON, with Content-Type: application/json.")
    pieces, size = [], 0
    async for piece in request.stream():
        size += len(piece)
        if size > LARGEST_BODY:
            raise Refusal(413, f"The body is larger than {LARGEST_BODY:,} bytes.")
        pieces.append(piece)
    try:
        return cast(object, json.loads(b"".join(pieces)))
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise Refusal(422, "The body is not JSON.") from None


def _guarded(handler: Handler) -> Handler:
    """Let in whom the settings allow, and answer every refusal and every error with words in JSON."""

    async def guarded(request: Request) -> Response:
        try:
            _check_origin(request)
            _check_token(request)
            return await handler(request)
        except Refusal as refusal:
            return _detail(refusal.status, str(refusal))
        except InputError as error:
            return _detail(422, error.in_full())
        except Busy as error:
            return _detail(409, error.in_full())
        except NotAllowed as error:
            return _detail(403, error.in_full())
        except AppError as error:
            return _detail(503, error.in_full())

    return guarded


def _check_origin(request: Request) -> None:
    origin = request.headers.get("origin")
    own = f"{request.url.scheme}://{request.headers.get('host', '')}"
    if origin and origin != own and origin not in installation().settings.allowed_origins:
        raise Refusal(403, "Requests from other sites are not taken.")


def _check_token(request: Request) -> None:
    settings = installation().settings
    if not settings.api_token:
        if settings.sign_in:
            raise Refusal(403, "People sign in here; the API opens when GLASSBOX_API_TOKEN is set.")
        return
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not hmac.compare_digest(given.encode(), settings.api_token.encode()):
        raise Refusal(401, "Send the token: Authorization: Bearer ….")


def _only(method: str, handler: Handler) -> Handler:
    async def only(request: Request) -> Response:
        if request.method not in (method, "HEAD" if method == "GET" else method):
            return _detail(405, f"Only {method} is answered here.", {"allow": method})
        return await handler(request)

    return only


async def _unknown(request: Request) -> Response:
    return _detail(404, "There is nothing at this address.")


def _detail(status: int, words: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"detail": words}, status_code=status, headers=headers)
