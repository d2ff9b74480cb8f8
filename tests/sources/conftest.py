from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

from core.settings import SourceSettings
from core.sources.client import Client
from tests.sources.services import FakeClock, client_at, settings_at


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def client(clock: FakeClock) -> Client:
    return client_at(clock)


@pytest.fixture
def at(httpserver) -> Callable[..., SourceSettings]:
    """Settings whose addresses lead to the test's own server."""
    return lambda key="", **more: settings_at(httpserver.url_for("").rstrip("/"), key, **more)


@pytest.fixture(autouse=True)
def nothing_leaves_this_machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("live"):
        return
    connect = socket.create_connection

    def loopback_only(address, *rest, **more):
        assert address[0] in ("127.0.0.1", "localhost", "::1"), f"a request left for {address[0]}"
        return connect(address, *rest, **more)

    monkeypatch.setattr(socket, "create_connection", loopback_only)
