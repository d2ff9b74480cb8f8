"""Connections that ask nothing: a client that opens one and sends no whole request is sent away. And messages of pages,
which are kept in memory until they are whole, have an end.

Uvicorn has a time limit between two requests and none before the first header is whole, so that anybody could hold
every file descriptor of the server by sending nothing (`docs/decisions/0033-connections-that-ask-nothing.md`).
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Protocol

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEADERS_WITHIN = 10.0
"""Seconds between two looks at a connection: one that was between requests at both is dropped."""


LARGEST_MESSAGE = 4 * 1024**2
"""Bytes of a message of a page; of itself Streamlit would keep 200 MB of one that does not end."""


class _Connection(Protocol):
    """What is used of uvicorn's protocol of a connection."""

    transport: Any  # an asyncio.Transport, which lends its protocol
    loop: asyncio.AbstractEventLoop
    cycle: Any
    config: Any  # an uvicorn.Config, for what this connection becomes


def limit_connections(seconds: float = HEADERS_WITHIN) -> None:
    """Drop, from now on, each new connection of this process that sends no whole header in time."""
    protocol: Any = AutoHTTPProtocol
    made = getattr(protocol.connection_made, "without_limit", protocol.connection_made)

    def connection_made(self: _Connection, transport: asyncio.Transport) -> None:
        made(self, transport)
        self.config.ws_max_size = LARGEST_MESSAGE
        self.loop.call_later(seconds, _look, self, seconds, object())

    connection_made.without_limit = made  # type: ignore[attr-defined]
    protocol.connection_made = connection_made


def _look(connection: _Connection, seconds: float, before: object) -> None:
    transport = connection.transport
    if transport.is_closing() or transport.get_protocol() is not connection:  # gone, or a WebSocket now
        return
    latest = connection.cycle
    between_requests = latest is None or latest.response_complete
    if between_requests and latest is before:
        transport.abort()
        return
    connection.loop.call_later(seconds, _look, connection, seconds, latest if between_requests else object())


def raise_file_limit() -> None:
    """Let this process open as many files and connections as the system lets it, not as many as a shell is given."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
