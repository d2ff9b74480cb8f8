"""The JSON API beside the dashboard: health, the systems, asking one of them, and the library (specification 004).

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

from core.errors import AppError, InputError, NotAllowed
from core.installation import installation
from core.systems import System
from core.systems.expert_search import SYSTEM as EXPERT_SEARCH
from core.systems.knowledge_base import SYSTEM as KNOWLEDGE_BASE
from core.systems.library_chat import SYSTEM as LIBRARY_CHAT
from core.systems.nco_classification import SYSTEM as NCO_CLASSIFICATION
from core.systems.research_reports import SYSTEM as RESEARCH_REPORTS

SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (EXPERT_SEARCH, RESEARCH_REPORTS, KNOWLEDGE_BASE, NCO_CLASSIFICATION, LIBRARY_CHAT)
}
UNATTENDED: dict[str, dict[str, bool]] = {RESEARCH_REPORTS.name: {"ask_plan": False}}
"""What a system's context is told where nobody is there to be asked."""
OWNER = "api"
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
    return JSONResponse({"answer": answered.answer, **answered.origin})


async def ask_library(request: Request) -> Response:
    """Put `{"query": …}` to the library: `{"response": …}` with its sources. Each call is a conversation of its own."""
    words = await _words(request, "query")
    answered = await run_in_threadpool(_answer, LIBRARY_CHAT, words)
    return JSONResponse({**answered.answer, **answered.origin})


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
    answered = _Answered(system.answer(session.state), {"answered_by": engines, "model_failed": carried_on})
    session.forget()
    return answered


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
