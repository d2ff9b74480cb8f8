"""The JSON API beside the dashboard: health, the systems, asking one of them, the library (specification 004) with its
catalogues and conversations, and the documents of the knowledge base.

It lives in the server process and works through the same sessions as the pages. Who comes in at all is the gate's
(`gate.py`), which stands before every route of the server; how many are served at once is `work.py`'s.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from core.api import asking, documents, library
from core.api.bodies import Refusal
from core.api.gate import Gate
from core.api.work import RUNS, ClientLeft
from core.errors import AppError, Busy, InputError, NotAllowed

__all__ = ["Gate", "routes"]

Handler = Callable[[Request], Awaitable[Response]]
_LIBRARY = "/api/systems/library_chat"
_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
_CLIENT_LEFT = 499  # nobody reads it; nginx's number for this, in logs


def routes() -> list[BaseRoute]:
    """List every route of the API. Whatever else begins with `/api` is answered in JSON too, not by the dashboard."""
    return [
        _route("/health", GET=health),
        _route("/ask", POST=library.ask_library),
        _route("/graph-info", GET=library.graph_info),
        _route("/api/systems", GET=asking.systems),
        _route("/api/systems/{name}/ask", POST=asking.ask),
        _route(RUNS + "/{id}", GET=asking.run, DELETE=asking.forget_run),
        _route(f"{_LIBRARY}/catalogues", GET=library.catalogues),
        _route(f"{_LIBRARY}/conversations/{{id}}", DELETE=library.forget_conversation),
        _route(documents.COLLECTIONS, GET=documents.collections, POST=documents.make_collection),
        _route(documents.COLLECTIONS + "/{id}", DELETE=documents.remove_collection),
        _route(documents.COLLECTIONS + "/{id}/documents", GET=documents.documents),
        _route(
            documents.COLLECTIONS + "/{id}/documents/{name:path}",
            PUT=documents.put_document,
            DELETE=documents.remove_document,
        ),
        Route("/api", _unknown, methods=_METHODS),
        Route("/api/{rest:path}", _unknown, methods=_METHODS),
    ]


async def health(request: Request) -> Response:
    """Tell that this process answers; ask no store, so that it stays quick when one is down."""
    return JSONResponse({"status": "ok"})


def _route(path: str, **handlers: Handler) -> Route:
    """Return a route that answers these methods, and every refusal and every error with words in JSON."""
    by_method: Mapping[str, Handler] = {"HEAD": handlers["GET"], **handlers} if "GET" in handlers else handlers

    async def answer(request: Request) -> Response:
        handler = by_method.get(request.method)
        if handler is None:
            allowed = ", ".join(handlers)
            return Refusal(405, f"Only {allowed} is answered here.", headers={"allow": allowed}).response()
        try:
            return await handler(request)
        except Refusal as refusal:
            return refusal.response()
        except (ClientLeft, ClientDisconnect):
            return Response(status_code=_CLIENT_LEFT)
        except AppError as error:
            return Refusal(_status(error), error.in_full()).response()

    return Route(path, answer, methods=_METHODS)


def _status(error: AppError) -> int:
    known: dict[type[AppError], int] = {InputError: 422, Busy: 409, NotAllowed: 403}
    return next((status for kind, status in known.items() if isinstance(error, kind)), 503)


async def _unknown(request: Request) -> Response:
    return Refusal(404, "There is nothing at this address.").response()
