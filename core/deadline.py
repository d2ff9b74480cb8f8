"""The time of a whole request: where a byte comes now and then no read times out, so the connection is broken off."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any


class Deadline:
    """Breaks the connections of one request off when its time is over, however slowly bytes still come in."""

    def __init__(self) -> None:
        self.passed = False
        self._guard = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._timer: threading.Timer | None = None

    def begin(self, seconds: float) -> None:
        """Let the time end that many seconds from now."""
        self._timer = threading.Timer(seconds, self.strike)
        self._timer.daemon = True
        self._timer.start()

    def call_off(self) -> None:
        """Have no end any more."""
        if self._timer:
            self._timer.cancel()

    def watch(self, event: str, info: Mapping[str, Any]) -> None:
        """Hear from the transport about every connection it opens."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            with self._guard:
                self._sockets.append(info["return_value"].get_extra_info("socket"))
                if self.passed:
                    self._shut()

    def strike(self) -> None:
        """End the time."""
        with self._guard:
            self.passed = True
            self._shut()

    def _shut(self) -> None:
        for connection in self._sockets:
            with suppress(OSError):  # closed already
                # Not its own method: that of a TLS socket takes the reader's state away while it reads.
                socket.socket.shutdown(connection, socket.SHUT_RDWR)


@contextmanager
def deadline(seconds: float) -> Iterator[Deadline]:
    """Give a deadline that many seconds from now; leaving the block in time calls it off."""
    limit = Deadline()
    limit.begin(seconds)
    try:
        yield limit
    finally:
        limit.call_off()
