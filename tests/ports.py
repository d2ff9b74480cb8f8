"""Ports for servers that tests start as programs of their own."""

from __future__ import annotations

import random
import socket
from contextlib import suppress

_BELOW_OUTGOING = range(15_000, 30_000)  # Linux gives outgoing connections a port from 32768 on


def free_port() -> int:
    """Find a port that nobody has, and that no connection is given while the server that shall have it still starts."""
    for port in random.sample(_BELOW_OUTGOING, 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise RuntimeError("a hundred ports are taken")
