"""The API of a small installation, in this process or on a port of this machine."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route

from core import api
from core.api.gate import Gate
from core.installation import Installation


def application(house: Installation, visitors: Any = None, routes: list[Route] | None = None) -> Starlette:
    """The API behind its gate, and what else stands there."""
    gate = Middleware(Gate, visitors=visitors, house=lambda: house)
    return Starlette(routes=[*api.routes(), *(routes or [])], middleware=[gate])


@contextmanager
def serving(app: Starlette) -> Iterator[str]:
    """A real server on a free port of this machine."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()
