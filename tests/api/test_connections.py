"""Connections that ask nothing are dropped; those that ask, or wait for an answer, are not."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from core.api.connections import LARGEST_MESSAGE, limit_connections, raise_file_limit
from tests.api.serving import serving

SECONDS = 0.3


async def _slow(request: Request) -> Response:
    import asyncio

    await asyncio.sleep(4 * SECONDS)
    return PlainTextResponse("slow")


async def _quick(request: Request) -> Response:
    return PlainTextResponse("quick")


async def _stream(socket: WebSocket) -> None:
    await socket.accept()
    with suppress(WebSocketDisconnect):
        await socket.send_text(str(len(await socket.receive_bytes())))


@pytest.fixture(scope="module")
def address() -> Iterator[tuple[str, int]]:
    before = AutoHTTPProtocol.connection_made
    limit_connections(SECONDS)
    with serving(
        Starlette(routes=[Route("/slow", _slow), Route("/quick", _quick), WebSocketRoute("/stream", _stream)])
    ) as served:
        parts = urlsplit(served)
        yield str(parts.hostname), int(parts.port or 0)
    AutoHTTPProtocol.connection_made = before  # type: ignore[method-assign]


def _is_dropped(connection: socket.socket) -> bool:
    connection.settimeout(30)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("begun", [b"", b"G", b"GET /quick HTTP/1.1\r\n", b"GET /quick HTTP/1.1\r\nHost: x\r\nA: b"])
def test_a_connection_that_sends_no_whole_header_is_dropped(address: tuple[str, int], begun: bytes) -> None:
    with socket.create_connection(address) as connection:
        connection.sendall(begun)
        assert _is_dropped(connection)


def test_one_that_sends_a_header_letter_by_letter_is_dropped(address: tuple[str, int]) -> None:
    with socket.create_connection(address) as connection:
        connection.settimeout(0.01)
        with pytest.raises(OSError, match=r"Broken pipe|reset|Connection"):  # noqa: PT012 - the loop is what is tried
            for letter in ("GET /quick HTTP/1.1\r\nX: " + "y" * 10_000).encode():
                connection.sendall(bytes([letter]))
                time.sleep(SECONDS / 20)


def test_a_second_request_that_never_comes_whole_is_dropped_too(address: tuple[str, int]) -> None:
    with socket.create_connection(address) as connection:
        connection.sendall(b"GET /quick HTTP/1.1\r\nHost: x\r\n\r\n")
        connection.settimeout(30)
        received = b""
        while b"quick" not in received:
            received += connection.recv(1000)
        connection.sendall(b"GET /qui")
        assert _is_dropped(connection)


def test_one_that_waits_for_a_long_answer_is_not_dropped(address: tuple[str, int]) -> None:
    with socket.create_connection(address) as connection:
        connection.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        connection.settimeout(30)
        received = b""
        while piece := connection.recv(1000):
            received += piece
        assert received.endswith(b"slow")


@pytest.mark.slow
def test_1500_half_open_connections_are_dropped_and_others_come_in(address: tuple[str, int]) -> None:
    raise_file_limit()
    held = [socket.create_connection(address, timeout=30) for _ in range(1500)]
    try:
        for connection in held:
            connection.sendall(b"GET /quick HTTP/1.1\r\n")
        assert all(_is_dropped(connection) for connection in held)
        test_one_that_waits_for_a_long_answer_is_not_dropped(address)
    finally:
        for connection in held:
            connection.close()


def test_a_message_of_a_page_that_never_ends_is_kept_up_to_a_few_megabytes(address: tuple[str, int]) -> None:
    part = b"x" * (LARGEST_MESSAGE // 4)
    url = f"ws://{address[0]}:{address[1]}/stream"
    with connect(url, max_size=None, close_timeout=1) as socket, pytest.raises(ConnectionClosed):
        socket.send([part] * 40)
    with connect(url, max_size=None) as socket:
        socket.send([part] * 3)
        assert socket.recv() == str(3 * len(part))


def test_setting_the_limit_again_sets_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = AutoHTTPProtocol.connection_made
    limit_connections(5)
    once = AutoHTTPProtocol.connection_made.without_limit  # type: ignore[attr-defined]
    limit_connections(7)
    assert AutoHTTPProtocol.connection_made.without_limit is once  # type: ignore[attr-defined]
    monkeypatch.setattr(AutoHTTPProtocol, "connection_made", before)
