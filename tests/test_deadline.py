"""When the time of a request is over its connections are broken off, and only then."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from core.deadline import Deadline, deadline


class Stream:
    """What the transport reports of a connection that it opened."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def get_extra_info(self, name: str) -> Any:
        return self._connection if name == "socket" else None


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.settimeout(20)
    with ours, theirs:
        yield ours, theirs


def opened(limit: Deadline, connection: socket.socket, event: str = "connection.connect_tcp.complete") -> None:
    limit.watch(event, {"return_value": Stream(connection)})


def test_a_reader_that_waits_is_woken_when_the_time_is_over(pair: tuple[socket.socket, socket.socket]) -> None:
    with deadline(0.05) as limit:
        opened(limit, pair[0])
        assert pair[0].recv(1) == b""  # without the deadline: a time-out of its own after 20 seconds
    assert limit.passed


@pytest.mark.parametrize("event", ["connection.connect_tcp.complete", "proxy.start_tls.complete"])
def test_a_connection_that_opens_too_late_is_broken_off_at_once(
    pair: tuple[socket.socket, socket.socket], event: str
) -> None:
    limit = Deadline()
    limit.strike()
    opened(limit, pair[0], event)
    assert pair[0].recv(1) == b""


def test_who_is_done_in_time_keeps_the_connection(pair: tuple[socket.socket, socket.socket]) -> None:
    with deadline(60) as limit:
        opened(limit, pair[0])
    pair[1].sendall(b"x")
    assert pair[0].recv(1) == b"x"
    assert not limit.passed


def test_a_connection_that_is_closed_already_troubles_nobody(pair: tuple[socket.socket, socket.socket]) -> None:
    limit = Deadline()
    opened(limit, pair[0])
    limit.watch("connection.close.complete", {})
    pair[0].close()
    limit.strike()
    assert limit.passed
