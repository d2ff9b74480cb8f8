"""The line to a model's service: however slow, long, packed or misleading its answer is, it ends and stays small.

Given to httpx as hooks, the only place that keeps the proxies of the environment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx

from core.deadline import Deadline

if TYPE_CHECKING:
    from typing import Any

# A living server picks up far sooner than it answers, so a dead one is given up long before a slow one.
PICK_UP_SECONDS = 2.0
LARGEST_ANSWER = 16 * 1024**2
"""Bytes; the longest answers of today's models are some hundred kB."""
TIMES = 4
"""How many times as long a whole answer may take as a silence within it."""
_DEADLINE = "glassbox.deadline"


class RedirectError(ValueError):
    """The service sends the question, and the key with it, elsewhere."""


def client_arguments(seconds: float) -> dict[str, Any]:
    """Return what an `httpx.Client` is made with; `seconds` is how long a silent service is waited for."""

    def begin(request: httpx.Request) -> None:
        request.extensions["timeout"]["connect"] = PICK_UP_SECONDS
        request.headers["Accept-Encoding"] = "identity"  # a bomb is small while it is packed
        request.headers["Connection"] = "close"  # of a connection that is used again nobody tells
        limit = Deadline()
        limit.begin(TIMES * seconds)
        request.extensions["trace"] = limit.watch
        request.extensions[_DEADLINE] = limit

    return {"event_hooks": {"request": [begin], "response": [_limit]}, "follow_redirects": False}


def _limit(response: httpx.Response) -> None:
    limit: Deadline = response.request.extensions[_DEADLINE]
    packed = response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity")
    if response.has_redirect_location or packed:
        limit.call_off()
        raise RedirectError if response.has_redirect_location else ValueError("packed, though asked not to be")
    assert isinstance(response.stream, httpx.SyncByteStream)
    response.stream = _Limited(response.stream, limit, response.request)


class _Limited(httpx.SyncByteStream):
    """An answer as it comes in, up to its limits."""

    def __init__(self, stream: httpx.SyncByteStream, limit: Deadline, request: httpx.Request) -> None:
        self._stream = stream
        self._limit = limit
        self._request = request

    def __iter__(self) -> Iterator[bytes]:
        """Give its parts. Raises `httpx.ReadTimeout` or `ValueError` at a limit."""
        size = 0
        try:
            for part in self._stream:
                size += len(part)
                if size > LARGEST_ANSWER:
                    raise ValueError("the answer does not end")
                yield part
        except httpx.TransportError:
            if not self._limit.passed:
                raise
        if self._limit.passed:  # breaking a connection off looks like the end of an answer without a length
            raise httpx.ReadTimeout("the answer came too slowly", request=self._request)

    def close(self) -> None:
        """End it."""
        self._limit.call_off()
        self._stream.close()
